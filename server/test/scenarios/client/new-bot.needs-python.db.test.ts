/** The folders that `papertape-bot new` makes: their tests, backtests, dry runs and orders, by the commands that they tell. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilEnded, type Ended } from '../../harness/command.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { patienceMs } from '../../harness/patience.ts';

let league: League;
let folder: string;
beforeAll(async () => {
  league = await openLeague();
  folder = mkdtempSync(join(tmpdir(), 'papertape-new-'));
  mkdirSync(join(folder, 'bin'));
  const commands = { papertape: 'server/dist/main.js', 'papertape-bot': 'client/dist/cli.js' };
  for (const [name, path] of Object.entries(commands)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\nexec node ${join(repository, path)} "$@"\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  await league.advance({ days: 9, minutes: 10 });
});
afterAll(async () => {
  await league.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A command line in a folder of the test; its exit code must be `code`. */
async function run(
  line: string,
  { at = '.', bot, code = 0 }: { at?: string; bot?: Bot; code?: number } = {},
): Promise<Ended> {
  const identity = bot ? { PAPERTAPE_AGENT_ID: bot.id, PAPERTAPE_API_KEY: bot.key } : {};
  const path = [join(folder, 'bin'), join(repository, 'node_modules/.bin'), process.env['PATH']].join(':');
  const child = spawn('sh', ['-c', line], {
    cwd: join(folder, at),
    env: { PATH: path, HOME: folder, PAPERTAPE_URL: league.url, NO_COLOR: '1', ...identity },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceMs,
  });
  const ran = await untilEnded(child);
  expect(ran, line).toMatchObject({ code });
  return ran;
}

const scored = async (bot: Bot): Promise<(string | null)[]> =>
  (await bot.orders()).orders.filter((order) => !order.sandbox).map((order) => order.reason);

/** What the README of a folder tells to type. */
function commandsOf(at: string): string {
  return readFileSync(join(folder, at, 'README.md'), 'utf8');
}

describe('in TypeScript', () => {
  const at = 'ts-bot';

  test('it is there, and a folder that is not empty is left alone', async () => {
    const { stdout } = await run(`papertape-bot new ${at}`);
    expect(stdout).toBe(
      `${at} is there; README.md tells all. In it:\n  npm test\n  npm run backtest\n  npm run dry-run\n  npm start\n`,
    );
    const { stderr } = await run(`papertape-bot new ${at} --python`, { code: 2 });
    expect(stderr).toContain(`${at} is not empty, and nothing was written.`);
    expect(readdirSync(join(folder, at)).toSorted()).toEqual(
      ['.env.example', '.gitignore', 'README.md', 'package.json', 'strategy.test.ts', 'strategy.ts'].toSorted(),
    );
  });

  test('its test, its backtest and a dry run', async () => {
    for (const command of ['npm test', 'npm run backtest', 'npm run dry-run', 'npm start'])
      expect(commandsOf(at)).toContain(command);
    expect((await run('npm test', { at })).stdout).toMatch(/pass 2\n/);
    const broken = join(folder, at, 'strategy.ts');
    const text = readFileSync(broken, 'utf8');
    writeFileSync(broken, text.replace('b.rise - a.rise', 'a.rise - b.rise'));
    await run('npm test', { at, code: 1 });
    writeFileSync(broken, text);
    expect((await run('npm run backtest', { at })).stdout).toMatch(/\d+ sent, \d+ filled/);
    const bot = await league.enter();
    const { stdout } = await run('npm run dry-run', { at, bot });
    expect(stdout).toContain('nothing is sent');
    expect(stdout).toMatch(/would send .*-USD 0\.33/);
    expect(await scored(bot)).toEqual([]);
  });

  test('it trades', async () => {
    const bot = await league.enter();
    await run('npm start -- --now --once', { at, bot });
    await run('npm start -- --now --once', { at, bot });
    expect(await scored(bot)).toEqual(['strategy, decided for 2026-03-11T00:00:00.000Z']);
  });
});

const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;

