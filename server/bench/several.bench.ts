/**
 * Processor time of an order where several processes take orders, against one process: at most 1.15 of it. PostgreSQL, all in processes of their own; the same number of orders a second by the same
 * 16 connections, each with bots of its own, at one process that serves, and then at two of role web beside it, of which each takes the bots of eight connections. All processes of the service count, the one that
 * serves and does the marks among them. Wall time says nothing here: the machine has what it has for all of them.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/harness/free-port.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../test/harness/own-postgres.ts';
import { readyLine } from '../test/harness/ready-line.ts';
import { fixed, printResults, whole, type Result } from './lib.ts';
import { sampleProcessor } from './processor.ts';

const connections = 16;
const warmMs = 6_000;
const measuredMs = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '12') * 1_000;
const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** Below what the windows of a fast clock leave to two processes. */
const ordersPerSecond = 200;
const rounds = 3;

interface Measured {
  /** All that the processes took, by the orders. */
  readonly microsPerOrder: number;
  /** Without what they take when there are none. */
  readonly microsOfOrder: number;
  readonly refused: number;
}

export async function run(): Promise<void> {
  if (!hasPostgres) {
    console.log('PostgreSQL is not installed: not measured');
    return;
  }
  const ones: Measured[] = [];
  const several: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    ones.push(await measure(0));
    several.push(await measure(2));
  }
  const refused = [...ones, ...several].reduce((sum, m) => sum + m.refused, 0);
  const at = `an order at two processes of role web beside the one that serves, processor time (${ordersPerSecond} a second, ${refused} refused)`;
  printResults([
    compared(`postgres: ${at}`, several, ones, (m) => m.microsPerOrder, ''),
    compared(
      'postgres: the same without what the processes take when there are no orders',
      several,
      ones,
      (m) => m.microsOfOrder,
      '<= 1.15',
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
    const serving = await serve(server, folder, 'all', services);
    const takers = webs === 0 ? [serving] : [];
    for (let nth = 0; nth < webs; nth++) takers.push(await serve(server, folder, 'web', services));
    const senders: { readonly url: string; readonly bot: Bot }[] = [];
    for (let nth = 0; nth < connections; nth++)
      senders.push({ url: takers[nth % takers.length] ?? serving, bot: await enter(serving, nth) });
    // Until the processes have seen each other.
    await sleep(webs === 0 ? 0 : 3_000);
    await load(senders, warmMs);
    const sampled = services.map((child) => sampleProcessor(child.pid ?? 0));
    const spent = async <T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly of: T }> => {
      const from = Date.now();
      const of = await work();
      const to = Date.now();
      await sleep(50);
      return { ms: sampled.reduce((sum, s) => sum + s.between(from, to), 0), of };
    };
    const idle = await spent(() => sleep(measuredMs));
    const loaded = await spent(() => load(senders, measuredMs));
    for (const s of sampled) s.stop();
    const { orders, refused } = loaded.of;
    const micros = (ms: number): number => (ms * 1_000) / orders;
    return { microsPerOrder: micros(loaded.ms), microsOfOrder: micros(loaded.ms - idle.ms), refused };
  } finally {
    for (const service of services.toReversed()) {
      service.kill('SIGTERM');
      if (service.exitCode === null) await once(service, 'exit');
    }
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
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
      PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
      PAPERTAPE_CLOCK_SPEED: '30',
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

interface Bot {
  readonly agent_id: string;
  readonly api_key: string;
}

async function enter(url: string, nth: number): Promise<Bot> {
  const entrant = { name: `Bench ${nth}`, company: 'Works', contact: `m${nth}@example.test`, country: 'CA' };
  const answer = await send(`${url}/api/agents/register`, { ...entrant, league: 'spot_crypto' }, {});
  return (await answer.json()) as Bot;
}

async function send(url: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Each sender keeps its own pace; one that was late goes on at once. */
async function load(
  senders: readonly { readonly url: string; readonly bot: Bot }[],
  ms: number,
): Promise<{ readonly orders: number; readonly refused: number }> {
  const everyMs = (1_000 * senders.length) / ordersPerSecond;
  const until = Date.now() + ms;
  let orders = 0;
  let refused = 0;
  await Promise.all(
    senders.map(async ({ url, bot }, nth) => {
      for (let at = Date.now() + nth; at < until; at += everyMs) {
        await sleep(Math.max(0, at - Date.now()));
        const body = { date: '2026-03-02', weights: { 'BTC-USD': 0.1 } };
        const answer = await send(`${url}/api/agents/${bot.agent_id}/weights`, body, {
          authorization: `Bearer ${bot.api_key}`,
        });
        await answer.arrayBuffer();
        if (answer.ok) orders++;
        else refused++;
      }
    }),
  );
  return { orders, refused };
}
