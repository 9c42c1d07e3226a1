/**
 * One close with rank of N portfolios of 10 holdings, against the bare read and write of the same rows: at most 3 times, under
 * 1 GiB, linear from 10,000 to 1,000,000. Sizes: PAPERTAPE_BENCH_BOTS, comma-separated.
 */
import { closeLeague } from '../src/engine/close.job.ts';
import type { ClosePrices } from '../src/flow/close/close.ts';
import { dayMs } from '../src/lib/time.ts';
import { encodeRecord, foldRecord, type RunningRecord } from '../src/flow/rank/record.ts';
import { parseFixed, priceScale } from '../src/lib/decimal.ts';
import { openBare, type Bare } from './bare.ts';
import type { TestEngine } from '../test/harness/database.ts';
import { benchEngines, fixed, openLog, printResults, seconds, whole, withStorage, type Result } from './lib.ts';
import { botId, league, seedBots, seedPortfolios } from './seed.ts';

const close = Date.parse('2026-11-22T00:00:00Z');
const symbols = Array.from({ length: 20 }, (_, i) => `S${i}-USD`);

export async function run(): Promise<void> {
  const sizes = (process.env['PAPERTAPE_BENCH_BOTS'] ?? '10000,100000,1000000').split(',').map(Number);
  const results: Result[] = [];
  for (const engine of await benchEngines()) for (const n of sizes) results.push(await closeOf(engine, n));
  printResults(results);
}

async function closeOf(engine: TestEngine, n: number): Promise<Result> {
  return await withStorage(engine, async (storage, database) => {
    await seedBots(storage, n, close - 2 * dayMs);
    await seedPortfolios(storage, n, symbols, 10, close - dayMs);
    const prices: ClosePrices = new Map(
      symbols.map((s, i) => [
        s,
        { price: parseFixed(`${(i + 1) * 37.123456789}`, priceScale), at: close, stale: false },
      ]),
    );
    const runClose = (at: number): Promise<unknown> =>
      storage.db.transaction().execute(async (trx) => {
        const log = await openLog(trx, storage);
        await closeLeague({
          trx,
          storage,
          league,
          close: at,
          prices,
          baselines: [],
          capacity: n,
          rulesVersion: '',
          gone: { left: [], back: [] },
          log: log.close(league, at),
        });
        await log.flush();
      });
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
  { name: 'rank_from', type: 'int8' },
  { name: 'rank_to', type: 'int8' },
] as const;

const recordColumns = [
  { name: 'agent_id', type: 'text' },
  { name: 'close', type: 'int8' },
  { name: 'record', type: 'text' },
] as const;

/** The same rows read, the same rows written (as a further close of the same table), and nothing in between. */
async function bareClose(bare: Bare, engine: TestEngine, n: number): Promise<number> {
  const value = (i: number): bigint | number =>
    engine === 'sqlite' ? BigInt(10_000_000_000_000 + i) : 10_000_000_000_000 + i;
  const rows = Array.from({ length: n }, (_, i) => {
    return [botId(i), close + dayMs, league, value(i), 0, i + 1, 0, 1, value(i), 12345, 10, close, 1, i + 1];
  });
  // As long as a record is after some months.
  const record = (i: number): string => encodeRecord(manyDays(i));
  const records = Array.from({ length: n }, (_, i) => [botId(i), close + dayMs, record(i)]);
  return await seconds(async () => {
    await bare.read(
      `select a.agent_id, p.cash, p.holdings, p.trades, p.first_fill_at, c.value, c.rank, c.peak, c.max_drawdown, r.record from intake.bots a left join ledger.portfolios p on p.agent_id = a.agent_id left join ledger.closes c on c.agent_id = a.agent_id and c.close = ${close - dayMs} left join ledger.records r on r.agent_id = a.agent_id and r.close = ${close - dayMs} where a.league = '${league}' and a.registered_at < ${close} order by a.agent_id`,
    );
    await bare.write('ledger.closes', columns, rows);
    await bare.write('ledger.records', recordColumns, records);
  });
}

/** A record of two days that moved: its doubles have all their digits. */
function manyDays(i: number): RunningRecord {
  const base = 10_000_000_000_000n;
  const point = { cash: base / 3n, traded: base, hasFill: true, market: undefined, departed: 0, weekEnd: false };
  const first = foldRecord(undefined, { ...point, value: base + BigInt(i * 7 + 3), previousValue: undefined });
  return foldRecord(first, { ...point, value: base + BigInt(i * 11 + 5), previousValue: first.value });
}
