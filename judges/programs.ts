/** The programs of the judges' packages, each in a process of its own on the Node that runs the tests, and always ended. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type TestContext } from 'vitest';

const packages = fileURLToPath(new URL('./node_modules/', import.meta.url));

export interface ProgramOptions {
  /** Some write files where they stand. Default: this folder. */
  readonly cwd?: string;
  readonly timeoutMs?: number;
}

export interface Ended {
  readonly code: number | null;
  /** What it said, on either stream. */
  readonly output: string;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Runs `node PROGRAM ARGS` to its end, PROGRAM being a path in judges/node_modules or a whole one; kills it when `timeoutMs` (4 minutes) pass. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, timeoutMs = 240_000 }: ProgramOptions = {},
): Promise<Ended> {
  return await ended(start(program, args, cwd), timeoutMs);
}

/** Runs a line of a shell as it stands. In it `papertape` is the one that is built here. */
export async function runCommand(line: string): Promise<Ended> {
  const papertape = fileURLToPath(new URL('../server/dist/main.js', import.meta.url));
  const named = `papertape() { '${process.execPath}' '${papertape}' "$@"; }`;
  return await ended(launch('sh', ['-c', `${named}\n${line}`]), 60_000);
}

async function ended(child: ChildProcess, timeoutMs: number): Promise<Ended> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()));
  const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);
  return { code, output };
}

export interface PrismProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts Prism as a proxy in front of a service. An answer that is not what the document says comes back with the header
 * `sl-violations`, and as 500 when it is an error to Prism; requests are not judged, wrong ones are part of what is asked.
 */
export async function startPrism(document: string, upstream: string): Promise<PrismProxy> {
  const address = ['--host', '127.0.0.1', '--port', '0'];
  const child = start('@stoplight/prism-cli/dist/index.js', [
    'proxy',
    document,
    upstream,
    ...address,
    '--errors',
    '--validate-request=false',
  ]);
  let output = '';
  let url: string | undefined;
  const late = setTimeout(() => child.kill('SIGKILL'), 120_000);
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        if (url !== undefined) return; // It goes on to tell of every request.
        output += data.toString();
        url = /is listening on (http:\/\/[\d.:]+)/.exec(output)?.[1];
        if (url !== undefined) resolve();
      });
    child.once('close', () => reject(new Error(`Prism ended before it listened:\n${output}`)));
  });
  clearTimeout(late);
  return {
    url: url ?? '',
    async stop() {
      child.kill('SIGTERM');
      if (running.has(child)) await once(child, 'close');
    },
  };
}

function start(program: string, args: readonly string[], cwd?: string): ChildProcess {
  return launch(process.execPath, [resolve(packages, program), ...args], cwd);
}

function launch(file: string, args: readonly string[], cwd?: string): ChildProcess {
  const child = spawn(file, args, {
    cwd: cwd ?? fileURLToPath(new URL('.', import.meta.url)),
    // Nobody is told of a run, and nothing is asked for newer versions.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      CI: 'true',
      NO_COLOR: '1',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  return child;
}

/** As in a shell outside this repository: npm puts the repository's own programs in front. */
export function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  return folders.map((path) => join(path, name)).find((file) => existsSync(file));
}

/** Where Chromium is. Where there is none the test that needs it is skipped, but on CI, which installs it (scripts/judges-ready.sh), it fails. */
export function needChromium(context: TestContext): string {
  const chromium = onPath('chromium');
  if (chromium === undefined) expect(process.env['CI'], 'Chromium is not on this machine').not.toBe('true');
  return chromium ?? context.skip('Chromium is not on this machine');
}
