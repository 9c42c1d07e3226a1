/** The real command line in a process of its own: `server/dist/main.js`, which `npm test` builds first, on the pinned Node. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { compiledBefore } from './compiled-before.ts';
import type { League } from './league.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const builtMain = `${root}server/dist/main.js`;
const node = `${root}node_modules/.bin/node`;

/** Processes of the test file that still run. */
const running = new Set<ChildProcess>();
// What a test that failed did not come to stop.
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

export interface CommandOptions {
  readonly args?: readonly string[];
  /** Nothing else of this process's environment is passed on but PATH; house bots are off unless it says otherwise. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another copy of the built command. */
  readonly main?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcess;
  /** Resolves with the output once it matches; rejects when the command ends before that. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export function startCommand({ args = ['serve'], env = {}, cwd, main = builtMain }: CommandOptions): Running {
  if (!existsSync(main)) throw new Error(`${main} is not built: run npx tsc -b tsconfig.build.json`);
  const child = spawn(node, [main, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PAPERTAPE_HOUSE: 'off',
      // The other commands have a cache of their own.
      ...(args[0] === 'serve' ? compiledBefore : {}),
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.on('close', () => running.delete(child));
  let stdout = '';
  let stderr = '';
  let over: Ended | undefined;
  const listeners = new Set<() => void>();
  const told = (): void => {
    for (const l of listeners) l();
  };
  child.stdout.on('data', (d: Buffer) => {
    stdout += d.toString();
    told();
  });
  child.stderr.on('data', (d: Buffer) => {
    stderr += d.toString();
    told();
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      over = { code, stdout, stderr };
      resolve(over);
      told();
    });
  });
  return {
    process: child,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = pattern.exec(stdout);
          if (!found && !over) return;
          listeners.delete(look);
          if (found) resolve(found);
          else reject(new Error(`the command ended (${over?.code}) without saying ${pattern}:\n${stdout}${stderr}`));
        };
        listeners.add(look);
        look();
      }),
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return await ended;
    },
  };
}

/** Runs to the end. */
export async function runCommand(options: CommandOptions): Promise<Ended> {
  return await startCommand(options).ended;
}

/**
 * What a process with piped output said until it ended.
 * @param league its clock goes on meanwhile, five minutes ten times a second.
 */
export async function untilEnded(
  child: ChildProcessByStdio<null, Readable, Readable>,
  league?: Pick<League, 'advance'>,
): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  let open = true;
  const done = new Promise<number | null>((end, fail) => child.on('close', end).on('error', fail)).finally(
    () => (open = false),
  );
  while (league && open) {
    await Promise.race([done, new Promise((next) => setTimeout(next, 100))]);
    await league.advance({ minutes: 5 });
  }
  return { code: await done, stdout, stderr };
}
