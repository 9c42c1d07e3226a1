/**
 * A streaming replica that answers are read from which are kept (PostgreSQL, processes of role web). A place in the primary's log stands for all that this process knows to have changed; a session
 * of the replica is read from only once that server has replayed so much. Otherwise, and whatever else goes wrong there, the primary is asked, and nobody hears of it.
 * See docs/decisions/0211-kept-answers-from-a-replica.md.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PostgresPoolClient } from 'kysely';
import { errorText, type Log } from '../lib/log.ts';
import { pause, startLoop } from '../lib/loop.ts';
import { steadyNow } from '../lib/real-clock.ts';
import { openPostgresPool } from './postgres-pool.ts';
import { replayedSql, type Replayed } from './replica.sql.ts';

export interface Replica {
  /** Does work whose reads may be the replica's. */
  readonly reading: <T>(work: () => Promise<T>) => Promise<T>;
  /** From now on it has to have replayed so much of the log of that primary. */
  mustHave(of: Replayed): void;
  /** A session for the reads of such work; undefined where the primary is to be asked. @param primary where a statement goes that fails. */
  connect(primary: () => Promise<PostgresPoolClient>): Promise<PostgresPoolClient | undefined>;
  /** Is it read from now? */
  isRead(): boolean;
  close(): Promise<void>;
}

/** How often it is asked how far it is, and how often while it is behind. */
const askMs = 1_000;
const askBehindMs = 50;
/** A replica is mostly some milliseconds behind: so long it is waited for after a change, and asked more often. */
const waitMsMax = 60;
const askSoonMs = 5;
/** The primary is there as well: a replica that does not answer is soon left. */
const answerMsMax = 2_000;
const connections = 4;

/** @param url of one server. */
export function openReplica(url: string, log: Log): Replica {
  const pool = openPostgresPool({ url, name: 'papertape replica', connections, answerMsMax, readOnly: true });
  const work = new AsyncLocalStorage<true>();
  const reach = createReach();
  let isRead = false;
  /** When it was left behind by a change, on the steady clock. */
  let leftAt = Number.NEGATIVE_INFINITY;
  let said = '';

  const mayCatchUp = (): boolean => !isRead && steadyNow() - leftAt < waitMsMax;

  function leave(e: unknown): void {
    isRead = false;
    leftAt = Number.NEGATIVE_INFINITY;
    const reason = errorText(e);
    if (reason !== said) log.warn('the replica is not read, and the primary is', { reason });
    said = reason;
  }

  async function ask(): Promise<number> {
    const client = await pool.connect();
    let isGood = false;
    try {
      // Anew each time: it is told here that a server is gone, and not by a reader.
      isRead = await reach.isFar(client, true);
      isGood = true;
    } finally {
      release(client, isGood);
    }
    if (isRead && said !== '') log.info('the replica is read again', {});
    if (isRead) said = '';
    if (isRead) return askMs;
    return mayCatchUp() ? askSoonMs : askBehindMs;
  }

  const loop = startLoop({ round: ask, onFault: leave, pauseMs: { first: askBehindMs, max: askMs } });

  return {
    reading: (make) => work.run(true, make),
    mustHave(of) {
      reach.mustHave(of);
      // One that had not caught up with what changed before is not waited for.
      if (isRead) leftAt = steadyNow();
      isRead = false;
      loop.wake();
    },
    isRead: () => isRead,
    async connect(primary) {
      if (work.getStore() === undefined) return undefined;
      while (mayCatchUp()) await pause(askSoonMs);
      if (!isRead) return undefined;
      let client: PostgresPoolClient | undefined;
      try {
        client = await pool.connect();
        if (await reach.isFar(client)) return orElse(client, primary, leave);
        isRead = false;
        client.release();
      } catch (e) {
        leave(e);
        if (client) release(client, false);
      }
      return undefined;
    },
    async close() {
      await loop.stop();
      await pool.end();
    },
  };
}

/** What has to be there, and which sessions' servers have it. */
function createReach() {
  /** How far a session's server was when it was asked last: it never goes back. */
  const found = new WeakMap<object, number>();
  let needed: Replayed | undefined;
  return {
    mustHave: (of: Replayed) => void (needed = of),
    /** @param anew whatever it said before. */
    async isFar(client: PostgresPoolClient, anew = false): Promise<boolean> {
      const asked = needed;
      if (!asked) return false;
      if (!anew && (found.get(client) ?? -1) >= asked.at) return true;
      const { rows } = await client.query<Replayed>(replayedSql, []);
      const [row] = rows;
      if (row?.system !== asked.system) throw new Error('it is no replica of the database of DATABASE_URL');
      found.set(client, row.at);
      return row.at >= asked.at;
    },
  };
}

/** A session whose statements are asked of the primary where they fail: a server that ends, or one that must replay what removes the rows that are read. Within a transaction there is no such way. */
function orElse(
  client: PostgresPoolClient,
  primary: () => Promise<PostgresPoolClient>,
  onFault: (e: unknown) => void,
): PostgresPoolClient {
  let isInTransaction = false;
  let isGood = true;
  return {
    async query<R>(statement: unknown, parameters?: readonly unknown[]) {
      isInTransaction ||= typeof statement === 'string' && /^(?:begin|start transaction)/i.test(statement);
      try {
        return await client.query<R>(statement as string, parameters as unknown[]);
      } catch (e) {
        isGood = false;
        onFault(e);
        if (isInTransaction) throw e;
        const other = await primary();
        try {
          return await other.query<R>(statement as string, parameters as unknown[]);
        } finally {
          other.release();
        }
      }
    },
    release: () => release(client, isGood),
  } as PostgresPoolClient;
}

/** A session that failed is ended rather than used again. */
function release(client: PostgresPoolClient, isGood: boolean): void {
  (client as { release(destroy?: boolean): void }).release(!isGood);
}
