/**
 * One window of 100,000 orders over 10 symbols, against the bare read and write of the same rows: at most 3 times, on both engines.
 * That POST stays quick meanwhile is measured by post-weights.bench.ts.
 */
import { runFills } from '../src/engine/fills.job.ts';
import { noProgress } from '../src/engine/progress.ts';
import type { PriceVector } from '../src/flow/price/price.ts';
import { usdPrices } from '../src/flow/price/usd.ts';
import { windowMs } from '../src/lib/time.ts';
import { parseFixed, priceScale } from '../src/lib/decimal.ts';
import { openBare, type Bare } from './bare.ts';
import type { TestEngine } from '../test/harness/database.ts';
import { benchEngines, fixed, openLog, printResults, seconds, whole, withStorage, type Result } from './lib.ts';
import { league, seedBots, seedOrders, seedPortfolios } from './seed.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const symbols = Array.from({ length: 10 }, (_, i) => `S${i}-USD`);

export async function run(): Promise<void> {
  const n = Number(process.env['PAPERTAPE_BENCH_ORDERS'] ?? '100000');
  const results: Result[] = [];
  for (const engine of await benchEngines()) results.push(await windowOf(engine, n));
  printResults(results);
}

async function windowOf(engine: TestEngine, n: number): Promise<Result> {
  return await withStorage(engine, async (storage, database) => {
    await seedBots(storage, n, start - 1);
    await seedPortfolios(storage, n, symbols, 10, start - 1);
    await seedOrders(storage, n, symbols, start);
    const vector: PriceVector = new Map(
      symbols.map((s, i) => {
        const price = parseFixed(`${(i + 1) * 37.123456789}`, priceScale);
        return [s, { state: 'agreed', price, second: price, bps: '0' }];
      }),
    );
    const prices = { vector, usd: usdPrices(vector, new Set(), new Map()), charges: new Map() };
    const progress = noProgress();
    const ours = await seconds(async () => {
      await storage.db.transaction().execute(async (trx) => {
        const log = await openLog(trx, storage);
        await runFills({
          trx,
          storage,
          mark: start + windowMs,
          dueLeagues: new Map([[league, n]]),
          anyWaiting: false,
          aside: new Set<string>(),
          careful: false,
          pricesOf: async () => prices,
          progress,
          log,
        });
        await log.flush();
      });
      if (progress.filled !== n) throw new Error(`filled ${progress.filled} of ${n}`);
    });
    const bare = await openBare(database.target);
    try {
      const ceiling = await bareWindow(bare, engine, n);
      return {
        work: `${engine}: window of ${whole(n)} orders of 10 symbols`,
        ours: `${fixed(ours)} s`,
        ceiling: `${fixed(ceiling)} s`,
        ratio: fixed(ours / ceiling),
        target: '<= 3',
      };
    } finally {
      await bare.close();
    }
  });
}

const fillColumns = [
  { name: 'agent_id', type: 'text' },
  { name: 'sequence', type: 'int8' },
  { name: 'order_id', type: 'text' },
  { name: 'league', type: 'text' },
  { name: 'window_start', type: 'int8' },
  { name: 'at_mark', type: 'int8' },
  { name: 'sandbox', type: 'int8' },
  { name: 'state', type: 'text' },
  { name: 'reason_code', type: 'text' },
  { name: 'detail', type: 'text' },
  { name: 'trades', type: 'text' },
  { name: 'cash_after', type: 'int8' },
  { name: 'value_before', type: 'int8' },
  { name: 'value_after', type: 'int8' },
] as const;

const portfolioColumns = [
  { name: 'agent_id', type: 'text' },
  { name: 'league', type: 'text' },
  { name: 'cash', type: 'int8' },
  { name: 'holdings', type: 'text' },
  { name: 'trades', type: 'int8' },
  { name: 'first_fill_at', type: 'int8' },
  { name: 'traded', type: 'int8' },
] as const;

/** The same rows read, and the same bytes written. */
async function bareWindow(bare: Bare, engine: TestEngine, n: number): Promise<number> {
  const int = (text: unknown): bigint | string => (engine === 'sqlite' ? BigInt(String(text)) : String(text));
  const fills = await bare.rows(
    `select ${fillColumns.map((c) => c.name).join(', ')} from ledger.fills order by agent_id`,
  );
  const portfolios = await bare.rows(
    `select ${portfolioColumns.map((c) => c.name).join(', ')} from ledger.portfolios order by agent_id`,
  );
  const asRows = (rows: Record<string, unknown>[], columns: readonly { name: string; type: string }[]) =>
    rows.map((r) =>
      columns.map((c) => (r[c.name] === null ? null : c.type === 'int8' ? int(r[c.name]) : String(r[c.name]))),
    );
  const fillRows = asRows(fills, fillColumns);
  const portfolioRows = asRows(portfolios, portfolioColumns);
  // A table of the same form, fresh as the other one was: emptied pages would be quicker to fill than new ones.
  const nullable = ['reason_code', 'detail', 'value_before', 'value_after'];
  const definition = fillColumns.map(
    (c) => `${c.name} ${c.type === 'text' ? 'text' : 'bigint'}${nullable.includes(c.name) ? '' : ' not null'}`,
  );
  await bare.exec(`create table ledger.fills_bare (${definition.join(', ')}, primary key (agent_id, sequence))`);
  return await seconds(async () => {
    const read = await bare.read(
      `select o.agent_id, o.sequence, o.order_id, o.league, o.window_start, o.sandbox, o.weights, p.cash, p.holdings, p.trades, p.first_fill_at from intake.orders o left join ledger.portfolios p on p.agent_id = o.agent_id where o.window_start = ${start} and o.league = '${league}' order by o.agent_id, o.sequence`,
    );
    if (read !== n) throw new Error(`read ${read} of ${n}`);
    await bare.write('ledger.fills_bare', fillColumns, fillRows);
    await bare.write(
      'ledger.portfolios',
      portfolioColumns,
      portfolioRows,
      'on conflict (agent_id) do update set cash = excluded.cash, holdings = excluded.holdings, trades = excluded.trades, first_fill_at = excluded.first_fill_at',
    );
  });
}
