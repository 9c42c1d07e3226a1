import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moneyScale, pow10 } from '../../lib/decimal.ts';
import { startValue } from '../fill/fill.ts';
import { drawdownScale, foldDrawdown, noDrawdown } from '../close/close.ts';
import { addTo4, decodeRecord, emptyRecord, encodeRecord, foldRecord, type RunningRecord } from './record.ts';
import {
  decodeBoardContext,
  emptyBoardContext,
  encodeBoardContext,
  expectedBestSharpe,
  figuresOf,
  foldBoardContext,
  isProvisional,
  sharpeOfDay,
  type BoardContext,
  type Figures,
} from './statistics.ts';
import { computedFigures } from './statistics/catalogue.ts';
import { normalCdf, normalQuantile, t975 } from './statistics/normal.ts';
import { rankIntervals, valueInterval } from './statistics/rank-interval.ts';

interface Case {
  readonly name: string;
  readonly values: readonly number[];
  readonly traded: number;
  readonly context: { readonly bots: number; readonly own: number; readonly sharpes: readonly number[] };
  readonly figures: Readonly<Record<string, number | null>> & { readonly interval: readonly [number, number] | null };
}

const [tables, ...cases] = readFileSync(
  new URL('../../../test/fixtures/statistics/figures.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as unknown) as [
  Readonly<Record<'normal_quantile' | 'normal_cdf' | 't975', readonly (readonly [number, number])[]>>,
  ...Case[],
];

const cent = pow10(moneyScale - 2);
const money = (cents: number): bigint => BigInt(cents) * cent;

/** Equal to 1e-9 of what there is, or of one. */
function expectClose(found: number | null | undefined, expected: number | null | undefined, what: string): void {
  if (expected === null || found === null || found === undefined || expected === undefined) {
    expect([what, found]).toEqual([what, expected]);
    return;
  }
  const error = Math.abs(found - expected) / Math.max(1, Math.abs(expected));
  expect(error, `${what}: ${found}, not ${expected}`).toBeLessThanOrEqual(1e-9);
}

interface Series {
  readonly values: readonly number[];
  readonly market?: readonly number[];
  readonly traded?: number;
}

/** What make.py does not write down. */
const marketOf = (index: number, n: number): number[] =>
  Array.from({ length: n + 1 }, (_, k) => 10_000_000 + ((k * k * 7919 + 31 * index) % 500_009));

/** From the first fill on, whose window ends at the start of the series. */
function fold({ values, market, traded = 0 }: Series): { record: RunningRecord; maxDrawdown: number } {
  let record: RunningRecord | undefined;
  let drawdown = noDrawdown;
  for (const [k, v] of values.entries()) {
    drawdown = foldDrawdown(drawdown, money(v));
    record = foldRecord(record, {
      value: money(v),
      previousValue: k === 0 ? undefined : money(values[k - 1] as number),
      cash: money(Math.floor((v * (k % 10)) / 10)),
      traded: money(traded),
      hasFill: true,
      market: market && { value: money(market[k + 1] as number), previousValue: money(market[k] as number) },
      marketAtFirstFill: market && money(market[0] as number),
      departed: 0,
      weekEnd: k % 7 === 6,
    });
  }
  return { record: record as RunningRecord, maxDrawdown: Number(drawdown.max) / 10 ** drawdownScale };
}

describe('figures against numpy and scipy, to 1e-9', () => {
  test('of every seeded series', () => {
    expect(cases.length).toBeGreaterThan(200);
    let compared = 0;
    for (const [index, c] of cases.entries()) {
      const { record } = fold({ ...c, market: marketOf(index, c.values.length) });
      const sharpe = contextOf(c.context.sharpes).sharpe;
      // Drawdown comes from closes, which keep it to six places; here the ratio is what is looked at.
      const maxDrawdown = (c.figures['max_drawdown_pct'] as number) / 100;
      const found = figuresOf(record, {
        board: { bots: c.context.bots, departed: 0, sharpe },
        ownBots: c.context.own,
        maxDrawdown,
      });
      for (const [id, expected] of Object.entries(c.figures)) {
        if (id === 'interval') continue;
        expectClose(found[id as keyof Figures], expected as number | null, `${c.name} ${id}`);
        compared++;
      }
      const [low, high] = valueInterval(record, c.values.at(-1) as number);
      const interval = c.figures.interval;
      if (interval === null) expect([low, high]).toEqual([-Infinity, Infinity]);
      else {
        // The quantile of t is one of an expansion: right to 3e-6 of it.
        const half = (interval[1] - interval[0]) / 2;
        expect(Math.abs(low - interval[0])).toBeLessThanOrEqual(3e-6 * half + 1e-9);
        expect(Math.abs(high - interval[1])).toBeLessThanOrEqual(3e-6 * half + 1e-9);
      }
    }
    // Every computed figure but the plain returns, whose exact rounding has tests in rank.test.ts.
    const plain = ['return_pct', 'week_return_pct', 'day_return_pct'];
    expect(Object.keys(cases[0]?.figures ?? {}).toSorted()).toEqual(
      [...computedFigures.filter((id) => !plain.includes(id)), 'interval'].toSorted(),
    );
    expect(compared).toBe(cases.length * (computedFigures.length - plain.length));
    const shown = cases.flatMap((c) => Object.values(c.figures)).filter((x) => x !== null).length;
    expect(shown).toBeGreaterThan(compared / 2);
  });

  test('the normal distribution and its inverse', () => {
    for (const [x, p] of tables.normal_cdf) expect(Math.abs(normalCdf(x) - p)).toBeLessThanOrEqual(1e-13 * p + 1e-300);
    for (const [p, x] of tables.normal_quantile) expectClose(normalQuantile(p), x, `quantile of ${p}`);
    for (const p of [0, 1, -1, 2, Number.NaN]) expect(() => normalQuantile(p)).toThrow(RangeError);
  });

  test('the 97.5% point of t', () => {
    for (const [df, t] of tables.t975) expect(Math.abs(t975(df) / t - 1), `t of ${df}`).toBeLessThan(2e-6);
    expect(t975(1e15)).toBeCloseTo(1.959963984540054, 12);
  });
});

const contextOf = (sharpes: readonly number[]): BoardContext => {
  const mean = sharpes.reduce((a, b) => a + b, 0) / sharpes.length;
  const m2 = sharpes.reduce((a, b) => a + (b - mean) ** 2, 0);
  return { bots: sharpes.length, departed: 0, sharpe: { n: sharpes.length, mean, m2 } };
};

const alternating = (days: number, up = 2, down = 1): number[] => {
  const values: number[] = [];
  let v = 10_000_000;
  for (let k = 0; k < days; k++) values.push((v = Math.round(v * (1 + (k % 2 === 0 ? up : -down) / 100))));
  return values;
};

describe('least records', () => {
  const at = (days: number): Figures => {
    const { record, maxDrawdown } = fold({ values: alternating(days), market: marketOf(0, days), traded: 5_000_000 });
    return figuresOf(record, { board: contextOf([0.1, 0.2]), ownBots: 1, maxDrawdown });
  };
  const given = (f: Figures): string[] => computedFigures.filter((id) => f[id] !== null);
  const always = ['return_pct', 'week_return_pct', 'day_return_pct', 'excess_return_pct', 'max_drawdown_pct'];
  const yearly = ['volatility_pct', 'sharpe', 'sortino', 'calmar', 'information_ratio'];

  test('the example of the file', () => {
    const { record } = fold({ values: alternating(100) });
    const f = figuresOf(record, { board: emptyBoardContext, maxDrawdown: 0.01 });
    expect(f.sharpe_day).toBeCloseTo(0.331662, 6);
    expect(f.sharpe).toBeCloseTo(6.3364, 4);
    expect(f.volatility_day_pct).toBeCloseTo(1.50756, 5);
  });

  test('before the first close: no return of a day, no figure of risk', () => {
    const f = figuresOf(emptyRecord, { board: emptyBoardContext, ownBots: 1, maxDrawdown: 0 });
    expect(given(f)).toEqual(['return_pct', 'max_drawdown_pct']);
  });

  test('19 daily returns bear no figure of risk, 20 do, 89 none of a year, 90 all', () => {
    expect(given(at(19))).toEqual([...always, 'exposure_pct', 'turnover_day_pct']);
    const of20 = given(at(20));
    expect(of20).toEqual(given(at(89)));
    expect(computedFigures.filter((id) => !of20.includes(id))).toEqual(yearly);
    expect(given(at(90))).toEqual([...computedFigures]);
  });

  test('provisional until 20 closes and one fill', () => {
    expect(isProvisional(undefined)).toBe(true);
    expect(isProvisional(fold({ values: alternating(19) }).record)).toBe(true);
    expect(isProvisional(fold({ values: alternating(20) }).record)).toBe(false);
    let idle: RunningRecord | undefined;
    for (let k = 0; k < 30; k++) idle = foldRecord(idle, idlePoint);
    expect(isProvisional(idle)).toBe(true);
    expect(isProvisional(foldRecord(idle, { ...idlePoint, hasFill: true }))).toBe(false);
  });

  test('idle days before the first fill do not count; the day of the fill does', () => {
    let record: RunningRecord | undefined;
    for (let k = 0; k < 30; k++) record = foldRecord(record, idlePoint);
    expect(record?.closes).toBe(30);
    expect(record?.returns.n).toBe(0);
    record = foldRecord(record, { ...idlePoint, value: money(10_100_000), hasFill: true, traded: money(50) });
    expect(record).toMatchObject({ closes: 31, returns: { n: 1, mean: 0.01, m2: 0 }, positiveDays: 1 });
  });

  test('nothing can be said against an unknown market', () => {
    const { record } = fold({ values: alternating(100) });
    const f = figuresOf(record, { board: contextOf([0.1, 0.2]), maxDrawdown: 0.01 });
    expect([f.excess_return_pct, f.excess_day_pct, f.information_ratio]).toEqual([null, null, null]);
  });

  test('the example of docs/bots/statistics.md: 16% alone, 60% as the best of 100', () => {
    const m2 = 99 * 0.02 * 0.02;
    const returns = { n: 100, mean: 0.002, m2, m3: 0, m4: (3 * m2 * m2) / 100 };
    const luck = (bots: number) =>
      figuresOf(
        { ...emptyRecord, returns },
        { board: { bots, departed: 0, sharpe: { n: 100, mean: 0, m2: 99 * 0.05 * 0.05 } }, maxDrawdown: 0 },
      ).luck;
    expect(luck(1)).toBeCloseTo(0.1605, 4);
    expect(luck(100)).toBeCloseTo(0.6038, 4);
  });

  test('luck needs other bots, unless there are none', () => {
    const { record } = fold({ values: alternating(100) });
    const luck = (bots: number, sharpes: number[], ownBots?: number) =>
      figuresOf(record, { board: { ...contextOf(sharpes), bots }, ownBots, maxDrawdown: 0.01 });
    const alone = luck(1, [0.3]);
    expect(alone.luck).toBeCloseTo(1 - (alone.probabilistic_sharpe as number), 12);
    expect(luck(2, [0.3]).luck).toBeNull();
    expect(luck(2, [0.3, 0.1]).luck).toBeGreaterThan(alone.luck as number);
    expect(luck(600, [0.3, 0.1]).luck).toBeGreaterThan(luck(2, [0.3, 0.1]).luck as number);
    expect(luck(600, [0.3, 0.1]).luck_own).toBeNull();
    expect(luck(600, [0.3, 0.1], 1).luck_own).toBe(alone.luck);
    expect(luck(600, [0.3, 0.1], 10).luck_own).toBeGreaterThan(alone.luck as number);
    expect(luck(600, [0.3, 0.1], 0).luck_own).toBeNull();
    // Whoever has left counts as whoever is there, but not those that had left before the record began.
    const left = (bots: number, departed: number, departedBefore: number) =>
      figuresOf(
        { ...record, departedBefore },
        { board: { ...contextOf([0.3, 0.1]), bots, departed }, maxDrawdown: 0.01 },
      ).luck;
    expect(left(2, 598, 0)).toBe(luck(600, [0.3, 0.1]).luck);
    expect(left(2, 600, 2)).toBe(luck(600, [0.3, 0.1]).luck);
    expect(left(2, 600, 600)).toBe(luck(2, [0.3, 0.1]).luck);
  });
});

const idlePoint = {
  value: startValue,
  previousValue: startValue,
  cash: startValue,
  traded: 0n,
  hasFill: false,
  market: undefined,
  departed: 0,
  weekEnd: false,
};

const someValues = fc.array(fc.integer({ min: 1, max: 1_000_000_000_000 }), { minLength: 1, maxLength: 140 });
const someMarket = fc.array(fc.integer({ min: 1, max: 1_000_000_000_000 }), { minLength: 141, maxLength: 141 });

describe('the fold', () => {
  test('is the batch: moments over the whole series', () => {
    fc.assert(
      fc.property(someValues, (values) => {
        const { record } = fold({ values });
        const all = [10_000_000, ...values];
        const returns = values.map((v, k) => (v - (all[k] as number)) / (all[k] as number));
        const n = returns.length;
        const mean = returns.reduce((a, b) => a + b, 0) / n;
        const power = (p: number): number => returns.reduce((sum, r) => sum + (r - mean) ** p, 0);
        const size = Math.max(...returns.map((r) => Math.abs(r)), 1e-300);
        const near = (a: number, b: number, p: number) =>
          expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * n * size ** p);
        expect(record.returns.n).toBe(n);
        near(record.returns.mean, mean, 1);
        near(record.returns.m2, power(2), 2);
        near(record.returns.m3, power(3), 3);
        near(record.returns.m4, power(4), 4);
        expect(record.positiveDays).toBe(returns.filter((r) => r > 0).length);
        expect(record.negativeDays).toBe(returns.filter((r) => r < 0).length);
      }),
    );
  });

  test('has exactly no spread while all returns are equal', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 10, noNaN: true }), fc.integer({ min: 1, max: 500 }), (r, n) => {
        let moments = emptyRecord.returns;
        for (let k = 0; k < n; k++) moments = addTo4(moments, r);
        expect(moments).toEqual({ n, mean: r + 0, m2: 0, m3: 0, m4: 0 });
      }),
    );
  });

  test('text reads back as the same record, to the last bit', () => {
    fc.assert(
      fc.property(someValues, someMarket, fc.boolean(), (values, market, known) => {
        const { record } = fold({ values, traded: 123_456_789, ...(known ? { market } : {}) });
        expect(decodeRecord(encodeRecord(record))).toStrictEqual(record);
      }),
    );
    expect(decodeRecord(encodeRecord(emptyRecord))).toStrictEqual(emptyRecord);
    expect(() => decodeRecord('[2]')).toThrow('a record of version 2, this one knows 1');
  });

  test('keeps the market of the first fill', () => {
    const point = { ...idlePoint, hasFill: true, market: { value: 5n, previousValue: 4n } };
    let record = foldRecord(undefined, { ...idlePoint, marketAtFirstFill: undefined });
    record = foldRecord(record, { ...point, marketAtFirstFill: 7n });
    record = foldRecord(record, { ...point, marketAtFirstFill: 9n });
    expect(foldRecord(record, point)).toMatchObject({ marketAtFirstFill: 7n, market: 5n, excess: { n: 3 } });
  });

  test('knows the day and the week, over the end of a week', () => {
    const values = [101, 102, 103, 104].map((x) => x * 100_000);
    const folded = values.map((_, k) => {
      let record: RunningRecord | undefined;
      for (let i = 0; i <= k; i++) {
        const previousValue = i === 0 ? undefined : money(values[i - 1] as number);
        // The second close ends a week.
        record = foldRecord(record, {
          ...idlePoint,
          value: money(values[i] as number),
          previousValue,
          weekEnd: i === 1,
        });
      }
      const f = figuresOf(record as RunningRecord, { board: emptyBoardContext, maxDrawdown: 0 });
      return [f.day_return_pct, f.week_return_pct, f.return_pct];
    });
    expect(folded).toEqual([
      [1, 1, 1],
      [0.99, 2, 2],
      [0.98, 0.98, 3],
      [0.97, 1.96, 4],
    ]);
  });
});

