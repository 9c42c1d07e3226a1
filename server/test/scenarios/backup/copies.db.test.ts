/** `papertape backup`, `restore` and `move` in one process: what is shown afterwards, and what is refused. Killed processes: acceptance/copies. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runBackup, runMove, runRestore } from '../../../src/cli/backup.ts';
import { runAuditCommand } from '../../../src/cli/audit.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { writeUnserved } from '../../../src/storage/unserved.ts';
import {
  availableEngines,
  createTestDatabase,
  testEngine,
  type TestDatabase,
  type TestEngine,
} from '../../harness/database.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { shownBy } from '../../harness/shown.ts';

const start = '2026-03-02T00:00:00Z';
const dates = ['2026-03-03', '2026-03-04'];

const databases: TestDatabase[] = [];
const folders: string[] = [];
const leagues: League[] = [];
afterEach(async () => {
  for (const league of leagues.splice(0)) await league.app.close();
  for (const database of databases.splice(0)) await database.drop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function fresh(engine: TestEngine = testEngine): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  databases.push(database);
  return database;
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-copies-'));
  folders.push(folder);
  return folder;
}

async function open(database: TestDatabase, now: string | number = start): Promise<League> {
  const source = createSimulatedSource({ seed: 7, origin: Date.parse(start) });
  const league = await openLeague({ start: new Date(now).toISOString(), database, source });
  leagues.push(league);
  return league;
}

async function stop(league: League): Promise<void> {
  leagues.splice(leagues.indexOf(league), 1);
  await league.stop();
}

/** A league of some days: filled, rejected and pending orders, a retired bot, an act of the operator. */
async function played(): Promise<{ league: League; bots: Bot[] }> {
  const league = await open(await fresh());
  const bots = [await league.enter(), await league.enter({ name: 'Zweite “ö”' }), await league.enter()];
  const [first, second, third] = bots as [Bot, Bot, Bot];
  await first.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.3 }, { reason: 'a\n"b" \\ \u{1F600}' });
  await second.weights({ 'SOL-USD': 1 });
  await league.advance({ hours: 30 });
  await first.weights({ 'BTC-USD': 0.1 });
  await third.retire();
  await league.advance({ hours: 20 });
  await second.weights({});
  return { league, bots };
}

/** The other engine, where there is one. */
async function otherEngine(): Promise<TestEngine> {
  return (await availableEngines()).find((engine) => engine !== testEngine) ?? testEngine;
}

const placeOf = ({ target }: TestDatabase): string => (target.engine === 'sqlite' ? target.dataDir : target.url);

test('a backup of a served league shows the same on each engine, byte for byte, and goes on alike', async () => {
  const { league, bots } = await played();
  const folder = join(freshFolder(), 'backup');
  const shown = await shownBy(league.url, bots, dates);
  expect(await runBackup(league.database.env, folder, false)).toMatchObject({ code: 0 });
  const checkpoint = shown.get('/checkpoint');
  await league.advance({ hours: 24 });
  const later = await shownBy(league.url, bots, [...dates, '2026-03-05']);
  const now = league.now();
  await stop(league);
  for (const engine of await availableEngines()) {
    const target = await fresh(engine);
    expect(await runRestore(target.env, folder)).toMatchObject({ code: 0 });
    const restored = await open(target, now - 24 * 3_600_000);
    const same = await shownBy(restored.url, bots, dates);
    expect([same.get('/checkpoint'), [...same]]).toEqual([checkpoint, [...shown]]);
    await restored.advanceTo(now);
    expect([...(await shownBy(restored.url, bots, [...dates, '2026-03-05']))]).toEqual([...later]);
    await stop(restored);
  }
});

