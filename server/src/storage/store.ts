/** Stores what many requests brought, in one commit: on PostgreSQL through the gate (gate.ts), and orders with their kept answers in one statement. */
import { sql } from 'kysely';
import type { RowTable } from './database.ts';
import { insertText, type RowOf } from './bulk.ts';
import { isMistimed, StorageFault } from './fault.ts';
import { enterGate, entering, type Stamps } from './gate.sql.ts';
import { stampOf, type IntakeStorage, type IntakeWrite } from './intake-write.ts';
import { mapping } from './mapping.ts';
import { hasOwnRow, keepCommit } from './outcome.sql.ts';
import type { Trx } from './storage.ts';
import { insertVotes } from './votes.sql.ts';

const answers = mapping('intake.idempotency');

const newerAnswer =
  'on conflict (scope, key) do update set body_hash = excluded.body_hash, status = excluded.status, answer = excluded.answer, created_at = excluded.created_at';

/** @param commitId is kept where no write has a row of its own (outcome.sql.ts). */
export async function store(storage: IntakeStorage, writes: readonly IntakeWrite[], commitId: string): Promise<void> {
  if (storage.mayWrite?.() === false)
    throw new StorageFault('This process does not have the lock on the database.', { isUnclear: false });
  try {
    if (storage.engine === 'postgres' && writes.every(isOrder)) await insertOrders(storage, writes);
    else await insertAll(storage, writes, commitId);
  } catch (e) {
    // Whoever stamps them anew is to know the time that they were refused by.
    if (isMistimed(e)) await storage.time?.again();
    throw e;
  }
}

async function insertAll(storage: IntakeStorage, writes: readonly IntakeWrite[], commitId: string): Promise<void> {
  const { engine, intakeDb, flushIntake } = storage;
  await intakeDb.transaction().execute(async (trx) => {
    const stamps = stampsOf(storage, writes);
    // Before any row: who holds a row and waits for the gate would stand in the way of who entered and waits for the row.
    if (engine === 'postgres' && stamps) await enterGate(trx, stamps);
    await insertRows(trx, storage, writes);
    if (!hasOwnRow(writes)) await keepCommit(trx, commitId);
    for (const w of writes) await w.also?.(trx);
  });
  try {
    await flushIntake();
  } catch (cause) {
    throw new StorageFault('What was committed could not be written to the disk.', { cause, isUnclear: true });
  }
}

/** An order with or without its kept answer, and nothing else. */
function isOrder({ order, sheet, bot, also }: IntakeWrite): boolean {
  return order !== undefined && sheet === undefined && bot === undefined && also === undefined;
}

/** One statement, which is one round trip instead of four or five. */
async function insertOrders(storage: IntakeStorage, writes: readonly IntakeWrite[]): Promise<void> {
  const { intakeDb: db } = storage;
  const entered = sql`where (select ${entering(stampsOf(storage, writes) as Stamps)})`;
  const orders = insertText('intake.orders', ordersOf(writes), '', entered);
  const kept = answersOf(writes);
  if (kept.length === 0) await sql`${orders}`.execute(db);
  else await sql`with kept as (${insertText('intake.idempotency', kept, newerAnswer, entered)}) ${orders}`.execute(db);
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
