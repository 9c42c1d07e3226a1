/** A batch: the marks of one transaction, each in the order that engine.job.ts gives. */
import type { Instant } from '../../lib/clock.ts';
import type { PoolId, PoolReading, SymbolId } from '../../market/source.ts';
import type { Trx } from '../../storage/storage.ts';
import { closePrices } from '../close/close.ts';
import { runFills, type WindowPrices } from '../fill/fill.job.ts';
import { encodeHoldings } from '../fill/portfolio-text.ts';
import { chainHash, merkleRoot } from '../order/merkle.ts';
import { agreedPriceAt } from '../price/market.ts';
import { isAgreed, priceVector } from '../price/price.ts';
import { insertVectors, readingsAt, type NewVector } from '../price/price.sql.ts';
import { decodeReadings, encodeReadings } from '../price/readings.ts';
import { usdPrices, type LastAgreed, type UsdPrices } from '../price/usd.ts';
import { encodeVector } from '../price/vector-text.ts';
import { buyBaselines, type Baseline } from '../rank/baseline.ts';
import { runStandings } from '../rank/standings.job.ts';
import { leaguesWithBots, upsertBaseline } from '../rank/standings.sql.ts';
import { isClose, markMs, windowMs } from '../window/window.ts';
import { waitingOrders } from '../fill/fill.sql.ts';
import {
  claimProgress,
  countOrders,
  insertReadings,
  insertRoots,
  pendingActions,
  receiptsBetween,
  writeMeta,
  type MarkRoot,
  type OperatorAction,
  type WindowOrders,
} from './engine.sql.ts';
import { applyActions, applySuspensions } from './suspension.job.ts';
import { mergeReadings, ringMarks, type EngineDeps, type EngineProgress, type EngineState } from './state.job.ts';
import { baselineValues } from '../rank/baseline-value.ts';
import { usdCadSymbol } from '../../market/source.ts';

/** A catch-up transaction ends after the mark that takes it past this many real milliseconds. */
const batchMsMax = 250;
/** Receipts read ahead in one statement, so that a catch-up does not ask for each mark's own. */
const receiptsAheadMax = 10_000;

interface Batch {
  run(from: Instant, to: Instant): Promise<EngineProgress>;
}

/** One transaction over the marks from..to, or as many of them as fit its time. */
export function createBatch(deps: EngineDeps, state: EngineState): Batch {
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
