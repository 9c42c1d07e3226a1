/** `papertape backtest` and `papertape league` as commands: what they print, write and refuse, and that they do the same twice. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computedFigures, figureCatalogue } from '../../../src/flow/rank/statistics/catalogue.ts';
import { runCommand, type Ended } from '../../harness/command.ts';
import { examplesOf, repository } from '../../harness/markdown.ts';

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
  return await runCommand({ args: [...args, ...(args.includes('--league') ? [] : ['--league', 'spot_crypto'])] });
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

  test('invented prices need no file: a year of them, for any league, the same for one seed', async () => {
    const play = async (prices: string, ...more: string[]): Promise<Result> => {
      const path = strategy('first.mjs', `export default ({ symbols }) => ({ [symbols[0]]: 0.5 });\n`);
      const run = await papertape('backtest', path, '--json', '--prices', prices, ...more);
      expect(run, run.stderr).toMatchObject({ code: 0 });
      return JSON.parse(run.stdout) as Result;
    };
    const year = await play('simulated');
    expect(year).toMatchObject({ closes: 364, orders: { sent: 364, filled: 364 } });
    expect((await play('simulated:1')).digest).toBe(year.digest);
    const short = ['--to', '2025-01-10'];
    const [one, other] = [await play('simulated', ...short), await play('simulated:2', ...short)];
    expect(one.line).toEqual(year.line.slice(0, one.line.length));
    expect(other.digest).not.toBe(one.digest);
    // Priced in CAD: the rate is made with them.
    expect(await play('simulated', '--league', 'tsx_stocks', ...short)).toMatchObject({
      orders: { sent: 9, filled: 9 },
    });
  });

  test('a fault ends it with 1, and with place, instant, reason and remedy; no report is written', async () => {
    const out = join(folder, 'never.html');
    const code = `export default (): object => {\n  throw new TypeError('no idea');\n};\n`;
    const run = await backtest(strategy('throws.ts', code), '--out', out);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /throws\.ts:2:9: at the decision of 2026-03-02T00:00:00\.000Z, TypeError: no idea\n {2}Repair/,
    );
    expect(existsSync(out)).toBe(false);
  });

  test('a strategy that never answers is broken off', async () => {
    const code = `export default ({ date }) => { while (date === '2026-03-09'); return {}; };\n`;
    const run = await backtest(strategy('loop.mjs', code), '--timeout', '1');
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('at the decision of 2026-03-09T00:00:00.000Z, no decision within 1 s');
  });

  test.each<[string, string, string[], string]>([
    ['broken.ts', `export default (: => {};\n`, [], 'could not be loaded'],
    ['two.mjs', `export default { a: () => ({}), b: () => ({}) };\n`, [], 'has 2 strategies'],
    ['half.ts', half, ['--every', '7m'], 'multiple of 5 minutes'],
  ])('%s %# is refused with 2', async (name, code, more, reason) => {
    const run = await backtest(strategy(name, code), ...more);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(reason);
  });
});

describe('compare', () => {
  const saved = async (name: string, ...more: string[]): Promise<string> => {
    const path = join(folder, name);
    writeFileSync(path, (await backtest(strategy('half.ts', half), '--json', ...more)).stdout);
    return path;
  };
  const compare = async (...args: string[]): Promise<Ended> => await runCommand({ args: ['compare', ...args] });

  test('saved runs in a table and on a page, as they were; and what they do not have in common is said', async () => {
    const [day, hours, short] = [
      await saved('day.json'),
      await saved('hours.json', '--every', '0 6,18 * * 1-5'),
      await saved('short.json', '--to', '2026-03-10'),
    ];
    const out = join(folder, 'compared.html');
    const same = await compare(day, hours, '--out', out);
    expect(same).toMatchObject({ code: 0, stderr: '' });
    const { value_usd: value } = JSON.parse(readFileSync(hours, 'utf8')) as Result;
    const shown = `$${value.toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    expect(same.stdout).toMatch(new RegExp(`half \\(hours\\.json\\) +0 6,18 \\* \\* 1-5 +\\${shown} `));
    expect(same.stdout).not.toContain('not of the same');
    const page = readFileSync(out, 'utf8');
    expect(page).toContain(shown);
    expect(page).toContain('half (day.json)');
    expect(page).toContain('Buy and hold · the whole universe, equal weights');
    expect(page).not.toMatch(/(?:src|href)="(?!#)/);
    expect((await compare(day, short)).stdout).toContain('The runs are not of the same time: 2026-03-02');
  });

  test.each<[string, string[], string]>([
    ['one run', ['day.json'], 'There is one run'],
    ['no file', ['day.json', 'nowhere.json'], 'cannot be read'],
    ['no JSON', ['day.json', 'hours.csv'], 'hours.csv is no JSON'],
    ['another document', ['day.json', 'other.json'], 'other.json is no saved run: format'],
  ])('%s is refused with 2', async (_, names, reason) => {
    await saved('day.json', '--to', '2026-03-05');
    writeFileSync(join(folder, 'other.json'), '{"format":"papertape-league/1"}');
    const run = await compare(...names.map((name) => join(folder, name)));
    expect([run.code, run.stdout]).toEqual([2, '']);
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
    expect(result.rows.some((r) => r.tier !== 'Qualifying')).toBe(true);
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

test('the strategies of docs/bots/backtest.md do what they say', async () => {
  const codes = examplesOf(readFileSync(join(repository, 'docs/bots/backtest.md'), 'utf8')).filter(
    (e) => e.language === 'ts',
  );
  expect(codes.length).toBeGreaterThan(1);
  const files = codes.map(({ code }, i) => strategy(`example${i}.ts`, code));
  const run = await papertape('league', ...files, '--prices', prices);
  expect(run, run.stderr).toMatchObject({ code: 0 });
});
