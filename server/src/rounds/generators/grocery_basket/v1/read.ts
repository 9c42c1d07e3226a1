/** Reads the file, the page and the texts of a variant as a bot's program would: the common part of the plain and the second solver. */
import type { Shown, Task } from '../../../source.ts';

export interface ReadArticle {
  readonly id: string;
  readonly shop: string;
  readonly cents: number;
  /** In hundredths of the smallest unit, for each need of the task. */
  readonly holds: readonly number[];
  readonly offer: boolean;
}

export interface ReadTask {
  readonly articles: readonly ReadArticle[];
  readonly needs: readonly { readonly least: boolean; readonly amount: number }[];
  readonly packsMax: number;
  readonly fees: ReadonlyMap<string, number>;
}

type Row = Readonly<Record<string, string>>;

export function readTable(shown: Shown): Row[] {
  const text = shown.files.find(({ name }) => name === 'articles.csv')?.bytes.toString('utf8') ?? '';
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  });
}

export function readOffers(shown: Shown): Set<string> {
  const page = shown.page('') ?? '';
  const now = [...page.matchAll(/<ul class="now">([^]*?)<\/ul>/g)].map(([, items = '']) => items).join('');
  return new Set([...now.matchAll(/<li>(\S+) /g)].map(([, id = '']) => id));
}

export function readTask({ prompt }: Task, table: readonly Row[], offers: ReadonlySet<string>): ReadTask {
  const said = (pattern: RegExp): string => pattern.exec(prompt)?.[1] ?? '';
  const groups = said(/of these groups: (.*)\./).split(', ');
  const excluded = said(/name any of these: (.*)\./).split(', ');
  const stated = [...prompt.matchAll(/^- (.*): at (least|most) (\d+) (\w+)/gm)].map(
    ([, of = '', bound, amount, unit = '']) => ({
      group: /^articles of the group (.*)$/.exec(of)?.[1],
      column: `${of}_${unit}`,
      least: bound === 'least',
      amount: Number(amount),
    }),
  );
  const holdsOf = (row: Row): number[] =>
    stated.map(({ group, column }) => {
      if (group !== undefined) return row['group'] === group ? Number(row['pack_g']) * 10_000 : 0;
      return Number(row['pack_g']) * hundredths(row[column] ?? '');
    });
  const pantry = [...said(/already: (.*?)\. What/).matchAll(/(\d+) × (\S+?)(?:,|$)/g)];
  const needs = stated.map(({ least, amount }, i) => {
    const there = pantry.reduce((sum, [, packs, id]) => {
      const row = table.find((each) => each['id'] === id);
      return sum + (row === undefined ? 0 : Number(packs) * (holdsOf(row)[i] ?? 0));
    }, 0);
    return { least, amount: amount * 10_000 - there };
  });
  const card = !prompt.includes('no club card');
  const articles = table
    .filter(
      (row) =>
        groups.includes(row['group'] ?? '') && !excluded.some((each) => row['allergens']?.split(' ').includes(each)),
    )
    .map((row) => ({
      id: row['id'] ?? '',
      shop: row['shop'] ?? '',
      cents: Number(row['price_cents']),
      holds: holdsOf(row),
      offer: card && offers.has(row['id'] ?? ''),
    }));
  const fees = [...said(/one delivery fee: (.*)\./).matchAll(/(\S+) \$(\d+)\.(\d\d)/g)];
  return {
    articles,
    needs,
    packsMax: Number(said(/0 to (\d+) packs/)),
    fees: new Map(fees.map(([, shop = '', whole, cents]) => [shop, Number(whole) * 100 + Number(cents)])),
  };
}

/** "12.5" -> 1250. */
function hundredths(text: string): number {
  const [whole = '0', part = ''] = text.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
