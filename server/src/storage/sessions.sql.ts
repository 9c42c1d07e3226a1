/** Sessions at a PostgreSQL server, and whether it takes writes. One function per statement. */
import { sql, type Kysely } from 'kysely';
import { pause } from '../lib/loop.ts';
import { steadyNow } from '../lib/real-clock.ts';
import type { Database } from './database.ts';
import { StorageFault } from './fault.ts';

/** How long they may take to end, milliseconds. */
const endMsMax = 10_000;
const lookMs = 20;

/**
 * Ends all sessions of the database whose names begin so, but the one that asks. A statement that was under way in one of them is done or
 * undone then. Rejects when one does not end in time. Whoever opens another one of such a name meanwhile is not waited for.
 */
export async function endSessions(db: Kysely<Database>, name: string): Promise<void> {
  // Whether a session was there to be told is not asked: one that ended by itself has ended.
  const { rows: told } = await sql<{ session: string }>`
    select ${identity} as session, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${name}) and pid <> pg_backend_pid()`.execute(
    db,
  );
  const sessions = told.map(({ session }) => session);
  const until = steadyNow() + endMsMax;
  while (sessions.length > 0 && (await areThere(db, sessions))) {
    if (steadyNow() > until) throw new StorageFault('A session of the database does not end.', { isUnclear: false });
    await pause(lookMs);
  }
}

/** A number may be given to a later session. */
const identity = sql<string>`pid || ' ' || backend_start`;

async function areThere(db: Kysely<Database>, sessions: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ session: string }>`
    select ${identity} as session from pg_stat_activity where ${identity} = any(${sessions}::text[])`.execute(db);
  return rows.length > 0;
}

/**
 * Commits something that is no row: it is refused where nothing can be written, and where a standby has to confirm commits, whatever was
 * committed before is confirmed with it.
 */
export async function commitNothing(db: Kysely<Database>): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'papertape', '')`.execute(db);
}
