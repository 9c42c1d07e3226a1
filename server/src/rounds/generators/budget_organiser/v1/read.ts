/** What can be read off the files and the text of a task. */
import type { Shown, Task } from '../../../source.ts';

export interface ReadLine {
  readonly id: string;
  readonly file: string;
  readonly date: string;
  readonly payee: string;
  readonly text: string;
  /** Above 0 where money leaves. */
  readonly out: number;
  readonly currency: string;
}

export interface ReadRule {
  readonly word: string;
  readonly least: number;
  readonly category: string;
}

export interface ReadBooks {
  readonly lines: readonly ReadLine[];
  readonly rules: readonly ReadRule[];
  readonly lastCounts: boolean;
  readonly own: ReadonlySet<string>;
  rate(line: ReadLine): number;
}

export interface Asked {
  readonly fields: readonly string[];
  readonly category: string;
  readonly month: string;
  readonly other: string;
}

export function readBooks(shown: Shown, { task_id: id }: Task): ReadBooks {
  const text = (name: string): string =>
    shown.files.find((file) => file.name === `${id}/${name}`)?.bytes.toString() ?? '';
  const rows = (name: string): string[][] =>
    text(name)
      .trim()
      .split('\r\n')
      .slice(1)
      .filter((line) => line !== '')
      .map((line) => line.split(','));
  const rules = text('rules.txt');
  const rates = new Map(rows('rates.csv').map(([month, currency, rate = '']) => [`${month} ${currency}`, units(rate)]));
  return {
    lines: ['checking', 'savings', 'card'].flatMap((file) =>
      rows(`${file}.csv`).map(([line = '', date = '', payee = '', words = '', amount = '', currency = '']) => ({
        id: line,
        file,
        date,
        payee,
        text: words,
        out: (file === 'card' ? 1 : -1) * units(amount),
        currency,
      })),
    ),
    rules: [...rules.matchAll(/has "(\w+)"(?: and the amount is \$([\d.]+) or more)?: (\w+)$/gm)].map(
      ([, word = '', least = '0', category = '']) => ({ word, least: units(least), category }),
    ),
    lastCounts: rules.includes('the last one counts'),
    own: new Set([...(rules.split('\n')[0] ?? '').matchAll(/\d{4}/g)].map(([number]) => number)),
    rate: ({ date, currency }) => rates.get(`${date.slice(0, 7)} ${currency}`) ?? 10_000,
  };
}

export function readAsked({ prompt }: Task): Asked {
  const month = /in the category (\w+) in the month ([\d-]+)/.exec(prompt);
  return {
    fields: [...prompt.matchAll(/"(\w+)": /g)].map(([, name = '']) => name),
    category: month?.[1] ?? '',
    month: month?.[2] ?? '',
    other: /largest purchase in the category (\w+)/.exec(prompt)?.[1] ?? '',
  };
}

/** A decimal text as an integer of its last place. */
function units(decimal: string): number {
  return Number(decimal.replace('.', ''));
}

export interface Bought {
  readonly id: string;
  readonly month: string;
  readonly category: string;
  readonly cents: number;
  readonly net: number;
}

/** The fields of an answer, from purchases. */
export function answerFrom(
  bought: readonly Bought[],
  { fields, category, month, other }: Asked,
  counts: { readonly transfers: number; readonly duplicates: number },
): Record<string, number | string> {
  const total = (list: readonly Bought[]): number => list.reduce((sum, { net }) => sum + net, 0);
  const others = bought.filter((each) => each.category === other);
  const byMonth = new Map<string, number>();
  for (const each of others) byMonth.set(each.month, (byMonth.get(each.month) ?? 0) + each.net);
  const all: Record<string, number | string> = {
    spent_cents: total(bought),
    month_cents: total(bought.filter((each) => each.category === category && each.month === month)),
    largest: others.toSorted((a, b) => b.cents - a.cents)[0]?.id ?? '-',
    top_month: [...byMonth].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '-',
    ...counts,
  };
  return Object.fromEntries(fields.map((name) => [name, all[name] ?? 0]));
}
