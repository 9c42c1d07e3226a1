/** The built command `papertape-bot`, as its own process, against a real league: from registration to the leaderboard. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  AgentState,
  Board,
  EntryCheck,
  OrderAck,
  OrderList,
  OrderView,
  Preview,
  UniverseView,
} from '../../../../client/src/index.ts';
import { untilEnded, type Ended } from '../../harness/command.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { patienceMs } from '../../harness/patience.ts';

const node = join(repository, 'node_modules/.bin/node');
const cli = join(repository, 'client/dist/cli.js');

let league: League;
let home: string;
let credentials: string;

beforeAll(async () => {
  league = await openLeague();
  home = mkdtempSync(join(tmpdir(), 'papertape-bot-'));
  credentials = join(home, 'keys/credentials.json');
});
afterAll(async () => {
  await league.close();
  rmSync(home, { recursive: true, force: true });
});

/** @param more environment beside the address and the credentials file. */
async function bot(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const env = { PATH: process.env['PATH'], PAPERTAPE_URL: league.url, PAPERTAPE_CREDENTIALS: credentials, ...more };
  const child = spawn(node, [cli, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: patienceMs });
  return await untilEnded(child);
}

/** With --json; the exit code must be 0. */
async function answer<T>(...args: string[]): Promise<T> {
  const ran = await bot([...args, '--json']);
  expect(ran, args.join(' ')).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(ran.stdout) as T;
}

const maker = ['--company', 'Test Works', '--contact', 'maker@example.test', '--country', 'CA'];

// The tests are one story; each needs those before it.

test('register: stores the key where only its owner reads it, and does not print it', async () => {
  const ran = await bot(['register', '--name', 'Story', ...maker, '--league', 'spot_crypto']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toMatch(/agent +agt_/);
  expect(ran.stdout).not.toContain('ptk_');
  expect(statSync(credentials).mode & 0o777).toBe(0o600);
  expect(readFileSync(credentials, 'utf8')).toContain('ptk_');
});

test('universe: what can be traded', async () => {
  const universe = await answer<UniverseView>('universe');
  expect(universe.league).toBe('spot_crypto');
  expect(universe.symbols.map((s) => s.symbol)).toContain('BTC-USD');
  const text = await bot(['universe']);
  expect(text.stdout).toContain('BTC-USD');
  expect(text.stdout).toContain('simulated');
});

test('check: all is well, and wrong orders get what they should', async () => {
  const check = await answer<EntryCheck>('check');
  expect(check.checks.every((c) => c.ok)).toBe(true);
  expect(check.wrong_orders.map((w) => w.body.error.code)).toContain('weights_sum');
});

test('weights: an order, whose receipt the command checks', async () => {
  await league.advance({ minutes: 40 });
  const preview = await answer<Preview>('weights', 'BTC-USD=0.5', '--preview');
  expect(preview.outcome).toBe('would_fill');
  const ran = await bot(['weights', 'BTC-USD=0.50', 'ETH-USD=0.3000000000000000001', '--reason', 'a story – ü']);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toContain('checked: it is the hash of this order');
});

test('weights --wait: until the fill', async () => {
  let waiting = true;
  const done = bot(['weights', 'BTC-USD=0.6', '--wait', '--json']).finally(() => (waiting = false));
  while (waiting) {
    await Promise.race([done, new Promise((next) => setTimeout(next, 300))]);
    await league.advance({ minutes: 10 });
  }
  const ran = await done;
  expect(ran.code).toBe(0);
  expect(ran.stderr).toContain('Waiting.');
  const order = JSON.parse(ran.stdout) as OrderView;
  expect(order).toMatchObject({ state: 'filled', weights: { 'BTC-USD': 0.6 } });
});

test('weights: one Idempotency-Key is one order', async () => {
  const twice = ['weights', 'BTC-USD=0.6', '--date', '2026-03-02', '--idempotency-key', 'once'];
  const first = await answer<OrderAck>(...twice);
  expect(await answer<OrderAck>(...twice)).toEqual(first);
});

test('orders: all of them, and one', async () => {
  await league.advance({ minutes: 40 });
  const list = await answer<OrderList>('orders');
  expect(list.orders.map((o) => o.state)).toEqual(Array.from({ length: 4 }, () => 'filled'));
  expect(list.orders.filter((o) => o.sandbox)).toHaveLength(1);
  const named = list.orders.find((o) => o.reason === 'a story – ü');
  expect(named?.weights_text).toBe('{"BTC-USD":"0.5","ETH-USD":"0.3"}');
  const one = await answer<OrderView>('orders', named?.order_id ?? '');
  expect(one.trades.map((t) => t.symbol)).toEqual(['BTC-USD', 'ETH-USD']);
  expect((await bot(['orders', named?.order_id ?? ''])).stdout).toContain('a story – ü');
});

test('state and leaderboard: after a close the bot is ranked', async () => {
  await league.advanceTo('2026-03-03T00:05:00Z');
  const state = await answer<AgentState>('state');
  expect(state).toMatchObject({ league: 'spot_crypto', rank: 1, of: 1 });
  expect(state.holdings.map((h) => h.symbol)).toEqual(['BTC-USD']);
  const board = await answer<Board>('leaderboard', '--league', 'spot_crypto');
  expect(board).toMatchObject({ total: 1, as_of: '2026-03-03T00:00:00.000Z' });
  expect(board.rows[0]).toMatchObject({ rank: 1, name: 'Story', value_usd: state.value_usd });
  expect((await bot(['leaderboard', '--league', 'spot_crypto'])).stdout).toContain('Story');
});

test('what the service refuses exits 1 with code and fix; wrong usage exits 2', async () => {
  const sum = await bot(['weights', 'BTC-USD=0.7', 'ETH-USD=0.4']);
  expect(sum.code).toBe(1);
  expect(sum.stderr).toMatch(/^weights_sum \(HTTP 400\): .*1\.1.*\nfix: Divide/);
  const symbol = await bot(['weights', 'BTCUSD=0.5']);
  expect([symbol.code, symbol.stderr]).toEqual([1, expect.stringContaining('BTC-USD')]);
  const taken = await bot(['register', '--name', 'STORY', ...maker, '--league', 'spot_crypto']);
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('name_taken (HTTP 409)')]);
  expect((await bot(['weights', 'BTC-USD'])).code).toBe(2);
  expect((await bot(['state'], { PAPERTAPE_CREDENTIALS: join(home, 'none.json') })).code).toBe(2);
  const away = await bot(['leaderboard', '--url', 'not an address']);
  expect(away.code).toBe(2);
});
