/** The Python of the machine, for tests that say `.needs-python` in their name. */
import { spawnSync } from 'node:child_process';

/** The first that is there: the system's own knows the packages that the system has installed. */
export const pythonPath: string | undefined = ['/usr/bin/python3', 'python3'].find(
  (path) => spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0,
);

/** Can that Python import all of these modules? */
export function pythonHas(...modules: readonly string[]): boolean {
  if (pythonPath === undefined) return false;
  return spawnSync(pythonPath, ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' }).status === 0;
}
