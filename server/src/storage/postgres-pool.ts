/**
 * Connections to PostgreSQL that may break at any time: one that does is replaced at the next use, and a server that does not answer counts as
 * gone. Errors of the connection come out as `StorageFault`, those of the server as they are.
 */
import type { PostgresPool } from 'kysely';
import type { ClientConfig, CustomTypesConfig } from 'pg';
import { isServerDown, StorageFault } from './fault.ts';
import { messageOf } from '../lib/text.ts';
import { dropConnection, endInTime, postgresDriver } from './postgres-driver.ts';
import { postgresHosts, type Session } from './postgres-hosts.ts';
import type { StorageWatch } from './storage-watch.ts';

export interface PostgresOptions {
  /** Of one server, or of several of which one takes writes (postgres-hosts.ts). */
  readonly url: string;
  readonly connections: number;
  /** What the server's list of sessions calls them. */
  readonly name: string;
  /** Longest wait for a connection and for the answer to a statement; none where it is absent. */
  readonly answerMsMax?: number | undefined;
  readonly watch?: Pick<StorageWatch, 'answered'> | undefined;
  /** Does the server refuse every statement that would change something? */
  readonly readOnly?: boolean | undefined;
}

const int8 = 20;

/** How long a connection may take: less than an answer, so that a server that hangs is found out before its requests pile up. */
const connectMsMax = 5_000;

type Query = (...args: readonly unknown[]) => Promise<unknown>;
type Told = (e?: unknown) => void;

export interface WatchedPool extends PostgresPool {
  /** What stands for the oldest wait for a connection, the same as long as it lasts; undefined when nobody waits. */
  readonly oldestWait: () => unknown;
}

export function openPostgresPool({
  url,
  connections,
  name,
  answerMsMax,
  watch,
  readOnly,
}: PostgresOptions): WatchedPool {
  const pg = postgresDriver();
  const { Client, Pool, types } = pg;
  const hosts = postgresHosts(url);
  class Bounded extends Client {
    constructor(config?: ClientConfig) {
      const host = hosts.current();
      super({ ...config, ...host });
      // Whoever waits for an answer hears of it there. Without a listener a connection that breaks while it is lent out would end the process.
      this.on('error', () => undefined);
      const plain = this.query.bind(this) as unknown as Query;
      const drop = (reason: string): void =>
        dropConnection(this, new Error(`${reason}, and the connection was given up`));
      this.query = bounded(plain, drop, { answerMsMax, watch }) as unknown as typeof this.query;
      endInTime(this);
      const session = { connect: this.connect.bind(this), query: plain, end: this.end.bind(this) };
      // The pool asks with a callback.
      this.connect = ((told: Told) => {
        const connected = hosts.connect(session as Session, host.connectionString);
        // Only now: a server is known as one that takes writes by what its sessions are by themselves.
        (readOnly === true ? connected.then(() => refuseWrites(session as Session)) : connected).then(
          () => told(),
          told,
        );
      }) as typeof this.connect;
    }
  }
  const pool = new Pool({
    application_name: name,
    max: connections,
    keepAlive: true,
    ...(answerMsMax === undefined ? {} : { connectionTimeoutMillis: Math.min(answerMsMax, connectMsMax) }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? (text: string) => BigInt(text) : types.getTypeParser(oid, format),
    } as CustomTypesConfig,
    Client: Bounded,
  } as ConstructorParameters<typeof Pool>[0]);
  pool.on('error', () => undefined);
  const waits = new Set<object>();
  return {
    options: pool.options,
    oldestWait: () => waits.values().next().value,
    async connect() {
      const wait = {};
      waits.add(wait);
      try {
        return await hosts.tryEach(() => pool.connect());
      } catch (cause) {
        watch?.answered(false, messageOf(cause));
        throw new StorageFault('The database cannot be reached.', { cause, isUnclear: false });
      } finally {
        waits.delete(wait);
      }
    },
    end: () => pool.end(),
  };
}

async function refuseWrites(session: Session): Promise<void> {
  try {
    await session.query('set default_transaction_read_only = on');
  } catch (e) {
    session.end().catch(() => undefined);
    throw e;
  }
}

function bounded(
  query: Query,
  drop: (reason: string) => void,
  { answerMsMax, watch }: Pick<PostgresOptions, 'answerMsMax' | 'watch'>,
): Query {
  return async (...args) => {
    let answered = false;
    // A process that was busy itself looks first at what has come meanwhile: timers go before it.
    const late = (): void => {
      setImmediate(() => {
        if (!answered) drop(`The database gave no answer within ${answerMsMax} ms`);
      });
    };
    const timer = answerMsMax === undefined ? undefined : setTimeout(late, answerMsMax);
    try {
      const answer = await query(...args);
      watch?.answered(true);
      return answer;
    } catch (e) {
      const isOver = isServerDown(e);
      if (isOver) drop('The session is over');
      const isAnswer = e instanceof Error && 'severity' in e;
      if (isOver || !isAnswer) watch?.answered(false, messageOf(e));
      if (isAnswer) throw e;
      throw new StorageFault('The connection to the database broke.', { cause: e, isUnclear: true });
    } finally {
      answered = true;
      clearTimeout(timer);
    }
  };
}
