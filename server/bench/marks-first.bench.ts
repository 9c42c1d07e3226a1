/**
 * Marks under a flood of orders on a machine slowed by half: the service has half of one core, 3,000 orders a second come whether it keeps up or not, and a
 * window falls due meanwhile. Measured with requests refused for the load and without; and with a window as full as the service lets it become: its mark
 * must be done within 10 seconds, which is when marks count as late. Beside the clock stands what processor time the service got from the instant of the mark on:
 * by its half core, that is how long it takes where nothing else runs on the machine, the database apart.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { createTestDatabase, type TestEngine } from '../test/harness/database.ts';
import type { Flooded } from './flood.ts';
import { benchEngines, fixed, printResults, whole, type Result } from './lib.ts';
import { serveScript } from './load.ts';
import { sampleProcessor } from './processor.ts';
import { slow } from './slowed.ts';

const orders = Number(process.env['PAPERTAPE_BENCH_ORDERS'] ?? '60000');
const perSecond = Number(process.env['PAPERTAPE_BENCH_FLOOD'] ?? '3000');
const share = Number(process.env['PAPERTAPE_BENCH_CORE'] ?? '0.5');
/** The flood begins with the start. By the time the window falls due, the marks before it are done, and what runs often is compiled. */
const dueSeconds = 15;
const seconds = 30;
/** The catch-up of the marks before, the window itself, and one more if it comes. */
const waitMsMax = 90_000;

interface Run {
  readonly engine: TestEngine;
  readonly orders: number;
  readonly flood: number;
  readonly isBounded: boolean;
}

interface Commit {
  readonly mark: number;
  readonly lateMs: number;
  readonly decided: number;
  readonly workMs: number;
}

/** With the instant at which it was heard of. */
type StoredCommit = Commit & { readonly at: number };

interface Measured {
  readonly window: Commit;
  /** Processor time that the service got from the instant of the mark until it was stored, in milliseconds. */
  readonly gotMs: number;
  readonly flooded: Flooded;
  /** What the service would let a window take now. */
  readonly room: number;
  readonly by: string;
}

export async function run(): Promise<void> {
  const results: Result[] = [];
  for (const engine of await benchEngines()) {
    const quiet = await measured({ engine, orders, flood: 0, isBounded: true });
    if (!quiet) {
      console.log('neither a cgroup nor cpulimit: not measured');
      return;
    }
    results.push(row({ engine, orders, flood: 0, isBounded: true }, quiet, ''));
    for (const isBounded of [false, true]) {
      const of = { engine, orders, flood: perSecond, isBounded };
      results.push(row(of, await measured(of), ''));
    }
    const of = { engine, orders: quiet.room, flood: perSecond, isBounded: true };
    results.push(row(of, await measured(of), '< 10 s'));
    console.log(`${engine}: ${quiet.by}`);
  }
  printResults(results);
}

function row(of: Run, found: Measured | undefined, target: string): Result {
  if (!found) throw new Error('it cannot be slowed any more');
  const { window, gotMs, flooded } = found;
  const flood = of.flood === 0 ? 'no flood' : `${whole(of.flood)} orders/s more`;
  const how = of.isBounded ? '' : ', nothing refused for the load';
  const refused = Object.entries(flooded.answers).filter(([what]) => what !== '200');
  const told = refused.map(([what, n]) => `, ${whole(n)} ${what === '0' ? 'without an answer' : what}`).join('');
  const taken = `${whole(flooded.answers['200'] ?? 0)} taken (p50 ${whole(flooded.p50)}, p99 ${whole(flooded.p99)} ms)`;
  return {
    work: `${of.engine}: mark of ${whole(of.orders)} orders, ${flood}${how}`,
    ours: `late by ${fixed(window.lateMs / 1000, 1)} s; ${fixed(gotMs / 1000, 1)} s of processor time, which is ${fixed(gotMs / 1000 / share, 1)} s at its share${of.flood === 0 ? '' : `; ${taken}${told}`}`,
    ceiling: '',
    ratio: '',
    target,
  };
}

async function measured({ engine, orders: due, flood, isBounded }: Run): Promise<Measured | undefined> {
  const database = await createTestDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), 'papertape-flood-'));
  const commits: StoredCommit[] = [];
  const server = await serveScript<{ url: string; bots: unknown[] }>(
    [join(import.meta.dirname, 'http-server.ts'), 'window', String(due), isBounded ? 'as-served' : 'unguarded'],
    {
      ...database.env,
      PORT: '0',
      PAPERTAPE_LIMITS: 'off',
      PAPERTAPE_HOUSE: 'off',
      PAPERTAPE_LOG: 'error',
      PAPERTAPE_BENCH_DUE: String(dueSeconds),
    },
    (line) => commits.push({ ...(JSON.parse(line) as Commit), at: Date.now() }),
  );
  const slowed = slow(server.pid, share);
  const processor = sampleProcessor(server.pid);
  try {
    if (!slowed) return undefined;
    const bots = join(folder, 'bots.json');
    writeFileSync(bots, JSON.stringify(server.said.bots));
    const flooded = await flooding(server.said.url, flood, bots);
    const window = await windowDone(commits, due);
    const text = await (await fetch(`${server.said.url}/metrics`)).text();
    const room = Number(/^papertape_window_orders_max (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
    const gotMs = processor.between(window.at - window.lateMs, window.at);
    return { window, gotMs, flooded, room, by: slowed.by };
  } finally {
    processor.stop();
    await server.stop();
    slowed?.release();
    rmSync(folder, { recursive: true });
    await database.drop();
  }
}

async function windowDone(commits: readonly StoredCommit[], due: number): Promise<StoredCommit> {
  for (const until = Date.now() + waitMsMax; Date.now() < until;) {
    const found = commits.find((c) => c.decided >= due);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the window was not decided: ${JSON.stringify(commits)}`);
}

async function flooding(url: string, rate: number, bots: string): Promise<Flooded> {
  const script = join(import.meta.dirname, 'flood.ts');
  const child = spawn(process.execPath, [script, url, String(rate), String(seconds), bots], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  return JSON.parse(text) as Flooded;
}
