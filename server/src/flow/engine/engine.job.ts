/**
 * Engine: marks in, everything that follows from them out. At every mark, in one transaction (contract 3.8):
 *
 *   readings -> root of the receipts -> suspensions -> fills of the windows that end here -> baselines -> 00:00 UTC: close and rank
 *
 * and, last, the progress pointer. A crash before the commit leaves the mark undone, and it is done again from the start; after
 * it, it is never done again. Missed marks are caught up in order, several to a transaction.
 */
import type { Instant } from '../../lib/clock.ts';
import { formatFixed } from '../../lib/decimal.ts';
import type { Log } from '../../lib/log.ts';
import type { MarkReadings, PoolId, PoolReading, PriceSource, SymbolId } from '../../market/source.ts';
import type { Storage, Trx } from '../../storage/storage.ts';
import { closePrices, valuePortfolio, type ClosePrices } from '../close/close.ts';
import { runFills, type WindowPrices } from '../fill/fill.job.ts';
import { decodeHoldings, encodeHoldings } from '../fill/portfolio-text.ts';
import { chainHash, merkleRoot } from '../order/merkle.ts';
import { agreedPriceAt, decodeMarket, type MarketVersion } from '../price/market.ts';
import { isAgreed, priceVector } from '../price/price.ts';
import { insertVectors, readingsAt, readingsBetween, type NewVector } from '../price/price.sql.ts';
import { decodeReadings, encodeReadings } from '../price/readings.ts';
import type { Suspension } from '../price/suspension.ts';
import type { Universe } from '../price/universe.ts';
import { usdPrices, type LastAgreed, type UsdPrices } from '../price/usd.ts';
import { encodeVector } from '../price/vector-text.ts';
import { baselineName, baselineOrder, buyBaselines, type Baseline } from '../rank/baseline.ts';
import { returnBps, valueCents } from '../rank/rank.ts';
import { runStandings } from '../rank/standings.job.ts';
import { allBaselines, leaguesWithBots, upsertBaseline } from '../rank/standings.sql.ts';
import { isClose, markMs, windowMs } from '../window/window.ts';
import { countWaiting, waitingOrders } from '../fill/fill.sql.ts';
import {
  claimProgress,
  countApplied,
  countOrders,
  insertReadings,
  insertRoots,
  readMeta,
  pendingActions,
  receiptsBetween,
  rootAt,
  writeMeta,
  type MarkRoot,
  type OperatorAction,
  type WindowOrders,
} from './engine.sql.ts';
import { applyActions, applySuspensions, loadSuspensions } from './suspension.job.ts';
import { usdCadSymbol } from '../../market/source.ts';

/** Most marks in one catch-up transaction. */
const marksPerBatchMax = 288;
/** A catch-up transaction ends after the mark that takes it past this many real milliseconds. */
const batchMsMax = 250;
/** Receipts read ahead in one statement, so that a catch-up does not ask for each mark's own. */
const receiptsAheadMax = 10_000;
/** Marks whose readings are kept in memory: a window's seven, and some for late answers. */
const ringMarks = 16;

export interface EngineDeps {
  readonly storage: Storage;
  readonly source: PriceSource;
  readonly universe: Universe;
  /** First mark of this data: the first one at or after the instant when it was made. */
  readonly firstMark: Instant;
  /** Resolves when every order and registration stamped before the mark is stored. */
  readonly barrier: (mark: Instant) => Promise<void>;
  /** Told after each commit. */
  readonly onCommit?: (progress: EngineProgress) => void;
  readonly log: Log;
  /** Real milliseconds, to bound a batch. */
  readonly realNow: () => number;
}

export interface EngineProgress {
  readonly mark: Instant;
  /** Leagues whose boards changed. */
  readonly leagues: readonly string[];
  readonly closed: boolean;
  readonly marks: number;
  readonly filled: number;
  readonly rejected: number;
  readonly waiting: number;
}

export interface Engine {
  /** The last mark that is done; undefined on fresh data. */
  lastMark(): Instant | undefined;
  /** How long after a mark it can be done at the earliest. */
  readonly delayMs: number;
  /** Does every mark up to `now - delayMs` that is not done yet, in order. Ends after the current transaction when `stop` is aborted. */
  runUntil(now: Instant, stop?: AbortSignal): Promise<EngineProgress | undefined>;
}

