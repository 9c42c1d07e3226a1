import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Trade } from '../flow/fill/fill.ts';
import { moneyScale, pow10, priceScale, unitsScale } from '../lib/decimal.ts';
import { addWindowCosts, noWindowCost, windowBps, windowCost } from './window-cost.ts';

const usd = pow10(moneyScale);
const price = (dollars: number): bigint => BigInt(dollars) * pow10(priceScale);
const trade = (side: Trade['side'], units: number, dollars: number, symbol = 'BTC-USD'): Trade => ({
  symbol,
  side,
  units: BigInt(units) * pow10(unitsScale),
  price: price(dollars),
  cost: BigInt(units * dollars) * usd,
  fee: 7n * usd,
  spread: 9n * usd,
});

test('the example: seen at 100, bought at 101', () => {
  const cost = windowCost([trade('buy', 2, 101)], () => price(100));
  expect(cost).toEqual({ cost: 2n * usd, seen: 200n * usd, unseen: 0 });
  expect(windowBps(cost)).toBe(100);
  expect(windowBps(windowCost([trade('sell', 2, 101)], () => price(100)))).toBe(-100);
});

test('a symbol without a price at the decision is counted, and in no sum', () => {
  const trades = [trade('buy', 1, 50), trade('buy', 1, 30, 'SOL-USD')];
  const cost = windowCost(trades, (symbol) => (symbol === 'BTC-USD' ? price(50) : undefined));
  expect(cost).toEqual({ cost: 0n, seen: 50n * usd, unseen: 1 });
  expect(windowBps(noWindowCost)).toBeNull();
});

test('a sale costs what the purchase gains, and the whole is the sum of its parts', () => {
  const dollars = fc.integer({ min: 1, max: 1_000_000 });
  const line = fc.record({ units: fc.integer({ min: 1, max: 1_000 }), paid: dollars, seen: dollars });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (lines) => {
      const of = (side: Trade['side']) =>
        lines.map(({ units, paid, seen }) => windowCost([trade(side, units, paid)], () => price(seen)));
      const [buys, sales] = [of('buy'), of('sell')].map((costs) => costs.reduce(addWindowCosts, noWindowCost));
      expect(sales?.cost).toBe(-(buys?.cost ?? 0n));
      expect(buys?.cost).toBe(lines.reduce((sum, l) => sum + BigInt(l.units * (l.paid - l.seen)) * usd, 0n));
    }),
  );
});
