/**
 * `papertape-bot run` is killed with -9 at seeded moments and started again, against the real service on a clock that runs: every instant has
 * exactly one order, its receipt is kept, and SIGTERM ends the run in order.
 *
 * PAPERTAPE_RUN_KILLS (12) says how often, PAPERTAPE_RUN_SEED repeats the moments, as far as a machine repeats itself.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../client/src/index.ts';
import type { RunState } from '../../../client/src/run-state.ts';
import { seededUniform } from '../../src/lib/seeded-random.ts';
import { createTestDatabase } from '../harness/database.ts';
import { folderOfTest } from '../harness/of-test.ts';
import { endAll, repository, startService, until } from './service-process.ts';

const kills = Number(process.env['PAPERTAPE_RUN_KILLS'] ?? '12');
const seed = Number(process.env['PAPERTAPE_RUN_SEED'] ?? String(Date.now() % 1_000_000));
/** A day in 12 seconds: a process that was killed is back long before the next instant. */
const speed = 7_200;

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

const running = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await endAll();
});

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  said(): string;
}

function startRun(strategy: string, env: Readonly<Record<string, string>>, ...more: string[]): Run {
  const node = join(repository, 'node_modules/.bin/node');
  const args = [join(repository, 'client/dist/cli.js'), 'run', strategy, '--every', 'day', '--history', '5', ...more];
  const child = spawn(node, args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const ended = new Promise<Awaited<Run['ended']>>((done) =>
    child.once('close', (code, signal) => {
      running.delete(child);
      done({ code, signal });
    }),
  );
  return { child, ended, said: () => said };
}

test(`${kills} times kill -9: an instant has one order`, { timeout: 120_000 + kills * 20_000 }, async () => {
  // oxlint-disable-next-line no-console -- the seed must be seen
  console.log(`run, kill -9: ${kills} kills, PAPERTAPE_RUN_SEED=${seed}`);
  const random = seededUniform(seed);
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const service = await startService({
    ...database.env,
    PAPERTAPE_PRICES: 'simulated:run',
    PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
    PAPERTAPE_CLOCK_SPEED: String(speed),
  });
  const seat = await createClient({ baseUrl: service.url }).register({
    name: 'Cat',
    company: 'Test Works',
    contact: 'cat@example.test',
    country: 'CA',
    league: 'spot_crypto',
  });
  const bot = createClient({ baseUrl: service.url, agentId: seat.agent_id, apiKey: seat.api_key });
  const folder = folderOfTest();
  const strategy = join(folder, 'lives.mjs');
  // It looks back and draws: what is decided again after a death has to be the same.
  writeFileSync(
    strategy,
    `export default ({ history, symbols, random }) => ({ [symbols[0]]: Math.floor((history(symbols[0], 3).length / 10 + random() / 2) * 1e6) / 1e6 });`,
  );
  mkdirSync(join(folder, 'home'));
  const env = {
    HOME: join(folder, 'home'),
    PAPERTAPE_URL: service.url,
    PAPERTAPE_AGENT_ID: seat.agent_id,
    PAPERTAPE_API_KEY: seat.api_key,
  };
  const state = (): RunState | null => {
    try {
      return JSON.parse(readFileSync(join(folder, 'lives.run.json'), 'utf8')) as RunState;
    } catch {
      return null;
    }
  };

  let dead = 0;
  let first: string | undefined;
  for (let i = 0; i < kills; i++) {
    const before = state()?.done;
    const run = startRun(strategy, env);
    // Some deaths at any moment of a start, the others around a decision: from just before it is told to some time after.
    const atStart = random() < 0.3;
    if (!atStart)
      await until(
        'a decision',
        async () => (run.said().includes('Decided for') || state()?.done !== before ? true : undefined),
        1,
      );
    await new Promise((done) => setTimeout(done, random() * (atStart ? 900 : 60)));
    run.child.kill('SIGKILL');
    expect((await run.ended).signal, run.said()).toBe('SIGKILL');
    dead++;
    first ??= state()?.done;
  }
  const last = startRun(strategy, env);
  // On a fast machine all kills fall into one or two instants: it goes on for at least one more, and until there are more than two.
  const done = state()?.done;
  await until('one more instant, and more than two', async () => {
    const now = state()?.done;
    first ??= now;
    return now !== undefined && first !== undefined && now !== done && days(first, now) >= 3 ? true : undefined;
  });
  last.child.kill('SIGTERM');
  expect(await last.ended, last.said()).toEqual({ code: 0, signal: null });
  expect(last.said()).toContain('Told to stop: what was decided is kept.');

  // What it had decided and not sent is sent now.
  expect((await startRun(strategy, env, '--once').ended).code).toBe(0);
  const kept = state();
  const { orders, total } = await bot.orders({ perPage: 100 });
  expect(total).toBeLessThanOrEqual(100);
  const scored = orders.filter((order) => !order.sandbox).map((order) => order.reason ?? '');
  const oldest = scored.at(-1)?.slice(-24) ?? '';
  expect(scored.toReversed()).toEqual(
    Array.from(
      { length: days(oldest, kept?.done ?? '') + 1 },
      (_, i) => `lives, decided for ${new Date(Date.parse(oldest) + i * 86_400_000).toISOString()}`,
    ),
  );
  expect(orders.filter((order) => order.sandbox)).toHaveLength(1);
  const receipts = readFileSync(join(folder, 'lives.run.receipts.jsonl'), 'utf8').trimEnd().split('\n');
  const known = receipts.map((line) => (JSON.parse(line) as { order_id: string }).order_id);
  expect(known).toEqual([...new Set(known)]);
  expect(known.toSorted()).toEqual(orders.map((order) => order.order_id).toSorted());
  expect([dead, scored.length > 2]).toEqual([kills, true]);
  await service.stop();
});
