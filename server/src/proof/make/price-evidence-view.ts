/** What a price follows from: the readings of every pool at both ends of its window, each answer with the block that it was read at. */
import { markDownProof, meanProof, priceProof, readingProof } from '../format.ts';
import type { UsedPrice, WindowProof } from 'papertape-contract/proof';
import type { MarkDownProof } from 'papertape-contract/mark-down';
import { iso, type Instant } from '../../lib/clock.ts';
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import { spreadScale } from '../../league/charges.ts';
import { usdCadSymbol, type Leg, type Pool, type PoolId, type SymbolId } from '../../league/symbol.ts';
import type { Db } from '../../storage/storage.ts';
import type { Incident } from '../../operator/incident.ts';
import { allIncidents } from '../../operator/incident.sql.ts';
import { foldIncident } from '../../operator/suspensions.ts';
import { usedAttempt, usedReadings, type Attempt } from '../../flow/price/attempts.ts';
import { agreedPrice, marketOfWindow, poolsAt, readPrice, type MarketVersion } from '../../flow/price/market.ts';
import { priceVector, type PriceVector } from '../../flow/price/price.ts';
import { readingsKnownBy, type StoredStale } from '../../flow/price/price.sql.ts';
import { addAttempts } from '../../flow/price/readings.ts';
import type { Suspension } from '../../flow/price/suspension.ts';
import { usdPrices } from '../../flow/price/usd.ts';
import { decodeVector } from '../../flow/price/vector-text.ts';
import { windowMs } from '../../lib/time.ts';
import { vectorAt } from './proof.sql.ts';

export interface EvidenceDeps {
  readonly db: Db;
  /** What the source defined when each mark was done. */
  readonly versions: readonly MarketVersion[];
  /** Pools as the source names them now, for their labels. */
  readonly pools: ReadonlyMap<PoolId, Pool>;
}

export interface Asked {
  readonly end: Instant;
  readonly knownAt: Instant;
  readonly symbols: readonly SymbolId[];
  /** The prices as they are stored; made from the readings when absent. */
  readonly stored?: PriceVector | undefined;
}

type Attempts = ReadonlyMap<PoolId, readonly Attempt[]>;

/** The market that prices the window that ended at an instant. */
export function marketOver({ versions }: EvidenceDeps, end: Instant): MarketVersion {
  const version = marketOfWindow(versions, end - windowMs);
  if (!version) throw new Error('the data says nothing of its market');
  return version;
}

export async function windowProof(deps: EvidenceDeps, asked: Asked): Promise<WindowProof> {
  const { end, knownAt, stored } = asked;
  const { pools } = deps;
  const version = marketOver(deps, end);
  const start = end - windowMs;
  const routes = routesOf(version, asked.symbols);
  const atStart = await attemptsAt(deps, start, knownAt);
  const atEnd = await attemptsAt(deps, end, knownAt);
  const used = [usedReadings(atStart), usedReadings(atEnd)] as const;
  const vector = stored ?? priceVector(routes, version.pools, ...used, start, end);
  const legs = new Set(routes.flatMap((r) => [...r.primary, ...r.second]).map((leg) => leg.pool));
  return {
    window: { start: iso(start), end: iso(end) },
    known_at: iso(knownAt),
    symbols: routes.map((route) => ({
      symbol: route.symbol,
      priced_in: version.cadSymbols.has(route.symbol) || route.symbol === usdCadSymbol ? 'CAD' : 'USD',
      primary: route.primary.map(legOf),
      second: route.second.map(legOf),
      spread_bps: formatFixed(BigInt(route.spread ?? 0), spreadScale),
      ...priceProof(vector.get(route.symbol)),
    })),
    pools: [...legs].flatMap((id) => {
      const pool = version.pools.get(id);
      if (!pool) return [];
      const of = (attempts: readonly Attempt[] = []) =>
        attempts.map((a) => readingProof(a, pool, a === usedAttempt(attempts)));
      return {
        pool: id,
        label: pools.get(id)?.label ?? id,
        average: pool.average,
        decimal_shift: pool.average === 'geometric' ? (pool.decimalShift ?? 0) : null,
        start: of(atStart.get(id)),
        end: of(atEnd.get(id)),
        ...meanProof(pool, version.pools, ...used, start, end),
      };
    }),
  };
}

