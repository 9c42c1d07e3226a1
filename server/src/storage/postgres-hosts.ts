/**
 * Which of several servers is connected to: a primary and its standbys, of which any may be the primary next. Whichever does not answer, or takes
 * no writes, is left for the next one. Where there is one server it is taken as it is: one that is read-only still answers what is read.
 */
import { postgresServers } from '../lib/postgres-address.ts';

/** As far as it is needed here. */
export interface Session {
  connect(): Promise<unknown>;
  query(statement: string): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<void>;
}

export interface PostgresHosts {
  /** The address that is tried now, and how the driver is to connect there. */
  current(): { readonly connectionString: string; readonly connectionTimeoutMillis?: number };
  /** Connects. Rejects where the server of this address cannot be had, or takes no writes though there are others: it is left for the next one then. */
  connect(session: Session, address: string): Promise<void>;
  /** Tries each server once, as long as a failure was one of a server; rejects with the last one. */
  tryEach<T>(work: () => Promise<T>): Promise<T>;
}

/** Longest wait for one of several servers to take a connection: another one may be there. */
const hostMsMax = 2_000;

/** @param address of one server or several (lib/postgres-address.ts). */
export function postgresHosts(address: string): PostgresHosts {
  const servers = postgresServers(address) ?? [address];
  const isOne = servers.length === 1;
  let left = 0;
  const current = (): string => servers[left % servers.length] as string;

  async function mustTakeWrites(session: Session): Promise<void> {
    const { rows } = await session.query('show transaction_read_only');
    const [row] = rows as { readonly transaction_read_only: string }[];
    if (row?.transaction_read_only !== 'off') throw new Error('the server takes no writes');
  }

  return {
    current: () => ({ connectionString: current(), ...(isOne ? {} : { connectionTimeoutMillis: hostMsMax }) }),
    async connect(session, tried) {
      try {
        await session.connect();
        if (!isOne) await mustTakeWrites(session);
      } catch (e) {
        if (current() === tried) left++;
        session.end().catch(() => undefined);
        throw e;
      }
    },
    async tryEach(work) {
      for (let tries = 1; ; tries++) {
        const before = left;
        try {
          return await work();
        } catch (e) {
          if (left === before || tries >= servers.length) throw e;
        }
      }
    },
  };
}
