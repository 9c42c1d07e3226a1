/**
 * Processor time of an order where several processes take orders, against one process: at most 1.15 of it. PostgreSQL, all in processes of their own; the same number of orders a second by the same
 * 16 connections, each with bots of its own, at one process that serves, and then at two of role web beside it, of which each takes the bots of eight connections. All processes of the service count, the one that
 * serves and does the marks among them. Wall time says nothing here: the machine has what it has for all of them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCommand, type Running } from '../test/harness/command.ts';
import { freePort } from '../test/harness/free-port.ts';
import { post } from '../test/harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../test/harness/own-postgres.ts';
import { readyLine } from '../test/harness/ready-line.ts';
import { fixed, printResults, whole } from './lib.ts';
import { sampleProcessor } from './processor.ts';

const connections = 16;
const warmMs = 8_000;
const measuredMs = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '12') * 1_000;
/** Below what the windows of a fast clock leave to two processes. */
const ordersPerSecond = 200;
const rounds = 3;

interface Measured {
  readonly microsPerOrder: number;
  readonly orders: number;
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
  const of = (all: readonly Measured[]): number => all.map((m) => m.microsPerOrder).toSorted((a, b) => a - b)[1] ?? 0;
  const all = (of: readonly Measured[]): string => of.map((m) => whole(m.microsPerOrder)).join(', ');
  const refused = [...ones, ...several].reduce((sum, m) => sum + m.refused, 0);
  printResults([
    {
      work: `postgres: an order at two processes of role web beside the one that serves, processor time (${whole(ordersPerSecond)}/s asked for, ${refused} refused)`,
      ours: `${whole(of(several))} µs (${all(several)})`,
      ceiling: `${whole(of(ones))} µs at one process (${all(ones)})`,
      ratio: fixed(of(several) / of(ones)),
      target: '<= 1.15',
    },
  ]);
}

async function measure(webs: number): Promise<Measured> {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'papertape-several-'));
  const services: Running[] = [];
  try {
    const serving = await serve(server, folder, 'all', services);
    const takers = webs === 0 ? [serving] : [];
    for (let nth = 0; nth < webs; nth++) takers.push(await serve(server, folder, 'web', services));
    const senders = [];
    for (let nth = 0; nth < connections; nth++)
      senders.push({ url: takers[nth % takers.length] ?? serving, bot: await enter(serving, nth) });
    // Until the processes have seen each other.
    await sleep(webs === 0 ? 0 : 3_000);
    await load(senders, warmMs);
    const sampled = services.map(({ process: child }) => sampleProcessor(child.pid ?? 0));
    const from = Date.now();
    const { orders, refused } = await load(senders, measuredMs);
    const to = Date.now();
    await sleep(50);
    const ms = sampled.reduce((sum, s) => sum + s.between(from, to), 0);
    for (const s of sampled) s.stop();
    return { microsPerOrder: (ms * 1_000) / orders, orders, refused };
  } finally {
    for (const service of services.toReversed()) await service.stop();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function serve(server: OwnPostgres, folder: string, role: 'all' | 'web', services: Running[]): Promise<string> {
  const service = startCommand({
    args: ['serve', '--role', role],
    env: {
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
  return (await service.says(readyLine))[1] ?? '';
}

interface Bot {
  readonly agent_id: string;
  readonly api_key: string;
}

async function enter(url: string, nth: number): Promise<Bot> {
  const entrant = { name: `Bench ${nth}`, company: 'Works', contact: `m${nth}@example.test`, country: 'CA' };
  const answer = await post({ url }, '/api/agents/register', { ...entrant, league: 'spot_crypto' });
  return answer.json as Bot;
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
        const { status } = await post({ url }, `/api/agents/${bot.agent_id}/weights`, body, { key: bot.api_key });
        if (status === 200) orders++;
        else refused++;
      }
    }),
  );
  return { orders, refused };
}
