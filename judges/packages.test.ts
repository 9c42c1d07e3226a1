/**
 * The two packages as a stranger has them: the archives alone, in an empty folder, installed from the registry under each Node. What
 * a Node is too old for has to say one line, and that line is typed as it stands.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answered } from '../server/test/acceptance/service-process.ts';
import { readyLine } from '../server/test/harness/ready-line.ts';

const root = join(import.meta.dirname, '..');
/** Tens of thousands of small files are written and removed: in memory, where there are two gigabytes for them, that takes no time. */
const place = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir();
const packed = mkdtempSync(join(place, 'papertape-archives-'));
const folders: string[] = [packed];

beforeAll(() => {
  execFileSync(process.execPath, [join(root, 'scripts/pack.mjs'), packed]);
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > 2e9;
}

/** An empty folder with the archives in it. */
function emptyFolder(): string {
  const folder = mkdtempSync(join(place, 'papertape-empty-'));
  folders.push(folder);
  cpSync(packed, folder, { recursive: true });
  return folder;
}

/** How this machine reaches the registry; what `npm run` tells its children of this repository is left behind. */
const reaching = /^(?:HOME|\w*_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|npm_config_(?:registry|cache|userconfig))$/i;

/** What a shell of that folder sees: one Node, npm, and nothing of this repository. */
function environment(folder: string, node: string): Record<string, string | undefined> {
  const others = (process.env['PATH'] ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([key]) => reaching.test(key))),
    PATH: [dirname(node), ...others].join(delimiter),
    NO_COLOR: '1',
    // What one of these folders fetched from the registry is not asked for again by the next.
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
  };
}

const running = new Set<ChildProcess>();
/** By the group that each command leads: a shell, npx and Node below it. */
function endAll(): void {
  for (const child of running) if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  running.clear();
}
afterEach(endAll);
process.on('exit', endAll);

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Types a line into a shell. @param until is given the address of a service once it is open, and the command is ended after it. */
async function typed(
  line: string,
  folder: string,
  node: string,
  until?: (url: string) => Promise<void>,
): Promise<Ended> {
  const env = environment(folder, node);
  const child = spawn('sh', ['-c', line], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let [stdout, stderr, asked] = ['', '', false];
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
    const url = readyLine.exec(stdout)?.[1];
    if (!until || asked || url === undefined) return;
    asked = true;
    void until(url).finally(() => process.kill(-(child.pid ?? 0), 'SIGTERM'));
  });
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve({ code, stdout, stderr });
    });
  });
}

/** Runs `npx papertape ARGS`, or what it says in place of it. */
async function asked(
  args: string,
  folder: string,
  node: string,
  until?: (url: string) => Promise<void>,
): Promise<Ended> {
  const first = await typed(`npx --no-install papertape ${args}`, folder, node, until);
  if (first.code !== 2) return first;
  const said = /needs Node 24 or newer\. .*:\n {2}(npm install .+)\n/.exec(first.stderr)?.[1];
  expect(said, first.stderr).toBeDefined();
  return await typed(said ?? '', folder, node, until);
}

/** Kilobytes on disk of what was installed, without Node itself. */
function installedKb(folder: string): number {
  const size = execFileSync('du', ['-sk', join(folder, 'node_modules')], { encoding: 'utf8' });
  return Number.parseInt(size, 10);
}

const nodes = [
  ['the pinned Node', process.execPath],
  ['Node 20', join(root, 'judges/node_modules/node-20/bin/node')],
  ['Node 22', join(root, 'judges/node_modules/node-22/bin/node')],
] as const;

describe.each(nodes)('%s', (name, node) => {
  const there = existsSync(node);
  test("npm install, help, backtest, serve, and the bot's command", async (context) => {
    if (!there) {
      expect(process.env['CI'], `${name} is not on this machine`).not.toBe('true');
      context.skip(`${name} is not on this machine`);
    }
    const folder = emptyFolder();
    const install = 'npm install --omit=dev --omit=optional --no-audit --no-fund ./papertape-*.tgz';
    expect(await typed(install, folder, node)).toMatchObject({ code: 0 });
    expect(installedKb(folder)).toBeLessThan(60_000);
    for (const each of ['papertape', 'papertape-client'])
      for (const file of ['LICENSE', 'README.md'])
        expect(existsSync(join(folder, 'node_modules', each, file)), `${each}/${file}`).toBe(true);

    expect((await typed('npx --no-install papertape-bot --help', folder, node)).stdout).toContain(
      'papertape-bot COMMAND',
    );
    writeFileSync(
      join(folder, 'bot.mjs'),
      "import { createClient } from 'papertape-client'; console.log(typeof createClient);",
    );
    expect((await typed('node bot.mjs', folder, node)).stdout).toBe('function\n');

    expect((await asked('--help', folder, node)).stdout).toContain('backtest');
    writeFileSync(join(folder, 'half.mts'), "export default (): object => ({ 'BTC-USD': 0.5 });");
    const played = await asked('backtest half.mts --prices simulated --to 2025-02-01', folder, node);
    expect(played.stdout, played.stderr).toContain('31 sent, 31 filled');
    let status = 0;
    const served = await asked('serve', folder, node, async (url) => void (status = await answered(url)));
    expect([status, served.stderr.includes('needs Node')]).toEqual([200, false]);
  });
});

test('the README of the package: its commands run as they stand, and its sizes are those on disk', async () => {
  const readme = readFileSync(join(root, 'server/README.md'), 'utf8');
  const lines = (/^```bash\n([^]*?)^```/m.exec(readme)?.[1] ?? '').trim().split('\n');
  expect(lines.length).toBeGreaterThan(3);
  const folder = emptyFolder();
  for (const line of lines) {
    let status = 0;
    const until = async (url: string): Promise<void> => void (status = await answered(url));
    const { code, stderr } = await typed(line, folder, process.execPath, until);
    if (line.endsWith('serve')) expect(status, stderr).toBe(200);
    else expect([line, code, stderr]).toEqual([line, 0, expect.anything()]);
  }
  const lean = emptyFolder();
  await typed('npm install --omit=optional ./papertape-*.tgz', lean, process.execPath);
  rmSync(join(folder, 'node_modules/papertape/dist/.cache'), { recursive: true, force: true });
  const sizes = [...readme.matchAll(/^\| `npm install.*\| (\d+) MB \|$/gm)].map(([, mb]) => Number(mb) * 1000);
  expect(sizes).toHaveLength(2);
  for (const [i, of] of [folder, lean].entries())
    expect(
      Math.abs(installedKb(of) / (sizes[i] ?? 0) - 1),
      `${installedKb(of)} kB: ${readdirSync(of).join(' ')}`,
    ).toBeLessThan(0.05);
});
