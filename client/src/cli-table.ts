/** Text for a terminal. Names and reasons come from other bots: whatever could steer a terminal is taken out. */

export interface Column {
  readonly title: string;
  readonly align?: 'right';
}

/** Columns two spaces apart, no spaces at the ends of lines. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = [columns.map((column) => column.title), ...rows].map((row) =>
    columns.map((_, i) => plain(row[i] ?? '')),
  );
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => displayWidth(row[i] ?? ''))));
  const lines = cells.map((row) =>
    row
      .map((cell, i) => {
        const space = ' '.repeat((widths[i] ?? 0) - displayWidth(cell));
        return columns[i]?.align === 'right' ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

/** `label  value` lines. */
export function facts(pairs: readonly (readonly [string, string | null])[]): string {
  const shown = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== null);
  const width = Math.max(...shown.map(([label]) => label.length));
  return shown.map(([label, value]) => `${label.padEnd(width)}  ${plain(value)}\n`).join('');
}

/** Control characters, among them escape sequences, and marks that reorder text become `?`; a line stays one line. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '?');
}

/** JSON text in which only plain characters stand for themselves where a terminal could be steered. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}\n`;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const wide =
  /\p{Emoji_Presentation}|\ufe0f|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\uff01-\uff60]/u;

/** Terminal cells: two for what East Asian scripts and emoji take. */
function displayWidth(text: string): number {
  let cells = 0;
  for (const { segment } of segmenter.segment(text)) cells += wide.test(segment) ? 2 : 1;
  return cells;
}

/** 100000 -> $100,000.00 */
export function usd(value: number | string | null): string {
  if (value === null) return '-';
  return Number(value).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** 1.5 -> +1.50 % */
export function signedPercent(value: number | null): string {
  if (value === null) return '-';
  const text = value.toFixed(2);
  if (Number(text) === 0) return '0.00 %';
  return `${value > 0 ? '+' : ''}${text} %`;
}

/** 2026-11-21T12:05:00.000Z -> 2026-11-21 12:05:00Z */
export function instant(text: string | null): string {
  return text === null ? '-' : text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.0+)?/, '$1 $2');
}

export function weightList(weights: Readonly<Record<string, number>>): string {
  const parts = Object.entries(weights).map(([symbol, weight]) => `${symbol}=${weight}`);
  return parts.length === 0 ? 'all cash' : parts.join(' ');
}
