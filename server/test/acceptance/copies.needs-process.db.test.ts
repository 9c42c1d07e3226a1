/**
 * Backup, restore and move in processes of their own, on a league that takes orders meanwhile, and killed with kill -9 at random points. Whatever
 * instant one of them dies at: what it leaves is served by nobody, run again it finishes, every order that was acknowledged before it began is
 * there, and the audit is clean.
 *
 * PAPERTAPE_COPY_RUNS (6) says how often they are killed, PAPERTAPE_COPY_SEED repeats the instants of a run (as far as a machine repeats itself).
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { OrderAck } from 'papertape-contract/order';
import type { Seat } from 'papertape-contract/registration';
import { seededUniform } from '../../src/lib/seeded-random.ts';
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { isTableThere, readUnserved } from '../../src/storage/unserved.ts';
import { availableEngines, createTestDatabase, testEngine, type TestDatabase } from '../harness/database.ts';
import { openConnections } from './load.ts';
import { endAll, launch, startService, type Exit } from './service-process.ts';

const runs = Number(process.env['PAPERTAPE_COPY_RUNS'] ?? '6');
const seed = Number(process.env['PAPERTAPE_COPY_SEED'] ?? String(Date.now() % 1_000_000));
const connections = 8;
/** What a connection waits between two orders: without it the league grows as fast as the machine allows, and every later copy takes longer. */
const pauseMs = 200;
/** There are so many before the first copy begins, one after the other. */
const ordersBefore = 200;

// oxlint-disable-next-line no-console -- the seed and what was measured must be seen
const say = (text: string): void => console.log(text);

const databases: TestDatabase[] = [];
let folder = '';
afterEach(async () => {
  await endAll();
  for (const database of databases.splice(0)) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const settings = {
  PAPERTAPE_PRICES: 'simulated',
  PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
  PAPERTAPE_CLOCK_SPEED: '900',
};

let made = 0;
/** Of each engine in turn, where there are two. */
async function fresh(): Promise<TestDatabase> {
  const engines = await availableEngines();
  const database = await createTestDatabase(engines[++made % engines.length]);
  databases.push(database);
  return database;
}

function inFolder(dataDir: string): TestDatabase {
  return { target: { engine: 'sqlite', dataDir }, env: { DATA_DIR: dataDir }, drop: async () => undefined };
}

async function drop(database: TestDatabase): Promise<void> {
  databases.splice(databases.indexOf(database), 1);
  await database.drop();
}

const envOf = ({ env }: TestDatabase): Record<string, string> => ({ ...settings, ...env });

/** Ended with exit code 0, or it throws. @returns the milliseconds that it took. */
async function mustEnd(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const began = performance.now();
  const { code, stdout, stderr } = await launch(args, env).exited;
  expect([args[0], code, stderr, stdout]).toEqual([args[0], 0, '', expect.stringContaining('audit clean')]);
  return performance.now() - began;
}

/** @returns undefined when it had ended by itself before. */
async function killed(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ms: number,
): Promise<Exit | undefined> {
  const process = launch(args, env);
  const armed = setTimeout(() => process.kill('SIGKILL'), ms);
  const exit = await process.exited;
  clearTimeout(armed);
  if (exit.signal === 'SIGKILL') return exit;
  expect(exit).toMatchObject({ code: 0 });
  return undefined;
}

async function reading<T>({ target }: TestDatabase, read: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = openStorage(target, { connections: 1 });
  try {
    return await read(storage);
  } finally {
    await storage.close();
  }
}

/** What was left there is served by nobody. @returns whether anything was. */
async function mustNotServe(database: TestDatabase): Promise<boolean> {
  if (!(await reading(database, readUnserved))) return false;
  const { code, stderr } = await launch(['serve'], envOf(database)).exited;
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/copy that was not finished|is a backup|is being moved to|was moved to/),
  ]);
  return true;
}

