/**
 * A process that waits for the place of the one that serves the data (PostgreSQL). It looks who holds the lock, and takes it
 *
 * - at once, when the last process left by itself,
 * - after `graceMs`, when the lock is free though nobody left: its process may have lost its session alone, and takes it again,
 * - after `stillMsMax` without a word: the session of a process that was stopped, or whose machine is gone, is ended. A process that serves
 *   speaks once a second.
 *
 * The times are the database's own. What keeps one that wakes up from writing stands in docs/decisions/0175-a-process-that-waits.md.
 */
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Log } from '../lib/log.ts';
import { pause } from '../lib/loop.ts';
import { steadyNow } from '../lib/real-clock.ts';
import { messageOf } from '../lib/text.ts';
import { version } from '../lib/version.ts';
import { lockPostgresIfFree, type InstanceLock } from './instance-lock.ts';
import { postgresHosts } from './postgres-hosts.ts';
import { standbyNames } from './session-names.ts';
import { advisoryLockKey, openSession } from './postgres-lock.ts';

/** How often it looks. */
const lookMs = 500;
/** What a process whose session broke is given to take the lock again. */
const graceMs = 3_000;
/** Longest silence of a process that serves. */
const stillMsMax = 10_000;

/** A name for the sessions of one process that waits, within the 63 bytes that a server keeps. */
export function standbyName(): string {
  return `${standbyNames}${randomUUID().slice(0, 8)} ${version}`;
}

/** Who holds the lock, and how long ago it spoke, as the server has it. */
const holderSql = `
  select a.pid, (extract(epoch from clock_timestamp() - a.state_change) * 1000)::float8 as "stillMs"
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid::bigint = $1::bigint >> 32 and l.objid::bigint = $1::bigint & 4294967295`;
const hasTables = `select to_regclass('intake.meta') is not null as has`;
const hasLeft = `select coalesce((select value from intake.meta where key = 'serving'), '') = '' as left`;

interface Holder {
  readonly pid: number;
  readonly stillMs: number;
}

async function holderOf(client: Pick<Client, 'query'>): Promise<Holder | undefined> {
  const { rows } = await client.query<Holder>(holderSql, [advisoryLockKey]);
  return rows[0];
}

async function wasLeft(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(hasTables);
  if (rows[0]?.has !== true) return true;
  const left = await client.query<{ left: boolean }>(hasLeft);
  return left.rows[0]?.left === true;
}

interface Waiting {
  readonly url: string;
  /** Of this process's sessions, which no other process has. */
  readonly name: string;
  readonly log: Pick<Log, 'warn'>;
  readonly stop: AbortSignal;
}

/** @returns the lock, or undefined when it was told to stop before. While the server does not answer it is waited for, too. */
export async function awaitPlace({ url, name, log, stop }: Waiting): Promise<InstanceLock | undefined> {
  const hosts = postgresHosts(url);
  let session: Client | undefined;
  let freeSince: number | undefined;
  let said = '';
  const drop = (): void => {
    session?.end().catch(() => undefined);
    session = undefined;
  };

  /** May the lock be taken now? */
  async function isOurTurn(): Promise<boolean> {
    session ??= await hosts.tryEach(() => openSession(hosts, name, drop));
    const holder = await holderOf(session);
    if (holder && holder.stillMs > stillMsMax) {
      log.warn('the process that serves has stood still, and loses its place', {
        still_ms: Math.round(holder.stillMs),
      });
      await session.query('select pg_terminate_backend($1, 3000)', [holder.pid]);
      return true;
    }
    if (holder) {
      freeSince = undefined;
      return false;
    }
    freeSince ??= steadyNow();
    return steadyNow() - freeSince >= graceMs || (await wasLeft(session));
  }

  try {
    while (!stop.aborted) {
      try {
        const lock = (await isOurTurn()) ? await lockPostgresIfFree(url) : undefined;
        if (lock) return lock;
        said = '';
      } catch (e) {
        drop();
        freeSince = undefined;
        const reason = messageOf(e);
        if (reason !== said) log.warn('the database does not say who serves the league', { reason });
        said = reason;
      }
      await pause(lookMs, stop);
    }
    return undefined;
  } finally {
    drop();
  }
}
