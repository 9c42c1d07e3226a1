/** Two PostgreSQLs under Patroni, with the settings of docs/operators/cluster.md, and what can happen to one of them. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram, type Program } from '../onchain-local/processes.ts';
import { until, type Cleanup } from '../onchain-local/run-to-end.ts';

export type Name = 'one' | 'two';

export interface Server {
  readonly name: Name;
  readonly patroni: Program;
  /** Where its Patroni tells its state. */
  readonly rest: string;
  /** PostgreSQL and its Patroni are gone, as a machine is that lost its power. */
  kill(): Promise<void>;
  /** PostgreSQL alone. */
  killPostgres(): void;
  /** All processes of both stand still, as a machine does that hangs. */
  pause(): Promise<void>;
}

export interface ServersOf {
  readonly folder: string;
  /** Patroni's settings of `one`, as the document has them. */
  readonly yaml: string;
  readonly rest: Readonly<Record<Name, number>>;
  readonly onThisMachine: (text: string) => string;
  readonly cleanup: Cleanup;
}

/** @returns starts one of them; its data stays when it is started again. */
export function createServers({ folder, yaml, rest, onThisMachine, cleanup }: ServersOf) {
  const as = serverUser();
  return async (name: Name): Promise<Server> => {
    const home = join(folder, name);
    mkdirSync(home, { recursive: true });
    const text = yaml
      .replaceAll('/var/lib/postgresql/15/papertape', join(home, 'data'))
      .replaceAll('/var/run/postgresql', home);
    const own = name === 'one' ? text : text.replaceAll('name: one', 'name: two').replaceAll('10.0.0.11', '10.0.0.12');
    const file = join(home, 'patroni.yml');
    writeFileSync(file, onThisMachine(own));
    if ('uid' in as) for (const path of [home, file]) chownSync(path, as.uid, as.gid);
    const patroni = startProgram('patroni', [file], { as, env: { PATH: process.env['PATH'], HOME: home } });
    const kill = async (): Promise<void> => {
      const pid = postmasterOf(home);
      // Its sessions, too: those that stand still would hold its memory, and it could not be started again.
      const sessions = pid === undefined ? [] : childrenOf(pid);
      signal(await patroni.pid, 'SIGKILL');
      killPostgres();
      for (const each of sessions) signal(each, 'SIGKILL');
    };
    const killPostgres = (): void => {
      const pid = postmasterOf(home);
      if (pid !== undefined) signal(pid, 'SIGKILL');
    };
    cleanup.push(async () => {
      // Its data goes, too: nothing has to be stopped well. Its server holds its output, and would be waited for.
      await kill();
      await patroni.stop();
    });
    const pause = async (): Promise<void> => {
      const pid = postmasterOf(home);
      for (const each of [await patroni.pid, ...(pid === undefined ? [] : [pid, ...childrenOf(pid)])])
        signal(each, 'SIGSTOP');
    };
    return { name, patroni, rest: `http://127.0.0.1:${rest[name]}`, kill, killPostgres, pause };
  };
}

/** @param state `primary`, or `sync` for a follower that commits wait for. */
export async function isIn(
  { name, rest, patroni }: Server,
  state: 'primary' | 'sync',
  secondsMax: number,
): Promise<void> {
  const path = state === 'primary' ? '/primary' : '/synchronous';
  const there = until(`${name} is ${state}`, secondsMax, async () =>
    (await status(`${rest}${path}`)) === 200 ? true : undefined,
  );
  await whileRuns(patroni, there);
}

/** What a program says that ends too early is told at once. */
export async function whileRuns({ ended }: Program, there: Promise<unknown>): Promise<void> {
  const tooEarly = ended.then(({ stderr }) => {
    throw new Error(`a program ended too early:\n${stderr}`);
  });
  await Promise.race([there, tooEarly]);
}

export async function status(url: string): Promise<number | undefined> {
  return await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => undefined,
  );
}

/** PostgreSQL refuses to run as root. */
export function serverUser(): { readonly uid: number; readonly gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (which: string): number => Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** The process of a Patroni's PostgreSQL, by the id that it wrote down. */
function postmasterOf(home: string): number | undefined {
  const file = join(home, 'data', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : undefined;
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
