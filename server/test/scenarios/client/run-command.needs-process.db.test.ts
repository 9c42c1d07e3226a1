/** `papertape-bot run` as a command of its own: what it takes, what it shows, what it keeps. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilEnded, type Ended } from '../../harness/command.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { folderOfTest } from '../../harness/of-test.ts';
import { patienceMs } from '../../harness/patience.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
  await league.advanceTo('2026-03-04T00:10:00Z');
});
afterAll(() => league.close());

const pinned = join(repository, 'node_modules/.bin/node');
const half = `import type { Strategy } from 'papertape-client';
const half: Strategy = ({ history }) => ({ 'BTC-USD': history('BTC-USD', 2).length / 4 });
export default half;
`;

interface Asked {
  readonly args?: readonly string[];
  readonly bot?: Bot;
  readonly module?: string;
  readonly file?: string;
  readonly folder?: string;
  readonly node?: string;
}

/** `papertape-bot run FILE ARGS` in a folder with nothing but the strategy. */
async function run({
  args = [],
  bot,
  module = half,
  file = 'half.ts',
  folder = folderOfTest(),
  node = pinned,
}: Asked): Promise<Ended & { readonly folder: string }> {
  writeFileSync(join(folder, file), module);
  const identity = bot ? { PAPERTAPE_AGENT_ID: bot.id, PAPERTAPE_API_KEY: bot.key } : {};
  const child = spawn(node, [join(repository, 'client/dist/cli.js'), 'run', file, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, PAPERTAPE_URL: league.url, ...identity },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceMs,
  });
  return { ...(await untilEnded(child)), folder };
}

test('one look: a test order, the order, their receipts, and a state that its owner alone reads', async () => {
  const bot = await league.enter();
  const { code, stdout, folder } = await run({ bot, args: ['--once', '--now'] });
  expect(code).toBe(0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\S+Z /, '').replace(/ord_\w+/, 'ord_'));
  expect(lines).toEqual([
    `State: ${folder}/half.run.json; receipts: ${folder}/half.run.receipts.jsonl.`,
    `half decides for ${bot.id} in spot_crypto, every day; dealt with up to 2026-03-03T00:00:00.000Z.`,
    'Test for 2026-03-04T00:00:00.000Z: BTC-USD 0.5',
    'Test order ord_ fills by 2026-03-04T00:45:00.000Z.',
    'Decided for 2026-03-04T00:00:00.000Z: BTC-USD 0.5',
    'Order ord_ fills by 2026-03-04T00:45:00.000Z.',
    'Nothing more is due.',
  ]);
  const state = join(folder, 'half.run.json');
  expect(statSync(state).mode & 0o777).toBe(0o600);
  const receipts = readFileSync(join(folder, 'half.run.receipts.jsonl'), 'utf8').trimEnd().split('\n');
  const kept = receipts.map((line) => JSON.parse(line) as { order_id: string; receipt: { sequence: number } });
  expect(kept.map(({ receipt }) => receipt.sequence)).toEqual([1, 2]);
  const { orders } = await bot.orders();
  expect(kept.map(({ order_id }) => order_id)).toEqual(orders.map(({ order_id }) => order_id).toReversed());

  // Again there is nothing to do; what a process that died left half-written is no receipt.
  writeFileSync(join(folder, 'half.run.receipts.jsonl'), `${receipts[0]}\n{"order_id":"ord_`);
  expect((await run({ bot, folder, args: ['--once'] })).stdout).not.toContain('ecided for');
  writeFileSync(
    state,
    JSON.stringify({ ...JSON.parse(readFileSync(state, 'utf8')), done: '2026-03-03T00:00:00.000Z' }),
  );
  expect((await run({ bot, folder, args: ['--once', '--json'] })).stdout).toContain('"event":"sent"');
  expect(
    readFileSync(join(folder, 'half.run.receipts.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { order_id: string }).order_id),
  ).toEqual(kept.map(({ order_id }) => order_id));
  expect((await bot.orders()).total).toBe(2);

  const other = await run({ bot: await league.enter(), folder, args: ['--once'] });
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining(`half.run.json is the state of ${bot.id}`)]);
});

