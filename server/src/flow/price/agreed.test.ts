import fc from 'fast-check';
import { expect, it } from 'vitest';
import { usdCadSymbol, type Route } from '../../league/symbol.ts';
import type { PoolReading } from '../../sources/source.ts';
import { windowMs } from '../../lib/time.ts';
import { agreedOver } from './agreed.ts';
import { priceVector } from './price.ts';
import { usdPrices } from './usd.ts';

const symbols = ['BTC-USD', 'SHOP-CAD', 'GONE-USD', usdCadSymbol];
const priced = symbols.filter((s) => s !== 'GONE-USD');
const routes = new Map(
  priced.map((symbol): [string, Route] => [
    symbol,
    { symbol, primary: [{ pool: `${symbol}:1` }], second: [{ pool: `${symbol}:2` }] },
  ]),
);
const pools = new Map(
  priced.flatMap((s) =>
    [1, 2].map((n) => [`${s}:${n}`, { id: `${s}:${n}`, label: s, average: 'arithmetic' as const }]),
  ),
);
const market = { routes, pools, cadSymbols: new Set(['SHOP-CAD']) };

const gone: PoolReading = { ok: false, reason: 'no_answer' };
const reading = fc.option(fc.constantFrom(1_000n, 1_005n, 1_100n), { nil: undefined });

it('agrees exactly where the price in USD is agreed: the decision and the price are of one mind', () => {
  fc.assert(
    fc.property(fc.array(reading, { minLength: 6, maxLength: 6 }), (rates) => {
      const ids = [...pools.keys()];
      const ends = (factor: bigint) =>
        new Map(
          ids.map((id, i): [string, PoolReading] => {
            const rate = rates[i];
            return [id, rate === undefined ? gone : { ok: true, cumulative: rate * factor * 10n ** 24n, since: 0 }];
          }),
        );
      const [atStart, atEnd] = [ends(1n), ends(2_000n)];
      const vector = priceVector(routes.values(), pools, atStart, atEnd, 0, windowMs);
      const usd = usdPrices(vector, market.cadSymbols, new Map());
      const agreed = agreedOver(market, atStart, atEnd, windowMs);
      for (const symbol of symbols) expect(agreed(symbol)).toBe(usd.get(symbol)?.state === 'agreed');
    }),
  );
});
