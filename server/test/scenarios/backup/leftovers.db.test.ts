/**
 * What a killed backup, restore or move leaves in its folders is taken for what it is when the command is run again. Every name that stands in a
 * folder while one runs, if only for a moment, is found by watching the folder, and is planted. Killed processes: acceptance/copies.
 */
import { mkdtempSync, readdirSync, rmSync, unlinkSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runBackup, runMove, runRestore } from '../../../src/cli/backup.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/database.ts';
import { openLeague, type League } from '../../harness/league.ts';

let league: League;
const databases: TestDatabase[] = [];
const folders: string[] = [];
beforeEach(async () => {
  league = await openLeague();
  const bot = await league.enter();
  await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ hours: 1 });
  // What was signed last is a file, too.
  await league.client.checkpoint();
});
afterEach(async () => {
  await league.close();
  for (const database of databases.splice(0)) await database.drop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-leftovers-'));
  folders.push(folder);
  return folder;
}

async function fresh(): Promise<TestDatabase> {
  const database = await createTestDatabase('sqlite');
  databases.push(database);
  return database;
}

const dataDir = ({ env }: TestDatabase): string => env['DATA_DIR'] as string;

/** @returns every name that stood in the folder while `during` ran. */
async function namesIn(folder: string, during: () => Promise<unknown>): Promise<string[]> {
  const names = new Set<string>();
  const last = 'the watch ends here';
  let over = (): void => undefined;
  const seen = new Promise<void>((resolve) => (over = resolve));
  const watcher = watch(folder, (_, name) => {
    if (name === last) over();
    else if (name !== null) names.add(name);
  });
  await during();
  writeFileSync(join(folder, last), '');
  await seen;
  watcher.close();
  unlinkSync(join(folder, last));
  return [...names].sort();
}

/** A killed process had another id, and wrote a part of the file, or all. */
const ofAnother = (name: string): string => name.replace(`.${process.pid}.new`, '.12734.new');

function plant(folder: string, name: string): void {
  writeFileSync(join(folder, ofAnother(name)), 'half', { mode: 0o600 });
}

test('a backup takes any file of one that was killed, and leaves nothing of it', async () => {
  const { env } = league.database;
  const folder = freshFolder();
  const names = await namesIn(folder, async () => await runBackup(env, folder, false));
  const whole = readdirSync(folder).sort();
  expect(names).toEqual([
    'backup.json',
    `backup.json.${process.pid}.new`,
    'intake.db',
    'intake.db-journal',
    'intake.db-shm',
    'intake.db-wal',
    'ledger.db',
    'ledger.db-journal',
    'ledger.db-shm',
    'ledger.db-wal',
    'lock.db',
    'lock.db-journal',
    'secrets',
  ]);
  // Files that the lock's own database would refuse cannot be left: SQLite writes that one.
  const planted = names.filter((name) => !['backup.json', 'lock.db', 'secrets'].includes(name));
  const alone = planted.map((name) => [name]);
  for (const some of [...alone, planted]) {
    const again = freshFolder();
    for (const name of some) plant(again, name);
    expect([some, await runBackup(env, again, false)]).toEqual([some, expect.objectContaining({ code: 0 })]);
    expect(readdirSync(again).sort()).toEqual(whole);
  }
  // A name that only looks like one of ours is somebody's.
  for (const name of ['backup.json.new', 'backup.json.1a.new', 'backup.json.12.new.txt', 'ledger.db.12.new']) {
    const strange = freshFolder();
    plant(strange, name);
    await expect(runBackup(env, strange, false)).rejects.toThrow(`is not empty: it has ${name}`);
    expect(readdirSync(strange)).toEqual([name]);
  }
});

test('a restore and a move take the secrets that a killed one had half put there, and leave no second copy of a key', async () => {
  const { env } = league.database;
  const backup = join(freshFolder(), 'backup');
  await runBackup(env, backup, false);
  await league.stop();
  const commands = [
    async (to: TestDatabase) => await runRestore(to.env, backup),
    async (to: TestDatabase) => await runMove(env, dataDir(to)),
  ];
  for (const run of commands) {
    const watched = await fresh();
    const names = await namesIn(dataDir(watched), async () => {
      // A league moves once: what a move writes there is what a restore writes.
      if (run === commands[1]) await runRestore(watched.env, backup);
      else await run(watched);
    });
    const halves = names.filter((name) => name.endsWith('.new'));
    expect(halves.map(ofAnother)).toEqual(['log.key.12734.new', 'log.key.signed.12734.new', 'rounds.key.12734.new']);
    const to = await fresh();
    for (const name of halves) plant(dataDir(to), name);
    expect(await run(to)).toMatchObject({ code: 0 });
    expect(readdirSync(dataDir(to)).filter((name) => /^(log|rounds|house)/.test(name))).toEqual([
      'log.key',
      'log.key.signed',
      'rounds.key',
    ]);
  }
});