describe('figures', () => {
  test('are numbers or null, whatever the record', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 90_000_000_000_000 }), { minLength: 1, maxLength: 140 }),
        someMarket,
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (values, market, sharpes, bots) => {
          const { record, maxDrawdown } = fold({ values, market });
          const f = figuresOf(record, { board: { ...contextOf(sharpes), bots }, ownBots: bots % 11, maxDrawdown });
          for (const id of computedFigures)
            expect(f[id] === null || Number.isFinite(f[id]), `${id}: ${f[id]}`).toBe(true);
          for (const id of ['luck', 'luck_own', 'probabilistic_sharpe'] as const) {
            const p = f[id] ?? 0;
            expect(p >= 0 && p <= 1).toBe(true);
          }
        },
      ),
    );
  });

  test('do not depend on the size of the returns, or on their order', () => {
    const returns = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(returns, fc.integer({ min: 1, max: 50 }), fc.nat(), (list, factor, by) => {
        const record = (rs: readonly number[]): RunningRecord => {
          let moments = emptyRecord.returns;
          for (const r of rs) moments = addTo4(moments, r / 1e6);
          const downside = rs.reduce((sum, r) => sum + (r < 0 ? (r / 1e6) ** 2 : 0), 0);
          return { ...emptyRecord, returns: moments, downside };
        };
        const of = (rs: readonly number[]): Figures =>
          figuresOf(record(rs), { board: contextOf([0.1, 0.3]), maxDrawdown: 0 });
        const plain = of(list);
        const turned = of([...list.slice(by % list.length), ...list.slice(0, by % list.length)]);
        const scaled = of(list.map((r) => r * factor));
        for (const id of [
          'sharpe_day',
          'sortino_day',
          'skewness',
          'kurtosis',
          'probabilistic_sharpe',
          'luck',
        ] as const) {
          expectClose(scaled[id], plain[id], `scaled ${id}`);
          expectClose(turned[id], plain[id], `turned ${id}`);
        }
      }),
    );
  });
});

