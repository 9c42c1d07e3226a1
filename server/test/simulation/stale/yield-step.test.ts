import { describe, expect, test } from 'vitest';
import { chargesOf } from '../../../src/league/charges.ts';
import { symbolByName } from '../../../src/league/catalogue.ts';
import { poolBook } from '../../../src/sources/onchain/book-file.ts';
import { openBook } from '../../../src/sources/onchain/book.ts';
import { rateSpread } from '../../../src/sources/onchain/first-route.ts';
import { yearOf, type YieldToken } from './yield-step.ts';

const tokens = ['WSTETH-USD', 'RETH-USD'].map((symbol): YieldToken => {
  const growth = symbolByName.get(symbol)?.simulated.growth;
  if (growth === undefined) throw new Error(`${symbol} does not grow`);
  return { symbol, growth };
});
const staked = tokens.slice(0, 1);
const charges = chargesOf({ cadSymbols: new Set(), routes: openBook(poolBook).routes });
const none = new Map();

describe('the daily step of a rate', () => {
  test('without a spread half an hour a day in the token earns the whole year, and hopping between two earns both', () => {
    expect(yearOf('step', staked, none)).toBeCloseTo(yearOf('hold', staked, none), 3);
    expect(yearOf('step', staked, none)).toBeGreaterThan(0.029);
    expect(yearOf('step', tokens, none)).toBeGreaterThan(0.056);
  });

  test('with the published spread it loses, and holding earns the yield but for buying and selling once', () => {
    expect(yearOf('step', staked, charges)).toBeLessThan(-0.1);
    expect(yearOf('step', tokens, charges)).toBeLessThan(-0.2);
    expect(yearOf('hold', staked, none) - yearOf('hold', staked, charges)).toBeLessThan(0.0005);
  });

  test('what a rate adds covers a step of 2 basis points a day, which is 7.3% a year, and nothing above', () => {
    const alone = (bps: number): number => {
      const token = { symbol: 'X-USD', growth: (1 + bps / 1e4) ** 365 - 1 };
      const own = new Map([['X-USD', { isCad: false, spread: BigInt(rateSpread) }]]);
      return yearOf('step', [token], own);
    };
    expect(alone(1.99)).toBeLessThan(0);
    expect(alone(2.05)).toBeGreaterThan(0);
  });

  test('every token of the book grows by less than that', () => {
    for (const { symbol, primary } of poolBook.routes) {
      if (!primary.some((leg) => leg.endsWith(' rate'))) continue;
      const { growth } = symbolByName.get(symbol)?.simulated ?? {};
      expect((growth ?? Infinity) / 365, symbol).toBeLessThan((2 * rateSpread) / 1e5);
    }
  });
});
