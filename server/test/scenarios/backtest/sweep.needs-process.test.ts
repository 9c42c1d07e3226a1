/** `papertape backtest --sweep` as a command: what it prints, writes and refuses, and that it does the same twice. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand, type Ended } from '../../harness/command.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-swept-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function strategy(name: string, code: string): string {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
}

/** Two months of invented prices. */
async function backtest(path: string, ...more: string[]): Promise<Ended> {
  const span = ['--league', 'spot_crypto', '--from', '2025-02-01', '--to', '2025-04-02'];
  return await runCommand({ args: ['backtest', path, '--prices', 'simulated', ...span, ...more] });
}

const held = `export const withParameters = ({ share = 0.5, symbol = 'BTC' }) => () => ({ [symbol + '-USD']: share });
export default withParameters({});
`;

interface Figured {
  readonly value_usd: number;
  readonly window_cost: { readonly usd: string; readonly bps: number };
  readonly line: readonly { readonly date: string; readonly value: string }[];
}
interface Swept {
  readonly format: string;
  readonly tries: number;
  readonly digest: string;
  readonly rows: readonly (Figured & {
    readonly parameters: { readonly share: number; readonly symbol?: string };
    readonly luck_of_all_tries: number;
  })[];
  readonly failed: readonly { readonly parameters: object; readonly code: string }[];
  readonly walk_forward:
    | (Figured & { readonly folds: readonly { readonly parameters: object; readonly from: string }[] })
    | null;
}

test('a sweep of one value says what the plain run says', async () => {
  const path = strategy('held.mjs', held);
  const plain = JSON.parse((await backtest(path, '--json')).stdout) as Record<string, unknown> & {
    outcomes: { window_cost: { usd: string }; trades: { price: string; price_at_decision: string }[] }[];
  };
  const swept = JSON.parse((await backtest(path, '--json', '--sweep', 'share=0.5')).stdout) as Swept &
    Record<string, unknown>;
  const [row] = swept.rows as unknown as Record<string, unknown>[];
  for (const member of ['digest', 'as_of', 'closes', 'market_baselines']) expect(swept[member]).toEqual(plain[member]);
  for (const member of ['value_usd', 'orders', 'figures', 'window_cost', 'line'])
    expect(row?.[member]).toEqual(plain[member]);
  // The cost of the whole is the sum of those of its orders.
  const sum = plain.outcomes.reduce((usd, outcome) => usd + Number(outcome.window_cost.usd), 0);
  expect(sum).toBeCloseTo(Number((plain['window_cost'] as { usd: string }).usd), 6);
  expect(plain.outcomes[0]?.trades[0]?.price_at_decision).not.toBe(plain.outcomes[0]?.trades[0]?.price);
});

test('prints tries, luck and folds, and writes a page that needs nothing from elsewhere; twice the same', async () => {
  const path = strategy('held.mjs', held);
  const out = join(folder, 'sweep.html');
  const asked = ['--sweep', 'share=0.2,0.6', '--sweep', 'symbol=BTC,ETH,SOL', '--walk-forward', '3'];
  const run = await backtest(path, ...asked, '--out', out);
  expect(run, run.stderr).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('held: 6 tries in spot_crypto');
  expect(run.stdout).toMatch(/^share=0\.6 symbol=\w+ .*\d\.\d{4}$/m);
  expect(run.stdout).toMatch(/^2025-02-21 to 2025-03-13 {2}share/m);
  const html = readFileSync(out, 'utf8');
  expect(html).toContain("default-src 'none'");
  expect(html.replaceAll(/<!doctype html>/gi, '')).not.toMatch(/\b(src|href)=(?!"#)|url\(|@import|<script|<link/);
  expect(html).not.toMatch(/NaN|undefined|Infinity|\[object/);
  expect(html).toContain('walk forward');
  const [first, second] = await Promise.all([1, 2].map(() => backtest(path, ...asked, '--json')));
  expect(first?.stdout).toBe(second?.stdout);
  const { format, tries, rows, walk_forward: walk } = JSON.parse(first?.stdout ?? '') as Swept;
  expect([format, tries, rows.length, walk?.folds.length]).toEqual(['papertape-sweep/1', 6, 6, 2]);
  expect(rows.every((row) => row.luck_of_all_tries > 0 && row.luck_of_all_tries <= 1)).toBe(true);
});

test('a try that fails is named, and ends with 1', async () => {
  const path = strategy('sum.mjs', held);
  const run = await backtest(path, '--sweep', 'share=0.5,2', '--json');
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('(sum:share=2)');
  const { rows, failed } = JSON.parse(run.stdout) as Swept;
  expect([rows.length, failed]).toMatchObject([1, [{ parameters: { share: 2 } }]]);
});

test.each([
  ['--sweep', 'shares=1,2', 'never reads the parameter shares'],
  ['--sweep', 'share', 'names no values'],
  ['--walk-forward', '3', 'chooses among the tries of a sweep'],
])('refused with 2: %s %s', async (flag, value, reason) => {
  const run = await backtest(strategy('held.mjs', held), flag, value);
  expect([run.code, run.stdout]).toEqual([2, '']);
  expect(run.stderr).toContain(reason);
});

test('folds need two, and days', async () => {
  const path = strategy('held.mjs', held);
  for (const [folds, reason] of [
    ['1', 'two folds or more'],
    ['31', 'shorter than 2 days'],
  ] as const) {
    const run = await backtest(path, '--sweep', 'share=0.1,0.2', '--walk-forward', folds);
    expect([run.code, run.stderr.includes(reason)]).toEqual([2, true]);
  }
});

test('a module without withParameters, or with one that makes nothing, says what to write', async () => {
  const plain = await backtest(strategy('plain.mjs', "export default () => ({ 'BTC-USD': 1 });"), '--sweep', 'a=1,2');
  expect([plain.code, plain.stderr]).toEqual([2, expect.stringContaining('export const withParameters = (')]);
  const nothing = await backtest(
    strategy('nothing.mjs', 'export const withParameters = ({ a }) => a;'),
    '--sweep',
    'a=1,2',
  );
  expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('makes no strategy for {"a":1}')]);
});
