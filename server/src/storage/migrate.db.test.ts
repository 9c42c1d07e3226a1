/** Steps that expand and steps that contract: which are done, which are left, and by which data a program is refused. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, testEngine, type TestDatabase } from '../../test/harness/database.ts';
import { doneMigrations, migrate, otherSchema, refuseOtherSchema } from './migrate.ts';
import type { Migration } from './migration.ts';
import { coreMigrations } from './migrations.ts';
import { kinds } from './migrations/0008-kinds.ts';
import { prepareStorage } from './prepare.ts';
import { openStorage } from './storage.ts';

let database: TestDatabase;
let storage: Awaited<ReturnType<typeof prepareStorage>>;

beforeEach(async () => {
  database = await createTestDatabase();
  storage = await prepareStorage(database.target, coreMigrations, { durability: 'off' });
});
afterEach(async () => {
  await storage.close();
  await database.drop();
});

const more: Migration = {
  name: 'core/9001-more',
  kind: 'expand',
  statements: () => ['create table if not exists ledger.more (id text not null primary key)'],
};
const less: Migration = {
  name: 'core/9002-less',
  kind: 'contract',
  statements: () => ['drop table if exists ledger.lesser'],
};
const newer = [...coreMigrations, less, more];
const others = (): Promise<string[]> => Promise.resolve(['web at 10.0.0.23, 0.1.0']);
const names = (steps: readonly { readonly name: string }[]): string[] => steps.map(({ name }) => name);
const kindOf = async (name: string): Promise<unknown> =>
  (await doneMigrations(storage.db)).find((m) => m.name === name)?.kind;

test('every step that is done has its kind', async () => {
  expect(await doneMigrations(storage.db)).toEqual(coreMigrations.map(({ name, kind }) => ({ name, kind })));
});

test('data of a version that told no kinds gets them, and what else is missing', async () => {
  await sql`delete from ledger.migrations where name in (${kinds.name}, 'core/0003-timed-gate')`.execute(storage.db);
  await sql`alter table ledger.migrations drop column kind`.execute(storage.db);
  await expect(refuseOtherSchema(storage, coreMigrations)).rejects.toThrow(/core\/0003-timed-gate, core\/0008-kinds/);
  // Nobody of another version could work beside it: nothing is left.
  expect(await migrate(storage, newer, { others })).toEqual({ left: [], others: [] });
  expect([await kindOf('core/0001-initial'), await kindOf('core/0005-no-clock-told'), await kindOf(less.name)]).toEqual(
    ['expand', 'contract', 'contract'],
  );
});

test('what expands is done while others are seen, what contracts is left, and is done when they are gone', async () => {
  const done: string[] = [];
  const onDone = ({ name }: Migration): void => void done.push(name);
  expect(await migrate(storage, newer, { others, onDone })).toEqual({ left: [less], others: await others() });
  expect(done).toEqual([more.name]);
  expect(await migrate(storage, newer, { isExpandOnly: true, onDone })).toEqual({ left: [less], others: [] });
  // The version that brings both works already, and the one before as well.
  await refuseOtherSchema(storage, newer);
  await refuseOtherSchema(storage, coreMigrations);
  expect(await otherSchema(storage.db)).toBeUndefined();
  expect(await migrate(storage, coreMigrations)).toEqual({ left: [], others: [] });
  expect(await migrate(storage, newer, { onDone })).toEqual({ left: [], others: [] });
  expect(done).toEqual([more.name, less.name]);
  // What contracts is not to be known by nobody.
  await expect(refuseOtherSchema(storage, coreMigrations)).rejects.toThrow(/core\/9002-less/);
  expect(await otherSchema(storage.db)).toContain('core/9002-less');
  await expect(migrate(storage, coreMigrations)).rejects.toThrow(/newer Papertape/);
});

test('a program is refused where something that expands is missing', async () => {
  await expect(refuseOtherSchema(storage, newer)).rejects.toMatchObject({
    message: expect.stringContaining(more.name) as string,
    fix: expect.stringContaining('papertape migrate') as string,
  });
});

test('two at once do each step once', async () => {
  const both: string[][] = [[], []];
  await Promise.all(both.map((done) => migrate(storage, newer, { onDone: ({ name }) => void done.push(name) })));
  expect(both.flat().sort()).toEqual(names([more, less]).sort());
});

describe.runIf(testEngine === 'postgres')('on PostgreSQL', () => {
  test('a step that does not get its lock lets go, and tries again', async () => {
    if (database.target.engine !== 'postgres') return;
    const busy: Migration = {
      name: 'core/9003-busy',
      kind: 'expand',
      statements: () => ['alter table ledger.meta add column if not exists more text'],
    };
    const holder = openStorage(database.target, { connections: 1 });
    let waited = 0;
    let free: () => void = () => undefined;
    const isFree = new Promise<void>((resolve) => (free = resolve));
    let reads: () => void = () => undefined;
    const isRead = new Promise<void>((resolve) => (reads = resolve));
    const held = holder.db.transaction().execute(async (trx) => {
      await sql`select * from ledger.meta`.execute(trx);
      reads();
      await isFree;
    });
    // Only now is there a lock in the step's way.
    await isRead;
    await migrate(storage, [...coreMigrations, busy], {
      onWait() {
        waited++;
        free();
      },
    });
    await held;
    await holder.close();
    expect([waited, await kindOf(busy.name)]).toEqual([1, 'expand']);
  });
});
