/** A batch: the marks of one transaction, each in the order that engine.job.ts gives. */
import type { Instant } from '../lib/clock.ts';
import { type PoolId, type SymbolId, usdCadSymbol } from '../league/symbol.ts';
import type { PoolReading } from '../sources/source.ts';
import type { Trx } from '../storage/storage.ts';
import { closePrices, type ClosePrices } from '../flow/close/close.ts';
import { runFills } from './fills.job.ts';
import type { WindowPrices } from '../flow/mark/prices.ts';
import { marksWaitedFor } from '../flow/mark/queue.ts';
import { encodeHoldings } from '../flow/fill/portfolio-text.ts';
import { chainHash, merkleRoot, readingsHash } from '../flow/order/merkle.ts';
import { agreedPriceAt } from '../flow/price/market.ts';
import { isAgreed, priceVector, type PriceVector } from '../flow/price/price.ts';
import { insertVectors, readingsAt, type NewVector } from '../flow/price/price.sql.ts';
import { decodeReadings, encodeReadings } from '../flow/price/readings.ts';
import { usdPrices, type LastAgreed, type UsdPrices } from '../flow/price/usd.ts';
import { encodeVector } from '../flow/price/vector-text.ts';
import { buyBaselines, type Baseline } from '../flow/rank/baseline.ts';
import { insertBaselineMark, leaguesWithBots, upsertBaseline } from '../flow/rank/standings.sql.ts';
import { isClose, markMs, windowMs } from '../lib/time.ts';
import { waitingWindows } from '../flow/mark/queue.sql.ts';
import {
  claimProgress,
  countOrders,
  insertReadings,
  insertRoots,
  receiptsBetween,
  writeMeta,
  type MarkRoot,
  type NewReadings,
  type WindowOrders,
} from './engine.sql.ts';
import { pendingActions } from '../operator/action.sql.ts';
import type { OperatorAction } from '../operator/action.ts';
import { closeLeague } from './close.job.ts';
import { capacityOf } from '../operator/league-settings.ts';
import { applyActions } from '../operator/operator.job.ts';
import { goneBefore } from '../operator/operator.sql.ts';
import { applySuspensions } from '../operator/suspension.job.ts';
import { mergeReadings, ringMarks, type EngineDeps, type EngineProgress, type EngineState } from './state.job.ts';
import { baselineValues } from '../flow/rank/baseline-value.ts';

/** A catch-up transaction ends after the mark that takes it past this many real milliseconds. */
const batchMsMax = 250;
/** Receipts read ahead in one statement, so that a catch-up does not ask for each mark's own. */
const receiptsAheadMax = 10_000;

interface Batch {
  run(from: Instant, to: Instant): Promise<EngineProgress>;
}

