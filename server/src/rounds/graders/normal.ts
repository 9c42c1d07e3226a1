/**
 * Normal forms: two answers that mean the same have one.
 *
 * A text is taken to NFKC, to lower, upper and lower case (so that ẞ, ß and ss are one), its runs of white space become one space, and spaces at its ends, quotes around it
 * and a final full stop are dropped until none is left. A time `2026-11-25 03:15` or `2026-11-25T03:15:00` becomes `2026-11-25t03:15`. A list
 * is taken as a set: its entries in normal form, sorted, each once. Integers stay as they are.
 *
 * Example: ` “São  Paulo.” ` is `são paulo`.
 */
import { byCodeUnit, canonicalJson, isList, isRecord, type Json } from '../json.ts';

const quotes: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
];

export function normalText(text: string): string {
  let form = text
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  for (;;) {
    const shorter = withoutFrame(form);
    if (shorter === form) break;
    form = shorter;
  }
  return form.replace(/^(\d{4}-\d{2}-\d{2})[t ](\d{2}:\d{2})(?::00)?$/, '$1t$2');
}

function withoutFrame(text: string): string {
  const inside = text.endsWith('.') ? text.slice(0, -1) : text;
  const pair = quotes.find(([open, close]) => inside.length > 1 && inside.startsWith(open) && inside.endsWith(close));
  return (pair ? inside.slice(1, -1) : inside).trim();
}

/** @returns a text that is the same for all answers of one normal form. */
export function normalForm(answer: Json): string {
  if (typeof answer === 'string') return JSON.stringify(normalText(answer));
  if (isList(answer)) return `[${[...normalSet(answer)].toSorted(byCodeUnit).join(',')}]`;
  if (!isRecord(answer)) return canonicalJson(answer);
  const names = Object.keys(answer).toSorted(byCodeUnit);
  return `{${names.map((name) => `${JSON.stringify(name)}:${normalForm(answer[name] as Json)}`).join(',')}}`;
}

export function normalSet(answer: readonly Json[]): ReadonlySet<string> {
  return new Set(answer.map(normalForm));
}
