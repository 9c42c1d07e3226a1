/**
 * The market as the HTTP side sees it: what the engine stored up to the last mark, read when it is first asked for after a commit
 * and kept until the next one.
 */
import type { Instant } from '../../lib/clock.ts';
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import { usdCadSymbol, type MarkReadings, type PriceSource, type SymbolId } from '../../market/source.ts';
import type { Db } from '../../storage/storage.ts';
import type { PriceSourceInfo } from '../../contract/wire.ts';
import { allIncidents, readMeta, type Incident } from '../../flow/engine/engine.sql.ts';
import { foldIncident } from '../../flow/engine/suspension.job.ts';
import { priceVector, type PriceVector } from '../../flow/price/price.ts';
import { readingsAt } from '../../flow/price/price.sql.ts';
import { decodeReadings } from '../../flow/price/readings.ts';
import type { Suspension } from '../../flow/price/suspension.ts';
import type { Universe } from '../../flow/price/universe.ts';
import { usdPrices, type UsdPrices } from '../../flow/price/usd.ts';
import { windowMs, type Window } from '../../flow/window/window.ts';

export interface MarketSnapshot {
  readonly lastMark: Instant | undefined;
  /** The last window that is over, and its prices; undefined before the first one. */
  readonly window: Window | undefined;
  readonly vector: PriceVector;
  readonly usd: UsdPrices;
  readonly agreedAt: ReadonlyMap<SymbolId, Instant>;
  readonly suspended: ReadonlyMap<SymbolId, Suspension>;
  /** Symbols that the source had not listed at the last mark. One listed since a moment has no price over the last window yet. */
  readonly unlisted: ReadonlySet<SymbolId>;
  readonly incidents: readonly Incident[];
}

export interface LastPrice {
  /** USD, decimal text. */
  readonly price: string;
  readonly at: Instant;
}

export interface MarketView {
  snapshot(): Promise<MarketSnapshot>;
  /** The last price on which both routes agreed. */
  lastPrice(symbol: SymbolId): Promise<LastPrice | undefined>;
  /** Call after each commit of the engine. */
  changed(): void;
  readonly info: PriceSourceInfo;
}

export function createMarketView(db: Db, source: PriceSource, universe: Universe): MarketView {
  let current: Promise<MarketSnapshot> | undefined;
  const lastPrices = new Map<string, LastPrice>();
  const info: PriceSourceInfo = { kind: source.kind, live: source.kind === 'onchain', note: source.description };

  async function readings(mark: Instant): Promise<MarkReadings> {
    const rows = await readingsAt(db, mark);
    return new Map(rows.flatMap((r) => [...decodeReadings(r.readings, universe.pools)]));
  }

  async function vectorOver(end: Instant, symbols: Iterable<SymbolId>): Promise<PriceVector> {
    const routes = [...symbols].map((s) => universe.routes.get(s)).filter((r) => r !== undefined);
    return priceVector(
      routes,
      universe.pools,
      await readings(end - windowMs),
      await readings(end),
      end - windowMs,
      end,
    );
  }

  function unlistedAt(at: MarkReadings | undefined): Set<SymbolId> {
    const unlisted = new Set<SymbolId>();
    for (const route of universe.routes.values()) {
      const legs = [...route.primary, ...route.second].map((leg) => at?.get(leg.pool));
      if (legs.some((r) => r?.ok === false && r.reason === 'not_listed')) unlisted.add(route.symbol);
    }
    return unlisted;
  }

  async function load(): Promise<MarketSnapshot> {
    const progress = await readMeta(db, 'progress');
    const incidents = await allIncidents(db);
    const suspended = new Map<SymbolId, Suspension>();
    for (const i of incidents) foldIncident(suspended, i);
    const agreedAt = new Map(
      Object.entries(JSON.parse((await readMeta(db, 'agreed')) ?? '{}') as Record<SymbolId, Instant>),
    );
    const lastMark = progress === undefined ? undefined : Number(progress);
    const vector = lastMark === undefined ? new Map() : await vectorOver(lastMark, universe.routes.keys());
    const frozen = new Map([...suspended].map(([s, x]) => [s, x.price]));
    return {
      lastMark,
      window: lastMark === undefined ? undefined : { start: lastMark - windowMs, end: lastMark },
      vector,
      usd: usdPrices(vector, universe.cadSymbols, frozen),
      agreedAt,
      suspended,
      unlisted: unlistedAt(lastMark === undefined ? undefined : await readings(lastMark)),
      incidents,
    };
  }

  function snapshot(): Promise<MarketSnapshot> {
    if (!current) {
      const loading = load();
      current = loading;
      loading.catch(() => {
        if (current === loading) current = undefined;
      });
    }
    return current;
  }

  return {
    info,
    snapshot,
    changed() {
      current = undefined;
    },
    async lastPrice(symbol) {
      const { agreedAt, usd, lastMark } = await snapshot();
      const at = agreedAt.get(symbol);
      if (at === undefined) return undefined;
      const now = usd.get(symbol);
      if (at === lastMark && now?.state === 'agreed') return { price: formatFixed(now.price, priceScale), at };
      const kept = lastPrices.get(symbol);
      if (kept?.at === at) return kept;
      const then = usdPrices(await vectorOver(at, [symbol, usdCadSymbol]), universe.cadSymbols, new Map()).get(symbol);
      if (then?.state !== 'agreed') return undefined;
      const price = { price: formatFixed(then.price, priceScale), at };
      lastPrices.set(symbol, price);
      return price;
    },
  };
}
