/** What both engines must do alike: migrations, texts and numbers as they were, many rows at once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/harness/database.ts';
import { SetupError } from '../lib/setup-error.ts';
import { countRows, findRow, findRows, findSome } from './find.ts';
import { migrate } from './migrate.ts';
import { coreMigrations } from './migrations.ts';
import { prepareStorage } from './prepare.ts';
import { openStorage } from './storage.ts';

type Prepared = Awaited<ReturnType<typeof prepareStorage>>;
let database: TestDatabase;
let storage: Prepared;

beforeEach(async () => {
  database = await createTestDatabase();
  storage = await prepareStorage(database.target, coreMigrations, { durability: 'off' });
});
afterEach(async () => {
  await storage.close();
  await database.drop();
});

async function meta(): Promise<[string, string][]> {
  const rows = await storage.db.selectFrom('ledger.meta').selectAll().orderBy('key').execute();
  return rows.map((r) => [r.key, r.value]);
}

function insertMeta(keys: readonly string[], values: readonly string[], onConflict?: string): Promise<void> {
  return storage.db.transaction().execute((trx) =>
    storage.insertMany(
      trx,
      'ledger.meta',
      keys.map((key, i) => ({ key, value: values[i] as string })),
      onConflict,
    ),
  );
}

test('migrations run once, and data of a newer version is refused', async () => {
  await migrate(storage, coreMigrations);
  await migrate(storage, coreMigrations);
  const { rows } = await sql<{ name: string }>`select name from ledger.migrations`.execute(storage.db);
  expect(rows.map((r) => r.name)).toEqual(coreMigrations.map((m) => m.name));
  await sql`insert into ledger.migrations (name) values ('core/9999-later')`.execute(storage.db);
  await expect(migrate(storage, coreMigrations)).rejects.toThrow(SetupError);
  await expect(migrate(storage, coreMigrations)).rejects.toThrow(/newer Papertape/);
});

test('text comes back as it was, whatever is in it', async () => {
  const texts = [
    '',
    'NULL',
    'null',
    '{}',
    '{a,b}',
    '"',
    '\\',
    '\\"',
    "'",
    '$1',
    '?',
    'é🤖',
    '\t\n\r',
    ' ',
    ',',
    '{"a":"\\\\"}',
    '\u2028',
  ];
  await insertMeta(
    texts.map((_, i) => `k${String(i).padStart(2, '0')}`),
    texts,
  );
  expect((await meta()).map(([, value]) => value)).toEqual(texts);
});

test('integers of 64 bits and nulls come back as they were', async () => {
  const values = [0n, 1n, -1n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
  await storage.db.transaction().execute((trx) =>
    storage.insertMany(
      trx,
      'ledger.portfolios',
      values.map((cash, i) => ({
        agent_id: `a${i}`,
        league: 'x',
        cash,
        holdings: '{}',
        trades: 7,
        traded: '0',
        first_fill_at: cash === 0n ? null : cash,
      })),
    ),
  );
  const rows = await storage.db.selectFrom('ledger.portfolios').selectAll().orderBy('agent_id').execute();
  expect(rows.map((r) => r.cash)).toEqual(values);
  expect(rows.map((r) => r.first_fill_at)).toEqual(values.map((v) => (v === 0n ? null : v)));
  expect(rows[0]?.trades).toBe(7n);
});

test('many rows, more than one statement takes; a conflict is settled as told; no rows are no statement', async () => {
  const keys = Array.from({ length: 25_000 }, (_, i) => `k${i}`);
  await insertMeta(keys, keys);
  expect(await meta()).toHaveLength(25_000);
  await insertMeta([], []);
  await insertMeta(['k1', 'new'], ['x', 'y'], 'on conflict (key) do update set value = excluded.value');
  expect(new Map(await meta()).get('k1')).toBe('x');
  await expect(insertMeta(['fresh', 'k2'], ['1', '2'])).rejects.toThrow(/unique/i);
  expect(new Map(await meta()).has('fresh')).toBe(false);
});

test('rows that take several statements are refused outside a transaction', async () => {
  const rows = (n: number) => {
    return Array.from({ length: n }, (_, i) => ({ key: `k${i}`, value: `k${i}` }));
  };
  const alone = storage.insertMany(storage.db, 'ledger.meta', rows(3));
  if (storage.engine === 'sqlite') await expect(alone).rejects.toThrow(/take a transaction/);
  else await alone;
  await expect(storage.insertMany(storage.db, 'ledger.meta', rows(10_001))).rejects.toThrow(/take a transaction/);
});

test('rows are read in chunks, each once and in order, while other statements run', async () => {
  const keys = Array.from({ length: 25 }, (_, i) => `k${String(i).padStart(2, '0')}`);
  await insertMeta(keys, keys);
  for (const [size, chunks] of [
    [1, 25],
    [10, 3],
    [24, 2],
    [25, 1],
    [26, 1],
  ] as const) {
    await storage.db.transaction().execute(async (trx) => {
      const seen: string[][] = [];
      const query = trx.selectFrom('ledger.meta').select('key').where('key', '>=', 'k').orderBy('key');
      for await (const rows of storage.readChunks(trx, query, size)) {
        seen.push(rows.map((r) => r.key));
        await trx.selectFrom('ledger.meta').select('value').where('key', '=', 'k00').execute();
      }
      expect(seen.flat()).toEqual(keys);
      expect(seen).toHaveLength(chunks);
      const none = trx.selectFrom('ledger.meta').select('key').where('key', '=', 'none');
      for await (const rows of storage.readChunks(trx, none, size)) expect(rows).toEqual([]);
    });
  }
});

test('rows are found by what their columns hold, texts and numbers of any size', async () => {
  const { db } = storage;
  const mark = 2 ** 52 + 1;
  const at = (league: string, block: number) => ({ league, close: mark, block, agent_ids: `'${block}' or 1 = 1` });
  const rows = [at('a', 2), at('a', 10), at('b', 1)];
  await db.transaction().execute((trx) => storage.insertMany(trx, 'ledger.board_blocks', rows));
  const blocks = async (...order: ('block' | 'block desc' | 'league desc')[]) =>
    (await findRows(db, 'ledger.board_blocks', { close: mark }, ...order)).map((row) => Number(row.block));
  expect(await blocks('block')).toEqual([1, 2, 10]);
  expect(await blocks('league desc', 'block desc')).toEqual([1, 10, 2]);
  const held = { league: 'a', close: BigInt(mark), block: 10n, agent_ids: `'10' or 1 = 1` };
  expect(await findRow(db, 'ledger.board_blocks', { agent_ids: held.agent_ids })).toEqual(held);
  expect(await findRow(db, 'ledger.board_blocks', { league: 'a' }, 'block desc')).toEqual(held);
  expect(await findRow(db, 'ledger.board_blocks', { close: mark - 1 })).toBeUndefined();
  expect(await findRows(db, 'ledger.board_blocks', { league: 'b', block: 2 })).toEqual([]);
  const within = async (bounds: Parameters<typeof findRows<'ledger.board_blocks'>>[2]['block']) =>
    (await findRows(db, 'ledger.board_blocks', { close: { from: mark }, block: bounds ?? 0 }, 'block')).map(
      (row) => row.block,
    );
  expect(await within({ from: 2 })).toEqual([2n, 10n]);
  expect(await within({ after: 2n })).toEqual([10n]);
  expect(await within({ upTo: 2 })).toEqual([1n, 2n]);
  expect(await within({ before: 2 })).toEqual([1n]);
  expect(await within({ after: 1, before: 10 })).toEqual([2n]);
  expect(await within(10)).toEqual([10n]);
  expect(await within([10, 1n, 3])).toEqual([1n, 10n]);
  expect(await within([])).toEqual([]);
  const some = async (of: { readonly skip?: number; readonly most: number }) =>
    (await findSome(db, 'ledger.board_blocks', {}, of, 'block')).map((row) => row.block);
  expect(await some({ most: 2 })).toEqual([1n, 2n]);
  expect(await some({ skip: 1, most: 5 })).toEqual([2n, 10n]);
  expect(await some({ skip: 3, most: 5 })).toEqual([]);
  const large = { table: 'ledger.board_blocks', when: sql<boolean>`t.block > 1 or t.block > 2` } as const;
  expect(await countRows(db, large, { league: 'b' })).toBe(0);
  expect(await countRows(db, large)).toBe(2);
  expect(await countRows(db, 'ledger.board_blocks', { league: [] })).toBe(0);
  expect(await countRows(db, 'ledger.board_blocks', { league: 'a' })).toBe(2);
  expect(await countRows(db, 'ledger.board_blocks')).toBe(3);
});

test('what is null is found as such', async () => {
  const row = { symbol: 'b', price_at: 2n, agreed_at: 3n };
  const rows = [4n, null].map((readAt, i) => ({ ...row, mark: BigInt(i), read_at: readAt }));
  await storage.db.transaction().execute((trx) => storage.insertMany(trx, 'ledger.stale_prices', rows));
  expect(await findRows(storage.db, 'ledger.stale_prices', { read_at: null })).toEqual([rows[1]]);
  expect(await findRows(storage.db, 'ledger.stale_prices', { read_at: 4 })).toEqual([rows[0]]);
});

test('a failed transaction leaves nothing', async () => {
  const work = storage.db.transaction().execute(async (trx) => {
    await trx.insertInto('ledger.meta').values({ key: 'a', value: 'b' }).execute();
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await meta()).toEqual([]);
});

test('a second connection reads what is committed', async () => {
  const other = openStorage(database.target, { connections: 1 });
  try {
    await insertMeta(['a'], ['b']);
    const rows = await other.db.selectFrom('ledger.meta').selectAll().execute();
    expect(rows).toEqual([{ key: 'a', value: 'b' }]);
  } finally {
    await other.close();
  }
});

test('the lock is one per data, and free again after a close, also after a failed opening', async () => {
  await expect(prepareStorage(database.target, coreMigrations)).rejects.toThrow(/in use by another Papertape process/);
  await storage.close();
  storage = await prepareStorage(database.target, coreMigrations, { durability: 'off' });
  await sql`insert into ledger.migrations (name) values ('core/9999-later')`.execute(storage.db);
  await storage.close();
  for (let i = 0; i < 2; i++)
    await expect(prepareStorage(database.target, coreMigrations)).rejects.toThrow(/newer Papertape/);
});

test('what cannot be opened is a wrong setting', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-storage-'));
  try {
    writeFileSync(join(folder, 'file'), '');
    for (const dataDir of [join(folder, 'file'), join(folder, 'file', 'below')]) {
      await expect(prepareStorage({ engine: 'sqlite', dataDir }, coreMigrations)).rejects.toMatchObject({
        name: 'SetupError',
        fix: expect.stringContaining('DATA_DIR') as string,
      });
    }
    const url = 'postgres://nobody@127.0.0.1:1/none';
    await expect(prepareStorage({ engine: 'postgres', url }, coreMigrations)).rejects.toThrow(/cannot be reached/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
