/** What is stored of the market up to the last mark, loaded at once. */
import type { Instant } from '../lib/clock.ts';
import type { PoolId, SymbolId } from '../league/symbol.ts';
import type { MarkReadings, PoolReading, PriceSource } from '../sources/source.ts';
import type { Db } from '../storage/storage.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import { lastMarkDone, marketVersions, readInstants } from '../engine/progress.sql.ts';
import type { Incident } from '../operator/incident.ts';
import { endpointName, foldEndpoints } from '../engine/endpoints.ts';
import {
  allDifferences,
  allOtherReadings,
  checkedTo,
  countChecks,
  toldChecks,
  type BlockCheck,
  type StoredDifference,
  type StoredOtherReading,
} from '../engine/finality.sql.ts';
import { foldSettings, type SettingsByLeague } from '../operator/league-settings.ts';
import { foldSuspensions } from '../operator/suspensions.ts';
import { addReadings } from '../flow/price/attempts.ts';
import { guardedSymbols, neededSources, silentSymbols, unlistedSymbols } from '../flow/price/availability.ts';
import type { SourceId } from '../flow/price/health.ts';
import { marketAt, marketOfWindow, poolsAt, readPrice, type MarketVersion } from '../flow/price/market.ts';
import { priceVector, type PriceVector } from '../flow/price/price.ts';
import { readingsAt } from '../flow/price/price.sql.ts';
import { decodeReadings } from '../flow/price/readings.ts';
import type { Suspension } from '../flow/price/suspension.ts';
import type { Universe } from '../league/universe.ts';
import { usdPrices, type UsdPrices } from '../flow/price/usd.ts';
import { windowMs } from '../lib/time.ts';
import { healthyWithinMs } from '../flow/window/late.ts';
import { isPricedFor } from '../flow/window/session.ts';
import type { Window } from '../flow/window/window.ts';
import type { SourceHealth } from './source-health.ts';

export interface MarketSnapshot {
  readonly lastMark: Instant | undefined;
  /** The last window that is over, and its prices; undefined before the first one. */
  readonly window: Window | undefined;
  readonly vector: PriceVector;
  readonly usd: UsdPrices;
  readonly agreedAt: ReadonlyMap<SymbolId, Instant>;
  /** End of the last window over which a symbol was not agreed and its first route could be read. */
  readonly readAt: ReadonlyMap<SymbolId, Instant>;
  readonly suspended: ReadonlyMap<SymbolId, Suspension>;
  /** The versions of the market, oldest first. */
  readonly versions: readonly MarketVersion[];
  /** Symbols of a version of the market that is in force from the next mark on: no window that can be ordered now is priced by it. */
  readonly upcoming: ReadonlySet<SymbolId>;
  /** Symbols that the source had not listed at the last mark. One listed since a moment has no price over the last window yet. */
  readonly unlisted: ReadonlySet<SymbolId>;
  /** Symbols whose price is known before a window begins: seconds from one observation to the next. */
  readonly coarse: ReadonlyMap<SymbolId, number>;
  /** Symbols whose price follows the sessions of an exchange. */
  readonly sessions: Universe['sessions'];
  /** Symbols that a guard held back at the last mark, and why, in words. */
  readonly guarded: ReadonlyMap<SymbolId, string>;
  /** Symbols that could not be read at the last mark for any other reason, and why, in words. */
  readonly silent: ReadonlyMap<SymbolId, string>;
  /** The last mark at which each source was healthy; absent when it was at none of the last 24 hours. */
  readonly healthyAt: ReadonlyMap<SourceId, Instant>;
  /** The sources over which the tradable symbols of a league are priced: all of them must be healthy. */
  readonly needed: ReadonlyMap<string, ReadonlySet<SourceId>>;
  readonly incidents: readonly Incident[];
  /** What the operator set of the leagues. */
  readonly settings: SettingsByLeague;
  /** Why the operator ended the simulated market; undefined while it runs. */
  readonly ended: string | undefined;
  /** What the incidents of kind `price_differs` are about, by incident. */
  readonly differences: ReadonlyMap<number, StoredDifference>;
  /** What the incidents of kinds `block_replaced` and `reading_differs` are about, by incident. */
  readonly blocks: ReadonlyMap<number, BlockCheck>;
  /** Of `reading_differs`, pool by pool. */
  readonly otherReadings: ReadonlyMap<number, readonly StoredOtherReading[]>;
  /** What was confirmed of each chain; undefined where prices come from no chain. */
  readonly finality: readonly ChainFinality[] | undefined;
}

export interface ChainFinality {
  readonly chain: number;
  readonly name: string;
  /** The last mark whose readings of the chain were confirmed. */
  readonly checkedTo: Instant | undefined;
  readonly gone: number;
  readonly differs: number;
  /** Configured endpoints that tell other values than most, and since which mark. */
  readonly differing: readonly { readonly host: string; readonly since: Instant }[];
}

