/** What PostgreSQL itself tells of the processes of a league and of its own servers. One function per statement. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { timeSql } from './database-time.ts';
import type { Database } from './database.ts';
import { engineNames, lockNames, standbyNames, webNames } from './session-names.ts';

export interface ProcessSeen {
  readonly state: 'serving' | 'waiting';
  /** As the server sees it; null over a socket of the server's machine. */
  readonly address: string | null;
  /** Milliseconds since it began, and since it last spoke, by the server's clock. */
  readonly sinceMs: number;
  readonly stillMs: number;
}

/** Serving ones first, then those that wait, the longest waiting one first. */
export async function processesSeen(db: Kysely<Database>): Promise<readonly ProcessSeen[]> {
  const { rows } = await sql<ProcessSeen>`
    select case when application_name like ${`${lockNames}%`} then 'serving' else 'waiting' end as state,
      host(client_addr) as address,
      (extract(epoch from clock_timestamp() - backend_start) * 1000)::float8 as "sinceMs",
      (extract(epoch from clock_timestamp() - state_change) * 1000)::float8 as "stillMs"
    from pg_stat_activity
    where datname = current_database()
      and (application_name like ${`${lockNames}%`} or application_name like ${`${standbyNames}%`})
    order by 1, backend_start`.execute(db);
  return rows;
}

export interface ServerSeen {
  /** Of the server that is asked; null over a socket. */
  readonly address: string | null;
  readonly port: number | null;
}

export async function serverSeen(db: Kysely<Database>): Promise<ServerSeen> {
  const { rows } = await sql<ServerSeen>`
    select host(inet_server_addr()) as address, inet_server_port() as port`.execute(db);
  return rows[0] as ServerSeen;
}

export interface FollowerSeen {
  readonly name: string;
  readonly address: string | null;
  /** `sync` or `quorum`: commits wait for it. `async`, `potential`: what was acknowledged may be missing there. */
  readonly sync: string;
  /** Bytes of the primary's log that it has not written yet; null where the user may not see that (`pg_monitor`). */
  readonly behindBytes: number | null;
}

/** Servers that follow this one. */
export async function followersSeen(db: Kysely<Database>): Promise<readonly FollowerSeen[]> {
  const { rows } = await sql<FollowerSeen>`
    select application_name as name, host(client_addr) as address, coalesce(sync_state, 'unknown') as sync,
      pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::float8 as "behindBytes"
    from pg_stat_replication order by application_name`.execute(db);
  return rows;
}

/** The server's clock, milliseconds since 1970. */
export async function timeSeen(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql.raw<{ ms: number }>(timeSql).execute(db);
  return (rows[0] as { ms: number }).ms;
}

export interface WebSeen {
  /** As the server sees it, null over a socket of the server's machine, and the port that it listens on. */
  readonly address: string | null;
  readonly port: string;
  readonly version: string;
  /** The last mark that it shows, milliseconds; null before the first. */
  readonly mark: number | null;
  readonly sinceMs: number;
  readonly stillMs: number;
}

/** Processes of role web, by the names that they give their sessions (`nameWebSession`). */
export async function websSeen(db: Kysely<Database>): Promise<readonly WebSeen[]> {
  const told = sql`split_part(application_name, ' ', 4) as port,
    nullif(split_part(application_name, ' ', 5), '')::float8 * 60000 as mark`;
  return await sessionsNamed<WebSeen>(db, webNames, told);
}

/** @param names what their names begin with, of two words; the third is the version. @param told what the other words tell. */
async function sessionsNamed<T>(db: Kysely<Database>, names: string, told: RawBuilder<unknown>): Promise<readonly T[]> {
  const { rows } = await sql<T>`
    select host(client_addr) as address, split_part(application_name, ' ', 3) as version, ${told},
      (extract(epoch from clock_timestamp() - backend_start) * 1000)::float8 as "sinceMs",
      (extract(epoch from clock_timestamp() - state_change) * 1000)::float8 as "stillMs"
    from pg_stat_activity
    where datname = current_database() and application_name like ${`${names}%`}
    order by backend_start`.execute(db);
  return rows;
}

/** A process of role web tells by the name of its session what others see of it: it writes nothing. */
export async function nameWebSession(
  db: Kysely<Database>,
  { version, port, mark }: { readonly version: string; readonly port: number; readonly mark: number | null },
): Promise<void> {
  const name = `${webNames}${version} ${port} ${mark === null ? '' : mark / 60_000}`;
  await sql`select set_config('application_name', ${name}, false)`.execute(db);
}

export interface VersionSeen {
  /** `serving`, `waiting`, `web`, `engine`, or another one that a process told of itself. */
  readonly role: string;
  readonly address: string | null;
  /** Empty where the process has told none yet. */
  readonly version: string;
}

/** How long a process that told its version counts, which it does once a second. */
const toldSecondsMax = 6;

/** Every process of the league that is seen, whatever it does. */
export async function versionsSeen(db: Kysely<Database>): Promise<readonly VersionSeen[]> {
  const { rows } = await sql<VersionSeen>`
    with told as (
      select role, address, version from cluster.processes
      where seen_at > clock_timestamp() - ${toldSecondsMax} * interval '1 second')
    select role, address, version from told where role <> 'all'
    union all
    select s.role, host(s.client_addr) as address,
      case s.role
        when 'web' then split_part(s.application_name, ' ', 3)
        when 'engine' then split_part(s.application_name, ' ', 3)
        when 'waiting' then split_part(s.application_name, ' ', 4)
        else coalesce((select version from told where role = 'all' limit 1), '') end as version
    from (
      select client_addr, application_name,
        case when application_name like ${`${lockNames}%`} then 'serving'
          when application_name like ${`${standbyNames}%`} then 'waiting'
          when application_name like ${`${webNames}%`} then 'web'
          when application_name like ${`${engineNames}%`} then 'engine' end as role
      from pg_stat_activity where datname = current_database()) s
    where s.role is not null`.execute(db);
  return rows;
}

export interface EngineSeen {
  /** As the server sees it, null over a socket of the server's machine, and the port that it listens on. */
  readonly address: string | null;
  readonly port: string;
  readonly version: string;
  readonly rulesVersion: string;
  readonly sinceMs: number;
  readonly stillMs: number;
}

/** Processes of role engine, by the names that they give their sessions (`nameEngineSession`). */
export async function enginesSeen(db: Kysely<Database>): Promise<readonly EngineSeen[]> {
  const told = sql`split_part(application_name, ' ', 4) as "rulesVersion", split_part(application_name, ' ', 5) as port`;
  return await sessionsNamed<EngineSeen>(db, engineNames, told);
}

/** Once a second: that it is there, and who it is. */
export async function nameEngineSession(
  db: Kysely<Database>,
  { version, rulesVersion, port }: { readonly version: string; readonly rulesVersion: string; readonly port: number },
): Promise<void> {
  await sql`select set_config('application_name', ${`${engineNames}${version} ${rulesVersion} ${port}`}, false)`.execute(
    db,
  );
}
