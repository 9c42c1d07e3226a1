/**
 * The book changes while a window is open: the window keeps the market that the public log named before it began, routes, spread and all, and
 * everybody who makes the price again says so. Otherwise an operator could choose which pool is the price when it knows what each would be.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createClient, type Client } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runExport } from '../../../src/cli/export-proofs.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { untilEnded } from '../../harness/command.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { createTableSource, type Fault, type Table } from '../../simulation/table-source.ts';

const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
const start = Date.parse('2026-03-02T00:00:00Z');
const at = (time: string): number => Date.parse(`2026-03-02T${time}Z`);
const folder = mkdtempSync(join(tmpdir(), 'papertape-market-'));

let league: League | undefined;
afterEach(async () => {
  await league?.close();
  league = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Two pools of each symbol, half a percent apart, and which of them is the first. */
function book(first: 1 | 2, options: { spread?: number; symbols?: string[]; faults?: Fault[] } = {}): Table {
  const { spread, symbols = ['BTC-USD', 'ETH-USD'], faults = [] } = options;
  const minutes = new Map<string, bigint[]>();
  for (const s of symbols)
    for (const n of [1, 2])
      minutes.set(
        `${s}:${n}`,
        Array.from({ length: 72 * 60 }, (_, i) => (n === 1 ? 1_000n : 1_005n) * 10n ** 8n + BigInt(i) * 10_000n),
      );
  const legs = (s: string, n: number) => [{ pool: `${s}:${n}` }];
  const charged = spread === undefined ? {} : { spread };
  const routes = new Map(symbols.map((s) => [s, { primary: legs(s, first), second: legs(s, 3 - first), ...charged }]));
  return { start, minutes, faults, routes, leagues: new Map(symbols.map((s) => [s, ['spot_crypto']])) };
}

/** The mean of a pool over the half hour that begins at a time. */
const meanFrom = (time: string, n: 1 | 2): number =>
  (n === 1 ? 1_000 : 1_005) + (((at(time) - start) / 60_000 + 14.5) * 10_000) / 1e8;

async function begin(table: Table): Promise<{ of: League; bot: Bot }> {
  const of = await openLeague({ start: '2026-03-02T00:00:00Z', source: createTableSource(table) });
  league = of;
  const bot = await of.enter();
  await of.advanceTo(at('01:02:00'));
  return { of, bot };
}

/** The service is started anew with another book. */
async function change(of: League, time: string, table: Table): Promise<League> {
  await of.advanceTo(at(time));
  await of.stop();
  league = await openLeague({
    start: new Date(at(time)).toISOString(),
    source: createTableSource(table),
    database: of.database,
  });
  return league;
}

/** The bot, at the service as it was started last. */
const as = ({ url }: League, { id, key }: Bot): Client => createClient({ baseUrl: url, agentId: id, apiKey: key });

async function holds(of: League, target: string): Promise<void> {
  const lines: string[] = [];
  const code = await runVerify(target, { url: of.url, write: (line) => lines.push(line) });
  expect([code, lines.filter((l) => /^(DIFFERS|NOT)/.test(l))]).toEqual([0, []]);
}

async function allAgree(of: League, ...targets: readonly string[]): Promise<void> {
  expect((await runAudit(of.app.storage)).differences).toEqual([]);
  for (const target of ['spot_crypto', ...targets]) await holds(of, target);
}

test('an order in a window that is open fills by the older book; the next window has the new one', async () => {
  const { of, bot } = await begin(book(1));
  const open = await bot.weights({ 'BTC-USD': 0.5 });
  const now = await change(of, '01:22:00', book(2, { spread: 100 }));
  // Its window begins with the first mark under the new book, which names it a moment later.
  const same = await as(now, bot).weights({ 'BTC-USD': 0.4 });
  await now.advanceTo(at('01:27:00'));
  const later = await as(now, bot).weights({ 'BTC-USD': 0.3 });
  await now.advanceTo(at('02:05:00'));
  const trades = async (id: string) =>
    (await as(now, bot).order(id)).trades.map((t) => [Number(t.fill_price), t.spread]);
  expect(await trades(open.order_id)).toEqual([[expect.closeTo(meanFrom('01:05:00', 1), 8), '0']]);
  expect(await trades(same.order_id)).toEqual([[expect.closeTo(meanFrom('01:25:00', 1), 8), '0']]);
  const [[price, spread] = []] = await trades(later.order_id);
  expect(price).toBeCloseTo(meanFrom('01:30:00', 2), 8);
  expect(Number(spread)).toBeGreaterThan(0);
  await allAgree(now, open.order_id, same.order_id, later.order_id, bot.id);
  await now.advanceTo(start + 49 * 3_600_000);
  await allAgree(now, 'spot_crypto/2026-03-03');
  for (const date of ['2026-03-02', '2026-03-03']) {
    await runExport(now.database.env, date, folder);
    await holds(now, join(folder, `papertape-${date}.jsonl.gz`));
  }
});

