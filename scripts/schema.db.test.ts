import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { migrations } from '../server/src/app.ts';
import { prepareStorage } from '../server/src/storage/prepare.ts';
import { createTestDatabase } from '../server/test/harness/database.ts';
import { readSchema, type Table } from './schema.sql.ts';

const dropped: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const drop of dropped) await drop();
});

async function schemaOf(engine?: 'sqlite'): Promise<Table[]> {
  const database = await createTestDatabase(engine);
  dropped.push(() => database.drop());
  const storage = await prepareStorage(database.target, migrations, { durability: 'off' });
  const tables = await readSchema(storage);
  await storage.close();
  return tables.map((t) => ({ ...t, withoutRowid: false }));
}

test('the engine under test has the tables, columns, keys and indexes of the embedded one', async () => {
  const tables = await schemaOf();
  expect(tables).toEqual(await schemaOf('sqlite'));
  expect(tables.length).toBeGreaterThan(15);
  for (const t of tables) expect(t.primaryKey, t.name).not.toEqual([]);
});

test('docs/contributing/schema.sql names every table and column', async () => {
  const text = readFileSync(new URL('../docs/contributing/schema.sql', import.meta.url), 'utf8');
  const tables = await schemaOf();
  expect([...text.matchAll(/create table (\S+) \(/g)].map((m) => m[1])).toEqual(
    tables.map((t) => `${t.schema}.${t.name}`),
  );
  for (const t of tables) {
    const body = text.split(`create table ${t.schema}.${t.name} (\n`)[1]?.split('\n);')[0] ?? '';
    expect(
      body.split(',\n').filter((l) => !/^ +(primary key|unique) /.test(l)),
      t.name,
    ).toEqual(t.columns.map((c) => `  ${c.name} ${c.type}${c.notNull ? ' not null' : ''}`));
  }
});
