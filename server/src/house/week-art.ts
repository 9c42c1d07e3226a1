/**
 * The house bots' art of a week: their returns at the closes of the week, as lines in one drawing. It is written as the showcase writes
 * drawings itself (docs/bots/showcase.md), so that it is taken as it is.
 *
 * In: the week, and the values of each bot at its closes, the oldest first. Out: an SVG; undefined when no bot had a close in the week.
 *
 * Example: values of 100,000, 101,000 and 102,000 at the closes of Monday, Tuesday and Wednesday -> a line from 0% over +1% to +2%.
 */
import type { ValuePoint } from 'papertape-contract/board';
import type { Week } from '../flow/ladder/iso-week.ts';
import { startValueCents } from '../flow/rank/rank.ts';
import { isoDate } from '../lib/clock.ts';
import { dayMs, weekMs } from '../lib/time.ts';

export interface WeekLine {
  readonly name: string;
  readonly line: readonly ValuePoint[];
}

interface Drawn {
  readonly name: string;
  /** Days since the start of the week, and percent since then. */
  readonly points: readonly { readonly day: number; readonly percent: number }[];
  readonly last: number;
}

const size = { width: 640, height: 400 };
/** Where the lines are. */
const field = { left: 72, right: 616, top: 64, bottom: 264 };
/** Lines are told apart by their dashes, too. */
const strokes = [
  { colour: '#0f766e', dashes: 'none' },
  { colour: '#b45309', dashes: '10 4' },
  { colour: '#1d4ed8', dashes: '3 4' },
  { colour: '#a21caf', dashes: '12 4 3 4' },
] as const;
const textHeight = 16;
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon'];
/** A week in which nothing moved is drawn within so many percent. */
const percentMin = 0.1;

/** @param league its name. */
export function weekTitle({ name }: Week, league: string): string {
  return `Week ${name} of the house bots in ${league}`;
}

export const weekCaption = 'Their returns at the closes of the week, drawn by code.';

/** @param title one line above the drawing. */
export function drawWeek(title: string, week: Week, lines: readonly WeekLine[]): string | undefined {
  const drawn = lines.slice(0, strokes.length).flatMap((each) => drawnIn(week, each));
  if (drawn.length === 0) return undefined;
  const all = drawn.flatMap(({ points }) => points.map(({ percent }) => percent));
  const [low, high] = [Math.min(0, ...all), Math.max(percentMin, ...all)];
  const x = (day: number): number => rounded(field.left + ((field.right - field.left) * day * dayMs) / weekMs);
  const y = (percent: number): number =>
    rounded(field.bottom - ((field.bottom - field.top) * (percent - low)) / (high - low));
  // Zero is always written; what lies so close to it that one would stand on the other is not.
  const levels = [low, 0, high].filter((level, i) => i === 1 || Math.abs(y(level) - y(0)) >= textHeight);
  const { width, height } = size;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" fill="#1c1917">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fafaf9"/>`,
    `<text x="24" y="36" font-size="18" font-weight="bold">${escaped(title)}</text>`,
    ...levels.map((level) => {
      const at = y(level);
      const stroke = level === 0 ? '#57534e' : '#d6d3d1';
      return (
        `<line x1="${field.left}" x2="${field.right}" y1="${at}" y2="${at}" stroke="${stroke}"/>` +
        `<text x="${field.left - 8}" y="${rounded(at + 4)}" text-anchor="end">${percentText(level)}</text>`
      );
    }),
    ...days.map((day, i) => `<text x="${x(i)}" y="${field.bottom + 22}" text-anchor="middle">${day}</text>`),
    ...drawn.map(({ points }, i) => {
      const path = points.map(({ day, percent }, p) => `${p === 0 ? 'M' : 'L'}${x(day)} ${y(percent)}`).join('');
      return `<path d="${path}" fill="none" stroke-width="2.5" stroke-linejoin="round"${strokeOf(i)}/>`;
    }),
    ...drawn.map(({ name, last }, i) => {
      const [left, top] = [i % 2 === 0 ? 24 : 332, 332 + 32 * Math.floor(i / 2)];
      const key = `<line x1="${left}" x2="${left + 40}" y1="${top - 4}" y2="${top - 4}" stroke-width="2.5"${strokeOf(i)}/>`;
      return `${key}<text x="${left + 50}" y="${top}">${escaped(name)} ${percentText(last)}</text>`;
    }),
    '</svg>',
  ].join('');
}

/** None for a bot without a close in the week. A bot that began in it begins at 0%, a day before its first close. */
function drawnIn({ start, end }: Week, { name, line }: WeekLine): Drawn[] {
  const [from, to] = [isoDate(start), isoDate(end)];
  const within = line.filter(({ date }) => date > from && date <= to);
  const [first] = within;
  if (!first) return [];
  const before = line.findLast(({ date }) => date <= from);
  const base = before?.value_usd ?? startValueCents / 100;
  const dayOf = (date: string): number => (Date.parse(date) - start) / dayMs;
  const closes = within.map(({ date, value_usd }) => ({ day: dayOf(date), percent: (value_usd / base - 1) * 100 }));
  const points = [{ day: before ? 0 : dayOf(first.date) - 1, percent: 0 }, ...closes];
  return [{ name, points, last: closes.at(-1)?.percent ?? 0 }];
}

function strokeOf(i: number): string {
  const { colour, dashes } = strokes[i] ?? strokes[0];
  return ` stroke="${colour}" stroke-dasharray="${dashes}"`;
}

/** 1.256 -> `+1.26%`, -0.5 -> `−0.50%`, 0 -> `0.00%` */
function percentText(percent: number): string {
  const digits = Math.abs(percent).toFixed(2);
  const sign = Number(digits) === 0 ? '' : percent > 0 ? '+' : '\u2212';
  return `${sign}${digits}%`;
}

function rounded(n: number): number {
  return Math.round(n * 10) / 10;
}

function escaped(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.codePointAt(0)};`);
}
