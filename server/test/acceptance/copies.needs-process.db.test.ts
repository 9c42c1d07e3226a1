/**
 * Backup, restore and move in processes of their own, on a league that takes orders meanwhile, and killed with kill -9 at random points. Whatever
 * instant one of them dies at: what it leaves is served by nobody, run again it finishes, every order that was acknowledged before it began is
 * there, and the audit is clean.
 *
 * A run counts when its kill struck inside the command: after its first write, and before its last one. A kill that came before or after is
 * checked as well, and another instant is drawn (strike.ts).
 *
 * PAPERTAPE_COPY_RUNS (6) says how many kills must strike, PAPERTAPE_COPY_SEED repeats the instants of a run (as far as a machine repeats itself).
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { OrderAck } from 'papertape-contract/order';
import type { Seat } from 'papertape-contract/registration';
import { seededUniform } from '../../src/lib/seeded-random.ts';
import { availableEngines, createTestDatabase, testEngine, type TestDatabase } from '../harness/database.ts';
import { isThere, ordersAt, shownAt, stateOf } from './league-at.ts';
import { openConnections } from './load.ts';
import { endAll, launch, startService } from './service-process.ts';
import { strikeInside, type Span, type Struck } from './strike.ts';

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

/** @param turn takes one engine after the other, where there are two. */
async function fresh(turn: number): Promise<TestDatabase> {
  const engines = await availableEngines();
  const database = await createTestDatabase(engines[turn % engines.length]);
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

/** @returns whether it was, and did not end by itself before; and after how long it ended. */
async function killed(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ms: number,
): Promise<{ readonly byKill: boolean; readonly took: number }> {
  const began = performance.now();
  const process = launch(args, env);
  const armed = setTimeout(() => process.kill('SIGKILL'), ms);
  const exit = await process.exited;
  clearTimeout(armed);
  const took = performance.now() - began;
  if (exit.signal === 'SIGKILL') return { byKill: true, took };
  expect(exit).toMatchObject({ code: 0 });
  return { byKill: false, took };
}

/** What was left there is served by nobody. */
async function mustNotServe(database: TestDatabase): Promise<void> {
  const { code, stderr } = await launch(['serve'], envOf(database)).exited;
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/copy that was not finished|is a backup|is being moved to|was moved to/),
  ]);
}

const timeout = 300_000 + runs * 240_000;

