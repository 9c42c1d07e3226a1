/** The statement that stores orders on PostgreSQL: what of a batch it stores, whatever the process that asks believes. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { seedBots } from '../../bench/seed.ts';
import { createTestDatabase, testEngine, type TestDatabase } from '../../test/harness/database.ts';
import type { RowTable } from './database.ts';
import { isAnsweredElsewhere, Outdated } from './fault.ts';
import { holdGate } from './gate.sql.ts';
import { createIntake } from './intake.ts';
import type { IntakeWrite } from './intake-write.ts';
import { coreMigrations } from './migrations.ts';
import { prepareStorage } from './prepare.ts';
import { openStorage, type Storage, type Trx } from './storage.ts';
import { lockChains, takeOrders } from './take-orders.sql.ts';

describe.runIf(testEngine === 'postgres')('orders in one statement', () => {
  let database: TestDatabase;
  let storage: Storage;
  let bots: string[];

  beforeEach(async () => {
    database = await createTestDatabase();
    storage = await prepareStorage(database.target, coreMigrations);
    await seedBots(storage, 4, 1);
    bots = (await storage.db.selectFrom('intake.bots').select('agent_id').orderBy('key_hash').execute()).map(
      (b) => b.agent_id,
    );
  });
  afterEach(async () => {
    await storage.close();
    await database.drop();
  });

  const at = (nth: number): string => bots[nth] ?? '';

  function order(
    nth: number,
    sequence: number,
    more: Partial<RowTable<'intake.orders'>> = {},
  ): RowTable<'intake.orders'> {
    return {
      agent_id: at(nth),
      sequence: BigInt(sequence),
      order_id: `ord_${nth}_${sequence}_${Math.random()}`,
      league: 'spot_crypto',
      received_at: BigInt(1_000 + sequence),
      window_start: 300_000n,
      rules_version: '0123456789ab',
      sandbox: 0n,
      date: '2026-03-02',
      weights: '{"A\\\\B":"0.1"}',
      reason: nth === 0 ? null : 'a "reason"',
      nonce: 'n',
      previous_receipt: sequence === 1 ? '' : `${nth}-${sequence - 1}`,
      receipt: `${nth}-${sequence}`,
      ...more,
    };
  }
  const taken = (
    nth: number,
    sequence: number,
    more: Partial<RowTable<'intake.orders'>> = {},
    keyHash = `key${nth}`,
  ) => ({
    order: order(nth, sequence, more),
    keyHash,
  });
  const kept = (nth: number, createdAt: number) => {
    const by = { scope: 'submitWeights', key: 'k', bodyHash: `h${nth}`, status: 200, answer: `a${nth}`, createdAt };
    return { ...taken(nth, 1), idempotency: by };
  };
  const stamps = { earliest: 1_001n, timed: undefined };
  const once = { keptMs: 100, areHeld: false };
  const take = async (...orders: Parameters<typeof takeOrders>[1][number][]): Promise<string[] | undefined> => {
    const stored = await takeOrders(storage.db, orders, stamps, once);
    return stored && [...stored].toSorted();
  };

  test('stores what follows on what is stored, as it was sent, and nothing else of the batch', async () => {
    expect(await take(taken(0, 1), taken(1, 1), taken(2, 1), taken(3, 2))).toEqual([at(0), at(1), at(2)].toSorted());
    const rows = await storage.db.selectFrom('intake.orders').selectAll().orderBy('receipt').execute();
    expect(rows.map((row) => ({ ...row, order_id: '' }))).toEqual(
      [0, 1, 2].map((nth) => order(nth, 1, { order_id: '' })),
    );
    // A place that is taken, another receipt before it, and a stamp before that one's.
    expect(
      await take(taken(0, 1), taken(1, 2, { previous_receipt: 'other' }), taken(2, 2, { received_at: 1_000n })),
    ).toEqual([]);
    expect(await take(taken(0, 2), taken(1, 2), taken(2, 2))).toEqual([at(0), at(1), at(2)].toSorted());
    expect(await take(taken(0, 4), taken(3, 1, { previous_receipt: 'x' }))).toEqual([]);
  });

  test('with the look at the receipt taken out it stores what hangs on nothing, so that the test above sees it', async () => {
    await sql`do $$ begin execute replace(pg_get_functiondef('intake.take_orders'::regproc),
      'p.receipt = s.previous_receipt and p.received_at <= s.received_at', 'true'); end $$`.execute(storage.db);
    await take(taken(0, 1));
    expect(await take(taken(0, 2, { previous_receipt: 'other' }))).toEqual([at(0)]);
  });

  test('a dead key and a retired bot store nothing, at once', async () => {
    await take(taken(0, 1), taken(1, 1), taken(2, 1));
    await sql`update intake.bots set key_hash = 'new' where agent_id = ${at(0)}`.execute(storage.db);
    await sql`update intake.bots set retired_at = 5 where agent_id = ${at(1)}`.execute(storage.db);
    expect(await take(taken(0, 2), taken(1, 2), taken(2, 2))).toEqual([at(2)]);
    expect(await take(taken(0, 2, {}, 'new'))).toEqual([at(0)]);
  });

  test('a key that has an answer fails all that was sent with it, and an old answer makes room', async () => {
    expect(await take(kept(0, 1_000))).toEqual([at(0)]);
    await expect(take(kept(1, 1_050), taken(2, 1))).rejects.toSatisfy(isAnsweredElsewhere);
    expect(await take(kept(1, 1_101), taken(2, 1))).toEqual([at(1), at(2)].toSorted());
    const rows = await storage.db.selectFrom('intake.idempotency').select(['answer', 'status']).execute();
    expect(rows).toEqual([{ answer: 'a1', status: 200n }]);
    // Of an order that is not stored no answer is kept.
    expect(await take({ ...kept(1, 9_999) })).toEqual([]);
    expect(await storage.db.selectFrom('intake.idempotency').select('answer').execute()).toEqual([{ answer: 'a1' }]);
  });

  test('a mark or rules that the order was not judged by: nothing is stored', async () => {
    await sql`insert into ledger.rules_versions values (1, '0123456789ab', '1.0', 0, 0, '{}')`.execute(storage.db);
    expect(await take({ ...taken(0, 1), asOf: '' })).toEqual([at(0)]);
    await sql`insert into ledger.meta (key, value) values ('progress', '900')`.execute(storage.db);
    expect(await take({ ...taken(1, 1), asOf: '600' })).toBe(undefined);
    expect(await take({ ...taken(1, 1), asOf: '900' })).toEqual([at(1)]);
    await sql`insert into ledger.rules_versions values (2, 'ffffffffffff', '1.1', 0, 0, '{}')`.execute(storage.db);
    expect(await take({ ...taken(2, 1), asOf: '900' })).toBe(undefined);
    const intake = createIntake(storage);
    await expect(intake.write({ ...taken(2, 1), asOf: '900' })).rejects.toBeInstanceOf(Outdated);
  });

  test('rules that come into force while an order waits at the gate: it is not stored', async () => {
    await sql`insert into ledger.rules_versions values (1, '0123456789ab', '1.0', 0, 0, '{}')`.execute(storage.db);
    const waiting = await storage.db.transaction().execute(async (trx) => {
      await holdGate(trx, 500);
      await sql`insert into ledger.rules_versions values (2, 'ffffffffffff', '1.1', 0, 0, '{}')`.execute(trx);
      const taking = take({ ...taken(0, 1), asOf: '' });
      await vi.waitFor(async () => {
        const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(trx);
        expect(rows).toHaveLength(1);
      });
      return { taking };
    });
    expect(await waiting.taking).toBe(undefined);
    expect(await take({ ...taken(0, 1, { rules_version: 'ffffffffffff' }), asOf: '' })).toEqual([at(0)]);
  });

  test('however large the tables were believed to be, an order costs one look at its bot and one at the order before it', async () => {
    // Each of these is when a session may come to plan the statement: of tables that are empty, that are known to be, and that have grown since.
    for (const planned of ['select 1', 'analyze'])
      await storage.intakeDb.connection().execute(async (session) => {
        await sql`discard plans`.execute(session);
        await sql`truncate intake.bots, intake.orders`.execute(session);
        await sql`${sql.raw(planned)}`.execute(session);
        await takeOrders(session, [taken(0, 1)], stamps, once);
        await seedBots(storage, 100, 1);
        const all = await sql<{ id: string }>`select agent_id as id from intake.bots order by key_hash`.execute(
          session,
        );
        bots = all.rows.map(({ id }) => id);
        const numbers = Array.from({ length: 40 }, (_, i) => i);
        const ofAll = (sequence: number) =>
          numbers.map((nth) => taken(nth, sequence, {}, String(`key${Number.parseInt(at(nth).slice(4), 32)}`)));
        expect(await takeOrders(session, ofAll(1), stamps, once)).toHaveProperty('size', 40);
        await session.transaction().execute(async (trx) => {
          const before = await rowsRead(trx);
          expect(await takeOrders(trx, ofAll(2), stamps, once)).toHaveProperty('size', 40);
          const after = await rowsRead(trx);
          expect(
            after.map((rows, i) => rows - (before[i] ?? 0)),
            planned,
          ).toEqual([40, 40]);
        });
      });
  });

  test('while a chain is held nobody else stores an order of it, and the others are not kept waiting', async () => {
    await storage.intakeDb.transaction().execute(async (trx) => {
      await lockChains(trx, [at(0)]);
      expect(await take(taken(0, 1), taken(1, 1))).toEqual([at(1)]);
    });
    expect(await take(taken(0, 1))).toEqual([at(0)]);
  });

  test('two intakes and one key at once: one order, and the other hears that there is an answer', async () => {
    const other = openStorage(database.target);
    const told = await Promise.allSettled([storage, other].map((of, nth) => createIntake(of).write(kept(nth, 1_000))));
    const failed = told.flatMap((t) => (t.status === 'rejected' ? [t.reason as unknown] : []));
    expect(failed.map(isAnsweredElsewhere)).toEqual([true]);
    expect(await storage.db.selectFrom('intake.orders').select('agent_id').execute()).toHaveLength(1);
    await other.close();
  });

  test('orders of one bot that are handed in together are stored in order, and a process that stores nothing else refuses everything else', async () => {
    const intake = createIntake({ ...storage, ordersOnly: true });
    await Promise.all([1, 2, 3].map((sequence) => intake.write(taken(0, sequence))));
    await intake.drained();
    expect(await storage.db.selectFrom('intake.orders').select('agent_id').execute()).toHaveLength(3);
    const also: IntakeWrite = { also: async () => undefined };
    await expect(intake.write(also)).rejects.toThrow('stores nothing but orders');
  });

  test('a process beside the one that serves stores together what comes turn after turn, until a turn brings nothing', async () => {
    const nextTurn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));
    /** In how many commits three orders are stored: the second one comes a turn after the first, the third one when both are stored. */
    const commits = async (of: Parameters<typeof createIntake>[0], sequence: number): Promise<number> => {
      const intake = createIntake(of);
      const stored: Promise<void>[] = [];
      for (const nth of [0, 1]) {
        stored.push(intake.write(taken(nth, sequence)));
        await nextTurn();
      }
      await Promise.all(stored);
      stored.push(intake.write(taken(2, sequence)));
      await Promise.all(stored);
      const { rows } = await sql<{ n: number }>`
        select count(distinct xmin::text)::float8 as n from intake.orders where sequence = ${sequence}`.execute(
        storage.db,
      );
      return rows[0]?.n ?? 0;
    };
    expect(await commits({ ...storage, ordersOnly: true }, 1)).toBe(2);
    expect(await commits(storage, 2)).toBe(3);
  });
});

/** Of the bots and of the orders, as this session counts them. */
async function rowsRead(trx: Trx): Promise<number[]> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::float8 as read from pg_stat_xact_user_tables
    where schemaname = 'intake' and relname in ('bots', 'orders') order by relname`.execute(trx);
  return rows.map(({ read }) => read);
}
