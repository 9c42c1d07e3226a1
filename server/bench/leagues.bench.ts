/**
 * One Monday close of a full service: 34 leagues of 600 bots with a year of closes behind them, with ladder, statistics and the first
 * page of each board, against the bare read and write of the same rows: at most 4 times.
 * PAPERTAPE_BENCH_DAYS: closes before the measured one (365).
 */
import { leagues as catalogue } from '../src/league/catalogue.ts';
import type { ClosePrices } from '../src/flow/close/close.ts';
import { closeLeague } from '../src/engine/close.job.ts';
import { dayMs } from '../src/lib/time.ts';
import { parseFixed, priceScale } from '../src/lib/decimal.ts';
import { seededUniform } from '../src/lib/seeded-random.ts';
import type { Storage, Trx } from '../src/storage/storage.ts';
import { boardView } from '../src/read/board-view.ts';
import type { TestEngine } from '../test/harness/database.ts';
import { openBare, type Bare } from './bare.ts';
import { benchEngines, fixed, openLog, printResults, seconds, whole, withStorage, type Result } from './lib.ts';
import { botRow, seedPortfolios } from './seed.ts';

/** A Monday that is not the first close of its month. */
const close = Date.parse('2026-11-23T00:00:00Z');
const perLeague = 600;
const botsPerTier = 100;
/** Closes that are really made; the ones before them are copies of the first, since a close reads no further back than one. */
const daysPlayed = 8;
const ids = catalogue.map((l) => l.id);
const symbols = Array.from({ length: 20 }, (_, i) => `S${i}-USD`);

export async function run(): Promise<void> {
  const days = Number(process.env['PAPERTAPE_BENCH_DAYS'] ?? '365');
  const results: Result[] = [];
  for (const engine of await benchEngines()) results.push(await mondayOf(engine, days));
  printResults(results);
}

async function mondayOf(engine: TestEngine, days: number): Promise<Result> {
  return await withStorage(engine, async (storage, database) => {
    const n = ids.length * perLeague;
    await seedLeagues(storage, n, close - (days + 1) * dayMs);
    await seedPortfolios(storage, n, symbols, 10, close - days * dayMs);
    await spreadPortfolios(storage);
    const price = priceOf();
    const closeAll = async (trx: Trx, at: number, prices: ClosePrices): Promise<void> => {
      const log = await openLog(trx, storage);
      for (const league of ids)
        await closeLeague({
          trx,
          storage,
          league,
          close: at,
          prices,
          baselines: [],
          capacity: botsPerTier,
          rulesVersion: '',
          gone: { left: [], back: [] },
          log: log.close(league, at),
        });
      await log.flush();
    };
    const played = Math.min(days, daysPlayed);
    for (let at = close - played * dayMs; at < close; at += dayMs) {
      const prices = price(at);
      await storage.db.transaction().execute((trx) => closeAll(trx, at, prices));
    }
    const prices = price(close);
    const bare = await openBare(database.target);
    try {
      await copyDays(bare, close - played * dayMs, days - played);
      global.gc?.();
      const closed = await seconds(() => storage.db.transaction().execute((trx) => closeAll(trx, close, prices)));
      const boards = await seconds(async () => {
        for (const league of ids) await firstPage(storage, league);
      });
      const ceiling = await bareMonday(bare, engine);
      return {
        work: `${engine}: Monday close of ${ids.length} leagues of ${perLeague}, ${days} closes before it (${whole(n * days)} rows)`,
        ours: `${fixed(closed)} s, and ${fixed(boards)} s for a page of each board`,
        ceiling: `${fixed(ceiling)} s`,
        ratio: fixed((closed + boards) / ceiling),
        target: '<= 4',
      };
    } finally {
      await bare.close();
    }
  });
}

/** `count` days before `from`, each a copy of it. */
async function copyDays(bare: Bare, from: number, count: number): Promise<void> {
  if (count <= 0) return;
  for (const table of ['ledger.closes', 'ledger.records']) {
    const [row] = await bare.rows(`select * from ${table} limit 1`);
    const columns = Object.keys(row ?? {});
    const picked = columns.map((c) => (c === 'close' ? `t.close - k.n * ${dayMs}` : `t.${c}`)).join(', ');
    await bare.exec(
      `insert into ${table} (${columns.join(', ')}) with recursive k(n) as (select 1 union all select n + 1 from k where n < ${count}) select ${picked} from ${table} t cross join k where t.close = ${from}`,
    );
  }
}