test(`${runs} kills inside a backup, a restore or a move under load`, { timeout }, async () => {
  say(`copies: ${runs} runs, PAPERTAPE_COPY_SEED=${seed}, ${testEngine}`);
  const random = seededUniform(seed);
  folder = mkdtempSync(join(tmpdir(), 'papertape-copies-'));
  let home = await createTestDatabase();
  databases.push(home);
  const tally = { inside: 0, early: 0, late: 0, half: 0, moved: 0 };
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
    const held = await ordersAt(database);
    expect(orders.filter((id) => !held.has(id))).toEqual([]);
  }

  async function killedBackup(path: string, ms: number): Promise<Struck> {
    const { byKill, took } = await killed(['backup', path], envOf(home), ms);
    if (byKill && !existsSync(path)) return { met: 'early', took };
    // Even the last step is whole: what has a manifest is a backup.
    if (existsSync(join(path, 'backup.json'))) {
      rmSync(path, { recursive: true });
      return { met: 'late', took };
    }
    expect(byKill).toBe(true);
    const { code, stderr } = await launch(['restore', path], envOf(home)).exited;
    expect([code, stderr]).toEqual([2, expect.stringContaining('holds no backup')]);
    const left = inFolder(path);
    if (existsSync(join(path, 'intake.db')) && (await stateOf(left)) !== undefined) {
      tally.half++;
      await mustNotServe(left);
    }
    return { met: 'inside', took };
  }

  async function killedRestore(path: string, ms: number, turn: number): Promise<Struck> {
    const target = await fresh(turn);
    const { byKill, took } = await killed(['restore', path], envOf(target), ms);
    const isHalf = (await stateOf(target)) === 'copying';
    if (isHalf) {
      expect(byKill).toBe(true);
      tally.half++;
      await mustNotServe(target);
      await mustEnd(['restore', path], envOf(target));
    } else if (byKill && !(await isThere(target))) {
      await drop(target);
      return { met: 'early', took };
    }
    await mustHold(target, inFull);
    const audit = await launch(['audit'], envOf(target)).exited;
    expect(audit).toMatchObject({ code: 0, stdout: expect.stringContaining('audit: clean') });
    const service = await startService(envOf(target));
    await service.stop();
    await drop(target);
    return { met: isHalf ? 'inside' : 'late', took };
  }

  /** Stopped, the league moves, to the other engine where there is one; it goes on where it came to. */
  async function killedMove(ms: number): Promise<Struck> {
    const before = await shownAt(home);
    const target = await fresh((await availableEngines()).indexOf(home.target.engine) + 1);
    const to = target.target.engine === 'sqlite' ? target.target.dataDir : target.target.url;
    const dataDir = home.env['DATA_DIR'] as string;
    const { byKill, took } = await killed(['move', '--to', to], envOf(home), ms);
    const [left, arrived] = [await stateOf(home), await stateOf(target)];
    if (left === undefined) {
      expect([byKill, arrived, await isThere(target)]).toEqual([true, undefined, false]);
      await drop(target);
      return { met: 'early', took };
    }
    const isInside = left === 'moving' || arrived === 'copying';
    if (isInside) {
      expect(byKill).toBe(true);
      if (arrived === 'copying') {
        tally.half++;
        await mustNotServe(target);
      }
      await mustNotServe(home);
      await mustEnd(['move', '--to', to], envOf(home));
    }
    tally.moved++;
    await mustNotServe(home);
    await mustHold(target, acknowledged);
    const old = home;
    // PostgreSQL has its data folder beside it: where the key of the log is.
    home = target.target.engine === 'sqlite' ? target : { ...target, env: { ...target.env, DATA_DIR: dataDir } };
    expect(await shownAt(home)).toEqual(before);
    // The folder of the first one stays as long as a database has its key there.
    if (home.env['DATA_DIR'] !== old.env['DATA_DIR'])
      await drop(databases.find((d) => d.target === old.target) as TestDatabase);
    return { met: isInside ? 'inside' : 'late', took };
  }

  const full = join(folder, 'full');
  let inFull: string[] = [];
  const began = performance.now();
  expect(await launch(['restore', full], envOf(home)).exited).toMatchObject({ code: 2 });
  const startMs = performance.now() - began;
  const spans = {
    backup: { from: startMs, to: 0 },
    restore: { from: startMs, to: 0 },
    move: { from: startMs, to: 0 },
  };
  await underLoad(async () => {
    inFull = acknowledged.slice();
    spans.backup.to = await mustEnd(['backup', full], envOf(home));
  });
  const quiet = await fresh(0);
  spans.restore.to = spans.move.to = await mustEnd(['restore', full], envOf(quiet));
  await drop(quiet);
  const strike = async (span: Span, once: (ms: number) => Promise<Struck>): Promise<void> =>
    await strikeInside(span, random, async (ms) => {
      const struck = await once(ms);
      tally[struck.met]++;
      return struck;
    });
  for (let run = 1; run <= runs; run++) {
    if (runs > 6) say(`run ${run}: ${acknowledged.length} orders, ${JSON.stringify(tally)} ${JSON.stringify(spans)}`);
    if (run % 3 === 1) {
      await underLoad(async () => {
        const path = join(folder, `killed-${run}`);
        await strike(spans.backup, (ms) => killedBackup(path, ms));
        const before = acknowledged.slice();
        // The league grows, and so do its next backup and its next move.
        spans.backup.to = spans.move.to = await mustEnd(['backup', path], envOf(home));
        await mustHold(inFolder(path), before);
        rmSync(path, { recursive: true });
      });
    } else if (run % 3 === 2) await strike(spans.restore, (ms) => killedRestore(full, ms, Math.floor(run / 3)));
    else await strike(spans.move, (ms) => killedMove(ms));
  }
  expect(tally.inside).toBe(runs);
  // The league goes on where it was moved to last, and is whole.
  await underLoad(async () => undefined);
  await mustHold(home, acknowledged);
  const audit = await launch(['audit'], envOf(home)).exited;
  expect(audit).toMatchObject({ code: 0, stdout: expect.stringContaining('audit: clean') });
  say(`${JSON.stringify({ ...tally, orders: acknowledged.length })}\n${audit.stdout}`);
});
