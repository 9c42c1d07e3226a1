/**
 * Connections to PostgreSQL that may break at any time: one that does is replaced at the next use, and a server that does not answer counts as
 * gone. Errors of the connection come out as `StorageFault`, those of the server as they are.
 */
import type { PostgresPool } from 'kysely';
import type { ClientConfig, CustomTypesConfig } from 'pg';
import { isServerDown, StorageFault } from './fault.ts';
import { postgresDriver } from './postgres-driver.ts';

export interface PostgresOptions {
  readonly url: string;
  readonly connections: number;
  /** What the server's list of sessions calls them. */
  readonly name: string;
  /** Longest wait for a connection and for the answer to a statement; none where it is absent. */
  readonly answerMsMax?: number | undefined;
}

const int8 = 20;

/** How long a connection may take: less than an answer, so that a server that hangs is found out before its requests pile up. */
const connectMsMax = 5_000;

type Query = (...args: readonly unknown[]) => Promise<unknown>;

/** What the driver has and its types leave out. */
interface Inside {
  readonly connection: { readonly stream: { destroy(e: Error): void } };
}

export function openPostgresPool({ url, connections, name, answerMsMax }: PostgresOptions): PostgresPool {
  const pg = postgresDriver();
  const { Client, Pool, types } = pg;
  class Bounded extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      // Whoever waits for an answer hears of it there. Without a listener a connection that breaks while it is lent out would end the process.
      this.on('error', () => undefined);
      const plain = this.query.bind(this) as unknown as Query;
      const drop = (reason: string): void =>
        (this as unknown as Inside).connection.stream.destroy(new Error(`${reason}, and the connection was given up`));
      this.query = bounded(plain, drop, answerMsMax) as unknown as typeof this.query;
    }
  }
  const pool = new Pool({
    connectionString: url,
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
  return {
    options: pool.options,
    async connect() {
      try {
        return await pool.connect();
      } catch (cause) {
        throw new StorageFault('The database cannot be reached.', { cause, isUnclear: false });
      }
    },
    end: () => pool.end(),
  };
}

function bounded(query: Query, drop: (reason: string) => void, answerMsMax: number | undefined): Query {
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
      return await query(...args);
    } catch (e) {
      if (isServerDown(e)) drop('The session is over');
      if (e instanceof Error && 'severity' in e) throw e;
      throw new StorageFault('The connection to the database broke.', { cause: e, isUnclear: true });
    } finally {
      answered = true;
      clearTimeout(timer);
    }
  };
}