function routesOf(version: MarketVersion, symbols: readonly SymbolId[]) {
  const cad = symbols.some((s) => version.cadSymbols.has(s)) ? [usdCadSymbol] : [];
  return [...new Set([...symbols, ...cad])].flatMap((s) => version.routes.get(s) ?? []);
}

function legOf({ pool, invert }: Leg): { pool: string; inverted: boolean } {
  return { pool, inverted: invert === true };
}

function priceText(price: bigint): string {
  return formatFixed(price, priceScale);
}

/** Every answer for a mark that was known by another, pool by pool. */
async function attemptsAt({ db, versions }: EvidenceDeps, mark: Instant, knownAt: Instant): Promise<Attempts> {
  const attempts = new Map<PoolId, Attempt[]>();
  for (const row of await readingsKnownBy(db, mark, mark, knownAt))
    addAttempts(attempts, row, poolsAt(versions, row.readAt));
  return attempts;
}

interface SuspendedAt extends Suspension {
  /** Number of the incident that says so. */
  readonly incident: number;
}

/** What was suspended after the incidents up to a mark. */
function suspendedAt(incidents: readonly Incident[], mark: Instant): Map<SymbolId, SuspendedAt> {
  const suspended = new Map<SymbolId, Suspension>();
  const numbers = new Map<Suspension, number>();
  for (const i of incidents) {
    if (i.atMark > mark) continue;
    foldIncident(suspended, i);
    const now = suspended.get(i.about.id);
    if (now && !numbers.has(now)) numbers.set(now, i.id);
  }
  return new Map([...suspended].map(([symbol, s]) => [symbol, { ...s, incident: numbers.get(s) ?? 0 }]));
}

/** A price of an earlier window that is used later: its symbol, and where it comes from. */
export interface EarlierPrice {
  readonly symbol: SymbolId;
  readonly state: 'frozen' | 'stale';
  /** End of the window; undefined when the symbol never had a price. */
  readonly at: Instant | undefined;
  /** Of the suspension. */
  readonly incident?: number | undefined;
}

export interface UsedPrices {
  readonly prices: UsedPrice[];
  /** The window itself, then the earlier ones. */
  readonly windows: WindowProof[];
}

/**
 * What was used of each symbol at a mark, of a window that had ended, and the windows that say why.
 * @param own states a price of the window itself, the members in the order in which the proof has them.
 * @param stale at a close: what symbols without a price of their own were valued by.
 */
export async function usedPrices(
  deps: EvidenceDeps,
  symbols: readonly SymbolId[],
  { end, mark }: { readonly end: Instant; readonly mark: Instant },
  own: (price: Pick<UsedPrice, 'symbol' | 'state' | 'usd'>) => UsedPrice,
  stale?: ReadonlyMap<SymbolId, StoredStale>,
): Promise<UsedPrices> {
  const version = marketOver(deps, end);
  const suspended = suspendedAt(await allIncidents(deps.db), mark);
  const text = await vectorAt(deps.db, end, mark);
  const stored = text === undefined ? undefined : decodeVector(text);
  const usd = usdPrices(stored ?? new Map(), version.cadSymbols, frozenPrices(suspended));
  const priced = symbols.filter((s) => usd.get(s)?.state !== 'frozen');
  const windows = [await windowProof(deps, { end, knownAt: mark, symbols: priced, stored })];
  const prices: UsedPrice[] = [];
  for (const symbol of symbols) {
    const p = usd.get(symbol);
    const { priceAt, incident } = suspended.get(symbol) ?? {};
    const valued = stale?.get(symbol);
    if (p?.state === 'frozen' || (p?.state !== 'agreed' && valued)) {
      const state = p?.state === 'frozen' ? p.state : 'stale';
      const at = state === 'frozen' ? priceAt : valued?.priceAt;
      prices.push(await addEarlier(deps, windows, { symbol, state, at, incident }, valued, mark));
    } else
      prices.push(
        own({ symbol, state: p?.state ?? 'unavailable', usd: p?.state === 'agreed' ? priceText(p.price) : null }),
      );
  }
  return { prices, windows };
}

