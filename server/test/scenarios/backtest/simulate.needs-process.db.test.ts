/** The load tool server/bench/simulate.ts: the same league from the same seed, on either engine, from prices of the past only. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runSimulation, type SimulationOptions, type SimulationResult } from '../../../bench/simulate-run.ts';
import { readSettings } from '../../../src/config/config.ts';
import { createPriceSource } from '../../../src/sources/create-source.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { endAll, launch, repository } from '../../acceptance/service-process.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { databaseOfTest, folderOfTest } from '../../harness/of-test.ts';
import { recordedHours, unpackMinutes } from '../../harness/recorded.ts';

const from = Date.parse('2026-03-02T00:00:00Z');
const dayMs = 86_400_000;
const hours = recordedHours();
const tool = join(repository, 'server/bench/simulate.ts');

afterEach(endAll);

async function simulate(on: TestDatabase, options: Partial<SimulationOptions> = {}): Promise<SimulationResult> {
  return runSimulation(readSettings({ ...on.env, PORT: '0', PAPERTAPE_LOG: 'off' }), {
    from,
    to: from + 8 * dayMs,
    bots: 15,
    seats: 105,
    house: false,
    seed: '1',
    every: 'daily',
    league: 'spot_crypto',
    source: createSimulatedSource({ seed: 7, origin: from }),
    ...options,
  });
}

test('the same seed gives the same board, another seed another', async () => {
  const first = await simulate(await databaseOfTest());
  expect(first).toMatchObject({ marks: 8 * 288 + 1, closes: 8, rejections: 0 });
  expect(first.orders).toBeGreaterThan(15 * 5);
  expect(first.fills + first.pending).toBe(first.orders);
  expect(first.board[0]?.rows).toHaveLength(15);
  const again = await simulate(await databaseOfTest());
  expect(JSON.stringify(again.board)).toBe(JSON.stringify(first.board));
  const other = await simulate(await databaseOfTest(), { seed: '2' });
  expect(JSON.stringify(other.board)).not.toBe(JSON.stringify(first.board));
});

test('SQLite and PostgreSQL give the same board to the last byte, hourly orders and more than one page of it', async (context) => {
  const postgres = await databaseOfTest('postgres').catch((e: unknown) => context.skip(`no PostgreSQL: ${String(e)}`));
  const options = { bots: 105, to: from + dayMs, every: 'hourly' } as const;
  const embedded = await simulate(await databaseOfTest('sqlite'), options);
  const server = await simulate(postgres, options);
  expect(embedded.board).toHaveLength(2);
  expect(embedded.fills).toBeGreaterThan(1_000);
  expect(JSON.stringify(server)).toBe(JSON.stringify(embedded));
});

test('what a bot decides depends on the past only', async () => {
  const turn = from + 5 * dayMs;
  const ordersBefore = async (factor: number): Promise<string[]> => {
    const on = await databaseOfTest();
    const source = createSimulatedSource({
      seed: 7,
      origin: from,
      faults: ['BTC', 'SOL'].flatMap((s) =>
        [1, 2].map(
          (n) => ({ kind: 'apart', pool: `sim:${s}-USD:${n}`, from: turn, to: turn + 9 * dayMs, factor }) as const,
        ),
      ),
    });
    await simulate(on, { source });
    const storage = openStorage(on.target);
    const rows = await storage.db
      .selectFrom('intake.orders')
      .select(['received_at', 'receipt', 'weights'])
      .orderBy('order_id')
      .execute();
    await storage.close();
    const first = rows.findIndex((r) => Number(r.received_at) >= turn);
    return [first, ...rows.map((r) => r.weights)].map(String);
  };
  const [firstAfter = '', ...calm] = await ordersBefore(1.0001);
  const [, ...wild] = await ordersBefore(3);
  const n = Number(firstAfter);
  expect(n).toBeGreaterThan(30);
  expect(wild.slice(0, n)).toEqual(calm.slice(0, n));
  // A day later the jump is past, and seen.
  expect(wild.slice(n)).not.toEqual(calm.slice(n));
});

test('three days of recorded minutes', async () => {
  const prices = folderOfTest();
  unpackMinutes(prices);
  const start = Date.parse('2023-08-15T00:00:00Z');
  const to = Date.parse('2023-08-18T00:00:00Z');
  const result = await simulate(await databaseOfTest(), {
    from: start,
    to,
    bots: 40,
    every: 'hourly',
    source: await createPriceSource({ kind: 'replay', folder: prices }, start),
  });
  expect(result.marks).toBe((to - start) / 300_000 + 1);
  // The prices begin before the start, so the midnight of the start is a close too.
  expect(result.closes).toBe(4);
  // An order of the last hour may have a window that ends after the last mark: it is pending.
  const pending = result.orders - result.fills - result.rejections;
  expect(pending).toBeGreaterThanOrEqual(0);
  expect(pending).toBeLessThanOrEqual(40);
  expect(result.orders).toBeGreaterThan(40 * 24);
  const rows = result.board[0]?.rows ?? [];
  expect(rows).toHaveLength(40);
  expect(rows.every((r) => r.value_usd > 0)).toBe(true);
  expect(new Set(rows.map((r) => r.rank)).size).toBeGreaterThan(10);
  expect(result.board[0]?.price_source.kind).toBe('replay');
});

test.runIf(hours !== undefined)('two months of recorded hours, twenty assets', async () => {
  const prices = folderOfTest();
  symlinkSync(hours!, join(prices, 'hourly.csv'));
  const start = Date.parse('2021-04-05T00:00:00Z');
  const to = Date.parse('2021-06-07T00:00:00Z');
  const result = await simulate(await databaseOfTest(), {
    from: start,
    to,
    bots: 40,
    every: 'weekly',
    source: await createPriceSource({ kind: 'replay', folder: prices }, start),
  });
  expect(result.marks).toBe((to - start) / 300_000 + 1);
  expect(result.closes).toBe(63);
  expect(result.fills + result.rejections).toBe(result.orders);
  expect(result.orders).toBeGreaterThan(40 * 4);
  const rows = result.board[0]?.rows ?? [];
  expect(rows).toHaveLength(40);
  expect(rows.every((r) => r.value_usd > 0)).toBe(true);
  expect(new Set(rows.map((r) => r.rank)).size).toBeGreaterThan(20);
  expect(result.board[0]?.price_source.kind).toBe('replay');
});

test('the command: writes the board, says what it did, and leaves data that is there alone', async () => {
  const on = await databaseOfTest();
  const file = join(folderOfTest(), 'board.json');
  const args = ['--from', '2026-03-02', '--to', '2026-03-05', '--bots', '5', '--every', 'daily', '--leaderboard', file];
  const run = await launch(args, on.env, tool).exited;
  expect(run, run.stderr).toMatchObject({ code: 0 });
  expect(run.stdout).toMatch(/^865 marks in [\d.]+ s, [\d,]+ a second$/m);
  expect(run.stdout).toMatch(/^ {2}orders +\d+: \d+ filled, 0 rejected, \d+ pending$/m);
  expect(run.stdout).toMatch(/^ {2}closes +3, 0 moves between tiers$/m);
  expect(run.stdout).toContain('papertape audit');
  const [page] = JSON.parse(readFileSync(file, 'utf8')) as SimulationResult['board'];
  expect(page).toMatchObject({ league: 'spot_crypto', total: 5, as_of: '2026-03-05T00:00:00.000Z' });

  const again = await launch(args, on.env, tool).exited;
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('holds a league already');
});

test.each([
  [['--from', '2026-03-05', '--to', '2026-03-02', '--bots', '5'], 'does not come after'],
  [['--from', '2026-03-02', '--to', '2026-03-05', '--bots', '0'], 'must be a whole number'],
  [['--from', 'monday', '--to', '2026-03-05', '--bots', '5'], 'must be a date or an instant'],
  [['--from', '2026-02-30', '--to', '2026-03-05', '--bots', '5'], 'must be a date or an instant'],
  [['--from', '2026-03-02', '--to', '2026-03-05', '--bots', '5', '--league', 'moon'], 'There is no league'],
  [['--from', '2026-03-02', '--to', '2026-03-05', '--bots', '5', '--league', 'writing'], 'nothing to trade'],
])('the command refuses %j', async (args, sentence) => {
  const run = await launch(args, { DATA_DIR: join(folderOfTest(), 'none') }, tool).exited;
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(sentence);
});
