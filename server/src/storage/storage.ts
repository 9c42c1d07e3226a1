/**
 * One Database type over two engines: SQLite (`node:sqlite`, embedded) and PostgreSQL. The engines only keep; all arithmetic is
 * in the core. See docs/decisions/0001-two-files-one-writer-each.md for why the embedded engine has two files.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, SqliteDialect, type Transaction } from 'kysely';
import type { CustomTypesConfig } from 'pg';
import { createBulkInsert, type BulkInsert } from './bulk.ts';
import { createReadChunks, type ReadChunks } from './chunks.ts';
import type { Database } from './database.ts';
import { postgresDriver } from './postgres-driver.ts';
import { createStatementCache, kyselyDatabase } from './sqlite-driver.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export type StorageTarget =
  | { readonly engine: 'sqlite'; readonly dataDir: string }
  | { readonly engine: 'postgres'; readonly url: string };

export interface Storage {
  readonly engine: 'sqlite' | 'postgres';
  readonly target: StorageTarget;
  readonly db: Db;
  /** Inserts many rows in few statements; only within a transaction. */
  readonly insertMany: BulkInsert;
  /** Reads many rows in chunks; only within a transaction. */
  readonly readChunks: ReadChunks;
  /** Gives cached memory back: for when there is nothing to do for a while. */
  rest(): void;
  close(): Promise<void>;
}

export interface StorageOptions {
  /** Embedded engine: most memory that each of the two files may be cached in. 64; a smaller one makes large windows slow. */
  readonly cacheMb?: number;
  /** PostgreSQL connections. */
  readonly connections?: number;
  /**
   * Embedded engine: how hard a commit is. `full` survives a power cut (the default); `off` is for throw-away runs that
   * can be repeated (simulate).
   */
  readonly durability?: 'full' | 'off';
}

/** Opens the tables; migrates nothing. Several threads and processes may have them open at once. */
export function openStorage(target: StorageTarget, options: StorageOptions = {}): Storage {
  return target.engine === 'sqlite' ? openSqlite(target, options) : openPostgres(target, options);
}

function openSqlite(target: StorageTarget & { engine: 'sqlite' }, options: StorageOptions): Storage {
  const raw = new DatabaseSync(':memory:', { timeout: 10_000 });
  const synchronous = options.durability === 'off' ? 'OFF' : 'FULL';
  for (const schema of ['intake', 'ledger'] as const) {
    raw.prepare(`attach database ? as ${schema}`).run(join(target.dataDir, `${schema}.db`));
    raw.exec(`pragma ${schema}.journal_mode = wal; pragma ${schema}.synchronous = ${synchronous};`);
    raw.exec(`pragma ${schema}.cache_size = -${(options.cacheMb ?? 64) * 1024};`);
  }
  raw.exec('pragma temp_store = memory');
  const statements = createStatementCache(raw);
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: kyselyDatabase(raw, statements) }) });
  return {
    engine: 'sqlite',
    target,
    db,
    insertMany: createBulkInsert({ engine: 'sqlite', statements }),
    readChunks: createReadChunks({ engine: 'sqlite', statements }),
    rest: () => raw.exec('pragma shrink_memory'),
    close: () => db.destroy(),
  };
}

const int8 = 20;

function openPostgres(target: StorageTarget & { engine: 'postgres' }, options: StorageOptions): Storage {
  const pg = postgresDriver();
  const pool = new pg.Pool({
    connectionString: target.url,
    max: options.connections ?? 8,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 ? (text: string) => BigInt(text) : pg.types.getTypeParser(oid, format),
    } as CustomTypesConfig,
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    engine: 'postgres',
    target,
    db,
    insertMany: createBulkInsert({ engine: 'postgres' }),
    readChunks: createReadChunks({ engine: 'postgres' }),
    rest: () => undefined,
    close: () => db.destroy(),
  };
}
