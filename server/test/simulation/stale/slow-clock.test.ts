/**
 * A clock that is behind lets an order know the first seconds of its window (docs/decisions/0047-slow-clocks-and-what-is-left.md). The true log price is a
 * driftless Brownian motion, so what is not known yet is worth nothing: an order that knows the first s of 1,800 seconds gains
 * (s / 1800) × (the price at s, less the mean up to s), or that with the other sign. Its standard deviation is volatility × (s / 1800) × √(s / 3).
 */
import { expect, test } from 'vitest';
import { symbolByName } from '../../../src/league/catalogue.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { poolBook } from '../../../src/sources/onchain/book-file.ts';
import { headAheadSecondsMax } from '../../../src/sources/onchain/heads.ts';

const year = 365 * 86_400;
/** Until a new block is known. */
const spreadSeconds = 4;
/** The farthest that a clock can be behind while a chain is read: its newest block is one block old at most. */
const tolerated = headAheadSecondsMax + Math.max(...poolBook.chains.map((c) => c.blockSeconds)) + spreadSeconds;

/** In basis points. */
function worth(seconds: number, volatility: number): number {
  return 1e4 * volatility * (seconds / 1_800) * Math.sqrt(seconds / 3 / year);
}

test('what is known is worth what the equation says', () => {
  const uniform = seededUniform(47);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const [seconds, volatility, tries] = [60, 0.65, 20_000];
  const step = volatility / Math.sqrt(year);
  let squares = 0;
  for (let i = 0; i < tries; i++) {
    let [price, sum] = [0, 0];
    for (let s = 0; s < seconds; s++) sum += price += step * normal();
    squares += ((seconds / 1_800) * (price - sum / seconds)) ** 2;
  }
  expect(1e4 * Math.sqrt(squares / tries)).toBeCloseTo(worth(seconds, volatility), 2);
  expect(worth(60, 0.65)).toBeCloseTo(0.17, 2);
});

test('a clock as far behind as is tolerated is worth less than the spread of any symbol, also on a day ten times as wild as usual', () => {
  expect(tolerated).toBe(26);
  for (const { symbol, spreadBps } of poolBook.routes) {
    const volatility = symbolByName.get(symbol)?.simulated.annualVolatility ?? Infinity;
    expect(10 * worth(tolerated, volatility), symbol).toBeLessThan(spreadBps ?? 0);
  }
});
