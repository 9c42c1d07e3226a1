/** Stores what many requests brought, in one commit: on PostgreSQL through the gate (gate.ts), and orders with their kept answers in one statement. */
import { limits } from 'papertape-contract/limits';
import { hourMs } from '../lib/time.ts';
import type { RowTable } from './database.ts';
import type { RowOf } from './bulk.ts';
import { isMistimed, Outdated, StorageFault } from './fault.ts';
import { enterGate, type Stamps } from './gate.sql.ts';
import { isOrder, stampOf, type IntakeStorage, type IntakeWrite } from './intake-write.ts';
import { mapping } from './mapping.ts';
import { hasOwnRow, keepCommit } from './outcome.sql.ts';
import type { Db, Trx } from './storage.ts';
import { takeOrders } from './take-orders.sql.ts';
import { insertVotes } from './votes.sql.ts';

const answers = mapping('intake.idempotency');

const newerAnswer =
  'on conflict (scope, key) do update set body_hash = excluded.body_hash, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at';

const none: ReadonlySet<IntakeWrite> = new Set();

/**
 * @param writes on PostgreSQL one order of a bot at most.
 * @param commitId is kept where no write has a row of its own (outcome.sql.ts).
 * @returns orders that are not stored, since their keys or chains have become others; everything else is stored.
 */
export async function store(
  storage: IntakeStorage,
  writes: readonly IntakeWrite[],
  commitId: string,
): Promise<ReadonlySet<IntakeWrite>> {
  const isOrdersOnly = writes.every(isOrder);
  if (storage.mayWrite?.() === false)
    throw new StorageFault('This process does not have the lock on the database.', { isUnclear: false });
  if (storage.ordersOnly === true && !isOrdersOnly) throw new Error('this process stores nothing but orders');
  try {
    if (storage.engine === 'postgres' && isOrdersOnly) return await takeAll(storage, storage.intakeDb, writes);
    return await insertAll(storage, writes, commitId);
  } catch (e) {
    // Whoever stamps them anew is to know the time that they were refused by.
    if (isMistimed(e)) await storage.time?.again();
    throw e;
  }
}

async function insertAll(
  storage: IntakeStorage,
  writes: readonly IntakeWrite[],
  commitId: string,
): Promise<ReadonlySet<IntakeWrite>> {
  const { engine, intakeDb, flushIntake } = storage;
  let left = none;
  await intakeDb.transaction().execute(async (trx) => {
    const stamps = stampsOf(storage, writes);
    // Before any row: who holds a row and waits for the gate would stand in the way of who entered and waits for the row.
    if (engine === 'postgres' && stamps) await enterGate(trx, stamps);
    const orders = engine === 'postgres' ? writes.filter(isOrder) : [];
    if (orders.length > 0) left = await takeAll(storage, trx, orders);
    const others = orders.length > 0 ? writes.filter((w) => !isOrder(w)) : writes;
    await insertRows(trx, storage, others);
    if (!hasOwnRow(others)) await keepCommit(trx, commitId);
    for (const w of others) await w.also?.(trx);
  });
  try {
    await flushIntake();
  } catch (cause) {
    throw new StorageFault('What was committed could not be written to the disk.', { cause, isUnclear: true });
  }
  return left;
}

/**
 * Orders in one statement, on PostgreSQL. @param areHeld does the transaction hold their chains?
 * @returns those that are not stored. @throws Outdated where a mark was done that they were not judged by.
 */
export async function takeAll(
  storage: Pick<IntakeStorage, 'time' | 'answersKeptMs'>,
  db: Db | Trx,
  writes: readonly IntakeWrite[],
  areHeld = false,
): Promise<ReadonlySet<IntakeWrite>> {
  const taken = writes.map(({ order, keyHash, asOf, idempotency }) => {
    if (!order || keyHash === undefined) throw new Error('an order was handed in without the hash of its key');
    return { order, keyHash, asOf, idempotency };
  });
  const keptMs = storage.answersKeptMs ?? limits.idempotencyKeptHours * hourMs;
  const stored = await takeOrders(db, taken, stampsOf(storage, writes) as Stamps, { keptMs, areHeld });
  if (!stored) throw new Outdated();
  if (stored.size === writes.length) return none;
  return new Set(writes.filter(({ order }) => !stored.has(order?.agent_id ?? '')));
}

async function insertRows(
  trx: Trx,
  { insertMany }: Pick<IntakeStorage, 'insertMany'>,
  writes: readonly IntakeWrite[],
): Promise<void> {
  await insertMany(
    trx,
    'intake.bots',
    writes.flatMap((w) => (w.bot ? [w.bot] : [])),
  );
  await insertMany(trx, 'intake.orders', ordersOf(writes));
  await insertMany(
    trx,
    'intake.answers',
    writes.flatMap((w) => (w.sheet ? [w.sheet] : [])),
  );
  await insertVotes(trx, { insertMany }, writes);
  await insertMany(trx, 'intake.idempotency', answersOf(writes), newerAnswer);
}

function ordersOf(writes: readonly IntakeWrite[]): RowTable<'intake.orders'>[] {
  return writes.flatMap((w) => (w.order ? [w.order] : []));
}

function answersOf(writes: readonly IntakeWrite[]): RowOf<'intake.idempotency'>[] {
  return writes.flatMap((w) => (w.idempotency ? [answers.toRow(w.idempotency)] : []));
}

/** Undefined where nothing has an instant that a mark goes by. */
function stampsOf({ time }: Pick<IntakeStorage, 'time'>, writes: readonly IntakeWrite[]): Stamps | undefined {
  let earliest: bigint | undefined;
  let latest = 0n;
  for (const write of writes) {
    const at = stampOf(write);
    if (at === undefined) continue;
    if (earliest === undefined || at < earliest) earliest = at;
    if (at > latest) latest = at;
  }
  if (earliest === undefined) return undefined;
  const timed = time && { earliestMs: time.of(Number(earliest)), latestMs: time.of(Number(latest)) };
  return { earliest, timed };
}
