/** Prints docs/schema.sql: what the migrations leave behind on a throw-away embedded database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareStorage } from '../server/src/storage/prepare.ts';
import { readSchema, type Table } from './schema.sql.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'papertape-schema-'));
try {
  const storage = await prepareStorage({ engine: 'sqlite', dataDir }, { durability: 'off' });
  const tables = await readSchema(storage);
  await storage.close();
  process.stdout.write(schemaText(tables));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function schemaText(tables: readonly Table[]): string {
  return [
    '-- Made from server/src/storage/migrations/ by `npm run generate`: edit those, not this file.',
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