test('a dry run sends nothing: of a bot it shows what would be traded, without one it begins as a bot begins', async () => {
  const bot = await league.enter();
  const own = await run({ bot, args: ['--dry-run'] });
  expect(own).toMatchObject({ code: 0, stderr: '' });
  expect(own.stdout).toMatch(
    /^dry run {6}nothing is sent\ndecides for {2}2026-03-04 00:00:00Z, every day; next 2026-03-05 00:00:00Z\nleague .*spot_crypto, 25 symbols, 25 with a price\nportfolio .*\$100,000\.00\nwould send .*BTC-USD 0\.5\nwould trade .*would_fill: .*\n\nSIDE  SYMBOL .*\nbuy   BTC-USD  0\.\d+ .*\n$/,
  );
  const none = await run({ args: ['--dry-run', '--json', '--league', 'spot_crypto', '--every', '4h'] });
  expect(JSON.parse(none.stdout)).toMatchObject({
    dry_run: true,
    league: 'spot_crypto',
    value: 100_000,
    weights: { 'BTC-USD': '0.5' },
    preview: null,
  });
  const about = await run({ args: ['--dry-run', '--league', 'spot_crypto'] });
  expect(about.stdout).toMatch(
    /would trade  about this, before fees .*\n\nSIDE .*\nbuy   BTC-USD  0\.\d+ .* \$50,000\.00\n$/,
  );
  expect([existsSync(join(own.folder, 'half.run.json')), (await bot.orders()).total]).toEqual([false, 0]);
  const failed = await run({ args: ['--dry-run', '--league', 'spot_crypto'], module: 'export default () => 1 / 0;' });
  expect([failed.code, failed.stdout]).toEqual([1, expect.stringContaining('The strategy returned Infinity')]);
});

test('a strategy that has too few prices to decide by is told how many there are', async () => {
  const bot = await league.enter();
  const module = "export default ({ history }) => (history('BTC-USD', 9).length < 9 ? {} : { 'BTC-USD': 1 });";
  const why =
    'all cash. It asked for the last 9 prices of a symbol, and there are 2 at most: the service has no earlier ones';
  expect((await run({ bot, module, args: ['--dry-run'] })).stdout).toContain(why);
  expect((await run({ bot, module, args: ['--once', '--now'] })).stdout).toContain(
    `Decided for 2026-03-04T00:00:00.000Z: ${why}`,
  );
  const json = await run({ module, args: ['--dry-run', '--json', '--league', 'spot_crypto'] });
  expect(JSON.parse(json.stdout)).toMatchObject({ weights: {}, text: expect.stringContaining(why) });
});

test('a decision that does not end is ended', async () => {
  const { code, stdout } = await run({
    args: ['--dry-run', '--timeout', '1', '--league', 'spot_crypto'],
    module: 'export default () => { for (;;); };',
  });
  expect([code, stdout]).toEqual([1, expect.stringContaining('no decision within 1 s')]);
});

test('one of several strategies', async () => {
  const module = "export default { timid: () => ({ 'BTC-USD': 0.1 }), bold: () => ({ 'BTC-USD': 0.9 }) };";
  const args = ['--dry-run', '--league', 'spot_crypto'];
  expect((await run({ module, args: [...args, '--export', 'bold'] })).stdout).toContain('BTC-USD 0.9');
  const wrong = async (more: string[], of = module): Promise<string> => {
    const { code, stderr } = await run({ module: of, args: [...args, ...more] });
    expect(code).toBe(2);
    return stderr;
  };
  expect(await wrong([])).toContain('choose one with --export, of timid, bold.');
  expect(await wrong(['--export', 'cold'])).toContain('half.ts has no strategy "cold": choose one of timid, bold.');
  expect(await wrong(['--export', 'bold'], half)).toContain('half.ts has no strategy "bold"; leave --export out.');
  expect(await wrong([], 'export const half = 1;')).toContain('half.ts exports no strategy.');
  expect(await wrong([], "import 'nowhere'; export default 1;")).toContain("Cannot find package 'nowhere'");
  expect(await wrong([], 'export default {{')).toMatch(
    /half\.ts could not be loaded: .*half\.ts:1\n(?:.*\n)*SyntaxError.*\nSee papertape-bot/,
  );
});

test.each([
  [[], 'has no bot of'],
  [['--every', '15m'], '--every: 15m is no multiple of 30 minutes'],
  [['--league', 'spot_crypto'], '--league goes with --dry-run'],
  [['--history', '0'], '--history takes a whole number'],
])('wrong usage: %j', async (args, said) => {
  const bot = args.length === 0 ? undefined : await league.enter();
  const { code, stderr } = await run({ args, ...(bot ? { bot } : {}) });
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
});

/** The one that the machine has, beside the pinned one. */
const installed = (process.env['PATH'] ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((path) => existsSync(path));
const version = installed === undefined ? '' : spawnSync(installed, ['--version'], { encoding: 'utf8' }).stdout;

describe.runIf(version.startsWith('v20.'))('Node 20', () => {
  test('runs .mjs, and says what TypeScript needs', async () => {
    const args = ['--dry-run', '--league', 'spot_crypto'];
    const module = "export default () => ({ 'BTC-USD': 0.5 });";
    const ran = await run({ args, module, file: 'half.mjs', node: installed ?? '' });
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('BTC-USD 0.5')]);
    const { code, stderr } = await run({ args, node: installed ?? '' });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`Node ${version.trim().slice(1)} does not read TypeScript. Run it with Node 22.18`),
    ]);
  });
});
