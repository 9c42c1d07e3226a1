/** Sessions at a PostgreSQL server, and whether it takes writes. One function per statement. */
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';
import { StorageFault } from './fault.ts';

/** How long a session may take to end, milliseconds. */
const endMsMax = 3_000;

/**
 * Ends all sessions of the database whose names begin so, but the one that asks. A statement that was under way in one of them is done or
 * undone then. Rejects when one does not end in time.
 */
export async function endSessions(db: Kysely<Database>, name: string): Promise<void> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(pid, ${endMsMax}) as ended from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${name}) and pid <> pg_backend_pid()`.execute(
    db,
  );
  if (rows.some((row) => !row.ended))
    throw new StorageFault('A session of the database does not end.', { isUnclear: false });
}

/**
 * Commits something that is no row: it is refused where nothing can be written, and where a standby has to confirm commits, whatever was
 * committed before is confirmed with it.
 */
export async function commitNothing(db: Kysely<Database>): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'papertape', '')`.execute(db);
}
