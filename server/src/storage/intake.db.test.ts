/** Group commit: together or not at all, in order, one bad request without its neighbours, and never a gap in a bot's chain. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/harness/database.ts';
import type { RowTable } from './database.ts';
import { StorageFault } from './fault.ts';
import { createIntake, type Intake } from './intake.ts';
import { coreMigrations } from './migrations.ts';
import { prepareStorage } from './prepare.ts';
import type { Storage, Trx } from './storage.ts';

let database: TestDatabase;
let storage: Storage;
let intake: Intake;
/** Another one, whose requests wait so long to hear what became of them. */
let open: (unclearMsMax: number) => Intake;
/** Transactions that fail from now on. */
let failing = 0;
/** Transactions that are done and then told to have failed. */
let unclear = 0;
let transactions = 0;
/** What they fail with. */
let failure: Error;
/** Does nobody answer who looks up what became of a commit? */
let isAway = false;
let foundStored = 0;
const lostAnswer = new StorageFault('connection lost', { isUnclear: true });

beforeEach(async () => {
  database = await createTestDatabase();
  storage = await prepareStorage(database.target, coreMigrations, { durability: 'off' });
  failing = unclear = transactions = foundStored = 0;
  failure = new Error('disk full');
  isAway = false;
  const db = new Proxy(storage.intakeDb, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'transaction') {
        return typeof value === 'function' ? (value as (...a: unknown[]) => unknown).bind(target) : value;
      }
      return () => ({
        execute: async (work: Parameters<ReturnType<Storage['db']['transaction']>['execute']>[0]) => {
          transactions++;
          if (failing > 0 && failing--) throw failure;
          await target.transaction().execute(work);
          if (unclear > 0 && unclear--) throw lostAnswer;
        },
      });
    },
  });
  // As on SQLite: every commit is a transaction, which is what the faults above are put into.
  const settleIntake = async (): Promise<void> => {
    if (isAway) throw new Error('nobody answers');
    await storage.settleIntake();
  };
  const made = { ...storage, engine: 'sqlite', intakeDb: db, settleIntake } as const;
  open = (unclearMsMax) => createIntake(made, { refuseMs: 1, unclearMsMax, onFoundStored: () => foundStored++ });
  intake = open(10_000);
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

test('data that lacks the last order or bot that was told as stored is not whole', async () => {
  expect(await intake.isWhole(), 'nothing was stored').toBe(true);
  await place(order('a', 1));
  await intake.write({ bot: bot('b') });
  await intake.write({ also: async () => undefined });
  expect(await intake.isWhole()).toBe(true);
  failing = 1;
  await place(order('a', 2));
  expect(await intake.isWhole(), 'what was refused is not looked for').toBe(true);
  await storage.db.deleteFrom('intake.bots').where('agent_id', '=', 'b').execute();
  expect(await intake.isWhole()).toBe(false);
  await intake.write({ order: order('a', 3) }).catch(() => undefined);
  await place(order('c', 1));
  expect(await intake.isWhole()).toBe(true);
  await storage.db.updateTable('intake.orders').set({ receipt: 'other' }).where('agent_id', '=', 'c').execute();
  expect(await intake.isWhole()).toBe(false);
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

test('a commit whose answer was lost is looked up: done, it is told as done; not done, it is done once', async () => {
  unclear = 1;
  expect(await place(order('a', 1))).toBe('stored');
  failing = 1;
  failure = lostAnswer;
  expect(await place(order('a', 2))).toBe('stored');
  expect(await stored()).toEqual(['a-1', 'a-2']);
});

test('so it is for writes without a row of their own, and what a write does besides counts once', async () => {
  await intake.write({ bot: bot('a') });
  const also = async (trx: Trx): Promise<void> => {
    await sql`update intake.bots set registered_at = registered_at + 1`.execute(trx);
  };
  unclear = 1;
  await intake.write({ also });
  failing = 1;
  failure = lostAnswer;
  await intake.write({ also });
  const row = await storage.db.selectFrom('intake.bots').select('registered_at').executeTakeFirst();
  expect(row?.registered_at).toBe(3n);
});

test('what breaks the connection each time fails in the end', async () => {
  failing = 10;
  failure = lostAnswer;
  expect(await place(order('a', 1))).toBe('The commit broke its connection.');
  expect(failing).toBe(7);
});

test('while nobody can say what became of a commit, all else is refused, the engine waits, and those who asked are told so', async () => {
  intake = open(1);
  unclear = 1;
  isAway = true;
  const first = place(order('a', 1));
  expect(await first).toBe('The database has not said what became of the commit.');
  expect(await place(order('b', 1))).toBe('The database has not said what became of the commit.');
  let isDrained = false;
  const drained = intake.drained().then(() => (isDrained = true));
  await storage.db.selectFrom('intake.orders').select('receipt').execute();
  expect(isDrained).toBe(false);
  isAway = false;
  await drained;
  expect(foundStored).toBe(1);
  expect(await place(order('b', 1))).toBe('stored');
  expect(await place(order('a', 2))).toBe('stored');
  expect(await stored()).toEqual(['a-1', 'a-2', 'b-1']);
});

test('what is in memory of a write follows once it is known to be stored, though whoever waited was told that it is not known, and never where it is not', async () => {
  let followed: string[] = [];
  const write = (name: string): Promise<string> =>
    intake.write({ bot: bot(name), onStored: () => followed.push(name) }).then(
      () => 'stored',
      (e: unknown) => (e as Error).message,
    );
  expect([await write('a'), followed]).toEqual(['stored', ['a']]);
  failing = 1;
  expect([await write('b'), followed]).toEqual(['disk full', ['a']]);
  unclear = 1;
  expect([await write('c'), followed]).toEqual(['stored', ['a', 'c']]);
  followed = [];
  intake = open(1);
  isAway = true;
  failing = 1;
  failure = lostAnswer;
  expect(await write('d')).toBe('The database has not said what became of the commit.');
  isAway = false;
  await intake.drained();
  unclear = 1;
  isAway = true;
  expect([await write('e'), followed]).toEqual(['The database has not said what became of the commit.', []]);
  isAway = false;
  await intake.drained();
  expect(followed).toEqual(['e']);
});

test('a stop does not wait for a database that is away', async () => {
  unclear = 1;
  isAway = true;
  const first = place(order('a', 1));
  await new Promise((resolve) => setImmediate(resolve));
  await intake.stop();
  expect(await first).toBe('The database has not said what became of the commit.');
});