async function firstPage(storage: Storage, league: string): Promise<string> {
  const priceSource = {
    kind: 'simulated',
    live: false,
    competition: false,
    caution: 'Among friends.',
    note: '',
  } as const;
  const view = await boardView(storage.db, {
    league,
    page: 1,
    per_page: 100,
    now: close + 1,
    priceSource,
    baseUrl: 'http://127.0.0.1',
  });
  return JSON.stringify(view);
}

/** Bot i is of league i mod 34, so that a league's bots lie apart, as they register. */
async function seedLeagues(storage: Storage, n: number, registeredAt: number): Promise<void> {
  for (let from = 0; from < n; from += 10_000) {
    const rows = Array.from({ length: Math.min(10_000, n - from) }, (_, i) => from + i);
    await storage.db.transaction().execute((trx) =>
      storage.insertMany(
        trx,
        'intake.bots',
        rows.map((i) => botRow(i, ids[i % ids.length] as string, registeredAt)),
      ),
    );
  }
}

/** The portfolios were seeded for one league: each becomes one of its bot's. */
async function spreadPortfolios(storage: Storage): Promise<void> {
  await storage.db
    .updateTable('ledger.portfolios')
    .set((e) => ({
      league: e
        .selectFrom('intake.bots as a')
        .select('a.league')
        .whereRef('a.agent_id', '=', 'ledger.portfolios.agent_id')
        .$asScalar()
        .$notNull(),
    }))
    .execute();
}

/** Each symbol walks at random from day to day, the same in every run. */
function priceOf(): (at: number) => ClosePrices {
  const uniform = seededUniform(11);
  const levels = symbols.map((_, i) => (i + 1) * 37.123456789);
  return (at) => {
    for (const i of levels.keys()) levels[i] = (levels[i] as number) * Math.exp(0.06 * (uniform() - 0.5));
    return new Map(
      symbols.map((s, i) => [
        s,
        { price: parseFixed((levels[i] as number).toFixed(12), priceScale), at, stale: false },
      ]),
    );
  };
}

/** The rows that the close read, read; the rows that it wrote, written as those of the day after; nothing in between. */
async function bareMonday(bare: Bare, engine: TestEngine): Promise<number> {
  const written = async (table: string, key: string): Promise<(string | bigint | number | null)[][]> =>
    (await bare.rows(`select * from ${table} where ${key} = ${close}`)).map((row) =>
      Object.entries(row).map(([name, v]) =>
        name === key
          ? engine === 'sqlite'
            ? BigInt(close + dayMs)
            : close + dayMs
          : (v as string | bigint | number | null),
      ),
    );
  const tables = await Promise.all(
    (['ledger.closes', 'ledger.records', 'ledger.board_blocks', 'ledger.boards'] as const).map(async (table) => {
      const [row] = await bare.rows(`select * from ${table} limit 1`);
      const columns = Object.entries(row ?? {}).map(([name]) => ({ name, type: typeOf(name) }));
      return { table, columns, rows: await written(table, 'close') };
    }),
  );
  return await seconds(async () => {
    for (const league of ids) {
      await bare.read(
        `select a.agent_id, a.registered_at, p.cash, p.holdings, p.trades, p.first_fill_at, p.traded, c.value, c.rank, c.peak, c.max_drawdown, r.record, t.tier from intake.bots a left join ledger.portfolios p on p.agent_id = a.agent_id left join ledger.closes c on c.agent_id = a.agent_id and c.close = ${close - dayMs} left join ledger.records r on r.agent_id = a.agent_id and r.close = ${close - dayMs} left join ledger.tiers t on t.agent_id = a.agent_id where a.league = '${league}' and a.registered_at < ${close} order by a.agent_id`,
      );
    }
    for (const { table, columns, rows } of tables) await bare.write(table, columns, rows);
  });
}

const textColumns = new Set(['agent_id', 'league', 'record', 'agent_ids', 'baselines', 'tiers', 'context']);
function typeOf(name: string): 'text' | 'int8' {
  return textColumns.has(name) ? 'text' : 'int8';
}