/** What the engine knows besides the tables; all of it can be read from them again. */
interface EngineState {
  lastMark: Instant | undefined;
  chain: string;
  readonly ring: Map<Instant, Map<PoolId, PoolReading>>;
  /** End of the last window over which the symbol had an agreed USD price. */
  agreedAt: Map<SymbolId, Instant>;
  readonly suspended: Map<SymbolId, Suspension>;
  incidents: number;
  appliedActions: number;
  anyWaiting: boolean;
  readonly baselines: Map<string, Baseline[]>;
  /** What the source defined when earlier marks were done. */
  readonly markets: readonly MarketVersion[];
}

export async function createEngine(deps: EngineDeps): Promise<Engine> {
  let state = await loadState(deps);
  const delayMs = deps.source.readDelayMs ?? 0;
  return {
    lastMark: () => state.lastMark,
    delayMs,
    async runUntil(now, stop) {
      let total: EngineProgress | undefined;
      for (;;) {
        const from = state.lastMark === undefined ? deps.firstMark : state.lastMark + markMs;
        const to = Math.min(Math.floor((now - delayMs) / markMs) * markMs, from + (marksPerBatchMax - 1) * markMs);
        if (from > to || stop?.aborted) return total;
        await deps.barrier(to);
        try {
          const done = await createBatch(deps, state).run(from, to);
          total = total ? addProgress(total, done) : done;
          deps.onCommit?.(done);
        } catch (e) {
          // Nothing was stored; what is in memory may be half-way.
          state = await loadState(deps);
          throw e;
        }
      }
    },
  };
}

function addProgress(a: EngineProgress, b: EngineProgress): EngineProgress {
  return {
    mark: b.mark,
    leagues: [...new Set([...a.leagues, ...b.leagues])],
    closed: a.closed || b.closed,
    marks: a.marks + b.marks,
    filled: a.filled + b.filled,
    rejected: a.rejected + b.rejected,
    waiting: b.waiting,
  };
}

async function loadState({ storage, source, universe }: EngineDeps): Promise<EngineState> {
  const { db } = storage;
  const progress = await readMeta(db, 'progress');
  const lastMark = progress === undefined ? undefined : Number(progress);
  const ring = new Map<Instant, Map<PoolId, PoolReading>>();
  if (lastMark !== undefined) {
    for (const row of await readingsBetween(db, lastMark - ringMarks * markMs, lastMark, 10 * ringMarks)) {
      mergeReadings(ring, row.mark, decodeReadings(row.readings, universe.pools));
    }
  }
  const newest = lastMark === undefined ? undefined : ring.get(lastMark);
  source.resume(lastMark !== undefined && newest ? { mark: lastMark, readings: newest } : undefined);
  const baselines = new Map<string, Baseline[]>();
  for (const b of await allBaselines(db)) {
    const list = baselines.get(b.league) ?? [];
    list.push({ id: b.baselineId, portfolio: { cash: b.cash, holdings: decodeHoldings(b.holdings) } });
    baselines.set(b.league, list);
  }
  for (const list of baselines.values()) list.sort(baselineOrder);
  const market = await readMeta(db, 'market');
  const { suspended, incidents } = await loadSuspensions(db);
  return {
    lastMark,
    chain: lastMark === undefined ? '' : ((await rootAt(db, lastMark))?.chain ?? ''),
    ring,
    agreedAt: new Map(Object.entries(JSON.parse((await readMeta(db, 'agreed')) ?? '{}') as Record<SymbolId, Instant>)),
    suspended,
    incidents,
    appliedActions: await countApplied(db),
    anyWaiting: (await countWaiting(db)) > 0,
    baselines,
    markets: market === undefined ? [{ ...universe, from: 0, leagues: new Map() }] : decodeMarket(market),
  };
}

function mergeReadings(ring: Map<Instant, Map<PoolId, PoolReading>>, mark: Instant, readings: MarkReadings): void {
  const known = ring.get(mark);
  if (!known) ring.set(mark, new Map(readings));
  else for (const [pool, r] of readings) if (r.ok || !known.get(pool)?.ok) known.set(pool, r);
}

