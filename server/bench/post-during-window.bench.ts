/**
 * POST weights while a window of 100,000 orders of 10 symbols is filled: p99 under 100 ms, on both engines. A machine that is too slow for both refuses
 * orders for as long as its marks are late, or for its load (docs/operators/operate.md#overload); how many is told.
 */
import { join } from 'node:path';
import { createTestDatabase, type TestEngine } from '../test/harness/database.ts';
import { benchEngines, fixed, printResults, whole, type Result } from './lib.ts';
import { hasWrk, serveScript, wrk } from './load.ts';
import { requests } from './post-weights.bench.ts';

const orders = Number(process.env['PAPERTAPE_BENCH_ORDERS'] ?? '100000');
/** The window falls due 8 s after the start, when the marks before it are done, and takes some seconds. */
const dueSeconds = 8;
const seconds = 18;

export async function run(): Promise<void> {
  if (!hasWrk()) {
    console.log('wrk is not installed (Debian package wrk): not measured');
    return;
  }
  const results: Result[] = [];
  for (const engine of await benchEngines()) results.push(await during(engine));
  printResults(results);
}

interface Said {
  readonly url: string;
  readonly bots: { readonly id: string; readonly key: string }[];
}

async function during(engine: TestEngine): Promise<Result> {
  const database = await createTestDatabase(engine);
  const server = await serveScript<Said>([join(import.meta.dirname, 'http-server.ts'), 'window', String(orders)], {
    ...database.env,
    PORT: '0',
    PAPERTAPE_LIMITS: 'off',
    PAPERTAPE_LOG: 'error',
    PAPERTAPE_BENCH_DUE: String(dueSeconds),
  });
  try {
    await marksCaughtUp(server.said.url);
    const load = await wrk(server.said.url, seconds, requests(server.said));
    const failed = load.failures - load.refused;
    if (failed > 0) throw new Error(`${failed} requests failed`);
    await windowFilled(server.said);
    return {
      work: `${engine}: POST weights while ${whole(orders)} orders of 10 symbols fill, 64 connections`,
      ours: `${whole(load.perSecond)}/s, p99 ${fixed(load.p99, 1)} ms; ${whole(load.refused)} refused`,
      ceiling: '',
      ratio: '',
      target: 'p99 < 100 ms, none refused on a machine that has time',
    };
  } finally {
    await server.stop();
    await database.drop();
  }
}

/** Until then no order is taken: prices were not read since the marks that were missed. */
async function marksCaughtUp(url: string): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** The window must have been filled within the load, or nothing was measured. */
async function windowFilled({ url, bots }: Said): Promise<void> {
  const bot = bots[0];
  let answer = await fetch(`${url}/api/agents/${bot?.id}/positions`);
  for (let i = 0; i < 20 && answer.status === 503; i++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    answer = await fetch(`${url}/api/agents/${bot?.id}/positions`);
  }
  // While the mark is under way, a request without a key may be refused.
  const { positions } = (await answer.json()) as { positions?: unknown[] };
  if (positions?.length !== 10) throw new Error('the window was not filled while the load ran');
}
