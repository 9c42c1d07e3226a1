/** What a holding of a symbol counted for at a close. Of the last closes it stays in memory. */
import { marketOfWindow } from '../flow/price/market.ts';
import { markedDown } from '../flow/price/mark-down.ts';
import { staleAt, type StoredStale } from '../flow/price/price.sql.ts';
import { usdPrices, type UsdPrices } from '../flow/price/usd.ts';
import { usdCadSymbol, type SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import { windowMs } from '../lib/time.ts';
import type { Db } from '../storage/storage.ts';
import { holdingsClosesMax } from './holdings-shown.ts';
import { readOver, vectorOver } from './load-snapshot.ts';
import type { MarketView } from './snapshot.ts';

export interface ClosePricesView {
  /** USD at `priceScale`; undefined for a symbol that never had a price by then. */
  at(close: Instant, symbol: SymbolId): Promise<bigint | undefined>;
}

interface AtClose {
  readonly usd: UsdPrices;
  readonly stale: ReadonlyMap<SymbolId, StoredStale>;
}

/** Those of the charts of holdings over time, and one that was voided or missed. */
const closesKept = holdingsClosesMax + 2;

export function createClosePrices(db: Db, market: Pick<MarketView, 'snapshot'>): ClosePricesView {
  const closes = new Map<Instant, Promise<AtClose>>();

  async function load(close: Instant): Promise<AtClose> {
    const { versions } = await market.snapshot();
    const routes = marketOfWindow(versions, close - windowMs)?.routes ?? new Map<SymbolId, never>();
    const stale = await staleAt(db, close);
    const { vector, cadSymbols } = await vectorOver(db, versions, close, routes.keys());
    // What was valued by an older price was not valued by that of the close, also where its pools agreed.
    return { usd: usdPrices(vector, cadSymbols, new Map([...stale.keys()].map((s) => [s, 0n]))), stale };
  }

  function atClose(close: Instant): Promise<AtClose> {
    let known = closes.get(close);
    if (!known) {
      known = load(close);
      closes.set(close, known);
      known.catch(() => closes.delete(close));
      for (const oldest of [...closes.keys()].toSorted((a, b) => a - b)) {
        if (closes.size <= closesKept) break;
        closes.delete(oldest);
      }
    }
    return known;
  }

  /** USD over the window that ended then. */
  async function agreed(symbol: SymbolId, end: Instant): Promise<bigint | undefined> {
    const { versions } = await market.snapshot();
    const { vector, cadSymbols } = await vectorOver(db, versions, end, [symbol, usdCadSymbol]);
    const price = usdPrices(vector, cadSymbols, new Map()).get(symbol);
    return price?.state === 'agreed' ? price.price : undefined;
  }

  return {
    async at(close, symbol) {
      const { usd, stale } = await atClose(close);
      const own = usd.get(symbol);
      if (own?.state === 'agreed') return own.price;
      const old = stale.get(symbol);
      const price = old && (await agreed(symbol, old.priceAt));
      if (old === undefined || price === undefined) return undefined;
      const { versions } = await market.snapshot();
      const exchange = marketOfWindow(versions, close - windowMs)?.routes.get(symbol)?.exchange;
      const read = old.readAt === null ? undefined : await readOver(db, versions, old.readAt, symbol);
      const wasRead = read === undefined || old.readAt === null ? undefined : { price: read, at: old.readAt };
      return markedDown({ price, at: old.priceAt, since: old.agreedAt, read: wasRead, exchange }, close);
    },
  };
}
