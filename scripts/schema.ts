/** Prints docs/contributing/schema.sql: what the migrations leave behind on a throw-away embedded database. */
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Migration } from '../server/src/storage/migration.ts';
import { coreMigrations } from '../server/src/storage/migrations.ts';
import { prepareStorage } from '../server/src/storage/prepare.ts';
import { readSchema, type Table } from './schema.sql.ts';

/** The rooms' own, by the name of their files: the list in app.ts cannot be loaded here, it needs the pages compiled. */
const rooms: Migration[] = [];
for (const file of globSync('*/*.migration.ts', { cwd: new URL('../server/src/', import.meta.url) }).sort())
  rooms.push(...Object.values((await import(`../server/src/${file}`)) as Record<string, Migration>));

const dataDir = mkdtempSync(join(tmpdir(), 'papertape-schema-'));
try {
  const storage = await prepareStorage({ engine: 'sqlite', dataDir }, [...coreMigrations, ...rooms], {
    durability: 'off',
  });
  const tables = await readSchema(storage);
  await storage.close();
  process.stdout.write(schemaText(tables));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function schemaText(tables: readonly Table[]): string {
  return [
    '-- Made from the tables (server/src/storage/database.ts) by way of the migrations, by `npm run generate`: edit those, not this file.',
    '--',
    '-- The tables, the same on both engines: in PostgreSQL two schemas, in the embedded engine two files, intake.db and ledger.db.',
    '-- Instants are milliseconds since 1970 UTC. Amounts are integers of the smallest unit: cash and values have 8 decimal places.',
    '',
    ...tables.flatMap((t) => [
      tableText(t),
      ...t.indexes.filter((i) => i.name !== null).map((i) => indexText(t, i)),
      '',
    ]),
  ].join('\n');
}

function tableText(t: Table): string {
  const lines = [
    ...t.columns.map((c) => `${c.name} ${c.type}${c.notNull ? ' not null' : ''}`),
    `primary key (${t.primaryKey.join(', ')})`,
    ...t.indexes.filter((i) => i.name === null).map((i) => `unique (${i.columns.join(', ')})`),
  ];
  return `create table ${t.schema}.${t.name} (\n  ${lines.join(',\n  ')}\n);${t.withoutRowid ? ' -- embedded: without rowid' : ''}`;
}

function indexText(t: Table, i: Table['indexes'][number]): string {
  return `create ${i.unique ? 'unique ' : ''}index ${i.name} on ${t.schema}.${t.name} (${i.columns.join(', ')});`;
}
