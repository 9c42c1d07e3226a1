/** Commands whose output nobody reads any more, as in `papertape --help | head`: they end without a word. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../acceptance/service-process.ts';

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
