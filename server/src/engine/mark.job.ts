/** The engine's part of each step of a mark: what the step needs is loaded, decided by flow/, and stored within the transaction. */
import type { Instant } from '../lib/clock.ts';
import { windowMs } from '../lib/time.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { voidClose } from '../flow/ladder/ladder.job.ts';
import type { MarkDriver } from '../flow/mark/mark.ts';
import { createMarkState, type FirstFills } from '../flow/mark/mark-state.ts';
import { markRoot, type MarkRoot } from '../flow/order/merkle.ts';
import { insertVectors, type StoredVector } from '../flow/price/price.sql.ts';
import { encodeVector } from '../flow/price/vector-text.ts';
import { baselineValues } from '../flow/rank/baseline-value.ts';
import { insertBaselineMark, upsertBaselines } from '../flow/mark/baselines.sql.ts';
import { goneAt, leaguesWithBots } from '../flow/mark/presence.sql.ts';
import type { OperatorAction } from '../operator/action.ts';
import { capacityOf } from '../operator/league-settings.ts';
import { applyActions, applySuspensions, type OperatorDeps } from '../operator/operator.job.ts';
import { closeLeague } from './close.job.ts';
import { insertRoots, receiptsBetween, type WindowOrders } from './engine.sql.ts';
import { runFills } from './fills.job.ts';
import { payOut } from './pay.job.ts';
import type { EngineProgress } from './progress.ts';
import { createReadings } from './readings.job.ts';
import type { EngineDeps, EngineState } from './state.job.ts';

/** Receipts read ahead in one statement, so that a catch-up does not ask for each mark's own. */
const receiptsAheadMax = 10_000;

export interface MarkInput {
  readonly trx: Trx;
  readonly deps: EngineDeps;
  readonly state: EngineState;
  readonly progress: EngineProgress;
  /** Orders per window start, of all marks of the transaction. */
  readonly orders: ReadonlyMap<Instant, WindowOrders>;
  /** What was asked for before the transaction began and waits for the first mark that is not before it. */
  readonly actions: readonly OperatorAction[];
}

export function createMarks({ trx, deps, state, progress, orders, actions }: MarkInput) {
  const { storage } = deps;
  const { insertMany } = storage;
  const readings = createReadings({ ...deps, trx, insertMany, state, progress });
  const { suspended, baselines } = state;
  const marks = createMarkState({ record: readings.record, suspended, baselines });
  const log = createMarkLog(trx, insertMany, state, orders);
  const vectors: StoredVector[] = [];
  const asked = [...actions];
  let firstFills: FirstFills = new Map();
  const undo: OperatorDeps['voidClose'] = async (close) => await voidClose(trx, insertMany, close);
  const operatorAt = (mark: Instant) => ({ ...progress, trx, insertMany, mark, marks, state, voidClose: undo });

  const driver: MarkDriver<Promise<void>> = {
    read: async (mark) => await readings.read(mark),
    askAgain: async (mark) => await readings.askAgain(mark),
    log: async (mark) => await log.add(mark, readings.had()),
    agree: async (mark) => readings.noteAgreed(mark),
    async operate(mark) {
      const due = asked.filter((a) => a.at <= mark);
      asked.splice(0, asked.length, ...asked.filter((a) => a.at > mark));
      await applyActions(operatorAt(mark), due);
    },
    suspend: async (mark) => await applySuspensions(operatorAt(mark)),
    async fill(mark) {
      const dueLeagues = orders.get(mark - windowMs) ?? new Map<string, number>();
      firstFills = new Map();
      if (dueLeagues.size === 0 && !state.anyWaiting) return;
      const isCad = marks.isCad(mark);
      const pricesOf = async (start: Instant) => await marks.pricesOver(start, mark);
      const { anyWaiting } = state;
      const found = await runFills({ trx, storage, mark, dueLeagues, anyWaiting, pricesOf, isCad, progress });
      for (const start of found.usedWindows) {
        const { vector, usd } = await pricesOf(start);
        vectors.push({ windowEnd: start + windowMs, atMark: mark, prices: encodeVector(vector) });
        await marks.notePriced(start, usd, mark);
      }
      firstFills = found.firstFills;
      state.anyWaiting = found.anyWaiting;
    },
    async pay(mark) {
      await payOut(trx, insertMany, mark, deps.rooms ?? []);
    },
    async beginBaselines(mark) {
      for (const [league, bought] of await marks.beginBaselines(mark))
        await upsertBaselines(trx, insertMany, league, bought);
    },
    async valueBaselines(mark) {
      for (const worth of await marks.baselineMarks(firstFills, mark)) await insertBaselineMark(trx, worth);
    },
    async close(mark) {
      const { vector, prices } = await marks.valuationAt(mark, mark);
      vectors.push({ windowEnd: mark, atMark: mark, prices: encodeVector(vector) });
      const gone = await goneAt(trx, mark);
      const { rulesVersion, botsPerTier } = deps;
      for (const league of new Set([...(await leaguesWithBots(trx, mark, gone)), ...baselines.keys()])) {
        const held = baselineValues(baselines.get(league)?.list ?? [], prices);
        const capacity = capacityOf(state.settings, league, botsPerTier);
        await closeLeague({ trx, storage, league, close: mark, prices, baselines: held, capacity, rulesVersion, gone });
      }
      progress.closed = true;
    },
  };
  return {
    driver,
    /** Writes what was not written yet. */
    async flush(): Promise<void> {
      await readings.flush();
      await log.flush();
      await insertVectors(trx, insertMany, vectors.splice(0));
    },
  };
}

/** The chain of the marks. */
function createMarkLog(
  trx: Trx,
  insertMany: Storage['insertMany'],
  state: EngineState,
  orders: ReadonlyMap<Instant, WindowOrders>,
) {
  const roots: MarkRoot[] = [];
  let ahead = new Map<Instant, string[]>();
  return {
    async add(mark: Instant, had: Parameters<typeof markRoot>[2]): Promise<void> {
      if (orders.has(mark) && !ahead.has(mark))
        ahead = await receiptsBetween(trx, mark, lastWithin(orders, mark, receiptsAheadMax));
      const root = markRoot(mark, ahead.get(mark) ?? [], had, state.chain);
      state.chain = root.chain;
      roots.push(root);
    },
    flush: async (): Promise<void> => await insertRoots(trx, insertMany, roots.splice(0)),
  };
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
