/**
 * Programs that this one starts, through a shell that reads from a pipe of this process: when the pipe closes, also because this process was
 * killed, the shell ends the program by its id. So none of them outlives it.
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../..');
const node = resolve(repository, 'node_modules/.bin/node');
const main = resolve(repository, 'server/dist/main.js');
/** A program that was asked to end and still runs after this is killed: 15 s. */
const endMsMax = 15_000;

/** Once the program runs, only it holds the output, which therefore ends when the program does. */
const tie = `"$0" "$@" </dev/null 3>&- & pid=$!; echo $pid >&3; exec 3>&- >/dev/null 2>&1; cat; kill $pid; wait $pid`;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly pid: Promise<number>;
  /** Resolves with what it printed once that matches; rejects when it ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  readonly ended: Promise<Ended>;
  /** Asks it to end, and waits. */
  stop(): Promise<Ended>;
}

/** Starts `papertape ARGS`. Settings of the service are taken from `settings` only, whatever is set outside. */
export function startPapertape(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Program {
  return startProgram(node, [main, ...args], { env: { ...outside(), ...settings } });
}

export interface ProgramOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Of another user, where this one may start programs for him. */
  readonly as?: { readonly uid?: number; readonly gid?: number };
}

export function startProgram(command: string, args: readonly string[], { env, as }: ProgramOptions = {}): Program {
  // A session of its own: Ctrl+C reaches this process, which then ends the others in their order.
  const child = spawn('sh', ['-c', tie, command, ...args], {
    ...as,
    ...(env ? { env } : {}),
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const [, out, err, ids] = child.stdio;
  let stdout = '';
  let stderr = '';
  const listeners = new Set<() => void>();
  const told = (): void => {
    for (const listen of listeners) listen();
  };
  const pid = new Promise<number>((known) => ids?.once('data', (d: Buffer) => known(Number(d.toString()))));
  err?.on('data', (d: Buffer) => (stderr += d.toString()));
  out?.on('data', (d: Buffer) => {
    stdout += d.toString();
    told();
  });
  // The program has ended by itself, and the shell may go.
  out?.once('end', () => child.stdin?.end());
  let over = false;
  const ended = new Promise<Ended>((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => {
      over = true;
      done({ code, stdout, stderr });
      told();
    });
  });
  return {
    pid,
    ended,
    says: (pattern) =>
      new Promise((done, failed) => {
        const look = (): void => {
          const found = pattern.exec(stdout);
          if (!found && !over) return;
          listeners.delete(look);
          if (found) done(found);
          else failed(new Error(`${[command, ...args].join(' ')} ended too early:\n${stdout}${stderr}`));
        };
        listeners.add(look);
        look();
      }),
    async stop() {
      child.stdin?.end();
      const killer = setTimeout(() => void pid.then((id) => process.kill(id, 'SIGKILL')), endMsMax);
      try {
        return await ended;
      } finally {
        clearTimeout(killer);
      }
    },
  };
}

/** Runs `papertape ARGS` to its end. */
export async function runPapertape(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return await startPapertape(args, settings).ended;
}

function outside(): Record<string, string | undefined> {
  const own = /^(PAPERTAPE_.*|PORT|HOST|DATA_DIR|DATABASE_URL|BASE_URL)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}
