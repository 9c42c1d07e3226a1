/** `papertape backtest` and `papertape league` as commands: what they print, write and refuse, and that they do the same twice. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computedFigures, figureCatalogue } from '../../src/flow/rank/statistics/catalogue.ts';
import { runCommand, type Ended } from '../harness/command.ts';
import { examplesOf, repository } from '../harness/markdown.ts';

const hourMs = 3_600_000;
const from = Date.parse('2026-03-02T00:00:00Z');

let folder = '';
let prices = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-backtest-'));
  prices = join(folder, 'hours.csv');
  const rows = ['candle_open_utc,BTC,ETH,SOL'];
  for (let h = -24; h < 40 * 24; h++) {
    const wave = (period: number, height: number): number => 1 + height * Math.sin(h / period);
    const sol = h < 240 ? '' : (100 * wave(31, 0.3)).toFixed(6);
    rows.push(
      `${new Date(from + h * hourMs).toISOString().slice(0, 19)}Z,${(50_000 * wave(57, 0.1)).toFixed(4)},${(2_000 * wave(83, 0.2)).toFixed(4)},${sol}`,
    );
  }
  writeFileSync(prices, `${rows.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function strategy(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
}

async function papertape(...args: string[]): Promise<Ended> {
  return await runCommand({ args });
}

async function backtest(path: string, ...more: string[]): Promise<Ended> {
  return await papertape('backtest', path, '--prices', prices, ...more);
}

interface Result {
  digest: string;
  value_usd: number;
  closes: number;
  orders: { sent: number; filled: number };
  line: { date: string; value: string }[];
  market_baselines: { id: string; return_pct: number }[];
  figures: Record<string, number | null>;
  outcomes: { received_at: string; window: { start: string; end: string }; state: string }[];
}

const half = `export default () => ({ 'BTC-USD': 0.5 });\n`;

describe('backtest', () => {
  test('prints standing, market and every figure, and writes a report that needs nothing from elsewhere', async () => {
    const out = join(folder, 'report.html');
    const run = await backtest(strategy('half.ts', half), '--out', out);
    expect(run, run.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(/^half in spot_crypto, 2026-03-02T00:00Z to 2026-04-11T00:00Z$/m);
    expect(run.stdout).toContain('(hours.csv)');
    expect(run.stdout).toMatch(/40 sent, 40 filled, 0 rejected, 0 pending/);
    for (const id of computedFigures) expect(run.stdout).toContain(`    ${figureCatalogue[id].name}`);
    const html = readFileSync(out, 'utf8');
    expect(html).toContain("default-src 'none'");
    expect(html.replaceAll(/<!doctype html>/gi, '')).not.toMatch(/\b(src|href)=(?!"#)|url\(|@import|<script|<link/);
    expect(html.match(/<svg[^>]*role="img"[^>]*>/g)?.every((svg) => /aria-label="[^"]+"/.test(svg))).toBe(true);
    for (const id of computedFigures) expect(html).toContain(figureCatalogue[id].name);
    expect(html).not.toMatch(/NaN|undefined|Infinity|\[object/);
  });

  test('a name cannot break out of the report', async () => {
    const out = join(folder, 'evil.html');
    const path = strategy('<img src=x onerror=alert(1)>.mjs', half);
    expect(await backtest(path, '--out', out, '--to', '2026-03-05')).toMatchObject({ code: 0 });
    expect(readFileSync(out, 'utf8')).not.toContain('<img');
  });

  test('gives the same twice, and other numbers with another seed', async () => {
    const path = strategy(
      'random.mjs',
      `export default ({ random }) => ({ 'BTC-USD': Math.floor(random() * 500) / 1000, 'ETH-USD': Math.floor(Math.random() * 500) / 1000 });\n`,
    );
    const first = JSON.parse((await backtest(path, '--json')).stdout) as Result;
    expect(JSON.parse((await backtest(path, '--json')).stdout)).toEqual(first);
    const other = JSON.parse((await backtest(path, '--json', '--seed', '2')).stdout) as Result;
    expect(other.digest).not.toBe(first.digest);
    expect(first).toMatchObject({ closes: 40, orders: { sent: 40, filled: 40 } });
    expect(first.line.at(-1)?.date).toBe('2026-04-11');
    expect(first.market_baselines.map((b) => b.id)).toEqual(['hold_BTC-USD', 'hold_ETH-USD', 'equal_weight']);
  });

  test.each([
    ['hour', 24, '01:00:00'],
    ['4h', 6, '04:00:00'],
    ['15m', 96, '00:15:00'],
    ['day', 1, undefined],
    ['week', 1, undefined],
  ])(
    '--every %s decides %i times on a Monday, and its orders are filled 35 minutes later',
    async (every, n, second) => {
      const run = await backtest(strategy('half.ts', half), '--every', every, '--to', '2026-03-03', '--json');
      const { outcomes, orders } = JSON.parse(run.stdout) as Result;
      expect(orders.sent).toBe(n);
      expect(outcomes[0]?.window).toEqual({ start: '2026-03-02T00:05:00.000Z', end: '2026-03-02T00:35:00.000Z' });
      expect(outcomes[1]?.received_at.slice(11, 19)).toBe(second);
    },
  );

  test('shows what is known, and nothing later', async () => {
    const path = strategy(
      'seen.mjs',
      `export default (state) => {
        const day = state.history('BTC-USD', 3);
        if (day.at(-1) !== state.prices['BTC-USD']) throw new Error('the last price is that of now');
        if (state.date === '2026-03-02' && day.length !== 2) throw new Error('history begins with the recording: ' + day.length);
        if (state.date === '2026-03-05' && day.length !== 3) throw new Error('three days');
        const sol = state.symbols.includes('SOL-USD');
        if (sol !== state.date >= '2026-03-13') throw new Error('SOL is listed on the 12th, at 01:00: ' + state.date);
        if (sol && state.date === '2026-03-13' && state.history('SOL-USD', 2)[0] !== null) throw new Error('no price before');
        const sum = Object.values(state.weights).reduce((a, b) => a + b, 0) + state.cash / state.value;
        if (Math.abs(sum - 1) > 1e-9) throw new Error('weights and cash are all: ' + sum);
        return sol ? { 'SOL-USD': '0.25', 'BTC-USD': 0.25 } : { 'BTC-USD': 0.25 };
      };\n`,
    );
    const run = await backtest(path);
    expect(run.stderr).toBe('');
    expect(run.code).toBe(0);
  });

  test('an answer of nothing leaves the portfolio as it is', async () => {
    const path = strategy(
      'once.mjs',
      `export default ({ date }) => (date === '2026-03-02' ? { 'BTC-USD': 1 } : undefined);\n`,
    );
    const result = JSON.parse((await backtest(path, '--json')).stdout) as Result;
    expect(result.orders).toMatchObject({ sent: 1, filled: 1 });
    const baseline = result.market_baselines.find((b) => b.id === 'hold_BTC-USD');
    // Bought 5 minutes after the baseline, at nearly its price.
    expect(Math.abs(result.figures['return_pct']! - baseline!.return_pct)).toBeLessThan(0.5);
  });

  test.each<[string, string, string, string]>([
    [
      'throws.ts',
      `export default (): object => {\n  throw new TypeError('no idea');\n};\n`,
      'throws.ts:2:9: at the decision of 2026-03-02T00:00:00.000Z, TypeError: no idea',
      'Repair',
    ],
    [
      'sum.mjs',
      `export default () => ({ 'BTC-USD': 0.6, 'ETH-USD': 0.5 });\n`,
      'the weights sum to 1.1, more than 1',
      'Divide each weight',
    ],
    [
      'short.mjs',
      `export default () => ({ 'BTC-USD': -0.1 });\n`,
      'the weight of BTC-USD is -0.1, below zero',
      'long-only',
    ],
    ['nan.mjs', `export default () => ({ 'BTC-USD': 0 / 0 });\n`, 'the weight of BTC-USD is NaN', 'division by zero'],
    [
      'unknown.mjs',
      `export default () => ({ 'DOGE-USD': 1 });\n`,
      '"DOGE-USD" is no symbol',
      'BTC-USD, ETH-USD, SOL-USD',
    ],
    ['early.mjs', `export default () => ({ 'SOL-USD': 1 });\n`, 'SOL-USD is not listed yet', 'state.symbols'],
    ['async.mjs', `export default async () => ({});\n`, 'returned a promise', 'may not be async'],
    ['number.mjs', `export default () => 0.5;\n`, 'it returned 0.5, no weights', "{ 'BTC-USD': 0.5 }"],
    [
      'loop.mjs',
      `export default ({ date }) => { while (date === '2026-03-09'); return {}; };\n`,
      'at the decision of 2026-03-09T00:00:00.000Z, no decision within 1 s',
      'without an end',
    ],
    [
      'past.mjs',
      `export default ({ history }) => { history('X-USD', 3); };\n`,
      'history: there is no symbol "X-USD"',
      '',
    ],
  ])('%s ends with 1, place, reason and remedy', async (name, code, reason, fix) => {
    const run = await backtest(strategy(name, code), '--timeout', '1', '--out', join(folder, 'never.html'));
    expect(run.code).toBe(1);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain(reason);
    expect(run.stderr).toContain(fix);
    expect(run.stderr).toContain(name);
  });

  test.each<[string, string, string[], string]>([
    ['none.mjs', `export const x = 1;\n`, [], 'exports no strategy'],
    ['broken.ts', `export default (: => {};\n`, [], 'could not be loaded'],
    ['two.mjs', `export default { a: () => ({}), b: () => ({}) };\n`, [], 'has 2 strategies'],
    ['half.ts', half, ['--from', '2025-01-01'], 'do not cover --from 2025-01-01'],
    ['half.ts', half, ['--from', '2026-03-04', '--to', '2026-03-03'], 'does not come after'],
    ['half.ts', half, ['--from', '2026-03-02T00:01:00Z'], 'is no mark'],
    ['half.ts', half, ['--every', '7m'], 'multiple of 5 minutes'],
    ['half.ts', half, ['--league', 'writing'], 'nothing to trade'],
    ['half.ts', half, ['--prices', 'nowhere.csv'], 'There is no file nowhere.csv'],
  ])('%s %# is refused with 2', async (name, code, more, reason) => {
    const run = await backtest(strategy(name, code), ...more);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(reason);
  });
});

describe('league', () => {
  const many = `
    const hold = (symbol) => () => ({ [symbol]: 1 });
    export default {
      btc: hold('BTC-USD'), eth: hold('ETH-USD'), same: hold('ETH-USD'), cash: () => ({}), idle: () => undefined,
      ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => ['mix' + n, () => ({ 'BTC-USD': n / 10, 'ETH-USD': 0.4 })])),
      fails: ({ date }) => { if (date > '2026-03-20') throw new Error('enough'); return {}; },
    };\n`;

  test('ranks with ties, weeks, tiers; who fails stands apart and ends the command with 1', async () => {
    const report = join(folder, 'league.html');
    const path = strategy('many.mjs', many);
    const args = ['league', path, strategy('half.ts', half), '--prices', prices, '--house', '--report', report];
    const run = await papertape(...args);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(
      /many\.mjs:\d+:\d+ \(many:fails\): at the decision of 2026-03-21T00:00:00\.000Z, Error: enough/,
    );
    expect(run.stdout).toMatch(/^16 strategies in spot_crypto/);
    expect(run.stdout).toContain('House · Equal weight');
    expect(run.stdout).toContain('1 failed and stand in no rank');
    const html = readFileSync(report, 'utf8');
    expect(html).not.toMatch(/NaN|undefined|Infinity|\[object|<script/);

    const json = await papertape(...args, '--json');
    const result = JSON.parse(json.stdout) as {
      rows: { rank: number; tied: boolean; name: string; tier: string; value_usd: number; weeks_won: number }[];
      failed: { name: string; code: string }[];
      weeks: { week: string; champion: string; promoted: number }[];
    };
    expect(result.rows).toHaveLength(15);
    const row = (name: string): (typeof result.rows)[number] => result.rows.find((r) => r.name === name)!;
    expect(row('many:eth')).toMatchObject({ tied: true, rank: row('many:same').rank });
    expect(row('many:cash')).toMatchObject({ tied: true, value_usd: 100_000, rank: row('many:idle').rank });
    const values = result.rows.map((r) => r.value_usd);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(result.failed).toMatchObject([{ name: 'many:fails', code: 'threw' }]);
    expect(result.weeks.map((w) => w.week)).toEqual(['2026-W10', '2026-W11', '2026-W12', '2026-W13', '2026-W14']);
    expect(result.rows.reduce((sum, r) => sum + r.weeks_won, 0)).toBe(result.weeks.filter((w) => w.champion).length);
    expect(result.rows.some((r) => r.tier === 'Premier League')).toBe(true);
    expect(result.weeks[0]?.promoted).toBe(1);
  });

  test('a strategy does in a league exactly what it does alone', async () => {
    const path = strategy('half.ts', half);
    const alone = JSON.parse((await backtest(path, '--json')).stdout) as Result;
    const league = JSON.parse((await papertape('league', path, '--house', '--prices', prices, '--json')).stdout) as {
      rows: (Result & { name: string })[];
    };
    const own = league.rows.find((r) => r.name === 'half')!;
    expect(own.value_usd).toBe(alone.value_usd);
    expect(own.orders).toEqual(alone.orders);
    const { luck: _a, luck_own: _b, ...figures } = own.figures;
    expect(alone.figures).toMatchObject(figures);
  });

  test('two of one name are refused', async () => {
    const path = strategy('half.ts', half);
    const run = await papertape('league', path, path, '--prices', prices);
    expect(run).toMatchObject({ code: 2 });
    expect(run.stderr).toContain('two strategies called half');
  });
});

test('the strategies of docs/backtest.md do what they say', async () => {
  const codes = examplesOf(readFileSync(join(repository, 'docs/backtest.md'), 'utf8')).filter(
    (e) => e.language === 'ts',
  );
  expect(codes.length).toBeGreaterThan(1);
  for (const [i, { code }] of codes.entries()) {
    const run = await papertape('league', strategy(`example${i}.ts`, code), '--prices', prices);
    expect(run, run.stderr).toMatchObject({ code: 0 });
  }
});
