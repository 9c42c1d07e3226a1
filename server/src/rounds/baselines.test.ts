import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startValue } from '../flow/fill/fill.ts';
import { baselinePays, payBaselines } from '../flow/mark/room-baselines.ts';
import { baselineName, boughtAt } from '../flow/rank/baseline.ts';
import { moneyScale, parseFixed } from '../lib/decimal.ts';
import { baselinesOf, baselinesReversed, medianScore } from './baselines.ts';
import { paid } from './pay.ts';

const millionths = fc.integer({ min: 0, max: 1_000_000 });
const cash = fc.bigInt({ min: 1n, max: 10n ** 15n });
const amount = (text: string): bigint => parseFixed(text, moneyScale);

describe('the median of a round', () => {
  test.each([
    ['four bots', [1, 2, 3, 4], undefined],
    ['five', [5, 1, 4, 2, 3], 3],
    ['six: the mean of the two in the middle, rounded down', [0, 0, 3, 6, 9, 9], 4],
    ['one that all share', [7, 7, 7, 7, 7, 7], 7],
  ])('of %s', (_, scores, median) => expect(medianScore(scores)).toBe(median));

  test('has as many scores on either side', () => {
    fc.assert(
      fc.property(fc.array(millionths, { minLength: 5, maxLength: 60 }), (scores) => {
        const median = medianScore(scores) as number;
        expect(scores.filter((s) => s < median).length).toBeLessThanOrEqual(scores.length / 2);
        expect(scores.filter((s) => s > median + 1).length).toBeLessThanOrEqual(scores.length / 2);
      }),
    );
  });
});

describe('what baselines are paid', () => {
  test('the worked example', () => {
    const scores = [200_000, 1_000_000, 400_000, 538_797, 700_000];
    const { par, median } = baselinesOf({ scores, par: 490_174, stake: 10_000 }, amount('104125.5'));
    expect(par).toEqual({ cash_before: '100000', cash_after: '100000' });
    expect(median).toEqual({ score: 538_797, cash_before: '104125.5', cash_after: '104176.12894186' });
  });

  test('is what a bot of that score is paid, at par nothing, and a reversal gives back to the last digit', () => {
    fc.assert(
      fc.property(fc.array(millionths, { maxLength: 12 }), millionths, cash, (scores, par, before) => {
        const made = baselinesOf({ scores, par, stake: 10_000 }, before);
        const gain = amount(made.median.cash_after) - before;
        expect(gain).toBe(scores.length < 5 ? 0n : paid(before, 10_000, medianScore(scores) as number, par));
        const back = baselinesReversed(made, before + gain);
        expect(amount(back.median.cash_after)).toBe(before);
      }),
    );
  });
});

const fact = (text: object, about = 'deal_finder') => ({
  room: 'rounds',
  name: 'baselines',
  id: 'rnd_1',
  botId: null,
  about,
  text: JSON.stringify(text),
});

describe('baselines that a room pays', () => {
  const [first] = baselinePays([fact(baselinesOf({ scores: [], par: 1, stake: 10_000 }))]);
  if (!first) throw new Error('no pay');

  test('begin with the start value at the first pay, par before the median', () => {
    const begun = payBaselines(undefined, first, 5);
    expect(begun.windowStart).toBe(5);
    expect(begun.list.map((b) => [b.id, b.portfolio.cash])).toEqual([
      ['par', startValue],
      ['median', startValue],
    ]);
    expect(begun.list.map((b) => baselineName(b.id))).toEqual([
      'Par · $100,000, held',
      'Median · paid the median score of each round',
    ]);
  });

  test('add up, and keep the mark at which they began', () => {
    const scored = { scores: [9, 9, 9, 9, 9].map((n) => n * 100_000), par: 400_000, stake: 10_000 };
    const [pay] = baselinePays([fact(baselinesOf(scored))]);
    const twice = payBaselines(payBaselines(payBaselines(undefined, first, 5), pay!, 10), pay!, 10);
    expect(twice).toMatchObject({ windowStart: 5, list: [{ id: 'par' }, { id: 'median' }] });
    expect(twice.list[1]?.portfolio.cash).toBe(amount('101000'));
  });

  test('are no bought ones, of either side, and take no amount that is none', () => {
    const one = { cash_before: '1', cash_after: '2' };
    expect(() => baselinePays([fact({ equal_weight: one })])).toThrow('equal_weight is no baseline that a room pays');
    expect(() => baselinePays([fact({ toString: one })])).toThrow('toString is no baseline');
    expect(() => baselinePays([fact({ par: { cash_before: '1', cash_after: '1e3' } })])).toThrow('no plain decimal');
    const list = [{ id: 'hold_BTC-USD', portfolio: { cash: 0n, holdings: new Map() } }];
    expect(() => payBaselines({ windowStart: 1, list }, first, 5)).toThrow('are bought, not paid');
  });

  test('are none from which the days of a seat count', () => {
    const bought = { windowStart: 7, list: [{ id: 'equal_weight', portfolio: { cash: 0n, holdings: new Map() } }] };
    const leagues = new Map([
      ['deal_finder', payBaselines(undefined, first, 5)],
      ['spot_crypto', bought],
    ]);
    expect(boughtAt(leagues)).toEqual([['spot_crypto', 7]]);
  });

  test('facts of other names say nothing of them', () =>
    expect(baselinePays([{ ...fact({}), name: 'scored' }])).toEqual([]));
});
