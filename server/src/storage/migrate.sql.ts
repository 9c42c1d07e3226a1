/** Steps of the schema on PostgreSQL, one at a time. One function per statement. */
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';

/** Any number will do, as long as nothing else in the database uses it: "papertap" in ASCII, and 4. */
const migrationLock = sql.lit('8097868425060082036');

/** Until the transaction ends nobody else does a step. Rejects where that, or any later lock of the transaction, takes longer (55P03). */
export async function enterMigrations(trx: Kysely<Database>, waitMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(waitMs)}, true)`.execute(trx);
  await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(trx);
}
