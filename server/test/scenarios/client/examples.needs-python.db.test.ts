/** The bots of examples/, each as a process of its own, against a real league. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawdown, momentum } from '../../../../examples/momentum/momentum.ts';
import { standIn, type Message } from '../../../../examples/llm-over-mcp/model.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { untilEnded, type Ended } from '../../harness/command.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { patienceMs } from '../../harness/patience.ts';

const node = join(repository, 'node_modules/.bin/node');
const PYTHONPATH = join(repository, 'python/src');

let league: League;
let folder: string;
beforeAll(async () => {
  league = await openLeague();
  folder = mkdtempSync(join(tmpdir(), 'papertape-examples-'));
});
afterAll(async () => {
  await league.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Run {
  /** Below examples/. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly bot?: Pick<Bot, 'id' | 'key'>;
  readonly env?: Readonly<Record<string, string>>;
  readonly on?: League;
  /** Does the league's clock run meanwhile? */
  readonly clockRuns?: true;
}

/** @returns what it said; its exit code must be `code`. */
async function run({ file, args = [], bot, env, on = league, clockRuns }: Run, code = 0): Promise<Ended> {
  const identity = bot ? { PAPERTAPE_AGENT_ID: bot.id, PAPERTAPE_API_KEY: bot.key } : {};
  const child = spawn(file.endsWith('.py') ? 'python3' : node, [join(repository, 'examples', file), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, PYTHONPATH, PAPERTAPE_URL: on.url, ...identity, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceMs,
  });
  const ran = await untilEnded(child, clockRuns && on);
  expect(ran, file).toMatchObject({ code });
  return ran;
}

describe('five-lines', () => {
  test('has five lines, and gets its fill', async () => {
    const file = 'five-lines/bot.ts';
    expect(
      readFileSync(join(repository, 'examples', file), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(5);
    const bot = await league.enter();
    const { stdout } = await run({ file, bot, clockRuns: true });
    expect(stdout).toMatch(/^Filled at the average prices/);
    expect((await bot.state()).holdings.map((h) => h.symbol)).toEqual(['BTC-USD', 'ETH-USD']);
  });
});

describe('momentum', () => {
  const day = (date: string, a: number, b: number, c: number) => ({ date, prices: { A: a, B: b, C: c } });
  const choices = { lookback: 2, picks: 2, invested: 1 };

  test('the strategy: what rose most, in equal parts; the rest is cash', () => {
    const days = [day('1', 100, 100, 100), day('2', 1, 1, 1), day('3', 101, 103, 102)];
    expect(momentum(days, choices)).toEqual({ B: 0.5, C: 0.5 });
    expect(momentum(days, { ...choices, picks: 3, invested: 0.5 })).toEqual({ A: 0.1666, B: 0.1666, C: 0.1666 });
    expect(momentum(days.slice(1), choices)).toEqual({});
    expect(momentum([day('1', 100, 100, 100), day('2', 1, 1, 1), day('3', 100, 99, 101)], choices)).toEqual({ C: 0.5 });
    // A symbol that is new has risen from nowhere.
    expect(momentum([{ date: '1', prices: {} }, day('2', 1, 1, 1), day('3', 1, 1, 1)], choices)).toEqual({});
    expect([drawdown([]), drawdown([100, 120, 90]), drawdown([1, 2])]).toEqual([0, 0.25, 0]);
  });

  test('with a past of 30 days orders within its first minute, once a day, and once after a crash', async () => {
    const symbols = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'DOGE-USD'];
    const origin = Date.parse('2026-03-02T00:00:00Z');
    const own = await openLeague({ source: createSimulatedSource({ seed: 7, origin, symbols }) });
    const file = join(folder, 'momentum.json');
    let bot = await own.enter();
    const once = async () =>
      (await run({ file: 'momentum/bot.ts', args: ['--once'], bot, on: own, env: { MOMENTUM_FILE: file } })).stdout;
    await own.advanceTo('2026-03-06T01:00:00Z');
    // Four days are too few, and nothing is written down that would stop it later.
    expect(await once()).toBe('');
    expect(existsSync(file)).toBe(false);
    await own.advanceTo('2026-04-01T01:00:00Z');
    bot = await own.enter();
    const before = performance.now();
    const said = await once();
    expect(performance.now() - before).toBeLessThan(60_000);
    expect(said).toMatch(/^2026-04-01 ord_\w+ Rose most in 5 days; 0\.0% below its best\.\n$/);
    expect(await once()).toBe('');
    // A crash between the sending and the note of it: it is sent again, and is the same order.
    const memory = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...memory, sent: null }));
    expect(await once()).toBe(said);
    const { orders } = await bot.orders();
    expect(orders).toHaveLength(1);
    expect(said).toContain(orders[0]?.order_id);
    const { series } = await own.client.prices({ league: 'spot_crypto', columns: ['close'], to: '2026-04-01' });
    const risen = series.flatMap(({ symbol, close = [] }) => {
      const growth = (close.at(-1) ?? 0) / (close.at(-6) ?? Infinity);
      return growth > 1 ? [{ symbol, growth }] : [];
    });
    const best = risen.toSorted((a, b) => b.growth - a.growth).slice(0, 3);
    expect(best.length).toBeGreaterThan(0);
    expect(orders[0]?.weights).toEqual(Object.fromEntries(best.map(({ symbol }) => [symbol, 0.3333])));
    await own.close();
  });
});

