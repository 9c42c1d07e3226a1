/**
 * A Redis of a test's own: the machine's redis-server, on a port of its own, with nothing on disk. It ends when this process does,
 * however that ends.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { freePort } from './free-port.ts';

export interface TestRedis {
  readonly port: number;
  readonly url: string;
  /** Stands still: connections stay, and nothing is answered. */
  pause(): void;
  resume(): void;
  /** kill -9 */
  kill(): Promise<void>;
}

/** Is there a redis-server? Where there is none, tests of it are skipped. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** @param port that of a server that was killed, to come back at its address; otherwise a free one. */
export async function startRedis(port?: number): Promise<TestRedis> {
  const own = port ?? (await freePort());
  const options = [
    '--port',
    String(own),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--daemonize',
    'no',
  ];
  // The shell reads from this process; when the pipe closes, also since this process was killed, it ends the server by its pid.
  const script = 'redis-server "$@" </dev/null & pid=$!; echo "pid $pid"; cat >/dev/null; kill -9 $pid; wait';
  const child = spawn('sh', ['-c', script, 'redis', ...options], { stdio: ['pipe', 'pipe', 'ignore'] });
  const pid = await readyPid(child);
  const send = (signal: NodeJS.Signals): void => void process.kill(pid, signal);
  return {
    port: own,
    url: `redis://127.0.0.1:${own}`,
    pause: () => send('SIGSTOP'),
    resume: () => send('SIGCONT'),
    async kill() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.stdin?.end();
      await ended;
    },
  };
}

async function readyPid(child: ChildProcess): Promise<number> {
  return await new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${text}`)));
    child.stdout?.on('data', (d: Buffer) => {
      text += d.toString();
      const pid = /^pid (\d+)$/m.exec(text)?.[1];
      if (pid !== undefined && text.includes('Ready to accept connections')) resolve(Number(pid));
    });
  });
}