function frozenPrices(suspended: ReadonlyMap<SymbolId, Suspension>): Map<SymbolId, bigint> {
  return new Map([...suspended].map(([symbol, s]) => [symbol, s.price]));
}

interface Earlier {
  readonly price: bigint | undefined;
  readonly window: WindowProof;
}

/** How a price is made of the market of its window and the readings at both of its ends. */
type PriceOf = typeof agreedPrice;

/** The price of a window that passed by the readings that were known at a mark, and its proof. */
async function earlierWindow(
  deps: EvidenceDeps,
  { symbol, at, knownAt }: { readonly symbol: SymbolId; readonly at: Instant; readonly knownAt: Instant },
  priceOf: PriceOf,
): Promise<Earlier> {
  const atStart = usedReadings(await attemptsAt(deps, at - windowMs, knownAt));
  const atEnd = usedReadings(await attemptsAt(deps, at, knownAt));
  const window = await windowProof(deps, { end: at, knownAt, symbols: [symbol] });
  return { price: priceOf(marketOver(deps, at), symbol, atStart, atEnd, at), window };
}

/** Adds the windows of earlier prices to those of a proof, and says which price comes from which. */
async function addEarlier(
  deps: EvidenceDeps,
  windows: WindowProof[],
  earlier: EarlierPrice,
  valued: StoredStale | undefined,
  knownAt: Instant,
): Promise<UsedPrice> {
  const { symbol, state, at } = earlier;
  const incident = earlier.incident ?? null;
  if (at === undefined) return { symbol, state, usd: '0', window: null, incident, mark_down: null };
  const { usd, window, mark_down } = await staleProof(deps, windows, { symbol, at, valued }, knownAt);
  return { symbol, state, usd, window, incident, mark_down };
}

/**
 * What a price of an earlier window was, and what it counted for at `knownAt`.
 * @param windows those of the proof; added to.
 */
export async function staleProof(
  deps: EvidenceDeps,
  windows: WindowProof[],
  { symbol, at, valued }: { readonly symbol: SymbolId; readonly at: Instant; readonly valued: StoredStale | undefined },
  knownAt: Instant,
): Promise<{ readonly usd: string; readonly window: number; readonly mark_down: MarkDownProof | null }> {
  const add = async (
    end: Instant,
    priceOf: PriceOf = agreedPrice,
  ): Promise<{ readonly price: bigint; readonly index: number }> => {
    const { price = 0n, window } = await earlierWindow(deps, { symbol, at: end, knownAt }, priceOf);
    return { price, index: windows.push(window) - 1 };
  };
  const last = await add(at);
  const stated = { usd: priceText(last.price), window: last.index };
  if (!valued) return { ...stated, mark_down: null };
  const { agreedAt: since, readAt } = valued;
  const sinceWindow = since === at ? last.index : (await add(since)).index;
  const exchange = marketOver(deps, knownAt).routes.get(symbol)?.exchange;
  const found = readAt === null ? undefined : await add(readAt, readPrice);
  const read = found && readAt !== null ? { price: found.price, at: readAt } : undefined;
  return {
    ...stated,
    mark_down: {
      since: iso(since),
      since_window: sinceWindow,
      read: found ? { usd: priceText(found.price), window: found.index } : null,
      ...markDownProof({ price: last.price, at, since, read, exchange }, knownAt),
    },
  };
}
