/**
 * One Database type over two engines: SQLite (`node:sqlite`, embedded) and PostgreSQL. The engines only keep; all arithmetic is
 * in the core. See docs/decisions/0001-two-files-one-writer-each.md for why the embedded engine has two files.
 */
import { randomUUID } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, SqliteDialect, type Dialect, type LogEvent, type Transaction } from 'kysely';
import { createBulkInsert, type BulkInsert } from './bulk.ts';
import { createReadChunks, type ReadChunks } from './chunks.ts';
import type { Database } from './database.ts';
import { createDayFiles, type DayFiles } from './day-files.ts';
import { openPostgresPool, type WatchedPool } from './postgres-pool.ts';
import type { Replica } from './replica.ts';
import { intakeNames, webNames } from './session-names.ts';
import { commitNothing, endSessions } from './sessions.sql.ts';
import { createStatementCache, kyselyDatabase } from './sqlite-driver.ts';
import type { StorageWatch } from './storage-watch.ts';
import { chunksWithTexts, dayTexts } from './with-day-texts.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export type StorageTarget = (
  | { readonly engine: 'sqlite'; readonly dataDir: string }
  | {
      readonly engine: 'postgres';
      readonly url: string;
      /** What the names of the sessions begin with, but the intake's. "papertape " where it is absent. */
      readonly sessions?: string;
    }
) & {
  /** Folder of the files of days, where readings are looked for that were moved there. Without it rows come as they are stored. */
  readonly dayFiles?: string;
};

/** For who copies the rows of a league. */
export function withoutDayFiles(target: StorageTarget): StorageTarget {
  const { dayFiles: _, ...rest } = target;
  return rest;
}

export interface Storage {
  readonly engine: 'sqlite' | 'postgres';
  readonly target: StorageTarget;
  readonly db: Db;
  /** Where the intake commits. On PostgreSQL it has a connection of its own: readers never hold up what is stored. */
  readonly intakeDb: Db;
  /**
   * Resolves when nothing of the intake is under way at the server any more, so that what is looked up then stays as it is, also after a
   * failover. Rejects where the server cannot say so now.
   * @param whose what `everybody` left there is a matter for the one process that serves the data, at its start.
   */
  readonly settleIntake: (whose?: 'ours' | 'everybody') => Promise<void>;
  /**
   * Ends what of `db` is under way at the server still: of a connection that broke the server may not know, and what is locked there stays so.
   * Whoever asks has nothing of its own under way. Rejects where the server cannot be asked now.
   */
  readonly endSessions: () => Promise<void>;
  /** Inserts many rows in few statements; only within a transaction. */
  readonly insertMany: BulkInsert;
  /** Reads many rows in chunks; only within a transaction. */
  readonly readChunks: ReadChunks;
  /**
   * Resolves when what was committed to `intake` before the call is on the disk. With `flushApart` that is a step of its own, which
   * does not hold up the thread; without, the commit has done it.
   */
  readonly flushIntake: () => Promise<void>;
  /** What stands for the oldest wait for a connection of `db`, the same as long as it lasts; undefined when nobody waits. */
  readonly oldestWait: () => unknown;
  /** Gives cached memory back: for when there is nothing to do for a while. */
  readonly rest: () => void;
  close(): Promise<void>;
}

export interface StorageOptions {
  /** Embedded engine: most memory that each of the two files may be cached in. 64; a smaller one makes large windows slow. */
  readonly cacheMb?: number;
  /** PostgreSQL connections. */
  readonly connections?: number;
  /**
   * Longest wait for an answer: of a PostgreSQL server to a statement, of the embedded engine to be let in while another program holds its
   * files. A service is not to stand still with its database. PostgreSQL: none; embedded engine: 10 seconds.
   */
  readonly answerMsMax?: number;
  /**
   * Embedded engine: how hard a commit is. `full` survives a power cut (the default); `off` is for throw-away runs that
   * can be repeated (simulate).
   */
  readonly durability?: 'full' | 'off';
  /** Embedded engine: commits to `intake` return before the disk has them; whoever writes there calls `flushIntake`. */
  readonly flushApart?: boolean;
  /** Told of every statement, and whether the database answers. */
  readonly watch?: StorageWatch;
  /** PostgreSQL: every statement that would change something is refused by the server. */
  readonly readOnly?: boolean;
  /** PostgreSQL: where reads of `db` may go that it says so of. */
  readonly replica?: Pick<Replica, 'connect'> | undefined;
}

/** Opens the tables; migrates nothing. Several threads and processes may have them open at once. */
export function openStorage(target: StorageTarget, options: StorageOptions = {}): Storage {
  return target.engine === 'sqlite' ? openSqlite(target, options) : openPostgres(target, options);
}

function watched(dialect: Dialect, watch: StorageWatch | undefined, files: DayFiles | undefined): Db {
  const log = watch && ((e: LogEvent): void => watch.statement(e.query.sql, e.queryDurationMillis));
  return new Kysely<Database>({ dialect, ...(log && { log }), ...(files && { plugins: [dayTexts(files)] }) });
}

function filesOf({ dayFiles }: StorageTarget): DayFiles | undefined {
  return dayFiles === undefined ? undefined : createDayFiles(dayFiles);
}