test('everything of a backup is readable by its owner only, and says what it is', async () => {
  const { league } = await played();
  const folder = join(freshFolder(), 'backup');
  const [, size, root] = (await league.client.checkpoint()).split('\n');
  await runBackup(league.database.env, folder, false);
  expect(readdirSync(folder).sort()).toEqual(['backup.json', 'intake.db', 'ledger.db', 'secrets']);
  expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(['log.key', 'log.key.signed', 'rounds.key']);
  const names = ['backup.json', 'intake.db', 'ledger.db', 'secrets/log.key'];
  expect([folder, ...names.map((name) => join(folder, name))].map((path) => statSync(path).mode & 0o077)).toEqual([
    0, 0, 0, 0, 0,
  ]);
  const manifest = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8')) as { log: unknown };
  expect(manifest).toMatchObject({
    orders: 4,
    differences: 0,
    until: '2026-03-04T02:00:00.000Z',
    log: { size: Number(size), root: Buffer.from(root as string, 'base64').toString('hex') },
  });
  // It is audited where it is, and served by nobody.
  const told: string[] = [];
  expect(await runAuditCommand({ DATA_DIR: folder }, { write: (line) => told.push(line) })).toBe(0);
  await expect(
    openLeague({
      database: {
        target: { engine: 'sqlite', dataDir: folder },
        env: { DATA_DIR: folder },
        drop: async () => undefined,
      },
    }),
  ).rejects.toThrow('is a backup, and is not served itself');
});

test('a league moves to the other engine and back: the same bytes are shown, and it is served in one place at most', async () => {
  const { league, bots } = await played();
  const now = league.now();
  const shown = await shownBy(league.url, bots, dates);
  const home = league.database;
  const away = await fresh(await otherEngine());
  const back = await fresh(testEngine);
  await expect(runMove(home.env, placeOf(away))).rejects.toThrow('in use by another Papertape process');
  await stop(league);
  // The data folder stays with PostgreSQL, where the key is; where the data goes into a folder, the key goes with it.
  const legs = [
    [home, away],
    [away, back],
  ] as const;
  let dataDir = home.env['DATA_DIR'] as string;
  for (const [from, to] of legs) {
    expect(await runMove({ ...from.env, DATA_DIR: dataDir }, placeOf(to))).toMatchObject({ code: 0 });
    await expect(open(from)).rejects.toThrow('was moved to The d');
    await expect(runMove({ ...from.env, DATA_DIR: dataDir }, placeOf(await fresh()))).rejects.toThrow('was moved to');
    await expect(runMove({ ...from.env, DATA_DIR: dataDir }, undefined)).rejects.toThrow('was moved to');
    if (to.target.engine === 'sqlite') dataDir = to.target.dataDir;
    const moved = await open({ ...to, env: { ...to.env, DATA_DIR: dataDir } }, now);
    expect([...(await shownBy(moved.url, bots, dates))]).toEqual([...shown]);
    await stop(moved);
  }
});

test('a move that was ended goes on, or is given up; the league is served nowhere meanwhile', async () => {
  const { league } = await played();
  await stop(league);
  const from = league.database;
  const to = await fresh(await otherEngine());
  // As a process leaves it that was killed after its first steps.
  for (const [database, why] of [
    [from, { state: 'moving', id: 'a move', to: 'elsewhere' }],
    [to, { state: 'copying', id: 'another', tables: ['intake.bots'] }],
  ] as const) {
    const storage = openStorage(database.target, { connections: 1 });
    await writeUnserved(storage, why);
    await storage.close();
  }
  await expect(open(from)).rejects.toThrow('is being moved to elsewhere');
  await expect(open(to)).rejects.toThrow('holds a copy that was not finished');
  await expect(runBackup(to.env, join(freshFolder(), 'backup'), false)).rejects.toThrow('holds no league');
  expect(await runMove(from.env, undefined)).toMatchObject({ code: 0 });
  await stop(await open(from, league.now()));
  await expect(runMove(from.env, undefined)).rejects.toThrow('is not being moved');
  expect(await runMove(from.env, placeOf(to))).toMatchObject({ code: 0 });
  await expect(open(from)).rejects.toThrow('was moved to');
});

test('nothing is written over a league, and no changed, unfinished or foreign backup is restored', async () => {
  const { league } = await played();
  const folder = join(freshFolder(), 'backup');
  await runBackup(league.database.env, folder, false);
  await expect(runBackup(league.database.env, folder, false)).rejects.toThrow('holds a backup already');
  const full = freshFolder();
  writeFileSync(join(full, 'notes.txt'), 'mine');
  await expect(runBackup(league.database.env, full, false)).rejects.toThrow('is not empty: it has notes.txt');
  await stop(league);
  await expect(runRestore(league.database.env, folder)).rejects.toThrow('holds a league already');
  await expect(runRestore((await fresh()).env, full)).rejects.toThrow('holds no backup');

  const foreign = await fresh();
  writeFileSync(join(foreign.env['DATA_DIR'] as string, 'log.key'), 'another key\n', { mode: 0o600 });
  await expect(runRestore(foreign.env, folder)).rejects.toThrow('is of another league');

  const target = await fresh();
  const manifest = join(folder, 'backup.json');
  const text = readFileSync(manifest, 'utf8');
  for (const [changed, why] of [
    [
      text.replace('"version": "', '"version": "9').replace('core/0001-initial', 'core/0009-later'),
      'was made by Papertape 9',
    ],
    [text.replace('papertape-backup/1', 'papertape-backup/2'), 'cannot be read'],
    ['{', 'cannot be read'],
  ] as const) {
    writeFileSync(manifest, changed);
    await expect(runRestore(target.env, folder)).rejects.toThrow(why);
  }
  writeFileSync(manifest, text);
  appendFileSync(join(folder, 'ledger.db'), 'x');
  await expect(runRestore(target.env, folder)).rejects.toThrow('ledger.db in');
  // None of it has touched the target.
  await stop(await open(target));
});