test('an order that waits over a change fills by the book of its window, and so does a close that has no later price', async () => {
  const faults: Fault[] = [
    { pool: 'ETH-USD:1', kind: 'silent', from: at('01:30:00'), to: at('04:00:00'), answersAt: at('03:30:00') },
    { pool: 'ETH-USD:2', kind: 'silent', from: at('22:00:00'), to: start + 40 * 3_600_000 },
  ];
  const { of, bot } = await begin(book(1, { faults }));
  const waits = await bot.weights({ 'ETH-USD': 0.5 });
  const now = await change(of, '02:02:00', book(2, { faults }));
  await now.advanceTo(at('03:25:00'));
  expect((await as(now, bot).order(waits.order_id)).reason_code).toBe('waiting_for_price');
  await now.advanceTo(at('04:00:00'));
  const order = await as(now, bot).order(waits.order_id);
  expect([order.state, order.decided_at]).toEqual(['filled', '2026-03-02T03:30:00.000Z']);
  expect(Number(order.trades[0]?.fill_price)).toBeCloseTo(meanFrom('01:05:00', 1), 8);
  await now.advanceTo(at('21:52:00'));
  const changed = await change(now, '22:12:00', book(1, { faults }));
  await changed.advanceTo(start + 48 * 3_600_000 + 300_000);
  const { rows } = await changed.client.leaderboard({ league: 'spot_crypto', asOf: '2026-03-03' });
  expect(rows[0]?.stale).toBe(true);
  await allAgree(changed, waits.order_id, bot.id, 'spot_crypto/2026-03-03', 'spot_crypto/2026-03-04');
});

test('a symbol that a new book brings can be ordered from the next mark on, and fills by it', async () => {
  const { of, bot } = await begin(book(1));
  const now = await change(of, '01:22:00', book(1, { symbols: ['BTC-USD', 'ETH-USD', 'SOL-USD'] }));
  const known = async () => (await now.client.universe('spot_crypto')).symbols.find((s) => s.symbol === 'SOL-USD');
  expect(await known()).toMatchObject({ tradable: false, reason: expect.stringMatching(/^It is new here/) });
  await expect(as(now, bot).weights({ 'SOL-USD': 0.5 })).rejects.toMatchObject({ code: 'symbol_not_tradable' });
  await now.advanceTo(at('01:25:00'));
  expect(await known()).toMatchObject({ tradable: true, reason: null });
  const { order_id: id } = await as(now, bot).weights({ 'SOL-USD': 0.5 });
  await now.advanceTo(at('02:05:00'));
  expect((await as(now, bot).order(id)).state).toBe('filled');
  await allAgree(now, id);
});

describe.skipIf(!hasPython)('in Python (needs python3)', () => {
  test('the recomputation agrees with both books', async () => {
    const { of, bot } = await begin(book(1));
    await bot.weights({ 'BTC-USD': 0.5 });
    const now = await change(of, '01:22:00', book(2, { spread: 100 }));
    await as(now, bot).weights({ 'BTC-USD': 0.4, 'ETH-USD': 0.1 });
    await now.advanceTo(at('01:27:00'));
    await as(now, bot).weights({ 'BTC-USD': 0.3 });
    await now.advanceTo(start + 24 * 3_600_000 + 300_000);
    const child = spawn('python3', [join(repository, 'examples/recompute/recompute.py'), now.url], {
      env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, stdout, stderr } = await untilEnded(child, undefined);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/3 × fill\n/);
    expect(stdout).toMatch(/2 × market\n/);
  });
});
