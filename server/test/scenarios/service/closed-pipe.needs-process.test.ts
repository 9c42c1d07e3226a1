/** Commands whose output nobody reads any more, as in `papertape --help | head`: they end without a word. And a service whose output nobody keeps. */
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../acceptance/service-process.ts';
import { freePort } from '../../harness/free-port.ts';
import { get } from '../../harness/http.ts';
import { patienceMs } from '../../harness/patience.ts';

const programs = { papertape: 'server/dist/main.js', 'papertape-bot': 'client/dist/cli.js' } as const;
type Program = keyof typeof programs;

/** Runs it with one of its streams closed at the other end before it begins. @returns how it ended, and what came by the other stream. */
async function heardOn(program: Program, args: readonly string[], closed: 'stdout' | 'stderr'): Promise<unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-pipe-'));
  const command = [join(repository, programs[program]), ...args];
  const child = spawn(join(repository, 'node_modules/.bin/node'), command, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, PORT: '0', PAPERTAPE_HOUSE: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child[closed].destroy();
  let heard = '';
  child[closed === 'stdout' ? 'stderr' : 'stdout'].on('data', (text: Buffer) => (heard += text.toString()));
  const code = await new Promise((done, failed) => child.on('error', failed).on('close', done));
  rmSync(folder, { recursive: true });
  return [code, heard];
}

test.each([
  ['papertape', ['--help']],
  ['papertape', ['admin', '--help']],
  ['papertape', ['backtest', '--help']],
  ['papertape', ['serve']],
  ['papertape-bot', ['--help']],
  ['papertape-bot', ['run', '--help']],
] as const)('%s %j, when nobody reads its output', async (program, args) => {
  expect(await heardOn(program, args, 'stdout')).toEqual([141, '']);
});

test.each([
  ['papertape', ['nonsense']],
  ['papertape', ['audit']],
  ['papertape-bot', ['nonsense']],
] as const)('%s %j, when nobody reads what is wrong', async (program, args) => {
  expect(await heardOn(program, args, 'stderr')).toEqual([141, '']);
});

test('a service whose log is a file goes on when the disk below it is full', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-full-'));
  const port = await freePort();
  // Every write to it fails with ENOSPC.
  const full = openSync('/dev/full', 'w');
  const command = [join(repository, programs.papertape), 'serve'];
  const child = spawn(join(repository, 'node_modules/.bin/node'), command, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      PORT: String(port),
      PAPERTAPE_HOUSE: 'off',
      PAPERTAPE_LOG: 'debug',
    },
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  const ended = new Promise((done, failed) => child.on('error', failed).on('close', done));
  const status = async (): Promise<unknown> =>
    child.exitCode === null
      ? await get({ url: `http://127.0.0.1:${port}` }, '/healthz').then(
          (answer) => answer.status,
          () => 'nobody',
        )
      : `it ended: ${said}`;
  await expect.poll(status, { timeout: patienceMs }).not.toBe('nobody');
  expect(await status()).toBe(200);
  child.kill('SIGTERM');
  expect([await ended, said]).toEqual([0, '']);
  rmSync(folder, { recursive: true });
});