interface Batch {
  run(from: Instant, to: Instant): Promise<EngineProgress>;
}

/** One transaction over the marks from..to, or as many of them as fit its time. */
function createBatch(deps: EngineDeps, state: EngineState): Batch {
  const { storage, source, universe, realNow } = deps;
  const isCad = (symbol: SymbolId): boolean => universe.cadSymbols.has(symbol);
  const newReadings: { mark: Instant; attempt: number; readAt: Instant; readings: string }[] = [];
  const newRoots: MarkRoot[] = [];
  const newVectors: NewVector[] = [];
  /** What was asked for before the batch began: applied at its first mark. */
  let actions: OperatorAction[] = [];
  let receiptsAhead = new Map<Instant, string[]>();
  const leagues = new Set<string>();
  const tally = { marks: 0, filled: 0, rejected: 0, waiting: 0, closed: false };

  async function run(from: Instant, to: Instant): Promise<EngineProgress> {
    let mark = from;
    await storage.db.transaction().execute(async (trx) => {
      const claimed = await claimProgress(trx, storage.engine);
      if (claimed !== state.lastMark)
        throw new Error(`progress moved from ${state.lastMark} to ${claimed} under this engine`);
      const orders = await countOrders(trx, from - windowMs, to);
      actions = await pendingActions(trx);
      const started = realNow();
      for (; mark <= to; mark += markMs) {
        await doMark(trx, mark, orders);
        state.lastMark = mark;
        tally.marks++;
        if (realNow() - started > batchMsMax) break;
      }
      await flush(trx);
      await writeMeta(trx, 'agreed', JSON.stringify(Object.fromEntries(state.agreedAt)));
      await writeMeta(trx, 'progress', String(state.lastMark));
    });
    return { mark: state.lastMark ?? from, leagues: [...leagues], ...tally };
  }

  async function flush(trx: Trx): Promise<void> {
    await insertReadings(trx, storage.insertMany, newReadings.splice(0));
    await insertRoots(trx, storage.insertMany, newRoots.splice(0));
    await insertVectors(trx, storage.insertMany, newVectors.splice(0));
  }

  async function doMark(trx: Trx, mark: Instant, orders: ReadonlyMap<Instant, WindowOrders>): Promise<void> {
    await readMark(mark);
    await rootMark(trx, mark, orders);
    if (state.anyWaiting) await readLate(trx, mark);
    noteAgreed(mark);
    const suspensionDeps = {
      trx,
      insertMany: storage.insertMany,
      state,
      mark,
      lastAgreed: (s: SymbolId) => lastAgreed(trx, s),
    };
    await applyActions(suspensionDeps, actions.splice(0));
    await applySuspensions(suspensionDeps);
    await fillMark(trx, mark, orders.get(mark - windowMs) ?? noOrders);
    await startBaselines(trx, mark);
    if (isClose(mark)) await closeMark(trx, mark);
  }

  async function readMark(mark: Instant): Promise<void> {
    const answered = await source.read(mark);
    const readings = new Map<PoolId, PoolReading>();
    for (const pool of universe.pools.keys()) readings.set(pool, answered.get(pool) ?? noAnswer);
    state.ring.set(mark, readings);
    for (const old of state.ring.keys()) {
      if (old >= mark - ringMarks * markMs) break;
      state.ring.delete(old);
    }
    newReadings.push({ mark, attempt: 0, readAt: mark, readings: encodeReadings(readings, universe.pools) });
  }

  async function rootMark(trx: Trx, mark: Instant, orders: ReadonlyMap<Instant, WindowOrders>): Promise<void> {
    if (orders.has(mark) && !receiptsAhead.has(mark)) {
      receiptsAhead = await receiptsBetween(trx, mark, lastWithin(orders, mark, receiptsAheadMax));
    }
    const receipts = receiptsAhead.get(mark) ?? [];
    const root = merkleRoot(receipts);
    state.chain = chainHash(mark, receipts.length, root, state.chain);
    newRoots.push({ mark, count: receipts.length, root, chain: state.chain });
  }

  /** Asks once more for what the waiting orders lack; a source may answer late. */
  async function readLate(trx: Trx, mark: Instant): Promise<void> {
    const starts = new Set((await waitingOrders(trx)).map((o) => o.windowStart));
    for (const at of new Set([...starts].flatMap((s) => [s, s + windowMs]))) {
      if (at >= mark) continue;
      const known = await readingsOf(trx, at);
      const missing = [...universe.pools.keys()].filter((p) => !known.get(p)?.ok);
      if (missing.length === 0) continue;
      const late = new Map([...(await source.read(at, missing))].filter(([, r]) => r.ok));
      if (late.size === 0) continue;
      for (const [pool, r] of late) known.set(pool, r);
      await flush(trx);
      const attempt = (await readingsAt(trx, at)).length;
      newReadings.push({ mark: at, attempt, readAt: mark, readings: encodeReadings(late, universe.pools) });
    }
  }

  async function readingsOf(trx: Trx, mark: Instant): Promise<Map<PoolId, PoolReading>> {
    const kept = state.ring.get(mark);
    if (kept) return kept;
    await flush(trx);
    const merged = new Map<Instant, Map<PoolId, PoolReading>>();
    for (const row of await readingsAt(trx, mark))
      mergeReadings(merged, mark, decodeReadings(row.readings, universe.pools));
    return merged.get(mark) ?? new Map();
  }

  function noteAgreed(mark: Instant): void {
    const atStart = state.ring.get(mark - windowMs);
    const atEnd = state.ring.get(mark);
    if (!atStart || !atEnd) return;
    const agreed = (symbol: SymbolId): boolean => {
      const route = universe.routes.get(symbol);
      return route !== undefined && isAgreed(route, universe.pools, atStart, atEnd, mark - windowMs, mark);
    };
    const fx = universe.cadSymbols.size > 0 && agreed(usdCadSymbol);
    for (const symbol of universe.routes.keys()) {
      if (agreed(symbol) && (fx || !isCad(symbol))) state.agreedAt.set(symbol, mark);
    }
  }

  /** A late answer may make a symbol agreed over a window that passed: what a bot was filled at must be a last agreed price. */
  function noteAgreedLate(end: Instant, usd: UsdPrices): void {
    for (const [symbol, p] of usd) {
      if (p.state === 'agreed' && (state.agreedAt.get(symbol) ?? 0) < end) state.agreedAt.set(symbol, end);
    }
  }

  /** The price over the last window over which the symbol was agreed. */
  async function lastAgreed(trx: Trx, symbol: SymbolId): Promise<LastAgreed | undefined> {
    const at = state.agreedAt.get(symbol);
    if (at === undefined) return undefined;
    const price = agreedPriceAt(
      state.markets,
      symbol,
      at,
      await readingsOf(trx, at - windowMs),
      await readingsOf(trx, at),
    );
    if (price === undefined) throw new Error(`${symbol} was agreed at ${at} and no longer is`);
    return { price, at };
  }

  async function pricesOver(
    trx: Trx,
    windowStart: Instant,
    symbols: Iterable<SymbolId>,
    frozen: ReadonlyMap<SymbolId, bigint>,
  ): Promise<WindowPrices> {
    const end = windowStart + windowMs;
    const routes = [...symbols].map((s) => universe.routes.get(s)).filter((r) => r !== undefined);
    const vector = priceVector(
      routes,
      universe.pools,
      await readingsOf(trx, windowStart),
      await readingsOf(trx, end),
      windowStart,
      end,
    );
    return { vector, usd: usdPrices(vector, universe.cadSymbols, frozen) };
  }

  const frozenPrices = (): Map<SymbolId, bigint> => new Map([...state.suspended].map(([s, x]) => [s, x.price]));

  async function fillMark(trx: Trx, mark: Instant, dueLeagues: WindowOrders): Promise<void> {
    if (dueLeagues.size === 0 && !state.anyWaiting) return;
    const frozen = frozenPrices();
    const known = new Map<Instant, WindowPrices>();
    const result = await runFills({
      trx,
      insertMany: storage.insertMany,
      readChunks: storage.readChunks,
      mark,
      dueLeagues,
      anyWaiting: state.anyWaiting,
      isCad,
      pricesOf: async (windowStart) => {
        let prices = known.get(windowStart);
        if (!prices) {
          prices = await pricesOver(trx, windowStart, universe.routes.keys(), frozen);
          known.set(windowStart, prices);
        }
        return prices;
      },
    });
    for (const start of result.usedWindows) {
      const prices = known.get(start);
      if (!prices) continue;
      newVectors.push({ windowEnd: start + windowMs, atMark: mark, prices: encodeVector(prices.vector) });
      noteAgreedLate(start + windowMs, prices.usd);
    }
    state.anyWaiting = result.waiting > 0;
    for (const league of result.leagues) leagues.add(league);
    tally.filled += result.filled;
    tally.rejected += result.rejected;
    tally.waiting = result.waiting;
  }

  async function startBaselines(trx: Trx, mark: Instant): Promise<void> {
    for (const [id, league] of universe.leagues) {
      if (league.state !== 'live' || state.baselines.has(id)) continue;
      if (!league.largest.every((s) => state.agreedAt.get(s) === mark)) continue;
      const { usd } = await pricesOver(trx, mark - windowMs, [...league.symbols.keys(), usdCadSymbol], frozenPrices());
      const bought = buyBaselines([...league.symbols.keys()], league.largest, usd, isCad);
      if (!bought) continue;
      state.baselines.set(id, bought);
      for (const b of bought) await keepBaseline(trx, id, b, mark - windowMs);
      leagues.add(id);
    }
  }

  async function keepBaseline(trx: Trx, league: string, b: Baseline, windowStart: Instant): Promise<void> {
    await upsertBaseline(trx, {
      league,
      baselineId: b.id,
      windowStart,
      cash: b.portfolio.cash,
      holdings: encodeHoldings(b.portfolio.holdings),
    });
  }

  async function closeMark(trx: Trx, mark: Instant): Promise<void> {
    const { vector, usd } = await pricesOver(trx, mark - windowMs, universe.routes.keys(), frozenPrices());
    const last = new Map<SymbolId, LastAgreed>();
    // A symbol that the source no longer lists may still be held.
    for (const symbol of new Set([...usd.keys(), ...state.agreedAt.keys()])) {
      if (usd.get(symbol)?.state === 'agreed') continue;
      const suspension = state.suspended.get(symbol);
      const kept =
        suspension?.priceAt !== undefined
          ? { price: suspension.price, at: suspension.priceAt }
          : await lastAgreed(trx, symbol);
      if (kept) last.set(symbol, kept);
    }
    const prices = closePrices(usd, last, mark);
    newVectors.push({ windowEnd: mark, atMark: mark, prices: encodeVector(vector) });
    const withBots = await leaguesWithBots(trx, mark);
    for (const league of new Set([...withBots, ...state.baselines.keys()])) {
      await runStandings({
        trx,
        insertMany: storage.insertMany,
        readChunks: storage.readChunks,
        league,
        close: mark,
        prices,
        baselines: JSON.stringify(baselineValues(state.baselines.get(league) ?? [], prices)),
      });
      leagues.add(league);
    }
    tally.closed = true;
  }

  return { run };
}

/** The last window start after `mark` up to which there are at most `max` orders, or `mark` itself. */
function lastWithin(orders: ReadonlyMap<Instant, WindowOrders>, mark: Instant, max: number): Instant {
  let last = mark;
  let sum = 0;
  for (const [start, leagues] of orders) {
    if (start < mark) continue;
    for (const count of leagues.values()) sum += count;
    if (sum > max) break;
    last = start;
  }
  return last;
}

const noOrders: WindowOrders = new Map();

const noAnswer: PoolReading = { ok: false, reason: 'no_answer' };

/** A baseline as it stands on a board. */
export interface BaselineValue {
  readonly id: string;
  readonly name: string;
  /** Decimal text, USD, 8 places at most. */
  readonly value: string;
  readonly return_bps: number;
  readonly stale: boolean;
}

export function baselineValues(baselines: readonly Baseline[], prices: ClosePrices): BaselineValue[] {
  return baselines.map((b) => {
    const { value, stale } = valuePortfolio(b.portfolio.cash, b.portfolio.holdings, prices);
    return {
      id: b.id,
      name: baselineName(b.id),
      value: formatFixed(value, 8),
      return_bps: returnBps(valueCents(value)),
      stale,
    };
  });
}
