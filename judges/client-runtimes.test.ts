/**
 * The packed client where its README says that it runs: each runtime goes the same journey (client-runtimes/journey.mjs), from registration
 * to a fill and through every kind of refusal, against the real service with its limits on.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import packages from './package.json' with { type: 'json' };
import { onPath } from './programs.ts';
import { withLeague } from './running-league.ts';

const folder = fileURLToPath(new URL('./client-runtimes/', import.meta.url));
const pinned = packages.optionalDependencies;

interface Runtime {
  readonly name: string;
  /** undefined where this machine has none. */
  readonly program: string | undefined;
  /** Goes the journey, told the places as one more argument, and prints the steps. */
  readonly command: (program: string) => readonly string[];
  /** The one that this repository pins; absent where it is the machine that has one. */
  readonly version?: string;
}

/** The package as it is published: nothing beside it is needed. */
beforeAll(() => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/pack-client.mjs', import.meta.url))]);
});

const byItself = join(folder, 'on-command-line.mjs');
const guided =
  (guide: string): Runtime['command'] =>
  (program) => [process.execPath, join(folder, guide), program];

const runtimes: readonly Runtime[] = [
  {
    name: 'Node, the pinned one',
    program: process.execPath,
    command: (program) => [program, byItself],
    version: process.versions.node,
  },
  { name: "Node, the machine's own", program: onPath('node'), command: (program) => [program, byItself] },
  {
    name: 'Deno',
    program: packaged('@deno/linux-x64-glibc/deno'),
    // It may talk to this machine, and do nothing else.
    command: (program) => [
      program,
      'run',
      '--no-config',
      '--no-remote',
      '--no-prompt',
      '--allow-net=127.0.0.1',
      byItself,
    ],
    version: pinned['@deno/linux-x64-glibc'],
  },
  {
    name: 'Bun',
    program: packaged('@oven/bun-linux-x64/bin/bun'),
    command: (program) => [program, '--no-install', byItself],
    version: pinned['@oven/bun-linux-x64'],
  },
  {
    name: 'workerd',
    program: packaged('@cloudflare/workerd-linux-64/bin/workerd'),
    command: guided('in-workerd.mjs'),
    version: pinned['@cloudflare/workerd-linux-64'],
  },
  { name: 'Chromium', program: onPath('chromium'), command: guided('in-browser.mjs') },
];

for (const { name, program, command } of runtimes) {
  test(`the client goes its whole journey in ${name}${program ? ` (${versionOf(program)})` : ''}`, async (context) => {
    if (program === undefined) {
      // CI installs all of them (scripts/judges-ready.sh).
      expect(process.env['CI'], `${name} is not on this machine`).not.toBe('true');
      context.skip(`${name} is not on this machine`);
      return;
    }
    const { steps, said } = await journey(command(program));
    expect(steps.length).toBeGreaterThan(10);
    expect(
      steps.filter(({ fault }) => fault !== null),
      said,
    ).toEqual([]);
  });
}

test("the client's README names the versions that are run here", async () => {
  const readme = await readFile(join(folder, '../../client/README.md'), 'utf8');
  for (const { name, version } of runtimes) {
    const said = `${name.split(',')[0]} ${version ?? '\\d+'}`;
    expect(readme, name).toMatch(new RegExp(`${said}\\b`));
  }
});

interface Step {
  readonly step: string;
  /** null: it went well. */
  readonly fault: string | null;
}

/** @returns the steps, and what was said besides: a browser tells why it kept a call back only there. */
async function journey([program = '', ...args]: readonly string[]): Promise<{ steps: readonly Step[]; said: string }> {
  const silent = await listen();
  const closed = await listen();
  await closed.close();
  let ended = { stdout: '', stderr: '' };
  try {
    await withLeague(
      async ({ url }) => {
        const places = JSON.stringify({ service: url, silent: silent.url, closed: closed.url });
        ended = await promisify(execFile)(program, [...args, places], { timeout: 100_000 });
      },
      { PAPERTAPE_LIMITS: 'on' },
    );
  } finally {
    await silent.close();
  }
  return { steps: JSON.parse(ended.stdout) as Step[], said: ended.stderr };
}

/** Takes connections and never says a word. */
async function listen(): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    // Who gives up waiting may well reset the connection.
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The first word with a digit in what it says of itself: `deno 2.9.6 (stable …`, `v20.20.2`, `workerd 2026-11-17`. */
function versionOf(program: string): string {
  const said = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return /\S*\d\S*/.exec(said)?.[0] ?? said;
}

function packaged(file: string): string | undefined {
  const program = fileURLToPath(new URL(`./node_modules/${file}`, import.meta.url));
  return existsSync(program) ? program : undefined;
}
