/** The engine's part of each step of a mark: what the step needs is loaded, decided by flow/, and stored within the transaction. */
import type { Instant } from '../lib/clock.ts';
import { windowMs } from '../lib/time.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { voidClose } from '../flow/ladder/ladder.job.ts';
import type { MarkDriver } from '../flow/mark/mark.ts';
import {
  createMarkState,
  type MarkState,
  type FirstFills,
  type PaidBaselines,
  type Valuation,
} from '../flow/mark/mark-state.ts';
import { insertStale, insertVectors, type StoredVector } from '../flow/price/price.sql.ts';
import { readingsHash, type ReadAtMark } from '../flow/price/readings.ts';
import { encodeVector } from '../flow/price/vector-text.ts';
import { goneAt } from '../flow/mark/presence.sql.ts';
import { insertBaselineMark, upsertBaselines } from '../flow/mark/baselines.sql.ts';
import type { Incident } from '../operator/incident.ts';
import type { DoneMark } from '../operator/late.ts';
import { lapseSeats } from '../operator/lapse.job.ts';
import { applyActions, applySuspensions, type OperatorDeps } from '../operator/operator.job.ts';
import { closeLeagues, dueCloses } from './close-leagues.job.ts';
import type { WindowOrders } from './engine.sql.ts';
import { createFailures } from './failures.job.ts';
import { runFills } from './fills.job.ts';
import { tellLate } from './late.job.ts';
import { createEngineLog, type EngineLog } from './log.job.ts';
import { ordersBetween, type OrderOfMark } from './log.sql.ts';
import { openSeed } from './opened-seed.ts';
import { payOut } from './pay.job.ts';
import type { EngineProgress } from './progress.ts';
import type { MarkInput } from './mark-input.ts';
import { createReadings } from './readings.job.ts';
import { createOpening, type Opening } from './shared-close/open-mark.job.ts';
import type { EngineDeps } from './state.job.ts';

/** Orders whose receipts are read ahead in one statement, so that a catch-up does not ask for each mark's own. */
const ordersAheadMax = 10_000;

export function createMarks(input: MarkInput) {
  const { trx, deps, state, progress, orders, actions, careful } = input;
  const { storage } = deps;
  const { insertMany } = storage;
  const readings = createReadings({ ...deps, trx, insertMany, state, progress });
  const marks = createMarkState({ ...state, record: readings.record });
  const entries = openLog(input);
  const begin = createBeginning(trx, orders, entries, progress);
  const vectors = createVectorLog(trx, insertMany, entries);
  const failures = createFailures(trx, insertMany, state, deps.log);
  const asked = [...actions];
  let firstFills: FirstFills = new Map();
  const opening = createOpening(input);
  const undo: OperatorDeps['voidClose'] = async (close) => await voidClose(trx, insertMany, close);
  const operatorAt = (mark: Instant) => ({ ...progress, trx, insertMany, mark, marks, state, voidClose: undo });
  const waited = createWaited(deps, progress);
  const noteUsed = createNoteUsed(marks, vectors);
  const driver: MarkDriver<Promise<void>> = {
    read: async (mark) => await waited(readings.read(mark)),
    askAgain: async (mark) => await waited(readings.askAgain(mark)),
    log: async (mark) => await begin(mark, readings.had()),
    agree: async (mark) => readings.noteAgreed(mark),
    async operate(mark) {
      const due = asked.filter((a) => a.at <= mark);
      asked.splice(0, asked.length, ...asked.filter((a) => a.at > mark));
      entries.act(due);
      await applyActions(operatorAt(mark), due);
      await openSeed({ trx, ...deps, ...state.market, log: entries }, mark);
    },
    async suspend(mark) {
      await entries.report(mark, (await applySuspensions(operatorAt(mark))) > 0);
    },
    lapse: async (mark) => await entries.report(mark, (await lapseSeats(operatorAt(mark))) > 0),
    async fill(mark) {
      const dueLeagues = orders.get(mark - windowMs) ?? new Map<string, number>();
      firstFills = new Map();
      if (dueLeagues.size === 0 && !state.anyWaiting) return;
      const pricesOf = async (start: Instant) => await marks.pricesOver(start, mark);
      const { anyWaiting, aside } = state;
      const from = { trx, storage, mark, dueLeagues, anyWaiting, pricesOf, aside: aside.bot, careful };
      const found = await runFills({ ...from, progress, log: entries });
      await failures.note('bot', mark, found.faults);
      for (const start of [...found.usedWindows].toSorted((a, b) => a - b)) await noteUsed(start, mark);
      firstFills = found.firstFills;
      state.anyWaiting = found.anyWaiting;
    },
    async pay(mark) {
      const at = { mark, readings: readings.text(), aside: state.aside.room, noted: progress.noted };
      const { paid, baselines, faults } = await payOut({ trx, insertMany, rooms: deps.rooms ?? [], careful, ...at });
      await storeBaselines(trx, insertMany, marks.payBaselines(baselines, mark));
      if (paid) await entries.pay(mark);
      await failures.note('room', mark, faults);
    },
    async beginBaselines(mark) {
      await storeBaselines(trx, insertMany, { paid: await marks.beginBaselines(mark), marks: [] });
    },
    async valueBaselines(mark) {
      for (const worth of await marks.baselineMarks(firstFills, mark)) await insertBaselineMark(trx, worth);
    },
    async close(mark) {
      const { vector, prices, stale } = await marks.valuationAt(mark, mark);
      vectors.add({ windowEnd: mark, atMark: mark, prices: encodeVector(vector) }, stale);
      await closeOrLeave(input, opening, { mark, prices, entries, failures });
      progress.closed = true;
    },
  };
  return {
    driver,
    isOpen: () => opening.isOpen(),
    /** After the steps of a mark: what of them failed is told, and whether marks before it were late. */
    end: async (mark: Instant): Promise<void> => await endMark(input, entries, mark),
    /** Writes what was not written yet. */
    async flush(): Promise<void> {
      await readings.flush();
      await vectors.flush();
      await opening.store(entries);
    },
  };
}

