/**
 * The real service as its own process: what `npm start` runs, after its build (`npm run build`, which `npm test` does first). Every
 * process is ended by its own id, also when a test fails and when the test run itself ends.
 *
 *     const service = await startService({ DATA_DIR: dir });
 *     await fetch(`${service.url}/api/status`);
 *     await service.stop();
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { compiledBefore } from '../harness/compiled-before.ts';
import { demoLine, readyLine } from '../harness/ready-line.ts';
import { patienceMs } from '../harness/patience.ts';

export const repository = resolve(import.meta.dirname, '../../..');
const node = join(repository, 'node_modules/.bin/node');
const main = join(repository, 'server/dist/main.js');

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Launched {
  readonly pid: number;
  readonly exited: Promise<Exit>;
  /** Resolves with the address once the service says that it is open; undefined when it ended before. */
  readonly opened: Promise<string | undefined>;
  kill(signal: NodeJS.Signals): void;
}

export interface Service extends Launched {
  readonly url: string;
  /** Asks it to stop, and waits. Throws when it does not end with code 0. */
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** For `afterEach`: ends what a failed test left behind. */
export async function endAll(): Promise<void> {
  const left = [...running];
  for (const child of left) child.kill('SIGKILL');
  await Promise.all(
    left.map((child) => new Promise<void>((done) => (gone(child) ? done() : child.once('exit', done)))),
  );
}

function gone(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Starts `papertape ARGS` and waits for nothing. Limits are off, house bots too, any free port is taken.
 * @param program another program instead.
 */
export function launch(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  program: string = main,
): Launched {
  if (!existsSync(main)) throw new Error(`${main} is not there: npm run build`);
  const child = spawn(node, [program, ...args], {
    cwd: repository,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      PAPERTAPE_LIMITS: 'off',
      PAPERTAPE_HOUSE: 'off',
      PAPERTAPE_LOG: 'warn',
      ...(args[0] === 'serve' ? compiledBefore : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  let open: (url: string | undefined) => void = () => undefined;
  const opened = new Promise<string | undefined>((done) => (open = done));
  child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
    const url = (readyLine.exec(stdout) ?? demoLine.exec(stdout))?.[1];
    if (url !== undefined) open(url);
  });
  const exited = new Promise<Exit>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => {
      running.delete(child);
      open(undefined);
      done({ code, signal, stdout, stderr });
    });
  });
  return { pid: child.pid ?? -1, exited, opened, kill: (signal) => child.kill(signal) };
}

/** Starts `papertape serve` and waits until it is open. */
export async function startService(env: Readonly<Record<string, string>>): Promise<Service> {
  const launched = launch(['serve'], env);
  const url = await launched.opened;
  if (url === undefined) {
    const { code, signal, stderr } = await launched.exited;
    throw new Error(`the service ended before it was open (${code ?? signal}): ${stderr}`);
  }
  return {
    ...launched,
    url,
    async stop() {
      launched.kill('SIGTERM');
      const { code, signal, stderr } = await launched.exited;
      if (code !== 0) throw new Error(`the service ended with ${code ?? signal}: ${stderr}`);
    },
  };
}

/** What a client throws for a request that a busy machine did not look at: it is to be sent again. */
function isOverloaded(e: unknown): boolean {
  return (e as { readonly code?: unknown } | undefined)?.code === 'overloaded';
}

/** Asks until the answer is there, and again where a busy machine refuses to look. `what` is for the error when it never comes. */
export async function until<T>(what: string, ask: () => Promise<T | undefined>, pollMs = 20): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask().catch((e: unknown) => {
      if (isOverloaded(e)) return undefined;
      throw e;
    });
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`not within ${patienceMs / 1000} s: ${what}`);
    await new Promise((resolveSoon) => setTimeout(resolveSoon, pollMs));
  }
}

/** The status of a page, once the service is not too busy with its own start to show it: on a slow machine it asks for a second then. */
export async function answered(url: string): Promise<number> {
  return await until(`${url} is not refused for load`, async () => {
    const { status } = await fetch(url);
    return status === 503 ? undefined : status;
  });
}

/** Memory of the whole process, its threads included, in MB; /proc is Linux. */
export function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kb === undefined) throw new Error('no VmRSS in /proc');
  return Number(kb) / 1024;
}
