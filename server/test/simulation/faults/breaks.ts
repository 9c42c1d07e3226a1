/** What can fail in a run (fault-run.ts), and how it is made to. */
import { sql } from 'kysely';
import pg from 'pg';
import type { CloseName } from '../../../src/flow/ladder/void.ts';
import type { Fault } from '../../../src/sources/simulated/faults.ts';
import type { BulkInsert } from '../../../src/storage/bulk.ts';
import type { Bot, League } from '../../harness/league.ts';
import { told } from '../../rooms/told.mark.ts';

export const faultKinds = [
  'write fails before',
  'write fails after',
  'ledger fails inside',
  'disk full',
  'connections killed',
  'bot cannot be read',
  'fill cannot be stored',
  'close cannot be stored',
  'room throws',
  'prices lie',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export const start = Date.parse('2026-03-02T21:00:00Z');
export const stepMs = 20 * 60_000;
/** What fails now; all of it is off at the beginning and at the end. */
export interface Switches {
  before: boolean;
  after: boolean;
  inside: boolean;
}

export class StorageFault extends Error {
  readonly code = '53100';
  readonly severity = 'ERROR';
}

/** Every tenth insert of the engine fails, while it is on. */
export function failLedger({ app: { storage } }: League, random: () => number, on: Switches): void {
  const real = storage.insertMany;
  const failing: BulkInsert = async (trx, table, rows, onConflict) => {
    if (on.inside && table.startsWith('ledger.') && random() < 0.1) throw new StorageFault(`no space for ${table}`);
    await real(trx, table, rows, onConflict);
  };
  Object.assign(storage, { insertMany: failing });
}

export type Breaks = Partial<Record<FaultKind, Break>>;

interface Break {
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** @param missed the close that cannot be stored. */
export function createBreaks(
  league: League,
  victim: Bot,
  on: Switches,
  missed: CloseName = { league: 'multi', close: Date.parse('2026-03-03T00:00:00Z') },
): Breaks {
  const { db } = league.app.storage;
  const switching = (name: keyof Switches): Break => ({
    begin: async () => void (on[name] = true),
    end: async () => void (on[name] = false),
  });
  const sqlite = league.app.storage.engine === 'sqlite';
  let holdings: string | undefined;
  return {
    'write fails before': switching('before'),
    'write fails after': switching('after'),
    'ledger fails inside': switching('inside'),
    // On PostgreSQL no database can be made full from inside: its error is given by hand.
    'disk full': sqlite ? fullDisk(league) : switching('inside'),
    'connections killed': { begin: async () => await killConnections(league), end: async () => undefined },
    'bot cannot be read': {
      async begin() {
        const of = db.selectFrom('ledger.portfolios').select('holdings').where('agent_id', '=', victim.id);
        holdings = (await of.executeTakeFirst())?.holdings;
        await db
          .updateTable('ledger.portfolios')
          .set({ holdings: '{"BTC-USD":"?"}' })
          .where('agent_id', '=', victim.id)
          .execute();
      },
      async end() {
        if (holdings !== undefined)
          await db.updateTable('ledger.portfolios').set({ holdings }).where('agent_id', '=', victim.id).execute();
      },
    },
    'fill cannot be stored': {
      async begin() {
        const last = await db
          .selectFrom('intake.orders')
          .select((e) => e.fn.max('sequence').as('n'))
          .where('agent_id', '=', victim.id)
          .executeTakeFirstOrThrow();
        const row = {
          agent_id: victim.id,
          sequence: BigInt(last.n ?? 0) + 1n,
          order_id: 'ord_in_the_way',
          league: 'spot_crypto',
        };
        const rest = { window_start: 0n, at_mark: 0n, sandbox: 0n, state: 'filled', trades: '[]', cash_after: 0n };
        await db
          .insertInto('ledger.fills')
          .values({ ...row, ...rest })
          .execute();
      },
      end: async () => void (await db.deleteFrom('ledger.fills').where('order_id', '=', 'ord_in_the_way').execute()),
    },
    'close cannot be stored': {
      begin: async () =>
        void (await db
          .insertInto('ledger.board_blocks')
          .values({ league: missed.league, close: BigInt(missed.close), block: 0n, agent_ids: 'in the way' })
          .execute()),
      end: async () =>
        void (await db.deleteFrom('ledger.board_blocks').where('agent_ids', '=', 'in the way').execute()),
    },
    'room throws': {
      begin: async () => void (told.fault = new Error('a fault of the room')),
      end: async () => void (told.fault = undefined),
    },
  };
}

/** No page more is had by either file. */
function fullDisk({ app: { storage } }: League): Break {
  const schemas = ['intake', 'ledger'] as const;
  return {
    async begin() {
      for (const schema of schemas) await sql`pragma ${sql.raw(schema)}.max_page_count = 1`.execute(storage.db);
    },
    async end() {
      for (const schema of schemas)
        await sql`pragma ${sql.raw(schema)}.max_page_count = 4294967294`.execute(storage.db);
    },
  };
}

async function killConnections({ database: { target } }: League): Promise<void> {
  if (target.engine !== 'postgres') return;
  const client = new pg.Client({ connectionString: target.url });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

export function pricesThatLie(random: () => number): Fault[] {
  const from = start + (2 + Math.floor(random() * 4)) * stepMs;
  const to = from + 2 * stepMs;
  return random() < 0.5
    ? [{ pool: 'sim:BTC-USD:1', kind: 'apart', from, to, factor: 1.025 }]
    : [{ pool: 'sim:ETH-USD:1', kind: 'no_answer', from, to, answersAt: to + stepMs }];
}
