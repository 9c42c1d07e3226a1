/** What the process that serves tells of changes, and what the others read of it (PostgreSQL). One function per statement. */
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';

/** On which those beside the process that serves are told to look. */
export const hintChannel = 'papertape';

/**
 * A version is an instant of the server in microseconds, so that one that is written after a crash is none that was there before. The hint goes out with the commit, which holds a
 * lock of the whole database for its duration: none that takes orders has one.
 */
export async function raiseTopics(db: Kysely<Database>, topics: readonly string[]): Promise<void> {
  await sql`
    with raised as (
      insert into cluster.topics as held (topic, version)
      select topic, (extract(epoch from clock_timestamp()) * 1000000)::bigint from unnest(${topics}::text[]) as topic
      on conflict (topic) do update set version = greatest(held.version + 1, excluded.version)
      returning topic)
    select pg_notify(${hintChannel}, '') from (select count(*) from raised) as all_of_them`.execute(db);
}

/** The process that serves, as it told it. */
export interface ServingProcess {
  readonly id: string;
  /** Null where nobody set how others reach it. */
  readonly address: string | null;
  readonly baseUrl: string;
  readonly version: string;
  readonly rulesVersion: string;
  /** Why it signs nothing of the public log; null while all is well. */
  readonly logProblem: string | null;
  /** Orders that each process beside it may take in a window. */
  readonly ordersEach: number;
  /** Milliseconds since it spoke, by the server's clock. */
  readonly stillMs: number;
}

/** All that a process of role web goes by, of one instant. */
export interface ClusterState {
  /** Null before the first mark. */
  readonly lastMark: number | null;
  readonly topics: Readonly<Record<string, string>>;
  /** Null while no process has told that it serves. */
  readonly serving: ServingProcess | null;
  /** The version of the rules in force; null before the first start. */
  readonly rules: string | null;
}

/** The same, with the time of the server when it was asked, milliseconds since 1970, and which session asked. */
export interface SeenCluster extends ClusterState {
  readonly nowMs: number;
  readonly session: number;
}

export async function readCluster(db: Kysely<Database>): Promise<SeenCluster> {
  const { rows } = await sql<SeenCluster>`
    select (select value::float8 from ledger.meta where key = 'progress') as "lastMark",
      (select rules_version from ledger.rules_versions order by number desc limit 1) as rules,
      (select coalesce(json_object_agg(topic, version::text), '{}'::json) from cluster.topics) as topics,
      (select json_build_object('id', id, 'address', address, 'baseUrl', base_url, 'version', version,
          'rulesVersion', rules_version, 'logProblem', log_problem,
          'ordersEach', orders_each, 'stillMs', extract(epoch from clock_timestamp() - seen_at) * 1000)
        from cluster.processes order by seen_at desc limit 1) as serving,
      date_part('epoch', clock_timestamp()) * 1000 as "nowMs", pg_backend_pid() as session`.execute(db);
  return rows[0] as SeenCluster;
}

export type Spoken = Omit<ServingProcess, 'stillMs'>;

/** A process begins to serve: whoever did before is forgotten. */
export async function beginServing(db: Kysely<Database>, spoken: Spoken): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await forgetOthers(trx, spoken.id);
    await insertServing(trx, spoken);
  });
}

async function forgetOthers(db: Kysely<Database>, id: string): Promise<void> {
  await sql`delete from cluster.processes where id <> ${id}`.execute(db);
}

/** Where no other process stands there: one that lost its place and does not know yet is not to come back. */
async function insertServing(db: Kysely<Database>, p: Spoken): Promise<void> {
  await sql`
    insert into cluster.processes
      (id, role, address, base_url, version, rules_version, log_problem, orders_each, seen_at)
    select ${p.id}, 'all', ${p.address}::text, ${p.baseUrl}, ${p.version}, ${p.rulesVersion},
      ${p.logProblem}::text, ${p.ordersEach}::bigint, clock_timestamp()
    where not exists (select 1 from cluster.processes where id <> ${p.id})
    on conflict (id) do update set address = excluded.address, base_url = excluded.base_url, log_problem = excluded.log_problem, orders_each = excluded.orders_each, seen_at = excluded.seen_at`.execute(
    db,
  );
}

/** Once a second. After a crash of the server the table is empty, and the process is there again. */
export const speak = insertServing;

/** It serves no more. */
export async function leaveServing(db: Kysely<Database>, id: string): Promise<void> {
  await sql`delete from cluster.processes where id = ${id}`.execute(db);
}
