/**
 * Lines over closes as inline SVG: the charts of leagues, of bots and of the reports of backtests. Lines are told apart by their dashes and
 * by name, not by colour alone.
 */
import type { ComponentChildren, JSX } from 'preact';
import { isoDate, type Instant } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';
import { distanceIn, niceTicks, Plot, type PlotDate, type PlotName, type Tick } from './chart.tsx';
import { plainPercent, counted, dateText, dayText, decimals, dollars, roundDollars, signedPercent } from './format.ts';
import { words } from '../words/words.ts';

export interface LinePoint {
  readonly close: Instant;
  readonly value: number;
}

export interface ChartLine {
  readonly name: string;
  /** In the order of time. */
  readonly points: readonly LinePoint[];
}

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

interface LinesProps extends Span {
  /** The first one is what the chart is about. */
  readonly lines: readonly ChartLine[];
  /** Where lines start from, in what the points are in: the dashed line. */
  readonly start: number;
}

/** Lines of one chart at most: there are no more dashes that can be told apart. */
export const chartLinesMax = 7;

/** Values in dollars; the first line begins at the start. */
export function ValueLines({ lines, from, to, start }: LinesProps): JSX.Element {
  const shown = lines.slice(0, chartLinesMax);
  const ticks = niceTicks(spanOf(shown, start), { strong: start, least: 1, text: roundDollars });
  return (
    <Lines lines={shown} from={from} to={to} start={start} ticks={ticks} written={dollars} origin>
      {words.frame.paperValueInUsdAt(roundDollars(start))}
    </Lines>
  );
}

/** Returns, percent. @param children what they are counted from, where that is not the start of each. */
export function ReturnLines({
  lines,
  from,
  to,
  children = words.frame.returnSinceTheStartAt,
}: Omit<LinesProps, 'start'> & { readonly children?: ComponentChildren }): JSX.Element {
  const shown = lines.slice(0, chartLinesMax);
  const ticks = niceTicks(spanOf(shown, 0), { strong: 0, least: 0.4, text: percentTick });
  return (
    <Lines lines={shown} from={from} to={to} start={0} ticks={ticks} written={signedPercent} kind="low">
      {children}
    </Lines>
  );
}

/** How far the value lies below its highest close so far, percent. */
export function FallChart({
  points,
  from,
  to,
  start,
}: Span & { readonly points: readonly LinePoint[]; readonly start: number }): JSX.Element {
  let peak = start;
  const falls = points.map(({ close, value }) => {
    peak = Math.max(peak, value);
    return { close, value: peak > 0 ? ((value - peak) / peak) * 100 : 0 };
  });
  const deepest = lowest([0, ...falls.map((f) => f.value)]);
  const step = [1, 2, 5, 10, 20, 25].find((s) => -deepest / s <= 4) ?? 50;
  const ticks = Array.from({ length: Math.max(1, Math.ceil(-deepest / step)) + 1 }, (_, i): Tick => {
    const at = -i * step;
    return { at, text: percentTick(at), strong: at === 0 };
  }).toReversed();
  const place = placer({ from, to }, ticks);
  const worst = falls.find((f) => f.value === deepest);
  const line = path(falls, place, { close: from, value: 0 });
  return (
    <figure class="chart lines-chart falls">
      <Plot
        kind="low"
        ticks={ticks}
        y={place.y}
        dates={dateTicks({ from, to })}
        label={
          worst
            ? words.frame.deepestAtTheCloseOf(dateText(isoDate(worst.close)), decimals(-deepest, 2))
            : words.frame.neverBelowItsHighestClose
        }
      >
        <path class="area" d={`${line}V${place.y(0)}H0Z`} />
        <path class="value" d={line} />
      </Plot>
      <figcaption>{words.frame.howFarTheValueLies}</figcaption>
    </figure>
  );
}

interface DrawnProps extends LinesProps {
  readonly ticks: readonly Tick[];
  readonly written: (value: number) => string;
  readonly kind?: 'low';
  /** Does the first line begin at the start? */
  readonly origin?: true;
  readonly children: ComponentChildren;
}

