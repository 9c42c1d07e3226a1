/** Value lines as inline SVG: a small one for a row, a large one with axes for a profile. */
import type { JSX } from 'preact';
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

/**
 * From the start value at the day of entry (YYYY-MM-DD) over all closes. The plot is stretched to the width of the page (a nested SVG without a kept aspect ratio), the labels are not and
 * stay readable on a phone.
 */
export function ValueChart({ points, start, entered }: LineProps & { readonly entered: string }): JSX.Element {
  const last = points.at(-1);
  if (!last) return <p class="empty">The line begins at the first close.</p>;
  const values = [start, ...points.map((p) => p.value_usd)];
  const ticks = niceTicks(Math.min(...values), Math.max(...values));
  const low = ticks[0] ?? start;
  const high = ticks.at(-1) ?? start;
  const up = (v: number): number => round1(1000 - ((v - low) / (high - low || 1)) * 1000);
  const x = (i: number): number => round1((i / (values.length - 1)) * 1000);
  const line = values.map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${up(v)}`).join('');
  const tone = direction(last.value_usd, start);
  return (
    <figure class="chart">
      <div class="chart-body">
        <svg width="100%" height="280" aria-hidden="true">
          <svg x="0" y="14" width="100%" height="236" overflow="visible">
            {ticks.map((t) => (
              <text key={t} class={t === start ? 'label at-start' : 'label'} x="0" y={`${up(t) / 10}%`} dy="4">
                {roundDollars(t)}
              </text>
            ))}
          </svg>
        </svg>
        <svg class={tone} width="100%" height="280" role="img" aria-label={lineText(points)}>
          <svg x="0" y="14" width="100%" height="236" overflow="visible">
            {ticks.map((t) => (
              <line key={t} class="grid" x1="0" x2="100%" y1={`${up(t) / 10}%`} y2={`${up(t) / 10}%`} />
            ))}
            <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none" overflow="visible">
              <path class="area" d={`${line}V${up(start)}H0Z`} />
              <path class="start" d={`M0 ${up(start)}H1000`} />
              <path class="value" d={line} />
            </svg>
          </svg>
          <text class="label" x="0" y="274">
            entered {dateText(entered)}
          </text>
          <text class="label" x="100%" y="274" text-anchor="end">
            {dateText(last.date)}
          </text>
        </svg>
      </div>
      <figcaption>
        Paper value in USD at each daily close (00:00 UTC); the dashed line is the start, {roundDollars(start)}.
      </figcaption>
    </figure>
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
export function niceTicks(low: number, high: number): number[] {
  const span = Math.max(high - low, Math.abs(high) * 0.001, 1);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => span / s <= 4) ?? 10 * power;
  const from = Math.floor(low / step);
  const to = Math.max(Math.ceil(high / step), from + 1);
  return Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step);
}

function round1(n: number): number {
  return Math.round(n * 10) / 10;
}