test('a backup that was ended while it was made is made anew', async () => {
  const { league } = await played();
  const folder = freshFolder();
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'intake.db'), 'half');
  writeFileSync(join(folder, 'secrets/old'), 'x');
  expect(await runBackup(league.database.env, folder, false)).toMatchObject({ code: 0 });
  expect(existsSync(join(folder, 'secrets/old'))).toBe(false);
  expect(await runRestore((await fresh()).env, folder)).toMatchObject({ code: 0 });
});

test('the key stands where it is set, or is left out and put back by hand', async () => {
  const { league } = await played();
  const { env } = league.database;
  const elsewhere = join(freshFolder(), 'log.key');
  const folder = freshFolder();
  await expect(runBackup({ ...env, PAPERTAPE_LOG_KEY_FILE: elsewhere }, join(folder, 'a'), false)).rejects.toThrow(
    'is not there',
  );
  expect(await runBackup({ ...env, PAPERTAPE_LOG_KEY_FILE: elsewhere }, join(folder, 'b'), true)).toMatchObject({
    code: 0,
  });
  renameSync(join(env['DATA_DIR'] as string, 'log.key'), elsewhere);
  await runBackup({ ...env, PAPERTAPE_LOG_KEY_FILE: elsewhere }, join(folder, 'c'), false);
  const without = await fresh();
  expect((await runRestore(without.env, join(folder, 'b'))).text).toContain('put the key of the public log back');
  await expect(open(without)).rejects.toThrow('The key of the public log is not there');
  const target = await fresh();
  const key = join(freshFolder(), 'log.key');
  await runRestore({ ...target.env, PAPERTAPE_LOG_KEY_FILE: key }, join(folder, 'c'));
  expect(readFileSync(key, 'utf8')).toBe(readFileSync(elsewhere, 'utf8'));
  expect(existsSync(join(target.env['DATA_DIR'] as string, 'log.key'))).toBe(false);
});

test('a league whose audit is not clean is backed up and restored as it is, and both say so', async () => {
  const { league } = await played();
  const storage = openStorage(league.database.target, { connections: 1 });
  await storage.db.updateTable('ledger.portfolios').set({ cash: 1n }).execute();
  await storage.close();
  const folder = join(freshFolder(), 'backup');
  const made = await runBackup(league.database.env, folder, false);
  expect([made.code, made.text]).toEqual([1, expect.stringMatching(/audit: \d+ differences/)]);
  expect(await runRestore((await fresh()).env, folder)).toMatchObject({ code: 1 });
});

test('what was signed after the backup is remembered where it was, and no other past is signed', async () => {
  const { league, bots } = await played();
  const folder = join(freshFolder(), 'backup');
  await runBackup(league.database.env, folder, false);
  await bots[0]?.weights({ 'BTC-USD': 1 });
  await league.advance({ hours: 1 });
  await league.client.checkpoint();
  const { env, target } = league.database;
  await stop(league);
  // The database is lost; the folder with the key is not.
  const lost = await fresh();
  const keptDir = lost.env['DATA_DIR'] as string;
  for (const name of ['log.key', 'log.key.signed', 'rounds.key'])
    renameSync(join(env['DATA_DIR'] as string, name), join(keptDir, name));
  expect(target.engine).toBe(testEngine);
  await runRestore(lost.env, folder);
  const restored = await open(lost, league.now());
  await restored.advance({ minutes: 0 });
  expect((await fetch(`${restored.url}/checkpoint`)).status).toBe(503);
});
