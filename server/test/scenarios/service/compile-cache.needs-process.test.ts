/** What V8 compiled is kept beside the code, for the next start; a command also runs where nothing may be written there. */
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../../harness/command.ts';

const root = new URL('../../../..', import.meta.url).pathname;

/** A copy of the built command, with its packages linked. */
function copyOfTheCommand(): string {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-code-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(root, 'server'), join(folder, 'server'), {
    recursive: true,
    filter: (path) => !/\/(?:src|test|bench|node_modules|\.cache)$/.test(path),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('a command leaves what was compiled in dist/.cache', async () => {
  const folder = copyOfTheCommand();
  const { code, stdout } = await runCommand({ main: join(folder, 'server/dist/main.js'), args: ['audit', '--help'] });
  expect({ code, said: stdout }).toMatchObject({ code: 0, said: expect.stringContaining('Usage: papertape audit') });
  expect(readdirSync(join(folder, 'server/dist/.cache'))).not.toEqual([]);
});

test('a command runs where it cannot keep that', async () => {
  const folder = copyOfTheCommand();
  const cache = join(folder, 'server/dist/.cache');
  writeFileSync(cache, 'in the way');
  const { code, stderr } = await runCommand({ main: join(folder, 'server/dist/main.js'), args: ['audit', '--help'] });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(existsSync(cache)).toBe(true);
});
