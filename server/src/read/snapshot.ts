/**
 * The market as readers see it: what the engine stored up to the last mark. It is loaded when it is first asked for after a commit of the
 * engine, and kept in memory until the next one.
 */
import type { PriceSourceInfo } from 'papertape-contract/price';
import { markedDown } from '../flow/price/mark-down.ts';
import { marketOfWindow } from '../flow/price/market.ts';
import { keptPrice } from '../flow/price/suspension.ts';
import { usdPrices } from '../flow/price/usd.ts';
import { usdCadSymbol, type SymbolId } from '../league/symbol.ts';
import type { Universe } from '../league/universe.ts';
import type { Instant } from '../lib/clock.ts';
import { formatFixed, parseFixed, priceScale } from '../lib/decimal.ts';
import { windowMs } from '../lib/time.ts';
import type { PriceSource } from '../sources/source.ts';
import type { Db } from '../storage/storage.ts';
import { loadSnapshot, readOver, vectorOver, type MarketSnapshot } from './load-snapshot.ts';
import { createSourceHealth } from './source-health.ts';

export interface LastPrice {
  /** USD, decimal text. */
  readonly price: string;
  readonly at: Instant;
}

export interface MarketView {
  snapshot(): Promise<MarketSnapshot>;
  /** The last price on which both routes agreed; of a suspended symbol the one that it is frozen at, whatever its pools do. */
  lastPrice(symbol: SymbolId): Promise<LastPrice | undefined>;
  /** What a holding counts for at the last mark: that price, marked down where it is stale; USD at `priceScale`. */
  valuedAt(symbol: SymbolId): Promise<bigint | undefined>;
  /** Call after each commit of the engine. */
  changed(): void;
  readonly info: PriceSourceInfo;
}

export function createMarketView(db: Db, source: PriceSource, universe: Universe): MarketView {
  let current: Promise<MarketSnapshot> | undefined;
  const lastPrices = new Map<string, LastPrice>();
  const health = createSourceHealth(db, universe);
  const info: PriceSourceInfo = {
    kind: source.kind,
    live: source.kind === 'onchain' && source.local !== true,
    competition: source.foreseeable === undefined,
    caution: source.foreseeable ?? null,
    note: source.description,
  };

  function snapshot(): Promise<MarketSnapshot> {
    if (!current) {
      const loading = loadSnapshot(db, source, universe, health);
      current = loading;
      loading.catch(() => {
        if (current === loading) current = undefined;
      });
    }
    return current;
  }

  async function lastPrice(symbol: SymbolId): Promise<LastPrice | undefined> {
    const { agreedAt, usd, lastMark, suspended, versions } = await snapshot();
    const frozen = suspended.get(symbol);
    if (frozen) {
      const kept = keptPrice(frozen);
      return kept && { price: formatFixed(kept.price, priceScale), at: kept.at };
    }
    const at = agreedAt.get(symbol);
    if (at === undefined) return undefined;
    const now = usd.get(symbol);
    if (at === lastMark && now?.state === 'agreed') return { price: formatFixed(now.price, priceScale), at };
    const kept = lastPrices.get(symbol);
    if (kept?.at === at) return kept;
    const { vector, cadSymbols } = await vectorOver(db, versions, at, [symbol, usdCadSymbol]);
    const then = usdPrices(vector, cadSymbols, new Map()).get(symbol);
    if (then?.state !== 'agreed') return undefined;
    const price = { price: formatFixed(then.price, priceScale), at };
    lastPrices.set(symbol, price);
    return price;
  }

  return {
    info,
    snapshot,
    changed() {
      current = undefined;
    },
    lastPrice,
    async valuedAt(symbol) {
      const last = await lastPrice(symbol);
      const { agreedAt, readAt, versions, lastMark = 0 } = await snapshot();
      if (!last) return undefined;
      const since = agreedAt.get(symbol) ?? last.at;
      if (since === lastMark) return parseFixed(last.price, priceScale);
      const at = readAt.get(symbol) ?? 0;
      const read = at > since ? await readOver(db, versions, at, symbol) : undefined;
      const price = parseFixed(last.price, priceScale);
      const exchange = marketOfWindow(versions, lastMark - windowMs)?.routes.get(symbol)?.exchange;
      return markedDown(
        { price, at: last.at, since, exchange, read: read === undefined ? read : { price: read, at } },
        lastMark,
      );
    },
  };
}
