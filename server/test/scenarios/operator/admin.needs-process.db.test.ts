/** `papertape admin`: the operator's decisions, written beside a running service and done at its next mark. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { endAll, launch, type Exit } from '../../acceptance/service-process.ts';
import { openLeague, type League } from '../../harness/league.ts';

let league: League | undefined;
afterEach(async () => {
  await endAll();
  await league?.close();
  league = undefined;
});

async function admin(on: League, ...args: string[]): Promise<Exit> {
  return launch(['admin', ...args], on.database.env).exited;
}

test('suspend, resume and delist a symbol while the service runs', async () => {
  league = await openLeague();
  const bot = await league.enter();
  await bot.weights({ 'DOGE-USD': 0.4, 'BTC-USD': 0.4 });
  await league.advance({ minutes: 41 });

  const asked = await admin(league, 'suspend', 'DOGE-USD', '--reason', 'The pool was drained.');
  expect(asked, asked.stderr).toMatchObject({ code: 0 });
  expect(asked.stdout).toContain('DOGE-USD will be suspended');
  expect(asked.stdout).toContain('2026-03-02T00:45:00.000Z');
  expect((await league.client.status()).incidents).toEqual([]);
  expect((await admin(league, 'incidents')).stdout).toMatch(/next mark +suspend +DOGE-USD +The pool was drained\./);

  await league.advance({ minutes: 5 });
  expect((await league.client.status()).incidents).toMatchObject([
    {
      kind: 'suspended',
      about: { kind: 'symbol', id: 'DOGE-USD' },
      by: 'operator',
      reason: 'The pool was drained.',
      at: '2026-03-02T00:45:00.000Z',
    },
  ]);
  expect((await league.client.validate('spot_crypto', 'DOGE-USD')).tradable).toBe(false);
  const twice = await admin(league, 'suspend', 'DOGE-USD', '--reason', 'Again.');
  expect(twice.code).toBe(2);
  expect(twice.stderr).toContain('suspended by the operator already');

  expect((await admin(league, 'resume', 'DOGE-USD', '--reason', 'Mended.')).code).toBe(0);
  await league.advance({ minutes: 5 });
  expect((await league.client.validate('spot_crypto', 'DOGE-USD')).tradable).toBe(true);
  const idle = await admin(league, 'resume', 'DOGE-USD', '--reason', 'Again.');
  expect(idle.code).toBe(2);
  expect(idle.stderr).toContain('is not suspended');

  const early = await admin(league, 'delist', 'DOGE-USD', '--reason', 'Gone.');
  expect(early.code).toBe(2);
  expect(early.stderr).toContain('Suspend it; it can be delisted 72 hours later.');
  expect((await admin(league, 'suspend', 'DOGE-USD', '--reason', 'Gone.')).code).toBe(0);
  await league.advance({ hours: 71 });
  const before = await admin(league, 'delist', 'DOGE-USD', '--reason', 'Gone.');
  expect(before.stderr).toContain('It can be delisted from 2026-03-05T00:55:00.000Z on.');
  await league.advance({ hours: 1 });
  expect((await admin(league, 'delist', 'DOGE-USD', '--reason', 'Gone.')).stdout).toContain('for good');
  await league.advance({ minutes: 5 });
  const { positions, cash } = await bot.positions();
  expect(positions.map((p) => p.symbol)).toEqual(['BTC-USD']);
  expect(Number(cash)).toBeGreaterThan(50_000);
  const log = (await admin(league, 'incidents')).stdout;
  expect(log.split('\n').filter((l) => l.includes('DOGE-USD'))).toHaveLength(4);
  expect(log).toMatch(/4 +2026-03-05T00:55Z +delisted +DOGE-USD +at [\d.]+ +by operator +Gone\./);
  const late = await admin(league, 'resume', 'DOGE-USD', '--reason', 'Please.');
  expect(late.code).toBe(2);
  expect(late.stderr).toContain('is delisted');
});

test('a decision that waits is counted: two of them cannot contradict each other', async () => {
  league = await openLeague();
  await league.advance({ minutes: 41 });
  expect((await admin(league, 'suspend', 'DOGE-USD', '--reason', 'Gone.')).code).toBe(0);
  await league.advance({ hours: 73 });
  expect((await admin(league, 'delist', 'DOGE-USD', '--reason', 'Gone.')).code).toBe(0);
  expect((await admin(league, 'suspend', 'DOGE-USD', '--reason', 'Wait.')).stderr).toContain('is delisted');
});

test.each([
  [['suspend', 'NOPE-USD', '--reason', 'x'], 'There is no symbol "NOPE-USD"'],
  [['suspend', 'DOGE-USD', '--reason', ' '], '--reason must say why'],
  [['suspend', 'DOGE-USD'], "required option '--reason"],
  [['suspend', '--reason', 'x'], "missing required argument 'symbol'"],
])('refuses %j', async (args, sentence) => {
  league = await openLeague();
  const { code, stderr } = await admin(league, ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});

test('without data it says so and makes none', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'papertape-test-'));
  const dataDir = join(parent, 'none');
  try {
    for (const args of [['incidents'], ['suspend', 'DOGE-USD', '--reason', 'x']]) {
      const { code, stderr } = await launch(['admin', ...args], { DATA_DIR: dataDir }).exited;
      expect(code).toBe(2);
      expect(stderr).toContain('There is no league in the data folder');
    }
    expect(existsSync(dataDir)).toBe(false);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
});