describe('cron', () => {
  test('orders once, then tells what became of it and leaves it alone', async () => {
    const bot = await league.enter();
    const cron = { file: 'cron/bot.ts', bot, env: { STATE_FILE: join(folder, 'cron.json') } };
    expect((await run(cron)).stdout).toMatch(/^ord_\w+ fills by /);
    expect((await run(cron)).stdout).toMatch(/^ord_\w+ pending: .*\nAn order is pending: nothing to do\.\n$/);
    await league.advance({ minutes: 40 });
    expect((await run(cron)).stdout).toMatch(/^ord_\w+ filled: .*\nOff by [01]\.\d\d% at most: nothing to do\.\n$/);
    expect((await bot.orders()).total).toBe(1);
  });

  test('is one order, however often it runs at once', async () => {
    const bot = await league.enter();
    const cron = { file: 'cron/bot.ts', bot };
    await Promise.all(['a', 'b', 'c'].map((name) => run({ ...cron, env: { STATE_FILE: join(folder, name) } })));
    expect((await bot.orders()).total).toBe(1);
  });

  test('says what the service refused, and fails', async () => {
    const [bot, other] = [await league.enter(), await league.enter()];
    const { stderr } = await run({ file: 'cron/bot.ts', bot: { id: bot.id, key: other.key } }, 1);
    expect(stderr).toMatch(/^wrong_bot: .*\n.+/);
  });
});

describe('llm-over-mcp', () => {
  const file = 'llm-over-mcp/bot.ts';

  test('looks, tries, leaves out what would be rejected, orders, and stops', async () => {
    const start = Date.parse('2026-03-02T00:00:00Z');
    const apart = { kind: 'apart', pool: 'sim:ETH-USD:2', factor: 1.05, from: start, to: start + 86_400_000 } as const;
    const own = await openLeague({ faults: [apart] });
    await own.advance({ minutes: 40 });
    const bot = await own.enter();
    const { stdout } = await run({ file, bot, on: own });
    expect(stdout.replace(/ord_\w+/, 'ord_')).toBe(
      '1. arena_status\n2. arena_universe\n3. arena_submit_weights\n4. arena_submit_weights\nOrdered: ord_.\n',
    );
    const [order] = (await bot.orders()).orders;
    expect(Object.keys(order?.weights ?? {})).toContain('BTC-USD');
    expect(Object.keys(order?.weights ?? {})).not.toContain('ETH-USD');
    expect((await run({ file, bot, on: own })).stdout).toContain('An order is pending: nothing to do.');
    await own.advance({ minutes: 40 });
    expect((await bot.order(order?.order_id ?? '')).state).toBe('filled');
    await own.close();
  });

  test('reads what a tool refuses', async () => {
    const [bot, other] = [await league.enter(), await league.enter()];
    const { stdout } = await run({ file, bot: { id: bot.id, key: other.key } });
    expect(stdout).toMatch(/^1\. arena_status \(error\)\nStopped: .+/);
  });

  test('the stand-in starts by looking', async () => {
    const messages: Message[] = [{ role: 'user', text: 'Play.' }];
    expect(await standIn(messages, [])).toEqual({ call: 'arena_status', arguments: {} });
  });
});

const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!hasPython)('python (needs python3)', () => {
  test('enters, keeps its key and gets its fill', async () => {
    const credentials = join(folder, 'credentials.json');
    const { stdout } = await run({ file: 'python/bot.py', env: { CREDENTIALS_FILE: credentials }, clockRuns: true });
    expect(stdout).toMatch(/^ord_\w+ fills by .*; receipt [0-9a-f]{64}\nfilled: Filled at .*\n(?: {2}buy .*\n){4}$/);
    expect(statSync(credentials).mode & 0o777).toBe(0o600);
    const id = (JSON.parse(readFileSync(credentials, 'utf8')) as { agent_id: string }).agent_id;
    expect((await league.client.trades(id)).trades).toHaveLength(4);
  });

  test('says what the service refused, and fails', async () => {
    const credentials = join(folder, 'wrong.json');
    const [bot, other] = [await league.enter(), await league.enter()];
    writeFileSync(credentials, JSON.stringify({ agent_id: bot.id, api_key: other.key }));
    const { stderr } = await run({ file: 'python/bot.py', env: { CREDENTIALS_FILE: credentials } }, 1);
    expect(stderr).toMatch(/^403 wrong_bot: /);
  });
});
