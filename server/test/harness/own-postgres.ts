/**
 * A PostgreSQL of a test's own, or several that follow each other: each a cluster in a folder of its own, made by the machine's programs, on a port of its own. It ends when this
 * process does, however that ends. PostgreSQL refuses to run as root, who starts it as the user `postgres`.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { patienceMs } from './patience.ts';
import { onPostgres } from './postgres.ts';

export interface OwnPostgres {
  /** Of a superuser. */
  readonly url: string;
  /** `fast` says good-bye to its sessions, `immediate` is as if the machine had lost its power. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  /** All its processes stand still: connections stay, and nothing is answered. */
  pause(): void;
  resume(): void;
  /** Ends it and removes its folder. */
  end(): Promise<void>;
}

const bin = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim() ?? '';

/** Is there a PostgreSQL to start? Where there is none, tests of it are skipped. */
export const hasPostgres = bin !== '' && spawnSync(join(bin, 'postgres'), ['--version']).status === 0;

/**
 * @param primary the server that this one follows as a standby, which it can take the place of.
 * @param settings such as `shared_preload_libraries=pg_stat_statements`.
 */
export async function startPostgres(primary?: OwnPostgres, settings: readonly string[] = []): Promise<OwnPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-postgres-'));
  const as = serverUser();
  if ('uid' in as) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const make = primary
    ? ['pg_basebackup', '-D', data, '-d', primary.url, '-R', '-X', 'stream', '-c', 'fast', '-N']
    : ['initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-N'];
  execFileSync(join(bin, make[0] as string), make.slice(1), { ...as, stdio: 'ignore' });
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let child: ChildProcess;
  let pid = 0;

  async function start(): Promise<void> {
    const set = settings.flatMap((setting) => ['-c', setting]);
    const options = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', ...set];
    // The shell reads from this process; when the pipe closes, also since this process was killed, it ends the server by its pid.
    const script =
      '"$@" </dev/null >/dev/null 2>&1 & pid=$!; echo "$pid"; cat >/dev/null; kill -QUIT $pid 2>/dev/null; wait';
    child = spawn('sh', ['-c', script, 'postgres', join(bin, 'postgres'), ...options], {
      ...as,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    pid = await new Promise<number>((resolve) => child.stdout?.once('data', (d: Buffer) => resolve(Number(d))));
    await answers();
  }

  async function answers(): Promise<void> {
    const until = performance.now() + patienceMs;
    for (;;)
      try {
        await onPostgres(url, 'select 1');
        return;
      } catch (e) {
        if (performance.now() > until) throw e;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
  }

  function send(signal: NodeJS.Signals): void {
    for (const each of [pid, ...childrenOf(pid)])
      try {
        process.kill(each, signal);
      } catch (e) {
        // A session that has ended meanwhile.
        if (isThere(each)) throw e;
      }
  }

  async function stop(mode: 'fast' | 'immediate'): Promise<void> {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await untilGone(pid);
    child.stdin?.end();
    await ended;
  }

  await start();
  return {
    url,
    start,
    stop,
    pause: () => send('SIGSTOP'),
    resume: () => send('SIGCONT'),
    async end() {
      if (child.exitCode === null && isThere(pid)) {
        send('SIGCONT');
        await stop('immediate');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function serverUser(): { readonly uid: number; readonly gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (what: string): number => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]) === parent;
      } catch {
        return false; // it has ended meanwhile
      }
    })
    .map(Number);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function untilGone(pid: number): Promise<void> {
  while (isThere(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}
