/**
 * A session of the database has to be the process's own: its place is an advisory lock of a session, it is told of changes by `LISTEN`, and others know it by the
 * names of its sessions. A pooler that gives each transaction whatever session is free lets two processes serve at once, and nothing would say so.
 */
import { SetupError } from '../lib/setup-error.ts';
import { postgresHosts } from './postgres-hosts.ts';
import { openSession } from './postgres-lock.ts';

/** With other work at the pooler a session may come back to whoever had it by chance. It does not do so each time. */
const tries = 3;

type Session = Awaited<ReturnType<typeof openSession>>;

/**
 * Asks two connections that are open at once which session of the server they have: their own all the while, never the same one. A pooler by transactions gives
 * the second one what the first one has just given back, or gives the first one another session while the second one keeps that in a transaction.
 * @throws SetupError
 */
export async function refuseSharedSessions(url: string): Promise<void> {
  const hosts = postgresHosts(url);
  const connect = async (): Promise<Session> =>
    await hosts.tryEach(() => openSession(hosts, 'papertape start', () => undefined));
  // At once: the server takes its time for each.
  const [first, second] = await Promise.allSettled([connect(), connect()]);
  try {
    if (first.status === 'rejected') throw first.reason;
    if (second.status === 'rejected') throw second.reason;
    for (let n = 0; n < tries; n++) if (await areShared(first.value, second.value)) throw sharedSessions();
  } finally {
    await Promise.all([first, second].flatMap((opened) => (opened.status === 'fulfilled' ? [opened.value.end()] : [])));
  }
}

async function areShared(one: Session, other: Session): Promise<boolean> {
  const first = await sessionOf(one);
  try {
    await other.query('begin');
  } catch (e) {
    // PgBouncer refuses a transaction where it pools by statements.
    if (e instanceof Error && e.message.includes('statement pooling')) return true;
    throw e;
  }
  // In this order: in a pool of one session the first connection would wait for as long as the other one keeps it.
  const isShared = (await sessionOf(other)) === first || (await sessionOf(one)) !== first;
  await other.query('commit');
  return isShared;
}

async function sessionOf(client: Session): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

function sharedSessions(): SetupError {
  return new SetupError(
    'Something before the database of DATABASE_URL gives one session of the server to several connections, as PgBouncer does with pool_mode = transaction.',
    'Set pool_mode = session there, or connect to the server itself (docs/operators/cluster.md, "PgBouncer in front of the database").',
  );
}
