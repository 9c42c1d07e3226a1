/**
 * The model of stale pools in its short form: it is right where the answer is known, and with the published spread nothing is left to earn.
 * All symbols over years: `npm run bench -- stale-pools`.
 */
import { describe, expect, test } from 'vitest';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { poolBook } from '../../../src/sources/onchain/book-file.ts';
import { staleMarket, type StaleMarket } from './market.ts';
import { marksPerYear, staleYear } from './path.ts';
import { study } from './study.ts';

const { routes } = poolBook;
const spreadOf = (symbol: string): number => (routes.find((r) => r.symbol === symbol)?.spreadBps ?? 0) / 1e4;
const marketOf = (symbol: string, volatility?: number): StaleMarket => {
  const route = routes.find((r) => r.symbol === symbol);
  if (!route) throw new Error(`${symbol} has no route`);
  return staleMarket(poolBook, route, volatility);
};
const mean = (list: ArrayLike<number>): number => Array.from(list).reduce((sum, x) => sum + x, 0) / list.length;

/** One pool with a fee on each route and one coin. */
const plain = (fee: number, annualVolatility: number): StaleMarket => {
  const leg = { fee, blockSeconds: 2, from: 0, to: -1 };
  return {
    symbol: 'X-USD',
    coins: ['X'],
    covariance: [[annualVolatility ** 2]],
    first: [leg],
    second: [leg],
  };
};

/** Seen at blocks only, an edge is further out by so much of a step's deviation (Broadie, Glasserman and Kou 1997). */
const widened = (fee: number, annualVolatility: number): number =>
  fee + 0.5826 * annualVolatility * Math.sqrt(2 / (365 * 24 * 3600));

describe('the model', () => {
  test('a gap is spread evenly between the fees, as a reflected Brownian motion is', () => {
    const fee = 0.003;
    const { gap } = staleYear(plain(fee, 0.8), seededUniform(3), marksPerYear / 10);
    // Uniform: variance edge² / 3.
    expect(mean(gap.map((g) => g * g)) / (widened(fee, 0.8) ** 2 / 3)).toBeCloseTo(1, 1);
    expect(Math.max(...gap.map(Math.abs))).toBeLessThan(fee * 1.3);
  });

  test('an order in a narrow pool is worth what the equation of the gap says', () => {
    const [fee, volatility] = [0.0005, 0.3];
    const { gap, worth } = staleYear(plain(fee, volatility), seededUniform(4), marksPerYear / 4);
    // ∫ E[gap] dt = (edge² g − g³ ÷ 3) ÷ σ²; its mean over an even |g|: 5 edge³ ÷ 12 σ². The window is 1,800 s long.
    const perSecond = volatility ** 2 / (365 * 24 * 3600);
    const expected = (5 * widened(fee, volatility) ** 3) / 12 / perSecond / 1800;
    const gained = mean(gap.map((g, i) => Math.sign(g) * (worth[i] as number)));
    expect(gained / expected).toBeGreaterThan(0.9);
    expect(gained / expected).toBeLessThan(1.1);
  });

  test('the control variate leaves the expectation as it is', () => {
    const { gap, worth, plain: fills } = staleYear(plain(0.01, 0.8), seededUniform(5), marksPerYear / 4);
    const by = (values: Float64Array): number => mean(gap.map((g, i) => Math.sign(g) * (values[i] as number)));
    // A quarter of windows of 0.4% each, overlapping: known to some 5 · 10⁻⁵ without it.
    expect(Math.abs(by(fills) - by(worth))).toBeLessThan(1.5e-4);
    expect(by(worth)).toBeGreaterThan(1e-4);
  });

  test('a pool without a fee on a chain of quick blocks pays next to nothing', () => {
    const free = study(plain(0, 0.5), { seed: 6, years: 2, marks: 5_000 });
    expect(free.most.worth).toBeLessThan(1e-6);
  });
});

describe('the pool book', () => {
  const short = { years: 3, marks: 8_000 };

  test.each(['LINK-USD', 'PEPE-USD'])(
    '%s: pools of 0.3% pay more than its whole value a year, and nothing with the spread',
    (symbol) => {
      const found = study(marketOf(symbol), { seed: 7, ...short });
      const { gain, error } = found.best(0);
      expect(gain - 3 * error).toBeGreaterThan(1);
      const spread = spreadOf(symbol);
      expect(found.best(spread).gain).toBeLessThanOrEqual(0.01);
      expect(found.best(spread / 20).gain).toBeGreaterThan(0.01);
    },
  );

  test.each(['ETH-USD', 'PAXG-USD', 'CBETH-USD'])(
    '%s: pools of 0.05% pay more than 1% a year, and nothing with the spread',
    (symbol) => {
      const found = study(marketOf(symbol), { seed: 8, ...short });
      const { gain, error } = found.best(0);
      expect(gain - 3 * error).toBeGreaterThan(0.01);
      const spread = spreadOf(symbol);
      expect(found.best(spread).gain).toBeLessThanOrEqual(0.01);
      expect(found.best(spread / 20).gain).toBeGreaterThan(0.01);
    },
  );

  test.each(['ETH-USD', 'LINK-USD', 'CBETH-USD', 'CBBTC-USD'])(
    '%s: in a quiet year and with a block a minute no order is worth its spread',
    (symbol) => {
      const calm = study(marketOf(symbol, 0.5), { seed: 9, years: 3, blockSeconds: 60 });
      expect(calm.most.worth).toBeLessThan(spreadOf(symbol));
      expect(calm.most.worth).toBeGreaterThan(spreadOf(symbol) / 2);
    },
  );

  test('every symbol has a spread, and none above the fees of its first route', () => {
    for (const { symbol, primary } of routes) {
      const fees = primary.reduce((sum, name) => sum + (Number(name.split(' ').at(-1)) || 0), 0) / 1e6;
      expect(spreadOf(symbol), symbol).toBeLessThanOrEqual(fees);
      expect(spreadOf(symbol), symbol).toBeGreaterThan(0);
    }
  });
});
