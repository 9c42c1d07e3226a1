import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFixed, moneyScale, parseFixed, pow10, priceScale, unitsScale, weightScale } from '../../lib/decimal.ts';
import type { Charge } from '../../league/charges.ts';
import { decideFill, startValue, type Portfolio } from './fill.ts';
import { afterTrade, averageCost, averageCostScale, worthAt, type SymbolProfit } from './profit.ts';

const money = (text: string): bigint => parseFixed(text, moneyScale);
const units = (text: string): bigint => parseFixed(text, unitsScale);
const trade = (side: 'buy' | 'sell', of: string, cost: string, fee = '0', spread = '0') => ({
  side,
  units: units(of),
  cost: money(cost),
  fee: money(fee),
  spread: money(spread),
});
const shown = ({ units: held, cost, realised, fees }: SymbolProfit): string[] => [
  formatFixed(held, unitsScale),
  ...[cost, realised, fees].map((x) => formatFixed(x, moneyScale)),
];

describe('average cost', () => {
  test('the example of the file', () => {
    let p = afterTrade(undefined, trade('buy', '2', '100'));
    p = afterTrade(p, trade('buy', '1', '80', '0.4', '0.1'));
    expect(formatFixed(averageCost(p) ?? 0n, averageCostScale)).toBe('60');
    p = afterTrade(p, trade('sell', '1', '90', '0.5'));
    expect(shown(p)).toEqual(['2', '120', '30', '1']);
    expect(worthAt(p, parseFixed('70', priceScale)) - p.cost).toBe(money('20'));
  });

  test('a part of the cost is rounded down, and the last unit takes what is left', () => {
    let p = afterTrade(undefined, trade('buy', '3', '100'));
    p = afterTrade(p, trade('sell', '1', '40'));
    expect(shown(p)).toEqual(['2', '66.66666667', '6.66666667', '0']);
    p = afterTrade(p, trade('sell', '2', '60'));
    expect(shown(p)).toEqual(['0', '0', '0', '0']);
    expect(averageCost(p)).toBeUndefined();
  });

  test('a delisting at nothing realises the whole loss', () => {
    const p = afterTrade(afterTrade(undefined, trade('buy', '5', '50')), trade('sell', '5', '0'));
    expect(shown(p)).toEqual(['0', '0', '-50', '0']);
  });

  test('what is not held cannot be sold', () => {
    expect(() => afterTrade(undefined, trade('sell', '1', '1'))).toThrow('more is sold');
  });
});

const symbols = ['A-USD', 'B-USD', 'C-CAD', 'D-USD'];
const charges = new Map<string, Charge>([
  ['B-USD', { isCad: false, spread: 35n }],
  ['C-CAD', { isCad: true, spread: 0n }],
  ['D-USD', { isCad: true, spread: 205n }],
]);
/** Prices from a millionth of a dollar up, with digits of every kind; */
const first = fc.tuple(
  ...symbols.map(() =>
    fc
      .tuple(fc.bigInt({ min: 10n ** 6n, max: 10n ** 12n }), fc.integer({ min: 12, max: 18 }))
      .map(([d, e]) => d * pow10(e)),
  ),
);
/** each the next is from a third to three times the one before. */
const moves = fc.tuple(...symbols.map(() => fc.integer({ min: 333_331, max: 3_000_001 })));
const weights = fc.tuple(...symbols.map(() => fc.integer({ min: 0, max: 250_000 })));

test('realised + unrealised − fees is what the value has changed, to the last digit, after any orders at any prices', () => {
  fc.assert(
    fc.property(first, fc.array(fc.tuple(weights, moves), { minLength: 1, maxLength: 12 }), (start, orders) => {
      let last: readonly bigint[] = start;
      let portfolio: Portfolio = { cash: startValue, holdings: new Map() };
      const profits = new Map<string, SymbolProfit>();
      for (const [wanted, move] of orders) {
        const now = last;
        const usd = new Map(symbols.map((s, i) => [s, { state: 'agreed', price: now[i] as bigint } as const]));
        const asked = new Map(
          symbols.flatMap((s, i) =>
            wanted[i] === 0 ? [] : [[s, BigInt(wanted[i] as number) * pow10(weightScale - 6)]],
          ),
        );
        const filled = decideFill(asked, portfolio, usd, charges);
        if (filled.outcome !== 'filled') throw new Error(filled.outcome);
        for (const t of filled.trades) profits.set(t.symbol, afterTrade(profits.get(t.symbol), t));
        portfolio = filled.portfolio;
        last = now.map((price, i) => (price * BigInt(move[i] as number)) / 1_000_000n);
      }
      const value = [...portfolio.holdings].reduce((sum, [s]) => {
        const held = profits.get(s);
        return sum + (held ? worthAt(held, last[symbols.indexOf(s)] as bigint) : 0n);
      }, portfolio.cash);
      let gained = 0n;
      for (const [s, p] of profits) {
        expect(p.units).toBe(portfolio.holdings.get(s) ?? 0n);
        expect(p.units > 0n || p.cost === 0n).toBe(true);
        gained += p.realised + (worthAt(p, last[symbols.indexOf(s)] as bigint) - p.cost) - p.fees;
      }
      expect(gained).toBe(value - startValue);
    }),
    { numRuns: 500 },
  );
});
