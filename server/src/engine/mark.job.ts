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
import { insertRoots, type WindowOrders } from './engine.sql.ts';
import { runFills } from './fills.job.ts';
import { createEngineLog, type EngineLog } from './log.job.ts';
import { ordersBetween, type OrderOfMark } from './log.sql.ts';
import { payOut } from './pay.job.ts';
import type { EngineProgress } from './progress.ts';
import { createReadings } from './readings.job.ts';
import type { EngineDeps, EngineState } from './state.job.ts';

/** Orders whose receipts are read ahead in one statement, so that a catch-up does not ask for each mark's own. */
const ordersAheadMax = 10_000;

export interface MarkInput {
  readonly trx: Trx;
  readonly deps: EngineDeps;
  readonly state: EngineState;
  readonly progress: EngineProgress;
  /** Orders per window start, of all marks of the transaction. */
  readonly orders: ReadonlyMap<Instant, WindowOrders>;
  /** The last mark that the transaction may come to. */
  readonly to: Instant;
  /** What was asked for before the transaction began and waits for the first mark that is not before it. */
  readonly actions: readonly OperatorAction[];
}

export function createMarks({ trx, deps, state, progress, orders, to, actions }: MarkInput) {
  const { storage } = deps;
  const { insertMany } = storage;
  const readings = createReadings({ ...deps, trx, insertMany, state, progress });
  const { suspended, baselines } = state;
  const marks = createMarkState({ record: readings.record, suspended, baselines });
  const entries = createEngineLog({ trx, insertMany, state: state.log, rulesVersion: deps.rulesVersion, to });
  const log = createMarkLog(trx, insertMany, state, orders, entries);
  const vectors = createVectorLog(trx, insertMany, entries);
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
      entries.act(due);
      await applyActions(operatorAt(mark), due);
    },
    async suspend(mark) {
      await entries.report(mark, (await applySuspensions(operatorAt(mark))) > 0);
    },
    async fill(mark) {
      const dueLeagues = orders.get(mark - windowMs) ?? new Map<string, number>();
      firstFills = new Map();
      if (dueLeagues.size === 0 && !state.anyWaiting) return;
      const isCad = marks.isCad(mark);
      const pricesOf = async (start: Instant) => await marks.pricesOver(start, mark);
      const from = { trx, storage, mark, dueLeagues, anyWaiting: state.anyWaiting, pricesOf, isCad };
      const found = await runFills({ ...from, progress, log: entries });
      for (const start of [...found.usedWindows].toSorted((a, b) => a - b)) {
        const { vector, usd } = await pricesOf(start);
        vectors.add({ windowEnd: start + windowMs, atMark: mark, prices: encodeVector(vector) });
        await marks.notePriced(start, usd, mark);
      }
      firstFills = found.firstFills;
      state.anyWaiting = found.anyWaiting;
    },
    async pay(mark) {
      if (await payOut(trx, insertMany, mark, deps.rooms ?? [])) await entries.pay(mark);
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
      vectors.add({ windowEnd: mark, atMark: mark, prices: encodeVector(vector) });
      const gone = await goneAt(trx, mark);
      const { rulesVersion, botsPerTier } = deps;
      const leagues = new Set([...(await leaguesWithBots(trx, mark, gone)), ...baselines.keys()]);
      for (const league of [...leagues].toSorted()) {
        const held = baselineValues(baselines.get(league)?.list ?? [], prices);
        const capacity = capacityOf(state.settings, league, botsPerTier);
        const close = { league, close: mark, prices, baselines: held, capacity, rulesVersion, gone };
        await closeLeague({ trx, storage, ...close, log: entries.close(league, mark) });
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
      await entries.flush();
      await vectors.flush();
    },
  };
}

/** Prices that decided something: each is entered into the public log, and stored at the end of the transaction. */
function createVectorLog(trx: Trx, insertMany: Storage['insertMany'], entries: Pick<EngineLog, 'price'>) {
  const vectors: StoredVector[] = [];
  return {
    add(vector: StoredVector): void {
      vectors.push(vector);
      entries.price(vector.windowEnd, vector.prices);
    },
    flush: async (): Promise<void> => await insertVectors(trx, insertMany, vectors.splice(0)),
  };
}

/** The chain of the marks, and the beginning of each in the public log. */
function createMarkLog(
  trx: Trx,
  insertMany: Storage['insertMany'],
  state: EngineState,
  orders: ReadonlyMap<Instant, WindowOrders>,
  entries: Pick<EngineLog, 'begin'>,
) {
  const roots: MarkRoot[] = [];
  let ahead = new Map<Instant, OrderOfMark[]>();
  return {
    async add(mark: Instant, had: Parameters<typeof markRoot>[2]): Promise<void> {
      if (orders.has(mark) && !ahead.has(mark))
        ahead = Map.groupBy(
          await ordersBetween(trx, mark, lastWithin(orders, mark, ordersAheadMax)),
          (o) => o.windowStart,
        );
      const arrived = ahead.get(mark) ?? [];
      const receipts = arrived.map((o) => o.receipt);
      const root = markRoot(mark, receipts, had, state.chain);
      state.chain = root.chain;
      roots.push(root);
      await entries.begin(mark, root.readingsHash, arrived);
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