/** A close of one league is not worth sharing. */
async function closeOrLeave(
  input: MarkInput,
  opening: Opening,
  at: Omit<Parameters<typeof closeLeagues>[2], 'gone'>,
): Promise<void> {
  const gone = await goneAt(input.trx, at.mark);
  const due = await dueCloses(input, at.mark, at.prices, gone);
  if (input.shared && due.length > 1) opening.leave({ ...at, due });
  else await closeLeagues(input, due, { ...at, gone });
}

/** Prices of a window that decided an order. */
function createNoteUsed(marks: MarkState, vectors: Pick<ReturnType<typeof createVectorLog>, 'add'>) {
  return async (start: Instant, mark: Instant): Promise<void> => {
    const { vector, usd } = await marks.pricesOver(start, mark);
    vectors.add({ windowEnd: start + windowMs, atMark: mark, prices: encodeVector(vector) });
    await marks.notePriced(start, usd, mark);
  };
}

/** Baselines that were bought or paid, and what they were worth before. */
async function storeBaselines(
  trx: Trx,
  insertMany: Storage['insertMany'],
  { paid, marks }: PaidBaselines,
): Promise<void> {
  for (const [league, of] of paid) await upsertBaselines(trx, insertMany, league, of);
  for (const worth of marks) await insertBaselineMark(trx, worth);
}

function openLog({ trx, deps, state, progress, to }: MarkInput): EngineLog {
  const { storage, rulesVersion, clock } = deps;
  const now = (): Instant => clock.now();
  const sealed = (done: DoneMark): void => void state.late?.done.push(done);
  const told = (incident: Incident): void => void progress.incidents.push(incident);
  return createEngineLog({ trx, storage, state: state.log, rulesVersion, to, now, sealed, told });
}

export async function endMark(
  { trx, state, progress }: Pick<MarkInput, 'trx' | 'state' | 'progress'>,
  entries: Pick<EngineLog, 'tellLast'>,
  mark: Instant,
): Promise<void> {
  if (state.late) {
    const { told, late } = await tellLate(trx, state.late, mark);
    progress.late += late;
    if (told) state.log.anyToldLast = true;
  }
  await entries.tellLast();
}

/** Prices that decided something: each is entered into the public log, and stored at the end of the transaction. */
function createVectorLog(trx: Trx, insertMany: Storage['insertMany'], entries: Pick<EngineLog, 'price'>) {
  const vectors: StoredVector[] = [];
  const valued: (readonly [Instant, Valuation['stale']])[] = [];
  return {
    /** @param stale of a close: what else its values follow from. */
    add(vector: StoredVector, stale?: Valuation['stale']): void {
      vectors.push(vector);
      entries.price(vector.windowEnd, vector.prices);
      if (stale) valued.push([vector.atMark, stale]);
    },
    async flush(): Promise<void> {
      await insertVectors(trx, insertMany, vectors.splice(0));
      for (const [mark, stale] of valued.splice(0)) await insertStale(trx, insertMany, mark, stale);
    },
  };
}

/** Counts for how long the source of prices is waited for. */
function createWaited({ realNow }: Pick<EngineDeps, 'realNow'>, progress: EngineProgress) {
  return async (work: Promise<void>): Promise<void> => {
    const since = realNow();
    await work;
    progress.sourceMs += realNow() - since;
  };
}

/** The beginning of each mark in the public log: what was read, and the orders that came. */
function createBeginning(
  trx: Trx,
  orders: ReadonlyMap<Instant, WindowOrders>,
  entries: Pick<EngineLog, 'begin'>,
  progress: EngineProgress,
): (mark: Instant, had: readonly ReadAtMark[]) => Promise<void> {
  let ahead = new Map<Instant, OrderOfMark[]>();
  return async (mark, had) => {
    if (orders.has(mark) && !ahead.has(mark)) {
      const read = await ordersBetween(trx, mark, lastWithin(orders, mark, ordersAheadMax));
      ahead = Map.groupBy(read, (o) => o.windowStart);
    }
    const begun = ahead.get(mark) ?? [];
    progress.begun += begun.length;
    await entries.begin(mark, readingsHash(had), begun);
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
