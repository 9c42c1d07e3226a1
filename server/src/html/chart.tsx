/** Value lines as inline SVG: a small one for a row, a large one with axes for a profile. */
import type { ComponentChildren, JSX } from 'preact';
import type { ValuePoint } from 'papertape-contract/board';
import { dateText, dollars, roundDollars } from './format.ts';

/** The value that every bot starts with, and the dashed line of each chart. */
interface LineProps {
  readonly points: readonly ValuePoint[];
  readonly start: number;
}

const spark = { width: 132, height: 34, pad: 3 };

/** `whole`: do the points reach back to the first close, so that the start value stands before them? */
export function Sparkline({ points, start, whole }: LineProps & { readonly whole: boolean }): JSX.Element {
  if (points.length === 0) return <span class="none">no close yet</span>;
  const values = whole ? [start, ...points.map((p) => p.value_usd)] : points.map((p) => p.value_usd);
  const scale = scaleOf([...values, start], spark.height - 2 * spark.pad);
  const y = (v: number): number => round1(spark.pad + scale(v));
  const step = (spark.width - 2 * spark.pad) / Math.max(1, values.length - 1);
  const x = (i: number): number => round1(spark.pad + i * step);
  const last = values.at(-1) ?? start;
  return (
    <svg
      class={`spark ${direction(last, start)}`}
      viewBox={`0 0 ${spark.width} ${spark.height}`}
      width={spark.width}
      height={spark.height}
      role="img"
      aria-label={lineText(points)}
    >
      <path class="start" d={`M0 ${y(start)}H${spark.width}`} />
      <path class="value" d={values.map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(v)}`).join('')} />
      <circle class="end" cx={x(values.length - 1)} cy={y(last)} r="2.5" />
    </svg>
  );
}

/** From the start value at the day of entry (YYYY-MM-DD) over all closes. */
export function ValueChart({ points, start, entered }: LineProps & { readonly entered: string }): JSX.Element {
  const last = points.at(-1);
  if (!last) return <p class="empty">The line begins at the first close.</p>;
  const values = [start, ...points.map((p) => p.value_usd)];
  const ticks = dollarTicks(Math.min(...values), Math.max(...values), start);
  const up = distanceIn(ticks);
  const y = (v: number): number => round1(up(v));
  const x = (i: number): number => round1((i / (values.length - 1)) * 1000);
  const line = values.map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(v)}`).join('');
  return (
    <figure class="chart">
      <Plot
        height={280}
        ticks={ticks}
        y={y}
        ends={[`entered ${dateText(entered)}`, dateText(last.date)]}
        label={lineText(points)}
        tone={direction(last.value_usd, start)}
      >
        <path class="area" d={`${line}V${y(start)}H0Z`} />
        <path class="start" d={`M0 ${y(start)}H1000`} />
        <path class="value" d={line} />
      </Plot>
      <figcaption>
        Paper value in USD at each daily close (00:00 UTC); the dashed line is the start, {roundDollars(start)}.
      </figcaption>
    </figure>
  );
}

/** A grid line with its label. */
export interface Tick {
  readonly at: number;
  readonly text: string;
  readonly strong: boolean;
}

/** From value to distance from the top, 0 to 1000; ticks rise. */
export function distanceIn(ticks: readonly Tick[]): (v: number) => number {
  const low = ticks[0]?.at ?? 0;
  const high = ticks.at(-1)?.at ?? 1;
  return (v) => 1000 - ((v - low) / (high - low || 1)) * 1000;
}

interface PlotProps {
  readonly height: number;
  readonly ticks: readonly Tick[];
  /** Distance from the top, 0 to 1000. */
  readonly y: (value: number) => number;
  /** What stands below it on the left and on the right. */
  readonly ends: readonly [string, string];
  readonly label: string;
  readonly tone?: string;
  /** Drawn on 1000 by 1000. */
  readonly children: ComponentChildren;
}

/** Stretched to the width of the page (a nested SVG without a kept aspect ratio); the labels are not, and stay readable on a phone. */
export function Plot({ height, ticks, y, ends, label, tone, children }: PlotProps): JSX.Element {
  const percentOf = (v: number): string => `${y(v) / 10}%`;
  const inner = { x: '0', y: '14', width: '100%', height: height - 44, overflow: 'visible' };
  return (
    <div class="chart-body">
      <svg width="100%" height={height} aria-hidden="true">
        <svg {...inner}>
          {ticks.map((t) => (
            <text key={t.at} class={t.strong ? 'label at-start' : 'label'} x="0" y={percentOf(t.at)} dy="4">
              {t.text}
            </text>
          ))}
        </svg>
      </svg>
      <svg class={tone} width="100%" height={height} role="img" aria-label={label}>
        <svg {...inner}>
          {ticks.map((t) => (
            <line key={t.at} class="grid" x1="0" x2="100%" y1={percentOf(t.at)} y2={percentOf(t.at)} />
          ))}
          <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none" overflow="visible">
            {children}
          </svg>
        </svg>
        <text class="label" x="0" y={height - 6}>
          {ends[0]}
        </text>
        <text class="label" x="100%" y={height - 6} text-anchor="end">
          {ends[1]}
        </text>
      </svg>
    </div>
  );
}

function lineText(points: readonly ValuePoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return 'No close yet';
  if (points.length === 1) return `Value at 1 close, ${dateText(last.date)}: ${dollars(last.value_usd)}`;
  const values = points.map((p) => p.value_usd);
  const range = `lowest ${dollars(Math.min(...values))}, highest ${dollars(Math.max(...values))}`;
  return `Value at ${points.length} closes: ${dollars(first.value_usd)} on ${dateText(first.date)}, ${dollars(last.value_usd)} on ${dateText(last.date)}; ${range}`;
}

function direction(value: number, start: number): 'up' | 'down' | 'flat' {
  return value > start ? 'up' : value < start ? 'down' : 'flat';
}

/** From value to distance from the top. */
function scaleOf(values: readonly number[], height: number): (v: number) => number {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (high === low) return () => height / 2;
  return (v) => ((high - v) / (high - low)) * height;
}

/** Three to six round values that enclose the range. */
export function dollarTicks(low: number, high: number, start: number): Tick[] {
  const span = Math.max(high - low, Math.abs(high) * 0.001, 1);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => span / s <= 4) ?? 10 * power;
  const from = Math.floor(low / step);
  const to = Math.max(Math.ceil(high / step), from + 1);
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const at = (from + i) * step;
    return { at, text: roundDollars(at), strong: at === start };
  });
}

function round1(n: number): number {
  return Math.round(n * 10) / 10;
}
