/** POST weights while a window of 100,000 orders of 10 symbols is filled: p99 under 100 ms, on both engines. */
import { join } from 'node:path';
import { createTestDatabase, type TestEngine } from '../test/harness/database.ts';
import { benchEngines, fixed, printResults, whole, type Result } from './lib.ts';
import { hasWrk, serveScript, wrk } from './load.ts';
import { requests } from './post-weights.bench.ts';

const orders = Number(process.env['PAPERTAPE_BENCH_ORDERS'] ?? '100000');
/** The window falls due 3 s after the start and takes some seconds. */
const seconds = 12;

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
  });
  try {
    const load = await wrk(server.said.url, seconds, requests(server.said));
    if (load.failures > 0) throw new Error(`${load.failures} requests failed`);
    await windowFilled(server.said);
    return {
      work: `${engine}: POST weights while ${whole(orders)} orders of 10 symbols fill, 64 connections`,
      ours: `${whole(load.perSecond)}/s, p99 ${fixed(load.p99, 1)} ms`,
      ceiling: '',
      ratio: '',
      target: 'p99 < 100 ms',
    };
  } finally {
    await server.stop();
    await database.drop();
  }
}

/** The window must have been filled within the load, or nothing was measured. */
async function windowFilled({ url, bots }: Said): Promise<void> {
  const bot = bots[0];
  const answer = await fetch(`${url}/api/agents/${bot?.id}/positions`);
  const { positions } = (await answer.json()) as { positions: unknown[] };
  if (positions.length !== 10) throw new Error('the window was not filled while the load ran');
}
