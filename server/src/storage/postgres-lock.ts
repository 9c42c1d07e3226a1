/**
 * The lock of a serving process on PostgreSQL: an advisory lock of one session. When that session breaks, which a restart or a failover of the
 * server does, too, the lock is lost: another process may take it. So it is taken again as soon as the server answers, and nothing is written
 * until then. If another process has served the data meanwhile, or a server took over that lacks what was stored, what this one has in memory is
 * not what is there, and it must end.
 *
 * The same session tells the database's time (database-time.ts).
 */
import type { Client } from 'pg';
import { inTime } from '../lib/in-time.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import { steadyNow } from '../lib/real-clock.ts';
import { messageOf } from '../lib/text.ts';
import { createDatabaseTime, timeSql, type DatabaseTime } from './database-time.ts';
import { endInTime, postgresDriver } from './postgres-driver.ts';
import { postgresHosts, type PostgresHosts } from './postgres-hosts.ts';

export interface LockWatch {
  /** Told when it was lost, with the reason, and when it is held again. */
  readonly onChange: (isHeld: boolean, reason: string) => void;
  /** Is there what this process has stored? A server that took over may lack it. Rejects when that cannot be said now. */
  readonly isWhole: () => Promise<boolean>;
  /** Told when what this process has in memory is not what is there. */
  readonly onOld: (reason: string) => void;
}

/** Any number will do, as long as nothing else in the database uses it: "papertap" in ASCII. */
export const advisoryLockKey = '8097868425060082032';

/** How often the session is asked whether it is there, and how long it may take to say so. */
const askMs = 1_000;
const answerMsMax = 5_000;
/** Of a new session, for the time: the server plans the first one. */
const firstQuestions = 3;
const pauseMs = { first: 250, max: 1_000 };

/** What the last process to take the lock wrote: its own name, and nothing once it has left its place by itself. */
const serving = {
  leave: `update intake.meta set value = '' where key = 'serving' and value = $1`,
  write: `insert into intake.meta (key, value) values ('serving', $1) on conflict (key) do update set value = excluded.value`,
  read: `select value from intake.meta where key = 'serving'`,
};

/** A session of our own may still be there, at a server that has not noticed that its connection broke. */
const endOthersOfName = `select pg_terminate_backend(pid, 3000) from pg_stat_activity
  where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`;
const tryLock = 'select pg_try_advisory_lock($1::bigint) as locked';

/** Opens a session at the server that is tried now, of which every answer is waited for as long as the lock's own. @param onEnd told when it ends, however it ends. */
export async function openSession(
  hosts: PostgresHosts,
  name: string,
  onEnd: (client: Client) => void,
): Promise<Client> {
  const host = hosts.current();
  const client = new (postgresDriver().Client)({
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: answerMsMax,
    ...host,
  });
  // Not by the driver's own limit: that one gives up what has come already while this process was busy itself.
  const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  client.query = ((...asked: unknown[]) => inTime(answerMsMax, query(...asked))) as typeof client.query;
  endInTime(client);
  const ended = (): void => onEnd(client);
  client.on('error', ended);
  client.on('end', ended);
  await hosts.connect(client, host.connectionString);
  return client;
}

