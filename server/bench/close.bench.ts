/**
 * One close with rank of N portfolios of 10 holdings, against the bare read and write of the same rows: at most 3 times, under
 * 1 GiB, linear from 10,000 to 1,000,000. Sizes: PAPERTAPE_BENCH_BOTS, comma-separated.
 */
import { runStandings } from '../src/flow/rank/standings.job.ts';
import { encodeHoldings } from '../src/flow/fill/portfolio-text.ts';
import type { ClosePrices } from '../src/flow/close/close.ts';
import { dayMs } from '../src/flow/window/window.ts';
import { parseFixed, priceScale, unitsScale } from '../src/lib/decimal.ts';
import { seededUniform } from '../src/lib/seeded-random.ts';
import type { Storage } from '../src/storage/storage.ts';
import { openBare, type Bare } from './bare.ts';
import {
  benchEngines,
  fixed,
  printResults,
  seconds,
  whole,
  withStorage,
  type BenchEngine,
  type Result,
} from './lib.ts';

const league = 'spot_crypto';
const close = Date.parse('2026-11-22T00:00:00Z');
const symbols = Array.from({ length: 20 }, (_, i) => `S${i}-USD`);

export async function run(): Promise<void> {
  const sizes = (process.env['PAPERTAPE_BENCH_BOTS'] ?? '10000,100000,1000000').split(',').map(Number);
  const results: Result[] = [];
  for (const engine of await benchEngines()) for (const n of sizes) results.push(await closeOf(engine, n));
  printResults(results);
}

async function closeOf(engine: BenchEngine, n: number): Promise<Result> {
  return await withStorage(engine, async (storage, database) => {
    await seed(storage, n);
    const prices: ClosePrices = new Map(
      symbols.map((s, i) => [
        s,
        { price: parseFixed(`${(i + 1) * 37.123456789}`, priceScale), at: close, stale: false },
      ]),
    );
    const runClose = (at: number): Promise<unknown> =>
      storage.db
        .transaction()
        .execute((trx) =>
          runStandings({
            trx,
            insertMany: storage.insertMany,
            readChunks: storage.readChunks,
            league,
            close: at,
            prices,
            baselines: '[]',
          }),
        );
    const bare = await openBare(database.target);
    try {
      // The close before, so that the one that is measured reads a record as on any day.
      await runClose(close - dayMs);
      global.gc?.();
      let peak = 0;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
      const ours = await seconds(() => runClose(close));
      peak = Math.max(peak, process.memoryUsage().rss);
      clearInterval(watch);
      const ceiling = await bareClose(bare, engine, n);
      return {
        work: `${engine}: close of ${whole(n)} portfolios of 10`,
        ours: `${fixed(ours)} s, ${whole(peak / 2 ** 20)} MiB`,
        ceiling: `${fixed(ceiling)} s`,
        ratio: fixed(ours / ceiling),
        target: '<= 3, < 1,024 MiB, linear',
      };
    } finally {
      await bare.close();
    }
  });
}

async function seed(storage: Storage, n: number): Promise<void> {
  const uniform = seededUniform(1);
  const chunk = 10_000;
  for (let from = 0; from < n; from += chunk) {
    const count = Math.min(chunk, n - from);
    const ids = Array.from({ length: count }, (_, i) => `agt_${(from + i).toString(32).padStart(16, '0')}`);
    const texts = (f: (i: number) => string) => ({ type: 'text' as const, values: ids.map((_, i) => f(from + i)) });
    const ints = (f: (i: number) => number | bigint) => ({
      type: 'int8' as const,
      values: ids.map((_, i) => f(from + i)),
    });
    await storage.db.transaction().execute(async (trx) => {
      await storage.insertMany(trx, 'intake.agents', {
        agent_id: { type: 'text', values: ids },
        league: texts(() => league),
        name: texts((i) => `Bot ${i}`),
        name_key: texts((i) => `bot${i}`),
        company: texts((i) => `Company ${i % 1000}`),
        contact: texts((i) => `maker${i}@example.test`),
        contact_hash: texts((i) => `hash${i}`),
        country: texts(() => 'CA'),
        registered_at: ints(() => close - 2 * dayMs),
        key_hash: texts((i) => `key${i}`),
      });
      await storage.insertMany(trx, 'ledger.portfolios', {
        agent_id: { type: 'text', values: ids },
        league: texts(() => league),
        cash: ints(() => BigInt(Math.floor(uniform() * 1e12))),
        holdings: texts(() => holdings(uniform)),
        trades: ints(() => 10),
        first_fill_at: ints(() => close - dayMs),
      });
    });
  }
}

function holdings(uniform: () => number): string {
  const first = Math.floor(uniform() * 10);
  return encodeHoldings(
    new Map(symbols.slice(first, first + 10).map((s) => [s, parseFixed((uniform() * 100).toFixed(12), unitsScale)])),
  );
}

const columns = [
  { name: 'agent_id', type: 'text' },
  { name: 'close', type: 'int8' },
  { name: 'league', type: 'text' },
  { name: 'value', type: 'int8' },
  { name: 'stale', type: 'int8' },
  { name: 'rank', type: 'int8' },
  { name: 'tied', type: 'int8' },
  { name: 'move', type: 'int8' },
  { name: 'peak', type: 'int8' },
  { name: 'max_drawdown', type: 'int8' },
  { name: 'trades', type: 'int8' },
  { name: 'first_fill_at', type: 'int8' },
] as const;

/** The same rows read, the same rows written (as a further close of the same table), and nothing in between. */
async function bareClose(bare: Bare, engine: BenchEngine, n: number): Promise<number> {
  const value = (i: number): bigint | number =>
    engine === 'sqlite' ? BigInt(10_000_000_000_000 + i) : 10_000_000_000_000 + i;
  const rows = Array.from({ length: n }, (_, i) => {
    const id = `agt_${i.toString(32).padStart(16, '0')}`;
    return [id, close + dayMs, league, value(i), 0, i + 1, 0, 1, value(i), 12345, 10, close];
  });
  return await seconds(async () => {
    await bare.read(
      `select a.agent_id, p.cash, p.holdings, p.trades, p.first_fill_at, c.rank, c.peak, c.max_drawdown from intake.agents a left join ledger.portfolios p on p.agent_id = a.agent_id left join ledger.closes c on c.agent_id = a.agent_id and c.close = ${close - dayMs} where a.league = '${league}' and a.registered_at < ${close} order by a.agent_id`,
    );
    await bare.write('ledger.closes', columns, rows);
  });
}