/** One transaction over the marks from..to, or as many of them as fit its time. */
export function createBatch(deps: EngineDeps, state: EngineState): Batch {
  const { storage, source, universe, rulesVersion, realNow } = deps;
  const isCad = (symbol: SymbolId): boolean => universe.cadSymbols.has(symbol);
  const newReadings: NewReadings[] = [];
  const newRoots: MarkRoot[] = [];
  const newVectors: NewVector[] = [];
  /** What was asked for before the batch began and waits for the first mark that is not before it. */
  let actions: OperatorAction[] = [];
  let receiptsAhead = new Map<Instant, string[]>();
  const leagues = new Set<string>();
  const voided = new Set<string>();
  const acted = new Set<string>();
  const retired = new Set<string>();
  const tally = { marks: 0, filled: 0, rejected: 0, waiting: 0, readings: 0, closed: false };
  let rejections: Readonly<Record<string, number>> = {};
  const unread: Record<string, number> = {};

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
    return {
      mark: state.lastMark ?? from,
      leagues: [...leagues],
      voided: [...voided],
      acted: [...acted],
      retired: [...retired],
      ...tally,
      rejections,
      unread,
    };
  }

  async function flush(trx: Trx): Promise<void> {
    await insertReadings(trx, storage.insertMany, newReadings.splice(0));
    await insertRoots(trx, storage.insertMany, newRoots.splice(0));
    await insertVectors(trx, storage.insertMany, newVectors.splice(0));
  }

  async function doMark(trx: Trx, mark: Instant, orders: ReadonlyMap<Instant, WindowOrders>): Promise<void> {
    const atMark = [await readMark(mark)];
    if (state.anyWaiting) atMark.push(...(await readLate(trx, mark)));
    await rootMark(trx, mark, orders, atMark);
    noteAgreed(mark);
    const operatorDeps = {
      trx,
      insertMany: storage.insertMany,
      state,
      mark,
      voided,
      acted,
      retired,
      lastAgreed: (s: SymbolId) => lastAgreed(trx, s),
    };
    const due = actions.filter((a) => a.at <= mark);
    if (due.length > 0) actions = actions.filter((a) => a.at > mark);
    await applyActions(operatorDeps, due);
    await applySuspensions(operatorDeps);
    const firstFills = await fillMark(trx, mark, orders.get(mark - windowMs) ?? noOrders);
    await startBaselines(trx, mark);
    await markBaselines(trx, firstFills);
    if (isClose(mark)) await closeMark(trx, mark);
  }

  async function readMark(mark: Instant): Promise<NewReadings> {
    const answered = await source.read(mark);
    const readings = new Map<PoolId, PoolReading>();
    for (const pool of universe.pools.keys()) {
      const reading = answered.get(pool) ?? noAnswer;
      readings.set(pool, reading);
      tally.readings++;
      if (!reading.ok) unread[reading.reason] = (unread[reading.reason] ?? 0) + 1;
    }
    state.ring.set(mark, readings);
    for (const old of state.ring.keys()) {
      if (old >= mark - ringMarks * markMs) break;
      state.ring.delete(old);
    }
    const row = { mark, attempt: 0, readAt: mark, readings: encodeReadings(readings, universe.pools) };
    newReadings.push(row);
    return row;
  }

  /** @param atMark all that was read at the mark: the chain commits to it. */
  async function rootMark(
    trx: Trx,
    mark: Instant,
    orders: ReadonlyMap<Instant, WindowOrders>,
    atMark: readonly NewReadings[],
  ): Promise<void> {
    if (orders.has(mark) && !receiptsAhead.has(mark)) {
      receiptsAhead = await receiptsBetween(trx, mark, lastWithin(orders, mark, receiptsAheadMax));
    }
    const receipts = receiptsAhead.get(mark) ?? [];
    const root = merkleRoot(receipts);
    const hash = readingsHash(atMark);
    state.chain = chainHash(mark, receipts.length, root, hash, state.chain);
    newRoots.push({ mark, count: receipts.length, root, chain: state.chain, readingsHash: hash });
  }

  /** Asks once more for what the waiting orders lack; a source may answer late. */
  async function readLate(trx: Trx, mark: Instant): Promise<NewReadings[]> {
    const rows: NewReadings[] = [];
    for (const at of marksWaitedFor(await waitingWindows(trx))) {
      if (at >= mark) continue;
      const known = await readingsOf(trx, at);
      const missing = [...universe.pools.keys()].filter((p) => !known.get(p)?.ok);
      if (missing.length === 0) continue;
      const late = new Map([...(await source.read(at, missing))].filter(([, r]) => r.ok));
      if (late.size === 0) continue;
      for (const [pool, r] of late) known.set(pool, r);
      await flush(trx);
      const attempt = (await readingsAt(trx, at)).length;
      const row = { mark: at, attempt, readAt: mark, readings: encodeReadings(late, universe.pools) };
      newReadings.push(row);
      rows.push(row);
    }
    return rows;
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

  async function fillMark(trx: Trx, mark: Instant, dueLeagues: WindowOrders): Promise<FirstFills> {
    if (dueLeagues.size === 0 && !state.anyWaiting) return new Map();
    const frozen = frozenPrices();
    const known = new Map<Instant, WindowPrices>();
    const result = await runFills({
      trx,
      storage,
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
    rejections = addCounts(rejections, result.rejections);
    tally.waiting = result.waiting;
    return result.firstFills;
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

  /** What the baselines are worth where bots of their league begin: what their records are held against. */
  async function markBaselines(trx: Trx, firstFills: FirstFills): Promise<void> {
    for (const [league, ends] of firstFills) {
      const baselines = state.baselines.get(league);
      if (!baselines) continue;
      for (const end of ends) {
        const { prices } = await valuationAt(trx, end);
        await insertBaselineMark(trx, league, end, JSON.stringify(baselineValues(baselines, prices)));
      }
    }
  }

  /** What values a portfolio at the end of a window: its prices, and the last agreed ones of symbols that it has none of. */
  async function valuationAt(trx: Trx, end: Instant): Promise<{ vector: PriceVector; prices: ClosePrices }> {
    const { vector, usd } = await pricesOver(trx, end - windowMs, universe.routes.keys(), frozenPrices());
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
    return { vector, prices: closePrices(usd, last, end) };
  }

  async function closeMark(trx: Trx, mark: Instant): Promise<void> {
    const { vector, prices } = await valuationAt(trx, mark);
    newVectors.push({ windowEnd: mark, atMark: mark, prices: encodeVector(vector) });
    const gone = await goneBefore(trx, mark);
    const withBots = await leaguesWithBots(trx, mark, gone);
    for (const league of new Set([...withBots, ...state.baselines.keys()])) {
      const baselines = baselineValues(state.baselines.get(league) ?? [], prices);
      const capacity = capacityOf(state.settings, league, deps.botsPerTier);
      await closeLeague({ trx, storage, league, close: mark, prices, baselines, capacity, rulesVersion, gone });
      leagues.add(league);
    }
    tally.closed = true;
  }

  return { run };
}

export function addCounts(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const sum = { ...a };
  for (const [key, n] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + n;
  return sum;
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

type FirstFills = ReadonlyMap<string, ReadonlySet<Instant>>;

const noAnswer: PoolReading = { ok: false, reason: 'no_answer' };
