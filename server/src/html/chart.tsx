/** Value lines as inline SVG: a small one for a row, a large one with axes for a profile. */
import type { ComponentChildren, JSX } from 'preact';
import type { ValuePoint } from 'papertape-contract/board';
import { dateText, dollars } from './format.ts';
import { words } from '../words/words.ts';

/** The value that every bot starts with, and the dashed line of each chart. */
interface LineProps {
  readonly points: readonly ValuePoint[];
  readonly start: number;
}

const spark = { width: 120, height: 34, pad: 3 };

/** `whole`: do the points reach back to the first close, so that the start value stands before them? */
export function Sparkline({ points, start, whole }: LineProps & { readonly whole: boolean }): JSX.Element {
  if (points.length === 0) return <span class="none">{words.frame.noCloseYet}</span>;
  const values = whole ? [start, ...points.map((p) => p.value_usd)] : points.map((p) => p.value_usd);
  const scale = scaleOf([...values, start], spark.height - 2 * spark.pad);
  const y = (v: number): number => round1(spark.pad + scale(v));
  const step = (spark.width - 2 * spark.pad) / Math.max(1, values.length - 1);
  const x = (i: number): number => round1(spark.pad + i * step);
  const last = values.at(-1) ?? start;
  const line = values.map((v, i) => `${i === 0 ? 'M' : 'L'}${x(i)} ${y(v)}`).join('');
  return (
    <svg
      class={`spark ${direction(last, start)}`}
      viewBox={`0 0 ${spark.width} ${spark.height}`}
      width={spark.width}
      height={spark.height}
      role="img"
      aria-label={lineText(points)}
    >
      <path class="area" d={`${line}V${y(start)}H${x(0)}Z`} />
      <path class="start" d={`M0 ${y(start)}H${spark.width}`} />
      <path class="value" d={line} />
      <circle class="end" cx={x(values.length - 1)} cy={y(last)} r="2.5" />
    </svg>
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

/** What stands below a chart. */
export interface PlotDate {
  /** Percent of the width. */
  readonly at: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Left out where the screen is narrow. */
  readonly far: boolean;
}

/** What a line is called, at its end. */
export interface PlotName {
  readonly name: string;
  /** Which line it is: its colour is that of `line-N`. */
  readonly line: number;
  /** Percent of the height, from the top. */
  readonly at: number;
}

interface PlotProps {
  /** A low one leaves room for what stands below it. */
  readonly kind?: 'low' | undefined;
  readonly ticks: readonly Tick[];
  /** Distance from the top, 0 to 1000. */
  readonly y: (value: number) => number;
  readonly dates: readonly PlotDate[];
  readonly names?: readonly PlotName[];
  readonly label: string;
  readonly tone?: string;
  /** Drawn on 1000 by 1000. */
  readonly children: ComponentChildren;
}

/**
 * Stretched to the width of the page (a nested SVG without a kept aspect ratio), as high as the style sheet says; what is written is not
 * stretched, and stays readable on a phone.
 */
export function Plot({ kind, ticks, y, dates, names = [], label, tone, children }: PlotProps): JSX.Element {
  const percentOf = (v: number): string => `${round1(y(v) / 10)}%`;
  const classes = ['plot', kind, names.length > 0 ? 'named' : undefined].filter((c) => c !== undefined);
  return (
    <div class={classes.join(' ')}>
      <svg class="ys" aria-hidden="true">
        {ticks.map((t) => (
          <text
            key={t.at}
            class={t.strong ? 'label at-start' : 'label'}
            x="100%"
            dx="-8"
            y={percentOf(t.at)}
            dy="4"
            text-anchor="end"
          >
            {t.text}
          </text>
        ))}
      </svg>
      <svg class={tone === undefined ? 'field' : `field ${tone}`} role="img" aria-label={label}>
        {ticks.map((t) => (
          <line key={t.at} class="grid" x1="0" x2="100%" y1={percentOf(t.at)} y2={percentOf(t.at)} />
        ))}
        <svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none" overflow="visible">
          {children}
        </svg>
      </svg>
      {names.length === 0 ? null : (
        <svg class="names" aria-hidden="true">
          {apart(names, kind === 'low' ? 8.4 : 6).map((n) => (
            <text key={n.line} class={`line-${n.line}`} x="10" y={`${round1(n.at)}%`} dy="4">
              {shortened(n.name)}
            </text>
          ))}
        </svg>
      )}
      <svg class="xs" aria-hidden="true">
        {dates.map((d) => (
          <text key={d.at} class={d.far ? 'label far' : 'label'} x={`${d.at}%`} y="17" text-anchor={d.anchor}>
            {d.text}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** No name stands nearer to the edge of the chart; percent of its height. */
const edge = 3;

/** Pushed apart until none stands on another, and none below the chart. @param gap percent of the height. */
function apart(names: readonly PlotName[], gap: number): PlotName[] {
  // Half of a letter lies below where it stands, and half above.
  let least = edge;
  const down = names
    .toSorted((a, b) => a.at - b.at)
    .map((name) => {
      const at = Math.max(name.at, least);
      least = at + gap;
      return { ...name, at };
    });
  let most = 100 - edge;
  return down.toReversed().map((name) => {
    const at = Math.min(name.at, most);
    most = at - gap;
    return { ...name, at };
  });
}

/** Widths of a plain letter. */
const nameWidthMax = 17;
/** What the names of all house bots begin with. */
const ofTheHouse = /^House · /;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Signs that are as wide as two letters. */
const wide = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{Extended_Pictographic}\u{FF01}-\u{FF60}]/u;

/** A name as long as there is room for it; the legend has all of it. */
function shortened(name: string): string {
  const own = name.replace(ofTheHouse, '');
  const signs = [...graphemes.segment(own)].map((g) => g.segment);
  let width = 0;
  const ends = signs.map((sign) => (width += wide.test(sign) ? 2 : 1));
  if (width <= nameWidthMax) return own;
  return `${signs.slice(0, ends.filter((end) => end < nameWidthMax).length).join('')}…`;
}

function lineText(points: readonly ValuePoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return words.frame.noCloseYet2;
  if (points.length === 1) return words.frame.valueAt1Close(dateText(last.date), dollars(last.value_usd));
  const values = points.map((p) => p.value_usd);
  const range = words.frame.lowestHighest(dollars(Math.min(...values)), dollars(Math.max(...values)));
  return words.frame.valueAtClosesOnOn(
    points.length,
    dollars(first.value_usd),
    dateText(first.date),
    dollars(last.value_usd),
    dateText(last.date),
    range,
  );
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

interface TickForm {
  /** The one that stands out. */
  readonly strong: number;
  /** A span is never taken for less. */
  readonly least: number;
  readonly text: (at: number) => string;
}

/** Three to six round values that enclose the range. */
export function niceTicks([low, high]: readonly [number, number], { strong, least, text }: TickForm): Tick[] {
  const span = Math.max(high - low, Math.abs(high) * 0.001, least);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = [1, 2, 2.5, 5, 10].map((m) => m * power).find((s) => span / s <= 4) ?? 10 * power;
  const from = Math.floor(low / step);
  const to = Math.max(Math.ceil(high / step), from + 1);
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const at = (from + i) * step;
    return { at, text: text(at), strong: at === strong };
  });
}

function round1(n: number): number {
  return Math.round(n * 10) / 10;
}