test(`${runs} kills of a backup, a restore or a move under load`, { timeout: 120_000 + runs * 60_000 }, async () => {
  say(`copies: ${runs} runs, PAPERTAPE_COPY_SEED=${seed}, ${testEngine}`);
  const random = seededUniform(seed);
  folder = mkdtempSync(join(tmpdir(), 'papertape-copies-'));
  let home = await createTestDatabase();
  databases.push(home);
  const tally = { killed: 0, late: 0, half: 0, moved: 0, backupMs: 0 };
  const acknowledged: string[] = [];
  let seat: Seat | undefined;

  /** Orders are taken while `during` runs. */
  async function underLoad(during: () => Promise<void>): Promise<void> {
    const service = await startService(envOf(home));
    const to = openConnections(service.url, connections);
    seat ??= (
      await to.post(
        '/api/agents/register',
        JSON.stringify({
          name: 'Copied',
          company: 'Test Works',
          contact: 'maker@example.test',
          country: 'CA',
          league: 'spot_crypto',
        }),
        { 'Idempotency-Key': randomUUID() },
      )
    )?.body as Seat;
    const { agent_id, api_key } = seat;
    let over = false;
    const one = async (): Promise<void> => {
      while (!over) {
        const body = JSON.stringify({ date: '2026-03-02', weights: { 'BTC-USD': Math.round(random() * 50) / 100 } });
        const headers = { 'Idempotency-Key': randomUUID(), Authorization: `Bearer ${api_key}` };
        const answer = await to.post(`/api/agents/${agent_id}/weights`, body, headers);
        if (answer?.status === 200) acknowledged.push((answer.body as OrderAck).order_id);
        if (acknowledged.length > ordersBefore) await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    };
    const load = Promise.all(Array.from({ length: connections }, one));
    try {
      while (acknowledged.length < ordersBefore) await new Promise((resolve) => setImmediate(resolve));
      await during();
    } finally {
      over = true;
      await load;
      to.close();
    }
    await service.stop();
  }

  async function mustHold(database: TestDatabase, orders: readonly string[]): Promise<void> {
    const rows = await reading(database, ({ db }) => db.selectFrom('intake.orders').select('order_id').execute());
    const held = new Set(rows.map((row) => row.order_id));
    expect(orders.filter((id) => !held.has(id))).toEqual([]);
  }

  async function killedBackup(path: string, ms: number): Promise<void> {
    if (!(await killed(['backup', path], envOf(home), ms))) {
      tally.late++;
      return rmSync(path, { recursive: true });
    }
    tally.killed++;
    // Even the last step is whole: what has a manifest is a backup.
    if (existsSync(join(path, 'backup.json'))) return rmSync(path, { recursive: true });
    if (!existsSync(path)) return;
    const { code, stderr } = await launch(['restore', path], envOf(home)).exited;
    expect([code, stderr]).toEqual([2, expect.stringContaining('holds no backup')]);
    const left = inFolder(path);
    if (existsSync(join(path, 'intake.db')) && (await mustNotServe(left))) tally.half++;
  }

  async function killedRestore(path: string, ms: number, orders: readonly string[]): Promise<void> {
    const target = await fresh();
    if (await killed(['restore', path], envOf(target), ms)) {
      tally.killed++;
      const isHalf = await mustNotServe(target);
      if (isHalf) tally.half++;
      // Ended after its last step, it was done.
      if (isHalf || !(await isThere(target))) await mustEnd(['restore', path], envOf(target));
    } else tally.late++;
    await mustHold(target, orders);
    const audit = await launch(['audit'], envOf(target)).exited;
    expect(audit).toMatchObject({ code: 0, stdout: expect.stringContaining('audit: clean') });
    const service = await startService(envOf(target));
    await service.stop();
    await drop(target);
  }

  /** Stopped, the league moves; it goes on where it came to. */
  async function killedMove(ms: number): Promise<void> {
    const before = await shownAt(home);
    const target = await fresh();
    const to = target.target.engine === 'sqlite' ? target.target.dataDir : target.target.url;
    const dataDir = home.env['DATA_DIR'] as string;
    if (await killed(['move', '--to', to], envOf(home), ms)) {
      tally.killed++;
      const both = [await mustNotServe(home), await mustNotServe(target)];
      if (both.includes(true)) tally.half++;
      // Ended before its first step, or after its last one.
      if (both[1] || !both[0]) await mustEnd(['move', '--to', to], envOf(home));
      else if (!(await isThere(target))) await mustEnd(['move', '--to', to], envOf(home));
    } else tally.late++;
    tally.moved++;
    expect(await mustNotServe(home)).toBe(true);
    await mustHold(target, acknowledged);
    const old = home;
    // PostgreSQL has its data folder beside it: where the key of the log is.
    home = target.target.engine === 'sqlite' ? target : { ...target, env: { ...target.env, DATA_DIR: dataDir } };
    expect(await shownAt(home)).toEqual(before);
    // The folder of the first one stays as long as a database has its key there.
    if (home.env['DATA_DIR'] !== old.env['DATA_DIR'])
      await drop(databases.find((d) => d.target === old.target) as TestDatabase);
  }

  async function isThere(database: TestDatabase): Promise<boolean> {
    return await reading(database, async (storage) => {
      if (!(await isTableThere(storage, 'ledger.meta'))) return false;
      return (await storage.db.selectFrom('ledger.meta').select('value').execute()).length > 0;
    });
  }

  /** The log and the boards: scenarios/backup compares every answer. */
  async function shownAt(database: TestDatabase): Promise<unknown> {
    return await reading(database, async ({ db }) => ({
      heads: await db.selectFrom('ledger.log_heads').selectAll().orderBy('mark').execute(),
      boards: await db.selectFrom('ledger.board_blocks').selectAll().orderBy('league').orderBy('close').execute(),
    }));
  }

  const full = join(folder, 'full');
  let inFull: string[] = [];
  await underLoad(async () => {
    inFull = acknowledged.slice();
    tally.backupMs = await mustEnd(['backup', full], envOf(home));
  });
  const quiet = await fresh();
  const quietMs = await mustEnd(['restore', full], envOf(quiet));
  await drop(quiet);
  for (let run = 1; run <= runs; run++) {
    const ms = 150 + random() * (run % 3 === 1 ? tally.backupMs : quietMs);
    if (runs > 6) say(`run ${run}: ${Math.round(ms)} ms, ${acknowledged.length} orders, ${JSON.stringify(tally)}`);
    if (run % 3 === 1) {
      await underLoad(async () => {
        const path = join(folder, `killed-${run}`);
        await killedBackup(path, ms);
        const before = acknowledged.slice();
        const took = await mustEnd(['backup', path], envOf(home));
        tally.backupMs = Math.max(tally.backupMs, took);
        await mustHold(inFolder(path), before);
        rmSync(path, { recursive: true });
      });
    } else if (run % 3 === 2) await killedRestore(full, ms, inFull);
    else await killedMove(ms);
  }
  // The league goes on where it was moved to last, and is whole.
  await underLoad(async () => undefined);
  await mustHold(home, acknowledged);
  const audit = await launch(['audit'], envOf(home)).exited;
  expect(audit).toMatchObject({ code: 0, stdout: expect.stringContaining('audit: clean') });
  say(`${JSON.stringify({ ...tally, orders: acknowledged.length })}\n${audit.stdout}`);
});
