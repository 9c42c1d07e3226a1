/** Lines over the closes of a run as inline SVG. Lines are told apart by their dashes and by name, not by colour alone. */
import type { JSX } from 'preact';
import { distanceIn, dollarTicks, Plot, type Tick } from '../../html/chart.tsx';
import { dateText, dollars, roundDollars } from '../../html/format.ts';
import { isoDate, type Instant } from '../../lib/clock.ts';
import type { LinePoint } from '../result.ts';

export interface ChartLine {
  readonly name: string;
  readonly points: readonly LinePoint[];
}

interface LinesProps {
  /** The first one is what the chart is about. */
  readonly lines: readonly ChartLine[];
  readonly from: Instant;
  readonly to: Instant;
  /** Dollars; the dashed line, and where the first line begins. */
  readonly start: number;
}

/** Lines of one chart at most: there are no more dashes that can be told apart. */
export const chartLinesMax = 5;

const height = 320;

export function ValueLines({ lines, from, to, start }: LinesProps): JSX.Element {
  const shown = lines.slice(0, chartLinesMax);
  const values = [start, ...shown.flatMap((l) => l.points.map((p) => p.value))];
  const ticks = dollarTicks(lowest(values), highest(values), start);
  const place = placer(from, to, ticks);
  return (
    <figure class="chart lines-chart">
      <Legend lines={shown} />
      <Plot
        height={height}
        ticks={ticks}
        y={place.y}
        ends={place.ends}
        label={shown.map((l) => lineText(l)).join('. ')}
      >
        <path class="start" d={`M0 ${place.y(start)}H1000`} />
        {shown
          .map((l, i) => (
            <path
              key={l.name}
              class={`value line-${i}`}
              d={path(l.points, place, i === 0 ? { from, start } : undefined)}
            />
          ))
          .toReversed()}
      </Plot>
      <figcaption>
        Paper value in USD at each daily close (00:00 UTC); the thin dashed line is the start, {roundDollars(start)}.
      </figcaption>
    </figure>
  );
}

/** How far the value lies below its highest close so far, percent. */
export function FallChart({
  points,
  from,
  to,
  start,
}: {
  points: readonly LinePoint[];
  from: Instant;
  to: Instant;
  start: number;
}): JSX.Element {
  let peak = start;
  const falls = points.map(({ close, value }) => {
    peak = Math.max(peak, value);
    return { close, value: peak > 0 ? ((value - peak) / peak) * 100 : 0 };
  });
  const deepest = lowest([0, ...falls.map((f) => f.value)]);
  const step = [1, 2, 5, 10, 20, 25].find((s) => -deepest / s <= 4) ?? 50;
  const ticks = Array.from({ length: Math.max(1, Math.ceil(-deepest / step)) + 1 }, (_, i): Tick => {
    const at = -i * step;
    return { at, text: `${at === 0 ? '0' : `−${-at}`}%`, strong: at === 0 };
  }).toReversed();
  const place = placer(from, to, ticks);
  const worst = falls.find((f) => f.value === deepest);
  const line = path(falls, place, { from, start: 0 });
  return (
    <figure class="chart lines-chart falls">
      <Plot
        height={height}
        ticks={ticks}
        y={place.y}
        ends={place.ends}
        label={
          worst
            ? `Deepest at the close of ${dateText(isoDate(worst.close))}: ${(-deepest).toFixed(2)}% below the highest close before`
            : 'Never below its highest close'
        }
      >
        <path class="area" d={`${line}V${place.y(0)}H0Z`} />
        <path class="value" d={line} />
      </Plot>
      <figcaption>How far the value lies below its highest close so far.</figcaption>
    </figure>
  );
}

interface Place {
  readonly x: (t: Instant) => number;
  readonly y: (value: number) => number;
  readonly ends: readonly [string, string];
}

function placer(from: Instant, to: Instant, ticks: readonly Tick[]): Place {
  const up = distanceIn(ticks);
  return {
    ends: [dateText(isoDate(from)), dateText(isoDate(to))],
    x: (t) => round(((t - from) / (to - from || 1)) * 1000),
    y: (v) => round(up(v)),
  };
}

function Legend({ lines }: { readonly lines: readonly ChartLine[] }): JSX.Element {
  return (
    <ul class="legend">
      {lines.map((l, i) => (
        <li key={l.name}>
          <svg width="34" height="12" aria-hidden="true">
            <path class={`value line-${i}`} d="M0 6H34" />
          </svg>
          <bdi>{l.name}</bdi>{' '}
          <span class="muted">{l.points.length > 0 ? dollars(l.points.at(-1)?.value ?? 0) : 'no close'}</span>
        </li>
      ))}
    </ul>
  );
}

function path(
  points: readonly LinePoint[],
  { x, y }: Place,
  origin?: { readonly from: Instant; readonly start: number },
): string {
  const all = origin ? [{ close: origin.from, value: origin.start }, ...points] : points;
  return all.map((p, i) => `${i === 0 ? 'M' : 'L'}${x(p.close)} ${y(p.value)}`).join('');
}

function lineText({ name, points }: ChartLine): string {
  const values = points.map((p) => p.value);
  const last = points.at(-1);
  if (!last) return `${name}: no close yet`;
  return `${name}: ${dollars(last.value)} at the close of ${dateText(isoDate(last.close))}, lowest ${dollars(lowest(values))}, highest ${dollars(highest(values))}`;
}

// A record is longer than what may be passed as arguments.
const lowest = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const highest = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
const round = (x: number): number => Math.round(x * 100) / 100;

export const chartStyle = `
:root { --line-1: #8a5a00; --line-2: #6a3fa0; --line-3: #625c50; --line-4: #1b6e4a; }
@media (prefers-color-scheme: dark) { :root { --line-1: #e6b85c; --line-2: #c3a2f0; --line-3: #aaa391; --line-4: #7fd0a7; } }
.legend { display: flex; flex-wrap: wrap; gap: 6px 24px; list-style: none; margin: 0 0 10px; padding: 0; font-size: 0.94rem; }
.legend li { display: flex; gap: 8px; align-items: center; }
.legend .value, .lines-chart .value { fill: none; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.legend .line-0, .lines-chart .line-0 { stroke: var(--accent); stroke-width: 2.5; }
.legend .line-1, .lines-chart .line-1 { stroke: var(--line-1); stroke-width: 1.5; stroke-dasharray: 7 4; }
.legend .line-2, .lines-chart .line-2 { stroke: var(--line-2); stroke-width: 1.5; stroke-dasharray: 2 3; }
.legend .line-3, .lines-chart .line-3 { stroke: var(--line-3); stroke-width: 1.5; stroke-dasharray: 10 3 2 3; }
.legend .line-4, .lines-chart .line-4 { stroke: var(--line-4); stroke-width: 1.5; stroke-dasharray: 4 2; }
.falls { color: var(--down); }
.falls figcaption { color: var(--muted); }
.falls .label { color: var(--muted); }
.falls .value { stroke-width: 1.5; }
.falls .area { opacity: 0.16; }
.plain td.meaning, .wraps tbody th { white-space: normal; }
.plain td.meaning { min-width: 16rem; }
.verdict { font-weight: 600; }
main h2 { margin-bottom: 8px; }
`;
