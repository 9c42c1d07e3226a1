/** Numbered, forward-only migrations: each runs once, in order, in a transaction of its own, and never changes after it was released. */
import { sql } from 'kysely';
import { SetupError } from '../lib/setup-error.ts';
import type { Step } from './migration.ts';
import { migrations } from './migrations.ts';
import type { Storage, Trx } from './storage.ts';

/** @param upTo number of the last one; all of them, but for tests. */
export async function migrate(
  { db, engine }: Pick<Storage, 'db' | 'engine'>,
  upTo: number = migrations.length,
): Promise<void> {
  if (engine === 'postgres') {
    await sql`create schema if not exists intake`.execute(db);
    await sql`create schema if not exists ledger`.execute(db);
  }
  await sql`create table if not exists ledger.migrations (number bigint not null primary key, name text not null)`.execute(
    db,
  );
  const done = await sql<{ number: bigint }>`select number from ledger.migrations order by number`.execute(db);
  const last = Number(done.rows.at(-1)?.number ?? 0);
  if (last > migrations.length) {
    throw new SetupError(
      `The data was made by a newer Papertape (schema ${last}, this one knows ${migrations.length}).`,
      'Start the newer version; migrations only go forward.',
    );
  }
  for (const [i, migration] of migrations.entries()) {
    const number = i + 1;
    if (number <= last || number > upTo) continue;
    await db.transaction().execute(async (trx) => {
      for (const step of migration.statements(engine)) await run(trx, engine, step);
      await sql`insert into ledger.migrations (number, name) values (${number}, ${migration.name})`.execute(trx);
    });
  }
}

async function run(trx: Trx, engine: Storage['engine'], step: Step): Promise<void> {
  if (typeof step === 'string') {
    await sql.raw(step).execute(trx);
    return;
  }
  const { schema, table } = step;
  const adds = 'addColumn' in step;
  const [column, definition] = adds
    ? [step.addColumn, `${step.addColumn} ${step.type}`]
    : [step.dropColumn, step.dropColumn];
  const alter = `alter table ${schema}.${table} ${adds ? 'add' : 'drop'} column`;
  if (engine === 'postgres') {
    await sql.raw(`${alter} ${adds ? 'if not exists' : 'if exists'} ${definition}`).execute(trx);
    return;
  }
  // The two files do not commit as one: after a crash the step may be done and not noted.
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table}, ${schema})`.execute(trx);
  if (rows.some((r) => r.name === column) !== adds) await sql.raw(`${alter} ${definition}`).execute(trx);
}
