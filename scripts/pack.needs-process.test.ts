/**
 * The server's package, out of the archive that npm makes of it, in a folder with nothing but its ordinary dependencies: what few need
 * is not there. The judges install both packages from the registry, on each Node (judges/packages.test.ts).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { manualFiles } from '../server/src/manual/files.ts';
import { parseFile } from '../server/test/architecture/imports.ts';
import { answered, endAll, launch } from '../server/test/acceptance/service-process.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'papertape-package-'));
const installed = join(folder, 'node_modules/papertape');
const main = join(installed, 'dist/main.js');

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly bundleDependencies: readonly string[];
}
let manifest: Manifest;
/** What `npm run pack` says that it wrote. */
let archives: readonly string[] = [];

beforeAll(() => {
  const made = execFileSync(process.execPath, [join(root, 'scripts/pack.mjs'), folder], { encoding: 'utf8' });
  archives = made.trim().split('\n');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['xzf', archives[0] ?? '', '-C', installed, '--strip-components=1']);
  manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
  for (const name of Object.keys(manifest.dependencies)) {
    if (manifest.bundleDependencies.includes(name)) continue;
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
});
afterEach(endAll);
afterAll(() => rmSync(folder, { recursive: true }));

function files(): string[] {
  return readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$|LICENSE$/.test(path));
}

test('two archives are made, named by what they hold', () => {
  const names = archives.map((path) => path.slice(folder.length).replace(/[\d.]+\.tgz$/, ''));
  expect(names).toEqual(['/papertape-', '/papertape-client-']);
});

test('it has what runs, the manual, the licence and its parts, and nothing of its making', () => {
  const all = files();
  expect(all).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'node_modules/papertape-client/LICENSE',
      ...[...manualFiles().all].map((path) => `packed/${path}`),
    ]),
  );
  expect(existsSync(join(root, 'server/packed'))).toBe(false);
  const own = all.filter((path) => path.startsWith('dist/'));
  expect(
    own.filter(
      (path) =>
        !/\.js$|\.json$|\/site\/style-[\w-]+\.css$|LICENSE$/.test(path) || /\.test\.|tsconfig|\.cache/.test(path),
    ),
  ).toEqual([]);
  expect(own.length).toBeGreaterThan(200);
});

test('its README leads nowhere that it does not have', () => {
  const text = readFileSync(join(installed, 'README.md'), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, to = '']) => to);
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((to) => !existsSync(join(installed, to)))).toEqual([]);
});

test('every package that its modules name is one that it depends on', () => {
  const known = new Set([...Object.keys(manifest.dependencies), ...Object.keys(manifest.optionalDependencies)]);
  const named = files()
    .filter((path) => path.startsWith('dist/') && path.endsWith('.js'))
    .flatMap((path) => parseFile(path, readFileSync(join(installed, path), 'utf8')).imports)
    .filter(({ specifier }) => !/^(?:\.|node:|\(computed\))/.test(specifier))
    .map(({ specifier }) => specifier.replace(/^((?:@[^/]+\/)?[^/]+).*/, '$1'));
  expect(named.length).toBeGreaterThan(30);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});

/** Runs `papertape ARGS` of the package to its end. */
function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0', ...env },
  });
  return { code: status, stdout, stderr };
}

test('help, and a backtest of a module beside it', () => {
  expect(run(['--help']).stdout).toContain('backtest');
  writeFileSync(join(folder, 'half.mjs'), "export default () => ({ 'BTC-USD': 0.5 });");
  const { code, stdout, stderr } = run(['backtest', 'half.mjs', '--prices', 'simulated', '--to', '2025-02-01']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('31 sent, 31 filled');
});

test('it serves its pages and its manual', async () => {
  const launched = launch(['serve'], { DATA_DIR: join(folder, 'served') }, main);
  const url = await launched.opened;
  expect(url).toBeDefined();
  for (const path of ['/', '/docs/bots/backtest', '/docs/README.md', '/api/status'])
    expect([path, await answered(`${url}${path}`)]).toEqual([path, 200]);
  launched.kill('SIGTERM');
  expect((await launched.exited).code).toBe(0);
});

test.each([
  ['PAPERTAPE_PRICES', 'onchain', ['viem']],
  ['PAPERTAPE_LIMITS_STORE', 'redis://127.0.0.1:1', ['@redis/client', 'rate-limiter-flexible']],
])('%s=%s without its packages: the command that adds them, and code 2', (setting, value, packages) => {
  const { code, stderr } = run(['serve'], { [setting]: value });
  expect(code).toBe(2);
  const pinned = packages.map((name) => `${name}@${manifest.optionalDependencies[name]}`).join(' ');
  expect(stderr).toContain(
    `need the package ${packages[0]}, which this install has left out.\n  Add it: npm install ${pinned}\n`,
  );
});
