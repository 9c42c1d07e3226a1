/** What can be read off the book's pages and the text of a task. */
import type { Shown, Task } from '../../../source.ts';

export interface ReadRow {
  /** `1` for the first table. */
  readonly table: string;
  readonly micrograms: number;
  readonly base: number;
  /** By nutrient. */
  readonly values: ReadonlyMap<string, number>;
  /** Percent by preparation. */
  readonly percent: ReadonlyMap<string, number>;
}

/** Every food of an edition. */
export function readFoods(shown: Shown, edition: string): ReadonlyMap<string, ReadRow> {
  const foods = new Map<string, ReadRow>();
  for (const path of shown.paths.filter((each) => each.startsWith(`e${edition}/t`))) {
    const page = shown.page(path) ?? '';
    const [, unit, base] = /Values are (\S+) in (\d+) g/.exec(page) ?? [];
    const names = [...page.matchAll(/<th>(\w+)<\/th>/g)].map(([, name = '']) => name);
    const notes = [...page.matchAll(/<p>(\w): (\w+), (\d+)%/g)];
    for (const [, cells = ''] of page.matchAll(/<tr><td>(.*)<\/td><\/tr>/g)) {
      const [food = '', ...rest] = cells.split('</td><td>');
      const marks = (rest.at(-1) ?? '').split(' ');
      const own = notes.filter(([, mark = '']) => marks.includes(mark));
      foods.set(food, {
        table: /\/t(\d)/.exec(path)?.[1] ?? '',
        micrograms: unit === 'mg' ? 1000 : 1,
        base: Number(base),
        values: new Map(rest.slice(0, -1).map((value, i) => [names[i + 1] ?? '', Number(value)])),
        percent: new Map(own.map(([, , preparation = '', percent]) => [preparation, Number(percent)])),
      });
    }
  }
  return foods;
}

export function currentEdition(shown: Shown): string {
  return /current edition is number (\d)/.exec(shown.page('') ?? '')?.[1] ?? '';
}

/** The last value for each food and nutrient. */
export function readErrata(shown: Shown, edition: string): ReadonlyMap<string, number> {
  const page = shown.page(`e${edition}/errata`) ?? '';
  return new Map(
    [...page.matchAll(/<li>Table \d, ([^,]+), (\w+): read (\d+)/g)].map(([, food, nutrient, value]) => [
      `${food}, ${nutrient}`,
      Number(value),
    ]),
  );
}

/** The answer to a task; undefined where a food is not found. */
export function answerOf(
  { prompt }: Task,
  foods: ReadonlyMap<string, ReadRow>,
  errata: ReadonlyMap<string, number>,
): number | undefined {
  const nutrient = /How much (\w+)/.exec(prompt)?.[1] ?? '';
  const perUnit = prompt.includes('an integer of mg') ? 1000n : 1n;
  // In ten-thousandths of a microgram: a base divides 100, so nothing is lost.
  let sum = 0n;
  for (const [, grams = '', food = '', preparation = ''] of prompt.matchAll(/^- (\d+) g of ([^,]+), (\w+)$/gm)) {
    const row = foods.get(food);
    const value = errata.get(`${food}, ${nutrient}`) ?? row?.values.get(nutrient);
    if (row === undefined || value === undefined) return undefined;
    const percent = preparation === 'raw' ? 100 : (row.percent.get(preparation) ?? 100);
    sum += (BigInt(value * row.micrograms) * BigInt(grams) * BigInt(percent) * 100n) / BigInt(row.base);
  }
  const whole = 10_000n * perUnit;
  return Number(sum / whole + ((sum % whole) * 2n >= whole ? 1n : 0n));
}
