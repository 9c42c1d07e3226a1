import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededUniform } from '../../lib/seeded-random.ts';
import { findTwins, twinCorrelation, twinDaysMax, twinNotesMax, type TwinBot } from './twins.ts';

const start = 10_000_000_000_000n;

/** Values at closes: the start, and one for each return. */
function bot(id: string, returns: readonly number[]): TwinBot {
  const values = [start];
  for (const r of returns) {
    const last = values.at(-1) as bigint;
    values.push(last + BigInt(Math.round(Number(last) * r)));
  }
  return { id, values };
}

function noise(seed: number, days: number, size = 0.02): number[] {
  const uniform = seededUniform(seed);
  return Array.from({ length: days }, () => size * (uniform() + uniform() + uniform() - 1.5));
}

const plus = (a: readonly number[], b: readonly number[]): number[] => a.map((x, i) => x + (b[i] as number));
const times = (a: readonly number[], f: number): number[] => a.map((x) => x * f);
const notesOf = (bots: readonly TwinBot[]) =>
  findTwins(bots).bots.flatMap((b) => b.notes.map((n) => `${b.id} ${n.kind} ${n.other} ${n.days}`));

const base = noise(1, 40);

describe('twins', () => {
  test('the same strategy, at half the stake, with a little noise: each gets a note', () => {
    const bots = [bot('A', base), bot('B', noise(2, 40)), bot('C', plus(times(base, 0.5), noise(3, 40, 0.0004)))];
    expect(notesOf(bots)).toEqual(['A twin C 40', 'C twin A 40']);
    expect(findTwins(bots)).toMatchObject({ compared: 3, pairs: 1 });
  });

  test('mirror images', () => {
    expect(notesOf([bot('A', base), bot('B', times(base, -1))])).toEqual(['A mirror B 40', 'B mirror A 40']);
  });

  test('more noise than that: none', () => {
    expect(notesOf([bot('A', base), bot('B', plus(base, noise(3, 40, 0.004)))])).toEqual([]);
  });

  test('over the days that both have, counted from the end', () => {
    expect(notesOf([bot('A', base), bot('B', base.slice(5))])).toEqual(['A twin B 35', 'B twin A 35']);
    // The first days, which B does not have, were another strategy's.
    expect(notesOf([bot('A', [...noise(9, 10), ...base.slice(10)]), bot('B', base.slice(10))])).toEqual([
      'A twin B 30',
      'B twin A 30',
    ]);
  });

  test('30 days in common are enough, 29 are not', () => {
    expect(findTwins([bot('A', base), bot('B', base.slice(10))]).pairs).toBe(1);
    expect(findTwins([bot('A', base), bot('B', base.slice(11))])).toEqual({ compared: 1, pairs: 0, bots: [] });
  });

  test('looks back on 60 days only', () => {
    const tail = noise(5, twinDaysMax);
    expect(notesOf([bot('A', [...noise(6, 30), ...tail]), bot('B', [...noise(7, 20), ...tail])])).toEqual([
      `A twin B ${twinDaysMax}`,
      `B twin A ${twinDaysMax}`,
    ]);
  });

  test('20 different returns are enough, 19 are not: idle bots tell nothing', () => {
    const idle = (different: number) => [...Array<number>(40 - different + 1).fill(0), ...noise(8, different - 1)];
    expect(findTwins([bot('A', idle(20)), bot('B', idle(20))])).toMatchObject({ compared: 2, pairs: 1 });
    expect(findTwins([bot('A', idle(19)), bot('B', idle(19))])).toMatchObject({ compared: 0, pairs: 0 });
    expect(findTwins([bot('A', []), { id: 'B', values: [] }])).toMatchObject({ compared: 0, pairs: 0 });
  });

  test('a bot that stood still over the days in common is nobody’s twin', () => {
    // What is left of its spread is rounding, and may look like anything.
    for (let seed = 1; seed <= 10; seed++) {
      const still = [...noise(seed, 30), ...Array<number>(30).fill(0)];
      expect(findTwins([bot('A', still), bot('B', base.slice(10))])).toMatchObject({ compared: 2, pairs: 0 });
    }
  });

  test('of many, the ten closest are kept and all are counted', () => {
    const many = Array.from({ length: 15 }, (_, i) => bot(`N${i}`, plus(base, noise(i + 20, 40, 0.0001 * (15 - i)))));
    const first = findTwins([bot('A', base), ...many]).bots[0];
    expect(first?.total).toBe(15);
    expect(first?.notes.length).toBe(twinNotesMax);
    const closeness = first?.notes.map((n) => n.correlation) ?? [];
    expect(closeness).toEqual(closeness.toSorted((a, b) => b - a));
    const copies = Array.from({ length: 15 }, (_, i) => bot(`N${i}`, base));
    expect(findTwins([bot('A', base), ...copies]).bots[0]?.notes.map((n) => n.other)).toEqual(
      copies.slice(0, twinNotesMax).map((b) => b.id),
    );
  });

  test('correlate as plainly computed over the days in common', () => {
    const series = fc.tuple(
      fc.integer({ min: 1, max: 1e6 }),
      fc.integer({ min: 25, max: 70 }),
      fc.integer({ min: 0, max: 3 }),
    );
    fc.assert(
      fc.property(fc.array(series, { minLength: 2, maxLength: 6 }), (list) => {
        const shared = noise(77, 70);
        const bots = list.map(([seed, days, kind], i) => {
          const own = noise(seed, 70, [0.0002, 0.0015, 0.003, 0.02][kind] as number);
          return bot(`B${i}`, plus(times(shared, seed % 2 === 0 ? 1 : -1), own).slice(70 - days));
        });
        const naive = bots.flatMap((a, i) =>
          bots.slice(i + 1).flatMap((b) => {
            const days = Math.min(a.values.length - 1, b.values.length - 1, twinDaysMax);
            const r = days < 30 ? 0 : pearson(lastReturns(a, days), lastReturns(b, days));
            return Math.abs(Math.abs(r) - twinCorrelation) < 1e-9
              ? []
              : Math.abs(r) > twinCorrelation
                ? [[a.id, b.id, r]]
                : [];
          }),
        );
        const found = findTwins(bots).bots.flatMap((b) =>
          b.notes.filter((n) => b.id < n.other).map((n) => [b.id, n.other, n.correlation]),
        );
        const order = (x: (string | number)[], y: (string | number)[]) =>
          `${x[0]}${x[1]}` < `${y[0]}${y[1]}` ? -1 : 1;
        expect(found.map((f) => f.slice(0, 2)).toSorted(order)).toEqual(
          naive.map((f) => f.slice(0, 2)).toSorted(order),
        );
        for (const [k, f] of found.toSorted(order).entries())
          expect(f[2]).toBeCloseTo(naive.toSorted(order)[k]?.[2] as number, 10);
      }),
    );
  });
});

function lastReturns({ values }: TwinBot, days: number): number[] {
  const all = values.slice(1).map((v, k) => Number(v - (values[k] as bigint)) / Number(values[k]));
  return all.slice(-days);
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const mean = (x: readonly number[]) => x.reduce((s, v) => s + v, 0) / x.length;
  const [ma, mb] = [mean(a), mean(b)];
  const sum = (f: (i: number) => number) => a.reduce((s, _, i) => s + f(i), 0);
  const dot = sum((i) => ((a[i] as number) - ma) * ((b[i] as number) - mb));
  return dot / Math.sqrt(sum((i) => ((a[i] as number) - ma) ** 2) * sum((i) => ((b[i] as number) - mb) ** 2));
}
