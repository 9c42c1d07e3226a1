/**
 * Counters in PostgreSQL: one small table, in a schema of its own and not logged, since after a crash of the server they may begin anew. A
 * request is one statement, whose row lock puts those that come at once in a row. Rows of windows that are over are removed in batches.
 */
import type pg from 'pg';
import { postgresDriver } from '../../storage/postgres-driver.ts';
import type { OpenStore, SharedStore, Tally } from './counters.ts';

/** `ends` in milliseconds since 1970, by the clock of the server: all who share it have the same windows. */
const tables = `
create schema if not exists rate_limits;
create unlogged table if not exists rate_limits.counters (
  key text primary key,
  used integer not null,
  ends bigint not null
);
create index if not exists counters_ends on rate_limits.counters (ends);
`;

/** Any number will do, as long as nothing else in the database uses it: "paperlim" in ASCII. Two that make the table at once collide. */
export const tablesLock = '8097877186002577773';

const nowMs = '(extract(epoch from now()) * 1000)::bigint';

/** One more than the most is the count of a full window: the next one is refused, however many there are. */
const takeOne = `
insert into rate_limits.counters as c (key, used, ends) values ($1, 1, ${nowMs} + $3::bigint)
on conflict (key) do update set
  used = case when c.ends <= ${nowMs} then 1 else least(c.used, $2::integer) + 1 end,
  ends = case when c.ends <= ${nowMs} then excluded.ends else c.ends end
returning used, (ends - ${nowMs})::integer as left`;

const lookAt = `
select least(used, $2::integer) as used, (ends - ${nowMs})::integer as left
from rate_limits.counters where key = $1 and ends > ${nowMs}`;

const removeOld = `
delete from rate_limits.counters where key in (
  select key from rate_limits.counters where ends <= ${nowMs} order by ends limit $1 for update skip locked
)`;

/** Connections of one process; each does one statement at a time. */
const connections = 4;

/** A connection that takes longer to be made is given up, milliseconds. */
const connectMs = 5_000;

/** How often old rows are removed, milliseconds, and how many by one statement. */
const sweep = { everyMs: 30_000, rows: 1_000 };

/** @param url postgres:// or postgresql://; the user may make a schema, or the table is there. @param sweeping for tests. */
export function postgresStore(url: string, sweeping: Partial<typeof sweep> = {}): OpenStore {
  const { everyMs, rows } = { ...sweep, ...sweeping };
  return async (lost, end) => {
    const pool = new (postgresDriver().Pool)({
      connectionString: url,
      application_name: 'papertape limits',
      max: connections,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: connectMs,
    });
    const clients = new Set<pg.PoolClient>();
    pool.on('connect', (client) => {
      clients.add(client);
      // Whoever waits for an answer hears of it there. The pool listens for idle ones only, and one that breaks unheard while it is lent out ends the process.
      client.on('error', () => undefined);
      if (end.aborted) void (client as unknown as pg.Client).end();
    });
    pool.on('remove', (client) => clients.delete(client));
    pool.on('error', lost);
    end.addEventListener('abort', () => {
      void pool.end();
      // The pool waits for those that are busy, and with a server that stands still they stay so. Ended, they drop their connection.
      for (const client of clients) void (client as unknown as pg.Client).end();
    });
    await makeTables(pool);
    await warm(pool);

    async function run(statement: string, values: readonly unknown[]): Promise<Tally | undefined> {
      const [row] = (await pool.query<{ used: number; left: number }>(statement, [...values])).rows;
      return row && { used: row.used, msLeft: row.left };
    }

    /** Bounded batches, so that no statement holds up the counting for long. */
    async function removeOldRows(): Promise<void> {
      for (let removed = rows; removed >= rows;) removed = (await pool.query(removeOld, [rows])).rowCount ?? 0;
    }
    end.throwIfAborted();
    const timer = setInterval(() => void removeOldRows().catch(lost), everyMs).unref();
    end.addEventListener('abort', () => clearInterval(timer));

    const take = async (key: string, most: number, windowMs: number): Promise<Tally> => {
      const tally = await run(takeOne, [key, most, windowMs]);
      if (!tally) throw new Error('an upsert returned no row');
      return tally;
    };
    return {
      take: ({ name, count, windowSeconds }, who) => take(`${name}:${who}`, count, windowSeconds * 1000),
      async look({ name, count, windowSeconds }, who) {
        return (await run(lookAt, [`${name}:${who}`, count])) ?? { used: 0, msLeft: windowSeconds * 1000 };
      },
      async probe() {
        await take('probe', 1_000_000, 1_000);
      },
    } satisfies SharedStore;
  };
}

/** Opens all connections now, so that no request waits for one. Rejects where one cannot be had; the others are given back. */
async function warm(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: connections }, () => pool.connect()));
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
  for (const one of opened) if (one.status === 'rejected') throw one.reason;
}

/** A user that may make nothing needs the table to be there. */
async function makeTables(pool: pg.Pool): Promise<void> {
  const there = "select to_regclass('rate_limits.counters_ends') is not null as yes";
  if ((await pool.query<{ yes: boolean }>(there)).rows[0]?.yes) return;
  // Several statements at once are one transaction.
  await pool.query(`select pg_advisory_xact_lock(${tablesLock}); ${tables}`);
}