describe('the context of a board', () => {
  test('folds bot by bot, leaves out who has no fill, and reads back', () => {
    const records = [
      fold({ values: alternating(40) }).record,
      fold({ values: alternating(40, 1, 2) }).record,
      fold({ values: alternating(5) }).record,
      foldRecord(undefined, idlePoint),
    ];
    const context = records.reduce(foldBoardContext, emptyBoardContext);
    expect(context.bots).toBe(3);
    expect(context.sharpe.n).toBe(2);
    const [a, b] = records.map(sharpeOfDay) as [number, number];
    expect(context.sharpe.m2).toBeCloseTo(((a - b) * (a - b)) / 2, 12);
    expect(decodeBoardContext(encodeBoardContext(context))).toStrictEqual(context);
  });

  test('the best of many lucky bots looks better the more there are', () => {
    let before = expectedBestSharpe(1, 0.01);
    expect(before).toBe(0);
    for (const trials of [2, 3, 10, 100, 1_000_000]) {
      const best = expectedBestSharpe(trials, 0.01);
      expect(best).toBeGreaterThan(before);
      before = best;
    }
    expect(expectedBestSharpe(1_000_000, 0)).toBe(0);
  });
});

describe('rank intervals', () => {
  const intervals = (list: readonly (readonly [number, number])[]) => {
    const { from, to } = rankIntervals(
      Float64Array.from(list, ([low]) => low),
      Float64Array.from(list, ([, high]) => high),
    );
    return [...from].map((f, i) => [f, to[i] as number]);
  };

  test.each<[string, (readonly [number, number])[], number[][]]>([
    ['nobody', [], []],
    ['one', [[1, 2]], [[1, 1]]],
    [
      'the example of the file',
      [
        [108, 112],
        [105, 109],
        [100, 100],
      ],
      [
        [1, 2],
        [1, 2],
        [3, 3],
      ],
    ],
    [
      'touching is tied',
      [
        [2, 3],
        [1, 2],
      ],
      [
        [1, 2],
        [1, 2],
      ],
    ],
    [
      'apart',
      [
        [2.1, 3],
        [1, 2],
      ],
      [
        [1, 1],
        [2, 2],
      ],
    ],
    [
      'points: ranks with ties',
      [
        [5, 5],
        [7, 7],
        [5, 5],
        [1, 1],
      ],
      [
        [2, 3],
        [1, 1],
        [2, 3],
        [4, 4],
      ],
    ],
    [
      'who may be anywhere',
      [
        [3, 3],
        [-Infinity, Infinity],
        [1, 1],
      ],
      [
        [1, 2],
        [1, 3],
        [2, 3],
      ],
    ],
  ])('%s', (_name, list, expected) => {
    expect(intervals(list)).toEqual(expected);
  });

  test('are what counting all pairs gives', () => {
    const interval = fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 10 }))
      .map(([low, width]) => [low, low + width] as const);
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 60 }), (list) => {
        const naive = list.map(([low, high]) => [
          1 + list.filter(([otherLow]) => otherLow > high).length,
          list.length - list.filter(([, otherHigh]) => otherHigh < low).length,
        ]);
        expect(intervals(list)).toEqual(naive);
      }),
    );
  });

  test('hold the rank itself', () => {
    fc.assert(
      fc.property(fc.array(someValues, { minLength: 1, maxLength: 12 }), (bots) => {
        const cents = bots.map((values) => values.at(-1) as number);
        const found = intervals(bots.map((values, i) => valueInterval(fold({ values }).record, cents[i] as number)));
        for (const [i, own] of cents.entries()) {
          const rank = 1 + cents.filter((c) => c > own).length;
          const [from, to] = found[i] as [number, number];
          expect(from <= rank && rank <= to).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });
});
