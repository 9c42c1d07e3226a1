/** The bare engines, past everything of ours: what the ceilings are measured with. */
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import type { StorageTarget } from '../src/storage/storage.ts';

export interface Bare {
  /** Reads every row of a select in chunks by key, touching each. @returns how many. */
  read(sql: string): Promise<number>;
  /** Writes rows (arrays of values) into a table of the same columns, in one transaction. */
  write(
    table: string,
    columns: readonly { name: string; type: 'text' | 'int8' }[],
    rows: readonly (readonly (string | bigint | number | null)[])[],
    onConflict?: string,
  ): Promise<void>;
  rows(sql: string): Promise<Record<string, unknown>[]>;
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

export async function openBare(target: StorageTarget): Promise<Bare> {
  return target.engine === 'sqlite' ? bareSqlite(target.dataDir) : await barePostgres(target.url);
}

function bareSqlite(dataDir: string): Bare {
  const db = new DatabaseSync(':memory:', { timeout: 10_000 });
  for (const schema of ['intake', 'ledger']) {
    db.prepare(`attach database ? as ${schema}`).run(join(dataDir, `${schema}.db`));
    db.exec(
      `pragma ${schema}.journal_mode = wal; pragma ${schema}.synchronous = full; pragma ${schema}.cache_size = -65536`,
    );
  }
  return {
    async read(sql) {
      const statement = db.prepare(sql);
      statement.setReadBigInts(true);
      let n = 0;
      for (const row of statement.iterate()) if (row) n++;
      return n;
    },
    async write(table, columns, rows, onConflict = '') {
      const marks = columns.map(() => '?').join(', ');
      const insert = db.prepare(
        `insert into ${table} (${columns.map((c) => c.name).join(', ')}) values (${marks}) ${onConflict}`,
      );
      db.exec('begin');
      for (const row of rows) insert.run(...(row as SQLInputValue[]));
      db.exec('commit');
    },
    async rows(sql) {
      const statement = db.prepare(sql);
      statement.setReadBigInts(true);
      return statement.all();
    },
    async exec(sql) {
      db.exec(sql);
    },
    async close() {
      db.close();
    },
  };
}

async function barePostgres(url: string): Promise<Bare> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    async read(sql) {
      let n = 0;
      await client.query('begin');
      await client.query(`declare c no scroll cursor for ${sql}`);
      for (;;) {
        const { rows } = await client.query('fetch 10000 from c');
        if (rows.length === 0) break;
        n += rows.length;
      }
      await client.query('commit');
      return n;
    },
    async write(table, columns, rows, onConflict = '') {
      await client.query('begin');
      const text = `insert into ${table} (${columns.map((c) => c.name).join(', ')}) select * from unnest(${columns.map((c, i) => `$${i + 1}::${c.type}[]`).join(', ')}) ${onConflict}`;
      for (let from = 0; from < rows.length; from += 10_000) {
        const chunk = rows.slice(from, from + 10_000);
        await client.query(
          text,
          columns.map((_, i) => chunk.map((r) => r[i])),
        );
      }
      await client.query('commit');
    },
    async rows(sql) {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    },
    async exec(sql) {
      await client.query(sql);
    },
    async close() {
      await client.end();
    },
  };
}