/** The session that holds the advisory lock. @param name of this process's sessions, which no other process has. @param onEnd told when it ends by itself. */
function createLockSession(url: string, name: string, onEnd: (reason: string) => void) {
  const hosts = postgresHosts(url);
  let session: Client | undefined;
  let isClaimed = false;
  const time = createDatabaseTime(async () => await askTime(there()));

  /** @throws when it has ended: what was not asked must not pass for an answer. */
  function there(): Client {
    if (session === undefined) throw new Error('the session of the lock has ended');
    return session;
  }

  async function askTime(client: Client): Promise<void> {
    const askedAt = steadyNow();
    const { rows } = await client.query<{ ms: number }>(timeSql);
    const [row] = rows;
    if (row && client === session) time.note({ askedAt, answeredAt: steadyNow(), theirs: row.ms });
  }

  function drop(client: Client): void {
    if (session === client) session = undefined;
    client.end().catch(() => undefined);
  }

  function ended(client: Client): void {
    if (session !== client) return;
    drop(client);
    onEnd('its session ended');
  }

  const connect = (): Promise<Client> => openSession(hosts, name, ended);

  /** Has another process taken the place of this one? Told by what it wrote when it began to serve. */
  async function isServing(client: Client): Promise<boolean> {
    const { rows } = await client.query<{ value: string }>(serving.read);
    return rows[0]?.value === name;
  }

  return {
    /** Another process may have it, and may serve the data already, in the place of this one. Rejects when the server does not answer. */
    async take(): Promise<'taken' | 'of another' | 'replaced'> {
      const client = await hosts.tryEach(connect);
      try {
        await client.query(endOthersOfName, [name]);
        const { rows } = await client.query<{ locked: boolean }>(tryLock, [advisoryLockKey]);
        if (rows[0]?.locked === true) {
          session = client;
          time.forget();
          for (let asked = 0; asked < firstQuestions; asked++) await askTime(client);
          // The last answer and its end may have come in one piece.
          there();
          return 'taken';
        }
        const answer = isClaimed && !(await isServing(client)) ? 'replaced' : 'of another';
        drop(client);
        return answer;
      } catch (e) {
        drop(client);
        throw e;
      }
    },
    isThere: () => session !== undefined,
    /** Rejects when it is not there, or does not answer. What is asked is the time. */
    ask: async () => await askTime(there()),
    time: time as DatabaseTime,
    async claim(): Promise<void> {
      await there().query(serving.write, [name]);
      isClaimed = true;
    },
    /** Rejects when it is not there, or does not answer. */
    isServing: async () => await isServing(there()),
    drop: () => session && drop(session),
    async end(): Promise<void> {
      const last = session;
      session = undefined;
      if (isClaimed) await last?.query(serving.leave, [name]).catch(() => undefined);
      await last?.end().catch(() => undefined);
    },
  };
}

const servedMeanwhile = 'another Papertape process has served the data meanwhile';

/** Why what this process has in memory is not what is there, if it is not. */
async function whyOld(
  session: ReturnType<typeof createLockSession>,
  { isWhole }: LockWatch,
): Promise<string | undefined> {
  try {
    if (!(await session.isServing())) return servedMeanwhile;
    if (!(await isWhole())) return 'the server of the database lacks what it had stored before it failed';
    return undefined;
  } catch (e) {
    session.drop();
    throw e;
  }
}

/** @param name of this process's sessions, which no other process has. */
export function createPostgresLock(url: string, name: string) {
  let isHeld = false;
  let isOld = false;
  const waiting: (() => void)[] = [];
  let watch: LockWatch = { onChange: () => undefined, isWhole: () => Promise.resolve(true), onOld: () => undefined };
  let loop: Loop | undefined;
  let isReleased = false;
  const session = createLockSession(url, name, lose);

  function lose(reason: string): void {
    session.drop();
    isHeld = false;
    if (isReleased) return;
    watch.onChange(false, reason);
    loop?.wake();
  }

  function hold(): void {
    isHeld = true;
    for (const resolve of waiting.splice(0)) resolve();
  }

  async function round(): Promise<number> {
    if (isOld) return Number.POSITIVE_INFINITY;
    if (isHeld) {
      // One that ended meanwhile was told of already.
      await session.ask().catch(() => isHeld && lose('its session does not answer'));
      return askMs;
    }
    const found = await session.take();
    if (found === 'of another') throw new Error('another Papertape process has it');
    const why = found === 'replaced' ? servedMeanwhile : await whyOld(session, watch);
    if (why !== undefined) {
      // For good, unlike what is lost: it would take the place of one that waits for it again and again.
      isOld = true;
      session.drop();
      watch.onChange(false, why);
      watch.onOld(why);
      return Number.POSITIVE_INFINITY;
    }
    // It may have ended while the rest was asked, and then the lock is another's to take.
    if (!session.isThere()) throw new Error('its session ended');
    hold();
    watch.onChange(true, 'it was taken again');
    return askMs;
  }

  return {
    time: session.time,
    /** The first time: rejects where the server does not answer. @returns whether it is held now. */
    async open(): Promise<boolean> {
      if ((await session.take()) === 'taken') hold();
      return isHeld;
    },
    claim: () => session.claim(),
    isHeld: () => isHeld,
    held: () => (isHeld ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    watch(asked: LockWatch): void {
      watch = asked;
      let said = '';
      loop = startLoop({
        round,
        onFault(e) {
          const reason = messageOf(e);
          if (reason !== said) watch.onChange(false, reason);
          said = reason;
        },
        pauseMs,
        lookMsMax: Number.POSITIVE_INFINITY,
      });
    },
    async release(): Promise<void> {
      if (isReleased) return;
      isReleased = true;
      await loop?.stop();
      await session.end();
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}
