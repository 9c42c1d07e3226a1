/** Group commit: together or not at all, in order, one bad request without its neighbours, and never a gap in a bot's chain. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/harness/database.ts';
import type { RowTable } from './database.ts';
import { createIntake, type Intake } from './intake.ts';
import { coreMigrations } from './migrations.ts';
import { prepareStorage } from './prepare.ts';
import type { Storage } from './storage.ts';

let database: TestDatabase;
let storage: Storage;
let intake: Intake;
/** Transactions that fail from now on. */
let failing = 0;
/** Transactions that are done and then told to have failed. */
let unclear = 0;
let transactions = 0;

beforeEach(async () => {
  database = await createTestDatabase();
  storage = await prepareStorage(database.target, coreMigrations, { durability: 'off' });
  failing = unclear = transactions = 0;
  const db = new Proxy(storage.db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'transaction') {
        return typeof value === 'function' ? (value as (...a: unknown[]) => unknown).bind(target) : value;
      }
      return () => ({
        execute: async (work: Parameters<ReturnType<Storage['db']['transaction']>['execute']>[0]) => {
          transactions++;
          if (failing > 0 && failing--) throw new Error('disk full');
          await target.transaction().execute(work);
          if (unclear > 0 && unclear--) throw new Error('connection lost');
        },
      });
    },
  });
  // As on SQLite: every commit is a transaction, which is what the faults above are put into.
  intake = createIntake({ engine: 'sqlite', db, insertMany: storage.insertMany, flushIntake: storage.flushIntake });
});
afterEach(async () => {
  await storage.close();
  await database.drop();
});

function bot(id: string, more: Partial<RowTable<'intake.bots'>> = {}): RowTable<'intake.bots'> {
  const none = {
    website: null,
    logo_url: null,
    icon: null,
    pledge_pct: null,
    pledge_cause: null,
    pledge_url: null,
    style: null,
    description: null,
    open_strategy_url: null,
    retired_by: null,
  };
  return {
    agent_id: id,
    league: 'multi',
    name: id,
    name_key: id,
    company: 'C',
    contact: 'a@b.test',
    country: 'CA',
    ...none,
    registered_at: 1n,
    key_hash: id,
    key_rotated_at: null,
    house: 0n,
    maker_id: 'mkr_0000000000000000',
    retired_at: null,
    retired_reason: null,
    supersedes: null,
    superseded_by: null,
    ...more,
  };
}

function order(
  botId: string,
  sequence: number,
  previous = sequence === 1 ? '' : `${botId}-${sequence - 1}`,
): RowTable<'intake.orders'> {
  return {
    agent_id: botId,
    sequence: BigInt(sequence),
    order_id: `ord_${botId}_${sequence}`,
    league: 'multi',
    received_at: 1n,
    window_start: 300_000n,
    rules_version: '0123456789ab',
    sandbox: 0n,
    date: '2026-03-02',
    weights: '{}',
    reason: null,
    nonce: 'n',
    previous_receipt: previous,
    receipt: `${botId}-${sequence}`,
  };
}

const place = (o: RowTable<'intake.orders'>): Promise<string> =>
  intake.write({ order: o }).then(
    () => 'stored',
    (e: unknown) => (e as Error).message,
  );

async function stored(): Promise<string[]> {
  const rows = await storage.db.selectFrom('intake.orders').select('receipt').orderBy('receipt').execute();
  return rows.map((r) => r.receipt);
}

test('what is handed in together is one transaction', async () => {
  await Promise.all(Array.from({ length: 500 }, (_, i) => intake.write({ bot: bot(`a${i}`) })));
  expect(transactions).toBe(1);
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from intake.bots`.execute(storage.db);
  expect(Number(rows[0]?.n)).toBe(500);
  await Promise.all(Array.from({ length: 2_500 }, (_, i) => intake.write({ bot: bot(`b${i}`) })));
  expect(transactions).toBe(4);
});

test('drained waits for what was handed in before, stored or failed', async () => {
  await intake.drained();
  const seen: string[] = [];
  const one = place(order('a', 1)).then((r) => seen.push(r));
  failing = 1;
  await intake.drained();
  await one;
  expect(seen).toEqual(['disk full']);
});

test('a request that breaks a rule of the tables fails alone', async () => {
  const results = await Promise.all(
    [bot('a'), bot('b', { key_hash: 'a' }), bot('c')].map((a) =>
      intake.write({ bot: a }).then(
        () => 'stored',
        () => 'failed',
      ),
    ),
  );
  expect(results).toEqual(['stored', 'failed', 'stored']);
});

test('rows of one request are stored together or not at all', async () => {
  const also = (): Promise<void> => Promise.reject(new Error('no'));
  await expect(intake.write({ bot: bot('a'), order: order('a', 1), also })).rejects.toThrow('no');
  expect(await stored()).toEqual([]);
  expect(await storage.db.selectFrom('intake.bots').selectAll().execute()).toEqual([]);
});

test('orders behind a failed one of the same bot fail with it, in the same commit, in the next one and later', async () => {
  failing = 2; // the commit of both bots, and then that of a's first order alone
  const same = [place(order('a', 1)), place(order('a', 2)), place(order('b', 1))];
  await new Promise((resolve) => setImmediate(resolve));
  const next = place(order('a', 3));
  expect(await Promise.all(same)).toEqual(['disk full', 'disk full', 'stored']);
  expect(await next).toBe('disk full');
  expect(await place(order('a', 4))).toBe('disk full');
  expect(await stored()).toEqual(['b-1']);
  // The bot's last receipt is read again: it begins anew where the database stands.
  expect(await place({ ...order('a', 1), receipt: 'a-1-again' })).toBe('stored');
  expect(await place(order('a', 2, 'a-1-again'))).toBe('stored');
});

test('a single failed order, alone in its commit, takes those behind it along', async () => {
  failing = 1;
  const first = place(order('a', 1));
  await new Promise((resolve) => setImmediate(resolve));
  const second = place(order('a', 2));
  expect(await Promise.all([first, second])).toEqual(['disk full', 'disk full']);
  expect(await stored()).toEqual([]);
});

test('a commit that was done although its answer was lost does not lock the bot out', async () => {
  unclear = 1;
  expect(await place(order('a', 1))).toBe('connection lost');
  expect(await stored()).toEqual(['a-1']);
  expect(await place(order('a', 2))).toBe('stored');
});
