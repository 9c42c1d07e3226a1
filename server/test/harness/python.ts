/** The Python of the machine, for tests that say `.needs-python` in their name. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The first that is there: the system's own knows the packages that the system has installed. */
export const pythonPath: string | undefined = ['/usr/bin/python3', 'python3'].find(
  (path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0,
);

/** Python 3.9, the oldest that the client is for: on the path, or among those of pyenv; undefined where there is none. */
export const oldestPython: string | undefined = ['python3.9', ...ofPyenv()].find((path) =>
  spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('Python 3.9.'),
);

function ofPyenv(): string[] {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .filter((name) => name.startsWith('3.9.'))
    .map((name) => join(versions, name, 'bin/python3.9'));
}

/** Can that Python import all of these modules? */
export function pythonHas(...modules: readonly string[]): boolean {
  if (pythonPath === undefined) return false;
  return spawnSync(pythonPath, ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' }).status === 0;
}
