/**
 * POST weights while a window of 100,000 orders of 10 symbols is filled: p99 under 100 ms, on both engines. A machine that is too slow for both refuses
 * orders for as long as its marks are late, or for its load (docs/operators/operate.md#overload); how many is told.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestEngine } from '../test/harness/database.ts';
import { benchEngines, fixed, printResults, whole, type Result } from './lib.ts';
import { hasWrk, serveScript, wrk } from './load.ts';
import { requests } from './post-weights.bench.ts';

const orders = Number(process.env['PAPERTAPE_BENCH_ORDERS'] ?? '100000');
/** The window falls due 8 s after the start, when the marks before it are done, and takes some seconds. */
const dueSeconds = 8;
const seconds = 18;
/** A machine that takes longer measures nothing. */
const windowSecondsMax = 120;

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
  const window = Promise.withResolvers<Filled>();
  const server = await serveScript<Said>(
    [join(import.meta.dirname, 'http-server.ts'), 'window', String(orders)],
    {
      ...database.env,
      PORT: '0',
      PAPERTAPE_LIMITS: 'off',
      PAPERTAPE_LOG: 'error',
      PAPERTAPE_BENCH_DUE: String(dueSeconds),
    },
    (line) => {
      const { decided, lateMs } = JSON.parse(line) as { decided: number; lateMs: number };
      if (decided >= orders) window.resolve({ at: performance.now(), lateMs });
    },
  );
  try {
    await marksCaughtUp(server.said.url);
    const load = await wrk(server.said.url, seconds, requests(server.said));
    const loadEnded = performance.now();
    const failed = load.failures - load.refused;
    if (failed > 0) throw new Error(`${failed} requests failed`);
    const late = lateText(await within(window.promise, windowSecondsMax), loadEnded);
    return {
      work: `${engine}: POST weights while ${whole(orders)} orders of 10 symbols fill, 64 connections`,
      ours: `${whole(load.perSecond)}/s, p99 ${fixed(load.p99, 1)} ms; ${whole(load.refused)} refused; ${late}`,
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

/** The engine has stored the mark of the window. */
interface Filled {
  readonly at: number;
  readonly lateMs: number;
}

/** The window must be filled within the load, or a part of the load met nothing: then it is told, as of a machine that is too slow. */
function lateText({ at, lateMs }: Filled, loadEnded: number): string {
  const done = `filled ${fixed(lateMs / 1000, 1)} s after its mark`;
  return at <= loadEnded ? done : `${done}, ${fixed((at - loadEnded) / 1000, 1)} s after the load`;
}

async function within(window: Promise<Filled>, secondsMax: number): Promise<Filled> {
  const stop = new AbortController();
  const over = sleep(secondsMax * 1000, undefined, { signal: stop.signal }).then(() => {
    throw new Error(`the window was not filled ${secondsMax} s after the load`);
  });
  over.catch(() => undefined);
  return await Promise.race([window, over]).finally(() => stop.abort());
}