function Lines({ lines, from, to, start, ticks, written, kind, origin, children }: DrawnProps): JSX.Element {
  const place = placer({ from, to }, ticks);
  const names = lines.flatMap(({ name, points }, line): PlotName[] => {
    const last = points.at(-1);
    return last ? [{ name, line, at: place.y(last.value) / 10 }] : [];
  });
  return (
    <figure class="chart lines-chart">
      <Plot
        kind={kind}
        ticks={ticks}
        y={place.y}
        dates={dateTicks({ from, to })}
        names={names}
        label={words.frame.fromToTheListBeside(
          counted(lines.length, 'line'),
          dateText(isoDate(from)),
          dateText(isoDate(to)),
        )}
      >
        <path class="start" d={`M0 ${place.y(start)}H1000`} />
        {lines
          .map((l, i) => (
            <path
              key={i}
              class={`value line-${i}`}
              d={path(l.points, place, i === 0 && origin ? { close: from, value: start } : undefined)}
            />
          ))
          .toReversed()}
      </Plot>
      <Legend lines={lines} written={written} />
      <figcaption>{children}</figcaption>
    </figure>
  );
}

interface Place {
  readonly x: (t: Instant) => number;
  readonly y: (value: number) => number;
}

function placer({ from, to }: Span, ticks: readonly Tick[]): Place {
  const up = distanceIn(ticks);
  return { x: (t) => round(((t - from) / (to - from || 1)) * 1000), y: (v) => round(up(v)) };
}

/** What stands below the lines: five days of the span at most, both ends among them. */
function dateTicks({ from, to }: Span): PlotDate[] {
  const days = Math.round((to - from) / dayMs);
  const parts = Math.max(1, Math.min(4, days));
  return Array.from({ length: parts + 1 }, (_, i): PlotDate => {
    const day = Math.round((days * i) / parts);
    const date = isoDate(from + day * dayMs);
    const isEnd = i === 0 || i === parts;
    return {
      at: round(days === 0 ? i * 100 : (day / days) * 100),
      text: isEnd && days > 300 ? dateText(date) : dayText(date),
      anchor: i === 0 ? 'start' : i === parts ? 'end' : 'middle',
      far: i % 2 === 1 && i < parts,
    };
  });
}

/** For who does not see the lines, and where there is no room for the names at their ends. Names are others' words: no label has them. */
function Legend({ lines, written }: Pick<DrawnProps, 'lines' | 'written'>): JSX.Element {
  return (
    <ul class="legend">
      {lines.map((l, i) => (
        <li key={i}>
          <svg width="34" height="12" aria-hidden="true">
            <path class={`value line-${i}`} d="M0 6H34" />
          </svg>
          <bdi>{l.name}</bdi>{' '}
          <span class="muted">{l.points.length > 0 ? written(l.points.at(-1)?.value ?? 0) : words.frame.noClose}</span>
        </li>
      ))}
    </ul>
  );
}

function path(points: readonly LinePoint[], { x, y }: Place, origin?: LinePoint): string {
  const all = origin ? [origin, ...points] : points;
  return all.map((p, i) => `${i === 0 ? 'M' : 'L'}${x(p.close)} ${y(p.value)}`).join('');
}

/** −10 -> `−10%`, 2.5 -> `+2.5%`, 0 -> `0%` */
function percentTick(at: number): string {
  return `${at > 0 ? '+' : at < 0 ? '\u2212' : ''}${plainPercent(Math.round(Math.abs(at) * 100) / 100)}`;
}

function spanOf(lines: readonly ChartLine[], start: number): readonly [low: number, high: number] {
  const values = [start, ...lines.flatMap((l) => l.points.map((p) => p.value))];
  return [lowest(values), highest(values)];
}

// A record is longer than what may be passed as arguments.
const lowest = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const highest = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
const round = (x: number): number => Math.round(x * 10) / 10;
