/**
 * A service on PostgreSQL, in processes of its own and warm, that takes as many orders as 64 connections send: for benches of what an order costs. The way of an order is measured at one process that serves, or at
 * several of role web beside it.
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
import { hasWrk, wrk, type Load } from './load.ts';
import { processorMsOf } from './processor.ts';
import { requests } from './post-weights.bench.ts';

const connections = 64;
const botsInAll = 200;
/** Before it is measured each process has taken so many: what V8 compiles meanwhile it compiles once in each, and a cold process takes three times as long for an order. */
const warmOrders = Number(process.env['PAPERTAPE_BENCH_WARM'] ?? '20000');
const warmSeconds = 2;
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

interface Entered {
  readonly id: string;
  readonly key: string;
}

export interface OrderService {
  /** Of the database. */
  readonly databaseUrl: string;
  /** All processes of the service, the one that serves first. */
  readonly pids: readonly number[];
  /** Sends as much as is taken, at each process that takes orders, with bots of its own. */
  readonly load: (seconds: number) => Promise<readonly Load[]>;
}

export const canServeOrders = (): boolean => hasPostgres && hasWrk();

/** Processor time so far of the service's sessions of the database, milliseconds, by their processes. */
export async function sessionsOf(url: string): Promise<ReadonlyMap<number, number>> {
  const rows = await onPostgres(url, `select pid from pg_stat_activity where application_name like 'papertape%'`);
  return processorMsOf(rows.map((row) => Number(row['pid'])));
}

/** @param webs processes of role web that take the orders; with none the one that serves does. */
export async function withOrderService<T>(webs: number, work: (service: OrderService) => Promise<T>): Promise<T> {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'papertape-orders-'));
  const services: ChildProcess[] = [];
  try {
    await serve(server, folder, 'all', services);
    await stop(services);
    await assumePace(server.url);
    const serving = await serve(server, folder, 'all', services);
    const takers = webs === 0 ? [serving] : [];
    for (let nth = 0; nth < webs; nth++) takers.push(await serve(server, folder, 'web', services));
    const bots: Entered[] = [];
    for (let nth = 0; nth < botsInAll; nth++) bots.push(await enter(serving, nth));
    // Until there are prices, and the processes have seen each other.
    await sleep(4_000);
    const load = async (seconds: number): Promise<readonly Load[]> =>
      await Promise.all(
        takers.map(async (url, nth) => {
          const own = bots.filter((_, i) => i % takers.length === nth);
          return await wrk(url, seconds, requests({ url, bots: own }), {
            connections: connections / takers.length,
            yields: true,
          });
        }),
      );
    const taken = takers.map(() => 0);
    while (taken.some((orders) => orders < warmOrders))
      for (const [nth, { requests: sent, failures }] of (await load(warmSeconds)).entries())
        taken[nth] = (taken[nth] ?? 0) + sent - failures;
    return await work({ databaseUrl: server.url, pids: services.map(({ pid }) => pid ?? 0), load });
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
  const pace = writePace({ msPerOrder: 0.0004, isMeasured: true }, machine);
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
      // The first prices come with the mark two seconds later, and the next mark after half an hour: the orders of a window would be entered into the log then, and what that took would be the measure
      // of how many orders a window takes.
      PAPERTAPE_CLOCK_START: '2026-03-02T00:04:59.700Z',
      PAPERTAPE_CLOCK_SPEED: '0.15',
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

async function enter(url: string, nth: number): Promise<Entered> {
  // Digits that look like each other are one name.
  const name = `Bench ${Array.from(nth.toString(8), (digit) => 'bdfghkps'[Number(digit)]).join('')}`;
  const entrant = { name, company: 'Works', contact: `m${nth}@example.test`, country: 'CA' };
  const answer = await fetch(`${url}/api/agents/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...entrant, league: nth < botsInAll / 2 ? 'spot_crypto' : 'multi' }),
  });
  // A machine that other work takes, too, may have no time for it now.
  if (answer.status === 503) {
    await sleep(500);
    return await enter(url, nth);
  }
  if (!answer.ok) throw new Error(await answer.text());
  const { agent_id: id, api_key: key } = (await answer.json()) as {
    readonly agent_id: string;
    readonly api_key: string;
  };
  return { id, key };
}
