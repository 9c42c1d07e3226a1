/**
 * Processor time of an order where several processes take orders, against one process: at most 1.15 of it. PostgreSQL, all in processes of their own; 64 connections send as much as is taken at one process
 * that serves, and then at two of role web beside it, 32 at each, each with bots of its own. All processes of the service count, the one that serves and does the marks among them, and what the sessions of the
 * database take in a row of its own. Orders a second say nothing here: the machine has what it has for all of them.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writePace } from '../src/web/load/kept-pace.ts';
import { freePort } from '../test/harness/free-port.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../test/harness/own-postgres.ts';
import { onPostgres } from '../test/harness/postgres.ts';
import { readyLine } from '../test/harness/ready-line.ts';
import { fixed, printResults, whole, type Result } from './lib.ts';
import { hasWrk, wrk, type Load } from './load.ts';
import { requests } from './post-weights.bench.ts';
import { sampleProcessor } from './processor.ts';

const connections = 64;
const botsInAll = 200;
const warmSeconds = 4;
const seconds = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '8');
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const rounds = 3;

interface Measured {
  /** All that the processes took, by the orders. */
  readonly microsPerOrder: number;
  /** Without what they take when there are none. */
  readonly microsOfOrder: number;
  readonly perSecond: number;
  readonly refused: number;
}

export async function run(): Promise<void> {
  if (!hasPostgres || !hasWrk()) {
    console.log('PostgreSQL or wrk is not installed: not measured');
    return;
  }
  const ones: Measured[] = [];
  const several: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    ones.push(await measure(0));
    several.push(await measure(2));
  }
  const refused = [...ones, ...several].reduce((sum, m) => sum + m.refused, 0);
  const rates = [several, ones].map((of) => of.map((m) => whole(m.perSecond)).join(', ')).join(' a second; at one ');
  const at = `an order at two processes of role web beside the one that serves, processor time (${rates} a second; ${refused} refused)`;
  printResults([
    compared(`postgres: ${at}`, several, ones, (m) => m.microsPerOrder, '<= 1.15'),
    compared(
      'postgres: the same without what the processes take when there are no orders',
      several,
      ones,
      (m) => m.microsOfOrder,
      '',
    ),
  ]);
}

function compared(
  work: string,
  several: readonly Measured[],
  ones: readonly Measured[],
  micros: (m: Measured) => number,
  target: string,
): Result {
  const median = (of: readonly Measured[]): number =>
    of.map(micros).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  const each = (of: readonly Measured[]): string => of.map((m) => whole(micros(m))).join(', ');
  return {
    work,
    ours: `${whole(median(several))} µs (${each(several)})`,
    ceiling: `${whole(median(ones))} µs at one process (${each(ones)})`,
    ratio: fixed(median(several) / median(ones)),
    target,
  };
}

async function measure(webs: number): Promise<Measured> {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'papertape-several-'));
  const services: ChildProcess[] = [];
  try {
    await serve(server, folder, 'all', services);
    await stop(services);
    await assumePace(server.url);
    const serving = await serve(server, folder, 'all', services);
    const takers = webs === 0 ? [serving] : [];
    for (let nth = 0; nth < webs; nth++) takers.push(await serve(server, folder, 'web', services));
    const bots: Awaited<ReturnType<typeof enter>>[] = [];
    for (let nth = 0; nth < botsInAll; nth++) bots.push(await enter(serving, nth));
    // Until there are prices, and the processes have seen each other.
    await sleep(4_000);
    const load = async (forSeconds: number): Promise<Load[]> =>
      await Promise.all(
        takers.map(async (url, nth) => {
          const own = bots.filter((_, i) => i % takers.length === nth);
          return await wrk(url, forSeconds, requests({ url, bots: own }), connections / takers.length);
        }),
      );
    await load(warmSeconds);
    const sampled = services.map((child) => sampleProcessor(child.pid ?? 0));
    const spent = async <T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly of: T }> => {
      const from = Date.now();
      const of = await work();
      const to = Date.now();
      await sleep(50);
      return { ms: sampled.reduce((sum, s) => sum + s.between(from, to), 0), of };
    };
    const idle = await spent(() => sleep(seconds * 1_000));
    const loaded = await spent(() => load(seconds));
    for (const s of sampled) s.stop();
    const sum = (of: (load: Load) => number): number => loaded.of.reduce((all, each) => all + of(each), 0);
    const refused = sum((each) => each.failures);
    const micros = (ms: number): number => (ms * 1_000) / (sum((each) => each.requests) - refused);
    return {
      microsPerOrder: micros(loaded.ms),
      microsOfOrder: micros(loaded.ms - idle.ms),
      perSecond: sum((each) => each.perSecond),
      refused,
    };
  } finally {
    await stop(services);
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stop(services: ChildProcess[]): Promise<void> {
  for (const service of services.splice(0).toReversed()) {
    service.kill('SIGTERM');
    if (service.exitCode === null) await once(service, 'exit');
  }
}

/** Windows take more orders than are sent here, whatever this machine decides in time: what they cost when they are decided is another bench's. */
async function assumePace(url: string): Promise<void> {
  const machine = `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, postgres`;
  const pace = writePace({ msPerOrder: 0.01, isMeasured: true }, machine);
  await onPostgres(url, `insert into intake.meta (key, value) values ('pace', '${pace}')`);
}

async function serve(
  server: OwnPostgres,
  folder: string,
  role: 'all' | 'web',
  services: ChildProcess[],
): Promise<string> {
  const service = spawn(process.execPath, [main, 'serve', '--role', role], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env['PATH'],
      PAPERTAPE_HOUSE: 'off',
      PORT: String(await freePort()),
      DATABASE_URL: server.url,
      DATA_DIR: join(folder, String(services.length)),
      PAPERTAPE_PRICES: 'simulated:several',
      // As fast as the real one: a window of five minutes has room for all that is sent in it. The first prices come with the mark two seconds later.
      PAPERTAPE_CLOCK_START: '2026-03-02T00:04:58Z',
      PAPERTAPE_CLOCK_SPEED: '1',
      PAPERTAPE_LIMITS: 'off',
      PAPERTAPE_PROXIES: '127.0.0.1',
    },
  });
  services.push(service);
  let said = '';
  return await new Promise((resolve, reject) => {
    service.once('exit', () => reject(new Error(said)));
    service.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = readyLine.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}

async function enter(url: string, nth: number): Promise<{ readonly id: string; readonly key: string }> {
  // Digits that look like each other are one name.
  const name = `Bench ${Array.from(nth.toString(8), (digit) => 'bdfghkps'[Number(digit)]).join('')}`;
  const entrant = { name, company: 'Works', contact: `m${nth}@example.test`, country: 'CA' };
  const answer = await fetch(`${url}/api/agents/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...entrant, league: nth < botsInAll / 2 ? 'spot_crypto' : 'multi' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const { agent_id: id, api_key: key } = (await answer.json()) as {
    readonly agent_id: string;
    readonly api_key: string;
  };
  return { id, key };
}