/** @param health kept by the caller from one snapshot to the next. */
export async function loadSnapshot(
  db: Db,
  source: Pick<PriceSource, 'chains' | 'endpoints'>,
  universe: Universe,
  health: SourceHealth,
): Promise<MarketSnapshot> {
  const lastMark = await lastMarkDone(db);
  const incidents = await allIncidents(db);
  const suspended = foldSuspensions(incidents);
  const versions = await marketVersions(db);
  const { vector, cadSymbols } = await vectorOver(db, versions, lastMark ?? 0, universe.routes.keys());
  const frozen = new Map([...suspended].map(([s, x]) => [s, x.price]));
  const at: MarkReadings = lastMark === undefined ? new Map() : await readingsOf(db, versions, lastMark);
  const unlisted = unlistedSymbols(universe.routes.values(), at);
  const guarded = guardedSymbols(universe, at);
  /** Of a price that follows an exchange nothing can be read before its session. @param ms for how long it was to be had. */
  const isDue = (symbol: SymbolId, ms = 0): boolean => {
    const follows = universe.sessions.get(symbol);
    return !follows || (lastMark !== undefined && isPricedFor(follows, lastMark, ms));
  };
  const silent = lastMark === undefined ? [] : silentSymbols(universe, at);
  return {
    lastMark,
    window: lastMark === undefined ? undefined : { start: lastMark - windowMs, end: lastMark },
    vector,
    usd: usdPrices(vector, cadSymbols, frozen),
    agreedAt: await readInstants(db, 'agreed'),
    readAt: await readInstants(db, 'read'),
    suspended,
    versions,
    upcoming: upcomingSymbols(universe, versions, lastMark),
    unlisted,
    coarse: universe.coarse,
    sessions: universe.sessions,
    guarded,
    silent: new Map([...silent].filter(([symbol]) => isDue(symbol))),
    healthyAt: lastMark === undefined ? new Map() : await health(lastMark, at),
    needed: neededSources(
      universe,
      (s) => suspended.has(s) || unlisted.has(s) || guarded.has(s) || !isDue(s, healthyWithinMs),
    ),
    incidents,
    settings: foldSettings(incidents),
    ended: incidents.find((i) => i.kind === 'market_ended')?.reason,
    differences: new Map((await allDifferences(db)).map((d) => [d.incidentId, d])),
    blocks: await toldChecks(db),
    otherReadings: Map.groupBy(await allOtherReadings(db), (r) => r.incidentId),
    finality: source.chains && (await finalityOf(db, source.chains, source.endpoints, incidents)),
  };
}

/** What the source prices now, and the market that the last mark named did not. */
function upcomingSymbols(
  { routes }: Universe,
  versions: readonly MarketVersion[],
  lastMark: Instant | undefined,
): Set<SymbolId> {
  const known = lastMark === undefined ? undefined : marketAt(versions, lastMark);
  return new Set(known && [...routes.keys()].filter((symbol) => !known.routes.has(symbol)));
}

/** The readings of a mark that count, late answers among them. */
async function readingsOf(db: Db, versions: readonly MarketVersion[], mark: Instant): Promise<MarkReadings> {
  const known = new Map<PoolId, PoolReading>();
  for (const row of await readingsAt(db, mark))
    addReadings(known, decodeReadings(row.readings, poolsAt(versions, row.readAt)));
  return known;
}

/** The market of the window that ended at `end`, and the readings at both of its ends. */
async function windowAt(db: Db, versions: readonly MarketVersion[], end: Instant) {
  const start = end - windowMs;
  const market = marketOfWindow(versions, start);
  if (!market) return undefined;
  return { market, atStart: await readingsOf(db, versions, start), atEnd: await readingsOf(db, versions, end) };
}

/** Prices over the window that ended at `end`, and which of its symbols are priced in CAD. */
export async function vectorOver(
  db: Db,
  versions: readonly MarketVersion[],
  end: Instant,
  symbols: Iterable<SymbolId>,
): Promise<{ readonly vector: PriceVector; readonly cadSymbols: ReadonlySet<SymbolId> }> {
  const window = await windowAt(db, versions, end);
  if (!window) return { vector: new Map(), cadSymbols: new Set() };
  const { market, atStart, atEnd } = window;
  const routes = [...symbols].map((s) => market.routes.get(s)).filter((r) => r !== undefined);
  const vector = priceVector(routes, market.pools, atStart, atEnd, end - windowMs, end);
  return { vector, cadSymbols: market.cadSymbols };
}

/** The USD price of the first route alone over the window that ended at `end`. */
export async function readOver(
  db: Db,
  versions: readonly MarketVersion[],
  end: Instant,
  symbol: SymbolId,
): Promise<bigint | undefined> {
  const window = await windowAt(db, versions, end);
  return window && readPrice(window.market, symbol, window.atStart, window.atEnd, end);
}

async function finalityOf(
  db: Db,
  chains: ReadonlyMap<number, string>,
  endpoints: PriceSource['endpoints'],
  incidents: readonly Incident[],
): Promise<ChainFinality[]> {
  const { differing } = foldEndpoints(incidents);
  const found: ChainFinality[] = [];
  for (const [chain, name] of chains) {
    const hosts = [...new Set(endpoints?.get(chain))];
    found.push({
      chain,
      name,
      checkedTo: await checkedTo(db, chain),
      gone: await countChecks(db, chain, 'gone'),
      differs: await countChecks(db, chain, 'differs'),
      differing: hosts.flatMap((host) => {
        const since = differing.get(endpointName(chains, { chain, host }));
        return since === undefined ? [] : [{ host, since }];
      }),
    });
  }
  return found;
}