describe.skipIf(!hasPython)('in Python (needs python3)', () => {
  const at = 'py-bot';

  test('its test, its backtest and a dry run, without a bot and with one', async () => {
    await run(`papertape-bot new ${at} --python`);
    // It imports the client that stands beside it, whatever is installed.
    const where = 'import papertape; print(papertape.__file__)';
    expect((await run(`python3 -c '${where}'`, { at })).stdout).toContain(`${at}/papertape/__init__.py`);
    for (const command of [
      'python3 -m unittest',
      'python3 bot.py backtest',
      'python3 bot.py dry-run',
      'python3 bot.py run',
    ])
      expect(commandsOf(at)).toContain(command);
    expect((await run('python3 -m unittest', { at })).stderr).toMatch(/Ran 2 tests[\s\S]*OK/);
    expect((await run('python3 bot.py backtest', { at })).stdout).toMatch(
      /^8 orders up to 2026-03-11T00:00:00\.000Z: \$[\d,.]+, [+-]\d+\.\d\d%, a sketch/,
    );
    expect((await run('python3 bot.py dry-run', { at })).stdout).toMatch(
      /nothing is sent\.\nWould send: \{"[A-Z]+-USD": 0\.33/,
    );
    const bot = await league.enter();
    expect((await run('python3 bot.py dry-run', { at, bot })).stdout).toMatch(
      /would_fill: .*\n {2}buy [\d.]+ [A-Z]+-USD at [\d.]+: \$[\d.]+\n/,
    );
    expect((await bot.orders()).total).toBe(0);
  });

  test('it decides as the folder in TypeScript does', async () => {
    const bot = await league.enter();
    const json = JSON.parse(
      (await run('papertape-bot run strategy.ts --dry-run --json', { at: 'ts-bot', bot })).stdout,
    ) as {
      weights: Record<string, string>;
    };
    const line = (await run('python3 bot.py dry-run', { at, bot })).stdout.split('\n')[1] ?? '';
    const own = JSON.parse(line.slice('Would send: '.length)) as Record<string, number>;
    expect(own).toEqual(Object.fromEntries(Object.entries(json.weights).map(([symbol, w]) => [symbol, Number(w)])));
  });

  test('a day is one order, also after a death before, after and long after the sending', async () => {
    const bot = await league.enter();
    const state = join(folder, at, 'state.json');
    const once = async () => (await run('python3 bot.py run --now --once', { at, bot })).stdout;
    const first = await once();
    expect(first).toMatch(
      /Test for .*\n.*Test order .*\n.*Decided for .*\n.*Order ord_\w+ fills by .*\n.*Nothing more is due\.\n$/,
    );
    expect(await once()).not.toContain('Decided');
    const kept = JSON.parse(readFileSync(state, 'utf8')) as { done: string };
    const [order] = (await bot.orders()).orders;
    const decision = {
      at: kept.done,
      date: kept.done.slice(0, 10),
      weights: order?.weights,
      sandbox: false,
      reason: order?.reason,
    };
    // It died before it knew of the order; then before it wrote down what it had decided.
    writeFileSync(state, JSON.stringify({ ...kept, done: '2026-03-10T00:00:00.000Z', decision }));
    expect(await once()).toContain(order?.order_id);
    writeFileSync(state, JSON.stringify({ ...kept, done: '2026-03-10T00:00:00.000Z' }));
    expect(await once()).toContain(order?.order_id);
    expect(await scored(bot)).toEqual(['strategy.py, decided for 2026-03-11T00:00:00.000Z']);
    const receipts = readFileSync(join(folder, at, 'receipts.jsonl'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(receipts.map((line) => (JSON.parse(line) as { order_id: string }).order_id)).toEqual(
      (await bot.orders()).orders.map((one) => one.order_id).toReversed(),
    );
    // The service has forgotten the key, and the next day is not due yet for a decision of that day.
    await league.advance({ hours: 26 });
    writeFileSync(state, JSON.stringify({ ...kept, done: '2026-03-10T00:00:00.000Z', decision }));
    await once();
    expect(await scored(bot)).toEqual([
      'strategy.py, decided for 2026-03-12T00:00:00.000Z',
      'strategy.py, decided for 2026-03-11T00:00:00.000Z',
    ]);
  });

  test('SIGTERM ends it in order', async () => {
    const bot = await league.enter();
    rmSync(join(folder, at, 'state.json'));
    const child = spawn('python3', ['bot.py', 'run'], {
      cwd: join(folder, at),
      env: {
        PATH: process.env['PATH'],
        PAPERTAPE_URL: league.url,
        PAPERTAPE_AGENT_ID: bot.id,
        PAPERTAPE_API_KEY: bot.key,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: patienceMs,
    });
    child.stdout.once('data', () => setImmediate(() => child.kill('SIGTERM')));
    const { code, stdout, stderr } = await untilEnded(child);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/Told to stop: what was decided is kept\.\n$/);
  });
});
