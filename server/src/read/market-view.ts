/**
 * The market as the HTTP side sees it: what the engine stored up to the last mark, read when it is first asked for after a commit
 * and kept until the next one.
 */
import type { Instant } from '../lib/clock.ts';
import { formatFixed, priceScale } from '../lib/decimal.ts';
import { usdCadSymbol, type SymbolId } from '../league/symbol.ts';
import type { MarkReadings, PriceSource } from '../sources/source.ts';
import type { Db } from '../storage/storage.ts';
import { noPriceReasons } from '../flow/price/reasons.ts';
import type { PriceSourceInfo } from 'papertape-contract/price';
import { allIncidents } from '../operator/incident.sql.ts';
import { readMeta } from '../engine/engine.sql.ts';
import type { Incident } from '../operator/incident.ts';
import { allDifferences, checkedTo, countGone, type StoredDifference } from '../engine/finality.sql.ts';
import { foldSettings, type SettingsByLeague } from '../operator/league-settings.ts';
import { foldSuspensions } from '../operator/suspension.job.ts';
import { healthLookedBackMs } from '../flow/order/entry.ts';
import { guardOf, healthySources, sourceOf, type SourceId } from '../flow/price/health.ts';
import { priceVector, type PriceVector } from '../flow/price/price.ts';
import { firstReadingsBetween, readingsAt } from '../flow/price/price.sql.ts';
import { decodeReadings } from '../flow/price/readings.ts';
import type { Suspension } from '../flow/price/suspension.ts';
import type { Universe } from '../league/universe.ts';
import { usdPrices, type UsdPrices } from '../flow/price/usd.ts';
import { markMs, windowMs } from '../lib/time.ts';
import type { Window } from '../flow/window/window.ts';

/** Marks that are read in one statement meanwhile. */
const marksLookedBack = 12;

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
  /** Symbols that a guard held back at the last mark, and why, in words. */
  readonly guarded: ReadonlyMap<SymbolId, string>;
  /** The last mark at which each source was healthy; absent when it was at none of the last 24 hours. */
  readonly healthyAt: ReadonlyMap<SourceId, Instant>;
  /** The sources over which the tradable symbols of a league are priced: all of them must be healthy. */
  readonly needed: ReadonlyMap<string, ReadonlySet<SourceId>>;
  readonly incidents: readonly Incident[];
  /** What the operator set of the leagues. */
  readonly settings: SettingsByLeague;
  /** What the incidents of kind `price_differs` are about, by incident. */
  readonly differences: ReadonlyMap<number, StoredDifference>;
  /** What was confirmed of each chain; undefined where prices come from no chain. */
  readonly finality: readonly ChainFinality[] | undefined;
}

export interface ChainFinality {
  readonly chain: number;
  readonly name: string;
  /** The last mark whose readings of the chain were confirmed. */
  readonly checkedTo: Instant | undefined;
  readonly gone: number;
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
  /** Kept from one commit to the next: what was healthy once is not looked for again. */
  const healthyAt = new Map<SourceId, Instant>();
  let lookedBackTo = 0;
  const sources = new Set([...universe.pools.values()].map(sourceOf));
  const info: PriceSourceInfo = {
    kind: source.kind,
    live: source.kind === 'onchain' && source.local !== true,
    note: source.description,
  };

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

  function guardedAt(at: MarkReadings | undefined): Map<SymbolId, string> {
    const guarded = new Map<SymbolId, string>();
    if (!at) return guarded;
    for (const route of universe.routes.values()) {
      const found = guardOf(route, at);
      const label = found && (universe.pools.get(found.pool)?.label ?? found.pool);
      if (found) guarded.set(route.symbol, `${label}: ${noPriceReasons[found.reason]}`);
    }
    return guarded;
  }

  function neededSources(isOut: (symbol: SymbolId) => boolean): Map<string, Set<SourceId>> {
    const rate = universe.routes.get(usdCadSymbol);
    const needed = new Map<string, Set<SourceId>>();
    for (const [id, league] of universe.leagues) {
      const here = new Set<SourceId>();
      for (const s of league.symbols.values()) {
        if (isOut(s.symbol)) continue;
        for (const route of s.pricedIn === 'CAD' && rate ? [s.route, rate] : [s.route])
          for (const leg of [...route.primary, ...route.second]) here.add(sourceOf(universe.pools.get(leg.pool)));
      }
      needed.set(id, here);
    }
    return needed;
  }

  /** Looks back from the last mark to where it has looked before, or for 24 hours, until every source was healthy. */
  async function noteHealth(lastMark: Instant, at: MarkReadings): Promise<void> {
    const missing = new Set(sources);
    const note = (readings: MarkReadings, mark: Instant): void => {
      for (const s of healthySources(readings, universe.pools))
        if (missing.delete(s)) healthyAt.set(s, Math.max(mark, healthyAt.get(s) ?? 0));
    };
    note(at, lastMark);
    const least = Math.max(lastMark - healthLookedBackMs, lookedBackTo + markMs);
    for (let to = lastMark - markMs; missing.size > 0 && to >= least; to -= marksLookedBack * markMs) {
      const from = Math.max(least, to - (marksLookedBack - 1) * markMs);
      const rows = await firstReadingsBetween(db, from, to);
      for (const row of rows.toReversed()) note(decodeReadings(row.readings, universe.pools), row.mark);
    }
    lookedBackTo = Math.max(lookedBackTo, lastMark);
  }

  async function finalityNow(): Promise<ChainFinality[] | undefined> {
    if (!source.chains) return undefined;
    const found: ChainFinality[] = [];
    for (const [chain, name] of source.chains)
      found.push({ chain, name, checkedTo: await checkedTo(db, chain), gone: await countGone(db, chain) });
    return found;
  }

  async function load(): Promise<MarketSnapshot> {
    const progress = await readMeta(db, 'progress');
    const incidents = await allIncidents(db);
    const suspended = foldSuspensions(incidents);
    const agreedAt = new Map(
      Object.entries(JSON.parse((await readMeta(db, 'agreed')) ?? '{}') as Record<SymbolId, Instant>),
    );
    const lastMark = progress === undefined ? undefined : Number(progress);
    const vector = lastMark === undefined ? new Map() : await vectorOver(lastMark, universe.routes.keys());
    const frozen = new Map([...suspended].map(([s, x]) => [s, x.price]));
    const at = lastMark === undefined ? undefined : await readings(lastMark);
    if (lastMark !== undefined && at) await noteHealth(lastMark, at);
    const unlisted = unlistedAt(at);
    const guarded = guardedAt(at);
    return {
      lastMark,
      window: lastMark === undefined ? undefined : { start: lastMark - windowMs, end: lastMark },
      vector,
      usd: usdPrices(vector, universe.cadSymbols, frozen),
      agreedAt,
      suspended,
      unlisted,
      guarded,
      healthyAt: new Map(healthyAt),
      needed: neededSources((s) => suspended.has(s) || unlisted.has(s) || guarded.has(s)),
      incidents,
      settings: foldSettings(incidents),
      differences: new Map((await allDifferences(db)).map((d) => [d.incidentId, d])),
      finality: await finalityNow(),
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
