/** How far a server of PostgreSQL is. One function per statement. */
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';

export interface Replayed {
  /** Of the cluster that a primary and its replicas are copies of. */
  readonly system: string;
  /** A place in its log, bytes from the beginning. */
  readonly at: number;
}

/** What a server shows: of a replica what it has replayed, and of a primary all. */
export const replayedSql = `
  select (select system_identifier::text from pg_control_system()) as system,
    pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end, '0/0')::float8 as at`;

/** At a primary: everything that was committed before the call lies before the place. */
export async function placeInLog(db: Kysely<Database>): Promise<Replayed> {
  const { rows } = await sql.raw<Replayed>(replayedSql).execute(db);
  return rows[0] as Replayed;
}
