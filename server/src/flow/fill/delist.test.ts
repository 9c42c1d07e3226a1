import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedAmount, moneyScale, parseFixed, priceScale, unitsScale } from '../../lib/decimal.ts';
import { delistHolding } from './delist.ts';

const units = (t: string): bigint => parseFixed(t, unitsScale);
const price = (t: string): bigint => parseFixed(t, priceScale);
const usd = (t: string): bigint => parseFixed(t, moneyScale);

test.each([
  ['2', '10.5', '21'],
  ['1', '0.123456789', '0.12345678'], // rounded down, as in any sell
  ['0.000000000001', '1', '0'],
  ['5', '0', '0'], // it never had a price
  ['0.001', '1', '0.001'], // under a cent too: nothing of it may stay
])('%s units at %s bring %s, without a fee', (u, p, cash) => {
  const before = {
    cash: usd('7'),
    holdings: new Map([
      ['A-USD', units('3')],
      ['SHOP-CAD', units(u)],
    ]),
  };
  expect(delistHolding(before, 'SHOP-CAD', price(p))).toEqual({
    portfolio: { cash: usd('7') + usd(cash), holdings: new Map([['A-USD', units('3')]]) },
    units: units(u),
    cash: usd(cash),
  });
  expect(before.holdings.has('SHOP-CAD')).toBe(true); // the portfolio that came in is left as it was
});

test('a symbol that is not held changes nothing', () => {
  const before = { cash: usd('7'), holdings: new Map([['A-USD', 1n]]) };
  expect(delistHolding(before, 'X-USD', price('10'))).toEqual({ portfolio: before, units: 0n, cash: 0n });
});

test('loses less than one unit of money but above what is counted, gains nothing, and twice is once', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 24n), fc.bigInt(0n, 10n ** 34n), fc.bigInt(0n, 10n ** 15n), (u, p, cash) => {
      const once = delistHolding({ cash, holdings: new Map([['X', u]]) }, 'X', p);
      expect(once.cash).toBe(countedAmount((u * p) / 10n ** 28n));
      expect(once.portfolio.cash).toBe(countedAmount(cash + once.cash));
      expect(delistHolding(once.portfolio, 'X', p).portfolio).toEqual(once.portfolio);
    }),
  );
});
