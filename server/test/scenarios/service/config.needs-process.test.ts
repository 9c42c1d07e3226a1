/** The real command line: wrong settings end it with 2 and say what to do; help lists every setting. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '../../../src/config/config.ts';
import { runCommand, startCommand } from '../../harness/command.ts';
import { readyLine } from '../../harness/ready-line.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-config-'));
  writeFileSync(join(folder, 'a-file'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['PORT', { PORT: '70000' }],
  ['HOST', { HOST: 'a b' }],
  ['HOST', { HOST: '203.0.113.7' }],
  ['DATA_DIR', { DATA_DIR: 'a-file' }],
  ['DATA_DIR', { DATA_DIR: 'a-file/below' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://u:hunter2@x/y' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/none' }],
  ['BASE_URL', { BASE_URL: 'league.example' }],
  ['PAPERTAPE_PRICES', { PAPERTAPE_PRICES: 'real' }],
  ['no-such-folder', { PAPERTAPE_PRICES: 'replay:no-such-folder' }],
  ['PAPERTAPE_CLOCK_START', { PAPERTAPE_CLOCK_START: 'yesterday' }],
  ['PAPERTAPE_CLOCK_SPEED', { PAPERTAPE_CLOCK_SPEED: '0' }],
  ['PAPERTAPE_LIMITS', { PAPERTAPE_LIMITS: 'no' }],
  ['PAPERTAPE_LIMITS', { PAPERTAPE_LIMITS: 'off', HOST: '0.0.0.0' }],
  ['PAPERTAPE_LOG', { PAPERTAPE_LOG: 'loud' }],
] as const)('%s is named in the refusal of %j', async (named, env) => {
  const { code, stdout, stderr } = await runCommand({ cwd: folder, env: { DATA_DIR: 'data', PORT: '0', ...env } });
  expect(code, stderr).toBe(2);
  // The service had begun to start where only its doing showed what is wrong.
  for (const line of stdout.split('\n').filter(Boolean))
    expect((JSON.parse(line) as { message: string }).message).toMatch(/^(start|settings|failed)$/);
  expect(stdout).not.toContain('hunter2');
  expect(stderr).toMatch(/^papertape: .+\n {2}.+\n$/);
  expect(stderr).toContain(named);
  expect(stderr).not.toContain('hunter2');
});

test('a port that is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await runCommand({ cwd: folder, env: { DATA_DIR: 'data', PORT: String(port) } });
  other.close();
  expect(code).toBe(2);
  expect(stderr).toContain(`PORT ${port} is in use`);
});

test('a mistyped setting is named, and does not stop the start', async () => {
  const running = startCommand({
    cwd: folder,
    env: { PORT: '0', PAPERTAPE_PROXY: '127.0.0.1', PAPERTAPE_LOG: 'warn' },
  });
  await running.says(/"unknown setting","name":"PAPERTAPE_PROXY"[^]*"ready"/);
  expect((await running.stop()).code).toBe(0);
});

test.each([
  [['nonsense'], "error: unknown command 'nonsense'\nSee papertape --help.\n"],
  [['admin', 'nonsense'], "error: unknown command 'nonsense'\nSee papertape admin --help.\n"],
  [
    ['admin', 'ban', '--nonsense'],
    "error: required option '--reason <text>' not specified\nSee papertape admin ban --help.\n",
  ],
  [['backtest'], "error: required option '--prices <path>' not specified\nSee papertape backtest --help.\n"],
])('wrong usage is told in a few lines: %j', async (args, said) => {
  expect(await runCommand({ args, cwd: folder })).toMatchObject({ code: 2, stdout: '', stderr: said });
});

test('help lists every setting', async () => {
  for (const args of [['--help'], ['serve', '--help'], ['help', 'serve']]) {
    const { code, stdout } = await runCommand({ args });
    expect(code).toBe(0);
    for (const { variable } of settings) expect(stdout).toContain(`  ${variable} `);
  }
});

test('wrong usage ends with 2', async () => {
  for (const args of [['serv'], ['serve', '--port', '80'], ['serve', 'extra', 'words']]) {
    const { code, stderr } = await runCommand({ args, cwd: folder });
    expect(code, args.join(' ')).toBe(2);
    expect(stderr).toMatch(/error:/);
  }
});

test('with nothing but a port it serves, says where, and stops cleanly', async () => {
  const running = startCommand({ cwd: folder, env: { PORT: '0', PAPERTAPE_LOG: 'off' } });
  const [, address = ''] = await running.says(readyLine);
  const status = await fetch(`${address}/api/status`);
  expect(status.status).toBe(200);
  // E-mail addresses and the secrets of webhooks are in there.
  expect(statSync(join(folder, 'data')).mode & 0o077).toBe(0);
  const { code, stderr } = await running.stop();
  expect([code, stderr]).toEqual([0, '']);
});
