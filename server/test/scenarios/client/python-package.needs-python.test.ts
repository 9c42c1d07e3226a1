/** The Python package as it is published: built from a copy, installed in an empty environment, typed. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLeague, type League } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { pythonHas, pythonPath } from '../../harness/python.ts';
import { patienceMs } from '../../harness/patience.ts';

const python = pythonPath ?? '';
const source = join(repository, 'python');
const folder = mkdtempSync(join(tmpdir(), 'papertape-python-'));
const execute = promisify(execFile);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns what it printed; throws with what it said when it fails. */
function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', timeout: patienceMs });
}

describe.skipIf(!pythonHas('build', 'ensurepip', 'setuptools', 'venv', 'wheel'))(
  'the package (needs python3 with build, setuptools, wheel and venv)',
  () => {
    const installed = join(folder, 'venv/bin/python');
    let league: League;
    beforeAll(async () => {
      cpSync(source, join(folder, 'python'), {
        recursive: true,
        filter: (path) => !/(__pycache__|\.egg-info|\/build|\/dist|\.mypy_cache)$/.test(path),
      });
      // The wheel is made from the sdist, so both are whole.
      run(python, '-m', 'build', '--no-isolation', '--outdir', 'made', 'python');
      run(python, '-m', 'venv', 'venv');
      const [wheel = ''] = readdirSync(join(folder, 'made')).filter((name) => name.endsWith('.whl'));
      run(installed, '-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', join('made', wheel));
      league = await openLeague();
    });
    afterAll(() => league.close());

    test('is a wheel for every Python and a sdist, with its license and its types', () => {
      const { version } = JSON.parse(readFileSync(join(repository, 'client/package.json'), 'utf8')) as {
        version: string;
      };
      const wheel = `papertape-${version}-py3-none-any.whl`;
      expect(readdirSync(join(folder, 'made')).toSorted()).toEqual([wheel, `papertape-${version}.tar.gz`]);
      const list = 'import zipfile, sys; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))';
      const files = run(python, '-c', list, join('made', wheel)).split('\n');
      const modules = readdirSync(join(source, 'src/papertape')).filter((name) => /\.py$|py\.typed/.test(name));
      expect(files).toEqual(expect.arrayContaining(modules.map((name) => `papertape/${name}`)));
      expect(files).toContain(`papertape-${version}.dist-info/LICENSE`);
      expect(files.filter((name) => !/^papertape(-[\d.]+\.dist-info)?\/|^$/.test(name))).toEqual([]);
      const sdist = run('tar', '-tzf', join('made', `papertape-${version}.tar.gz`)).split('\n');
      for (const name of ['LICENSE', 'README.md', 'pyproject.toml', 'src/papertape/py.typed'])
        expect(sdist).toContain(`papertape-${version}/${name}`);
    });

    test('needs nothing but Python 3.9, and says so', () => {
      const about =
        'from importlib.metadata import metadata, requires; print(metadata("papertape")["Requires-Python"]);';
      const [needs, ...requires] = run(
        installed,
        '-c',
        `${about} print(*[r for r in requires("papertape") if "extra" not in r])`,
      )
        .trim()
        .split('\n');
      expect([needs, ...requires]).toEqual(['>=3.9']);
      expect(run(installed, '-m', 'pip', 'check')).toContain('No broken requirements');
    });

    test('enters a bot from an empty environment, and gets its fill', async () => {
      const program = `
import sys
from papertape import Client
bot = Client(sys.argv[1])
bot.register({"name": "Installed", "company": "C", "contact": "i@example.test", "country": "CA", "league": "spot_crypto"})
print(bot.weights({"BTC-USD": "0.5"})["order_id"], bot.agent_id, bot.api_key)`;
      const { stdout } = await execute(installed, ['-I', '-c', program, league.url], { timeout: patienceMs });
      const [orderId = '', id = ''] = stdout.trim().split(' ');
      await league.advance({ minutes: 40 });
      const { trades } = await league.client.trades(id);
      expect(trades.map((trade) => trade.order_id)).toEqual([orderId]);
    });
  },
);

describe.skipIf(!pythonHas('mypy'))('types (needs mypy)', () => {
  test('are whole under mypy --strict for Python 3.9, and planted faults are found', () => {
    const args = ['-m', 'mypy', '--cache-dir', join(folder, 'mypy'), 'src', 'tests'];
    const { stdout, stderr } = spawnSync(python, args, { cwd: source, encoding: 'utf8', timeout: patienceMs });
    expect(stdout + stderr).toMatch(/^Success: no issues found in \d+ source files\n$/);
  });
});
