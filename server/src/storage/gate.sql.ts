/** The gate's statements on PostgreSQL. One function per statement. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import type { Instant } from '../lib/clock.ts';
import { closedThroughKey, gateLock } from './gate-names.ts';

/** Stamps of what is stored together. */
export interface Stamps {
  /** The earliest one, in the league's time. */
  readonly earliest: bigint;
  /** When the earliest and the latest were by the clock of the database, milliseconds, where the league's time is a function of it. */
  readonly timed: { readonly earliestMs: number; readonly latestMs: number } | undefined;
}

function entering({ earliest, timed }: Stamps): RawBuilder<boolean> {
  return timed
    ? sql<boolean>`intake.enter_timed(${earliest}::bigint, ${timed.earliestMs}::float8, ${timed.latestMs}::float8)`
    : sql<boolean>`intake.enter(${earliest}::bigint)`;
}

/** Enters: it stays open for the transaction until that ends. Rejects where it is closed for a stamp (`isOvertaken`). */
export async function enterGate(db: Kysely<Database>, stamps: Stamps): Promise<void> {
  await sql`select ${entering(stamps)}`.execute(db);
}

/** Up to which mark it is closed; undefined before the first one. */
export async function closedThrough(db: Kysely<Database>): Promise<Instant | undefined> {
  const { rows } = await sql<{ value: string }>`
    select value from intake.meta where key = ${closedThroughKey}`.execute(db);
  return rows[0] === undefined ? undefined : Number(rows[0].value);
}

/** Closes it once all who entered have ended. Rejects where that takes longer (55P03). */
export async function closeGate(db: Kysely<Database>, mark: bigint, waitMs: number): Promise<void> {
  await sql`select intake.close_through(${mark}::bigint, ${waitMs}::integer)`.execute(db);
}

/** Closes it for this transaction, and for no stamp: it waits until all who entered have ended. Rejects where that takes longer (55P03). */
export async function holdGate(trx: Kysely<Database>, waitMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(waitMs)}, true)`.execute(trx);
  await sql`select pg_advisory_xact_lock(${sql.lit(gateLock)}::bigint)`.execute(trx);
}

/**
 * Ends the sessions that entered and then left the server waiting for their process for so long: one that was stopped would keep the gate open for
 * ever. Those that wait for a disk, for a lock or for a standby go on by themselves. @returns how many.
 */
export async function endIdleEntrants(db: Kysely<Database>, idleMs: number): Promise<number> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(a.pid) as ended
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and l.classid::bigint = ${gateLock}::bigint >> 32 and l.objid::bigint = ${gateLock}::bigint & 4294967295
      and a.pid <> pg_backend_pid() and a.wait_event_type = 'Client'
      and a.state_change < clock_timestamp() - ${idleMs} * interval '1 millisecond'`.execute(db);
  return rows.length;
}
