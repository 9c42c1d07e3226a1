/**
 * Forward-only migrations: each runs once, in a transaction of its own, and never changes after it was released. The list is the core's steps (migrations.ts) and, after them, those of the rooms
 * that keep tables of their own. Those that expand are done first, in the order of the list, whoever serves meanwhile; those that contract only when no process of another version
 * is seen. See docs/contributing/migrations.md.
 */
import { sql } from 'kysely';
import { pause } from '../lib/loop.ts';
import { steadyNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { isLockTimeout } from './fault.ts';
import { enterMigrations } from './migrate.sql.ts';
import type { Migration } from './migration.ts';
import { kinds } from './migrations/0008-kinds.ts';
import { coreMigrations } from './migrations.ts';
import { schemaFit, lackingOf, type DoneMigration } from './schema-fit.ts';
import type { Db, Storage, Trx } from './storage.ts';
import { isTableThere } from './unserved.ts';

export interface MigrateOptions {
  /** Processes of other versions that are seen now, in words: while there are some, no step that contracts is done. Without it there are none. */
  readonly others?: () => Promise<readonly string[]>;
  /** Only the steps that expand. */
  readonly isExpandOnly?: boolean;
  /** Told of each step that this call did. */
  readonly onDone?: (step: Migration, ms: number) => void;
  /** Told when a step waits for a lock that something else has. */
  readonly onWait?: (step: Migration) => void;
}

export interface Migrated {
  /** Steps that contract and are left to be done. */
  readonly left: readonly Migration[];
  /** The processes because of which they are. */
  readonly others: readonly string[];
}

/** How long a step may take to get its locks: whoever needs the same tables waits behind it for as long. */
const lockMsMax = 2_000;
const pauseMs = 500;
/** Of one step: some four minutes. */
const triesMax = 100;

type Opened = Pick<Storage, 'db' | 'engine'>;

/** @throws SetupError when the data was made by a version that this one does not work with, or a step does not get its locks. */
export async function migrate(
  storage: Opened,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<Migrated> {
  const before = (await isTableThere(storage, 'ledger.migrations')) ? await doneMigrations(storage.db) : [];
  const fit = schemaFit(before, migrations);
  refuseStrange(fit.strange);
  const { missing } = fit;
  if (missing.length === 0) return { left: [], others: [] };
  // Data whose steps have no kinds is of a version that no other worked beside.
  const isOfOneVersion = !before.some(({ name }) => name === kinds.name);
  if (isOfOneVersion) {
    await runAll(storage, missing, migrations, options);
    return { left: [], others: [] };
  }
  await runAll(storage, lackingOf(fit), migrations, options);
  const left = missing.filter(({ kind }) => kind === 'contract');
  if (left.length === 0 || options.isExpandOnly === true) return { left, others: [] };
  const others = (await options.others?.()) ?? [];
  if (others.length > 0) return { left, others };
  await runAll(storage, left, migrations, options);
  return { left: [], others };
}

async function runAll(
  storage: Opened,
  steps: readonly Migration[],
  known: readonly Migration[],
  { onDone, onWait }: MigrateOptions,
): Promise<void> {
  for (const step of steps)
    for (let tries = 1; ; tries++)
      try {
        const from = steadyNow();
        if (await runStep(storage, step, known)) onDone?.(step, steadyNow() - from);
        break;
      } catch (e) {
        if (!isLockTimeout(e)) throw e;
        if (tries === triesMax)
          throw new SetupError(
            `${step.name} did not get the locks that it needs: something else holds them.`,
            'Look for long transactions in pg_stat_activity, end them, and try again. Nothing of the step is done.',
          );
        onWait?.(step);
        await pause(pauseMs);
      }
}

/** @returns false where another process has done it meanwhile. */
async function runStep({ db, engine }: Opened, step: Migration, known: readonly Migration[]): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await enterMigrations(trx, lockMsMax);
    if (!(await isTableThere({ db: trx, engine }, 'ledger.migrations'))) await makeRecord(trx, engine);
    const done = await doneMigrations(trx);
    if (done.some(({ name }) => name === step.name)) return false;
    for (const statement of step.statements(engine)) await sql.raw(statement).execute(trx);
    if (step.name === kinds.name) {
      for (const { name, kind } of known)
        await sql`update ledger.migrations set kind = ${kind} where name = ${name} and kind is null`.execute(trx);
    }
    if (step.name === kinds.name || done.some(({ name }) => name === kinds.name))
      await sql`insert into ledger.migrations (name, kind) values (${step.name}, ${step.kind})`.execute(trx);
    else await sql`insert into ledger.migrations (name) values (${step.name})`.execute(trx);
    return true;
  });
}

async function makeRecord(trx: Trx, engine: Storage['engine']): Promise<void> {
  if (engine === 'postgres') {
    await sql`create schema if not exists intake`.execute(trx);
    await sql`create schema if not exists ledger`.execute(trx);
  }
  await sql`create table if not exists ledger.migrations (name text not null primary key)`.execute(trx);
}

function refuseStrange(strange: readonly string[]): void {
  if (strange.length === 0) return;
  throw new SetupError(
    `The data was made by a newer Papertape (this one does not know ${strange.join(', ')}, and cannot work with it).`,
    'Start the newer version; migrations only go forward.',
  );
}

/** @throws SetupError when a step that expands is not done, or one is that this program does not know and cannot work with. */
export async function refuseOtherSchema({ db }: Pick<Storage, 'db'>, known: readonly Migration[]): Promise<void> {
  const fit = schemaFit(await doneMigrations(db), known);
  const lacking = lackingOf(fit).map(({ name }) => name);
  if (lacking.length > 0)
    throw new SetupError(
      `The schema of the data is older than this Papertape (${lacking.join(', ')} ${lacking.length === 1 ? 'is' : 'are'} not done).`,
      'Run papertape migrate of this version: the processes that are there go on meanwhile.',
    );
  if (fit.strange.length > 0)
    throw new SetupError(
      `The schema of the data is not one that this Papertape works with (${fit.strange.join(', ')}).`,
      'Start the version of Papertape that serves the league.',
    );
}

/**
 * Whether this program works with the core's tables. It fails where there are no tables.
 * @returns what is different, for people; undefined when nothing that matters is.
 */
export async function otherSchema(db: Db): Promise<string | undefined> {
  const done = (await doneMigrations(db)).filter(({ name }) => name.startsWith('core/'));
  const fit = schemaFit(done, coreMigrations);
  if (fit.strange.length === 0 && lackingOf(fit).length === 0) return undefined;
  return `The data has schema ${done.at(-1)?.name ?? 'none'}, this Papertape knows ${coreMigrations.at(-1)?.name}.`;
}

/** In the order of their names. Data of a version that told no kinds has no such column. */
export async function doneMigrations(db: Db | Trx): Promise<DoneMigration[]> {
  const { rows } = await sql<{ name: string; kind?: string | null }>`select * from ledger.migrations`.execute(db);
  return rows.map(({ name, kind = null }) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
