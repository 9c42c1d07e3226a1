/** Load from a process of its own: wrk, from the system's packages. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export interface Load {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
  /** Failures that are answers: of status 400 or above. */
  readonly refused: number;
  readonly requests: number;
}

export function hasWrk(): boolean {
  return spawnSync('wrk', ['--version']).error === undefined;
}

interface WrkOptions {
  readonly connections?: number;
  /**
   * Does it leave a processor to whoever is at work there? Each answer wakes it, and on a machine whose processors are all busy it would push aside the process that it measures, thousands of times a
   * second, which then finds its caches full of other things. A load from another machine does not.
   */
  readonly yields?: boolean;
}

/** Linux: the scheduler's class for work that nobody waits for. */
const canYield = (): boolean => spawnSync('chrt', ['--batch', '0', 'true']).status === 0;

/** Connections, 64, for so many seconds. `lua` scripts the requests. */
export async function wrk(
  url: string,
  seconds: number,
  lua?: string,
  { connections = 64, yields = false }: WrkOptions = {},
): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-wrk-'));
  const script = join(folder, 'requests.lua');
  writeFileSync(script, `${lua ?? ''}\n${report}`);
  try {
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, url];
    const isYielding = yields && canYield();
    const out = await output(isYielding ? spawn('chrt', ['--batch', '0', 'wrk', ...args]) : spawn('wrk', args));
    const line = /^RESULT (.*)$/m.exec(out)?.[1];
    if (!line) throw new Error(`wrk said nothing:\n${out}`);
    const [requests = 0, micros = 1, p50 = 0, p99 = 0, failures = 0, refused = 0] = line.split(' ').map(Number);
    return { perSecond: requests / (micros / 1e6), p50: p50 / 1000, p99: p99 / 1000, failures, refused, requests };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const report = `
done = function(summary, latency)
  local e = summary.errors
  print(string.format("ERRORS connect %d read %d write %d status %d timeout %d max %d p999 %d", e.connect, e.read, e.write, e.status, e.timeout, latency.max, latency:percentile(99.9)))
  print(string.format("RESULT %d %d %d %d %d %d", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout, e.status))
end`;

async function output(child: ChildProcess): Promise<string> {
  let text = '';
  child.stdout?.on('data', (d: Buffer) => (text += d.toString()));
  child.stderr?.on('data', (d: Buffer) => (text += d.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  return text;
}

export interface Served<T> {
  /** The first line that it printed. */
  readonly said: T;
  readonly pid: number;
  /** Processor time of the process so far, user and system, in microseconds (its script calls `tellProcessorTime`). */
  processorMicros(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a node script and waits for its first line of JSON. @param onLine told of each further line. */
export async function serveScript<T>(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onLine: (line: string) => void = () => undefined,
): Promise<Served<T>> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exit = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const said = await new Promise<T>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout as Readable });
    lines.once('line', (line) => {
      resolve(JSON.parse(line) as T);
      lines.on('line', onLine);
    });
    void exit.then(() => reject(new Error(`${args.join(' ')} ended before it listened`)));
  });
  return {
    said,
    pid: child.pid ?? 0,
    processorMicros: () =>
      new Promise((resolve, reject) => {
        child.once('message', (micros) => resolve(Number(micros)));
        child.send('processor time?', (e) => {
          if (e) reject(e);
        });
      }),
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** A load with the processor time that each request cost the server, in microseconds. */
export async function wrkWithProcessor(
  server: Pick<Served<unknown>, 'processorMicros'>,
  url: string,
  seconds: number,
  lua?: string,
): Promise<Load & { readonly micros: number }> {
  const before = await server.processorMicros();
  const load = await wrk(url, seconds, lua);
  return { ...load, micros: ((await server.processorMicros()) - before) / Math.max(1, load.requests) };
}