/** Longest stop of a thread that serves requests. */
const blockedMsMax = 250;

function openSqlite(target: StorageTarget & { engine: 'sqlite' }, options: StorageOptions): Storage {
  // The embedded engine waits within the call, and nobody else has a turn meanwhile.
  const raw = new DatabaseSync(':memory:', { timeout: options.answerMsMax === undefined ? 10_000 : blockedMsMax });
  const isDurable = options.durability !== 'off';
  const flushApart = isDurable && options.flushApart === true;
  for (const schema of ['intake', 'ledger'] as const) {
    raw.prepare(`attach database ? as ${schema}`).run(join(target.dataDir, `${schema}.db`));
    const synchronous = !isDurable ? 'OFF' : schema === 'intake' && flushApart ? 'NORMAL' : 'FULL';
    raw.exec(`pragma ${schema}.journal_mode = wal; pragma ${schema}.synchronous = ${synchronous};`);
    if (schema === 'intake' && flushApart) raw.exec(`pragma intake.wal_autocheckpoint = ${checkpointPagesMax}`);
    raw.exec(`pragma ${schema}.cache_size = -${(options.cacheMb ?? 64) * 1024};`);
  }
  raw.exec('pragma temp_store = memory');
  const log = flushApart ? createWalFlush(join(target.dataDir, 'intake.db-wal')) : undefined;
  const statements = createStatementCache(raw);
  const { watch } = options;
  const files = filesOf(target);
  const db = watched(new SqliteDialect({ database: kyselyDatabase(raw, statements) }), watch, files);
  const readChunks = createReadChunks({ engine: 'sqlite', statements });
  return {
    engine: 'sqlite',
    target,
    db,
    intakeDb: db,
    settleIntake: nothingToWaitFor,
    endSessions: nothingToWaitFor,
    insertMany: createBulkInsert({ engine: 'sqlite', statements, watch }),
    readChunks: files ? chunksWithTexts(files, readChunks) : readChunks,
    flushIntake: log ? log.flush : nothingToWaitFor,
    oldestWait: () => undefined,
    rest: () => raw.exec('pragma shrink_memory'),
    async close() {
      await log?.close();
      await db.destroy();
    },
  };
}

/**
 * Pages in the intake's log before a commit has to move them into the database itself, flushes and all: 256 MB. It does not come to
 * that while `checkpointIntake` is called now and then.
 */
const checkpointPagesMax = 65_536;

/**
 * Moves the intake's log into its database, from a connection of its own: for a thread that has time. The embedded engine would
 * otherwise do it within a commit, while requests wait.
 */
export function createIntakeCheckpoint(target: StorageTarget): {
  readonly run: () => void;
  readonly close: () => void;
} {
  if (target.engine !== 'sqlite') return { run: () => undefined, close: () => undefined };
  const raw = new DatabaseSync(join(target.dataDir, 'intake.db'), { timeout: 0 });
  const statement = raw.prepare('pragma wal_checkpoint(passive)');
  return { run: () => void statement.get(), close: () => raw.close() };
}

const nothingToWaitFor = (): Promise<void> => Promise.resolve();

/**
 * In WAL mode a commit is the frames that it appended to the write-ahead log, and `synchronous = full` is one flush of that file after
 * them. The same flush through a descriptor of our own runs in the background, while the thread takes the next requests. The log
 * is there as long as a connection is open.
 */
function createWalFlush(path: string): { readonly flush: () => Promise<void>; readonly close: () => Promise<void> } {
  let log: FileHandle | undefined;
  return {
    async flush() {
      log ??= await open(path, 'r+');
      await log.datasync();
    },
    async close() {
      await log?.close();
    },
  };
}

function openPostgres(target: StorageTarget & { engine: 'postgres' }, options: StorageOptions): Storage {
  const { url, sessions = 'papertape ' } = target;
  const { connections = 8, answerMsMax, watch, readOnly, replica } = options;
  const files = filesOf(target);
  const open = (pool: WatchedPool): Db => watched(new PostgresDialect({ pool }), watch, files);
  const name = `${sessions}${randomUUID()}`;
  const pool = openPostgresPool({ url, name, connections, answerMsMax, watch, readOnly });
  const db = open(
    replica
      ? { ...pool, connect: async () => (await replica.connect(() => pool.connect())) ?? (await pool.connect()) }
      : pool,
  );
  // Who only reads commits nothing: its session tells who it is, and is not ended with those of intakes.
  const intakeName = readOnly === true ? webNames : `${intakeNames}${randomUUID()}`;
  const intakeDb = open(openPostgresPool({ url, name: intakeName, connections: 1, answerMsMax, watch, readOnly }));
  return {
    engine: 'postgres',
    target,
    db,
    intakeDb,
    async settleIntake(whose = 'ours') {
      await endSessions(intakeDb, whose === 'ours' ? intakeName : intakeNames);
      await commitNothing(intakeDb);
    },
    endSessions: async () => await endSessions(db, name),
    insertMany: createBulkInsert({ engine: 'postgres' }),
    readChunks: createReadChunks({ engine: 'postgres' }),
    flushIntake: nothingToWaitFor,
    oldestWait: pool.oldestWait,
    rest: () => undefined,
    async close() {
      await db.destroy();
      await intakeDb.destroy();
    },
  };
}
