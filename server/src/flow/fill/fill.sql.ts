/** Orders due, portfolios, outcomes. One function per statement. */
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import type { Db, Trx } from '../../storage/storage.ts';

/** An order together with the portfolio that it will be applied to. */
export interface DueOrder {
  readonly agentId: string;
  readonly sequence: number;
  readonly orderId: string;
  readonly league: string;
  readonly windowStart: Instant;
  readonly sandbox: boolean;
  readonly weights: string;
  readonly cash: bigint | null;
  readonly holdings: string | null;
  readonly trades: number;
  readonly traded: bigint;
  readonly firstFillAt: Instant | null;
}

const dueColumns = [
  'o.agent_id',
  'o.sequence',
  'o.order_id',
  'o.league',
  'o.window_start',
  'o.sandbox',
  'o.weights',
  'p.cash',
  'p.holdings',
  'p.trades',
  'p.traded',
  'p.first_fill_at',
] as const;

interface DueRow {
  agent_id: string;
  sequence: bigint;
  order_id: string;
  league: string;
  window_start: bigint;
  sandbox: bigint;
  weights: string;
  cash: bigint | null;
  holdings: string | null;
  trades: bigint | null;
  traded: bigint | null;
  first_fill_at: bigint | null;
}

function dueOrder(r: DueRow): DueOrder {
  return {
    agentId: r.agent_id,
    sequence: Number(r.sequence),
    orderId: r.order_id,
    league: r.league,
    windowStart: Number(r.window_start),
    sandbox: r.sandbox === 1n,
    weights: r.weights,
    cash: r.cash,
    holdings: r.holdings,
    trades: Number(r.trades ?? 0n),
    traded: r.traded ?? 0n,
    firstFillAt: r.first_fill_at === null ? null : Number(r.first_fill_at),
  };
}

/**
 * Orders of one league and window, bot by bot in order of arrival, with their portfolios, in chunks.
 * @param count how many there are: those that fit one chunk are read in one round trip, without a cursor.
 */
export async function* ordersOfWindow(
  trx: Trx,
  readChunks: ReadChunks,
  windowStart: Instant,
  league: string,
  count: number,
  size: number,
): AsyncIterable<DueOrder[]> {
  const query = trx
    .selectFrom('intake.orders as o')
    .leftJoin('ledger.portfolios as p', 'p.agent_id', 'o.agent_id')
    .select(dueColumns)
    .where('o.window_start', '=', BigInt(windowStart))
    .where('o.league', '=', league)
    .orderBy('o.agent_id')
    .orderBy('o.sequence');
  if (count <= size) yield (await query.execute()).map(dueOrder);
  else for await (const rows of readChunks(trx, query, size)) yield rows.map(dueOrder);
}

/** All orders that wait for a price, bot by bot in order of arrival, with their portfolios. */
export async function waitingOrders(trx: Trx): Promise<DueOrder[]> {
  const rows = await trx
    .selectFrom('ledger.waiting_orders as w')
    .innerJoin('intake.orders as o', (j) =>
      j.onRef('o.agent_id', '=', 'w.agent_id').onRef('o.sequence', '=', 'w.sequence'),
    )
    .leftJoin('ledger.portfolios as p', 'p.agent_id', 'o.agent_id')
    .select(dueColumns)
    .orderBy('o.agent_id')
    .orderBy('o.sequence')
    .execute();
  return rows.map(dueOrder);
}

export async function countWaiting(db: Db | Trx): Promise<number> {
  const row = await db
    .selectFrom('ledger.waiting_orders')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export async function insertWaiting(trx: Trx, insertMany: BulkInsert, orders: readonly DueOrder[]): Promise<void> {
  await insertMany(trx, 'ledger.waiting_orders', {
    agent_id: { type: 'text', values: orders.map((o) => o.agentId) },
    sequence: { type: 'int8', values: orders.map((o) => o.sequence) },
    league: { type: 'text', values: orders.map((o) => o.league) },
    window_start: { type: 'int8', values: orders.map((o) => o.windowStart) },
  });
}

export async function deleteWaiting(trx: Trx, agentId: string, sequence: number): Promise<void> {
  await trx
    .deleteFrom('ledger.waiting_orders')
    .where('agent_id', '=', agentId)
    .where('sequence', '=', BigInt(sequence))
    .execute();
}

/** Column arrays of outcomes, filled row by row. */
export interface OutcomeRows {
  readonly agentId: string[];
  readonly sequence: number[];
  readonly orderId: string[];
  readonly league: string[];
  readonly windowStart: number[];
  readonly atMark: number[];
  readonly sandbox: number[];
  readonly state: ('filled' | 'rejected')[];
  readonly reasonCode: (string | null)[];
  readonly detail: (string | null)[];
  readonly trades: string[];
  readonly cashAfter: bigint[];
  readonly valueBefore: (bigint | null)[];
  readonly valueAfter: (bigint | null)[];
}

export function emptyOutcomes(): OutcomeRows {
  return {
    agentId: [],
    sequence: [],
    orderId: [],
    league: [],
    windowStart: [],
    atMark: [],
    sandbox: [],
    state: [],
    reasonCode: [],
    detail: [],
    trades: [],
    cashAfter: [],
    valueBefore: [],
    valueAfter: [],
  };
}

export async function insertOutcomes(trx: Trx, insertMany: BulkInsert, rows: OutcomeRows): Promise<void> {
  await insertMany(trx, 'ledger.fills', {
    agent_id: { type: 'text', values: rows.agentId },
    sequence: { type: 'int8', values: rows.sequence },
    order_id: { type: 'text', values: rows.orderId },
    league: { type: 'text', values: rows.league },
    window_start: { type: 'int8', values: rows.windowStart },
    at_mark: { type: 'int8', values: rows.atMark },
    sandbox: { type: 'int8', values: rows.sandbox },
    state: { type: 'text', values: rows.state },
    reason_code: { type: 'text', values: rows.reasonCode },
    detail: { type: 'text', values: rows.detail },
    trades: { type: 'text', values: rows.trades },
    cash_after: { type: 'int8', values: rows.cashAfter },
    value_before: { type: 'int8', values: rows.valueBefore },
    value_after: { type: 'int8', values: rows.valueAfter },
  });
}

/** Column arrays of portfolios, at most one row per bot. */
export interface PortfolioRows {
  readonly agentId: string[];
  readonly league: string[];
  readonly cash: bigint[];
  readonly holdings: string[];
  readonly trades: number[];
  readonly traded: bigint[];
  readonly firstFillAt: (number | null)[];
}

export function emptyPortfolios(): PortfolioRows {
  return { agentId: [], league: [], cash: [], holdings: [], trades: [], traded: [], firstFillAt: [] };
}

export async function upsertPortfolios(trx: Trx, insertMany: BulkInsert, rows: PortfolioRows): Promise<void> {
  await insertMany(
    trx,
    'ledger.portfolios',
    {
      agent_id: { type: 'text', values: rows.agentId },
      league: { type: 'text', values: rows.league },
      cash: { type: 'int8', values: rows.cash },
      holdings: { type: 'text', values: rows.holdings },
      trades: { type: 'int8', values: rows.trades },
      first_fill_at: { type: 'int8', values: rows.firstFillAt },
      traded: { type: 'int8', values: rows.traded },
    },
    'on conflict (agent_id) do update set cash = excluded.cash, holdings = excluded.holdings, trades = excluded.trades, first_fill_at = excluded.first_fill_at, traded = excluded.traded',
  );
}

/** Bots that hold a symbol (delistings only: it reads every portfolio). */
export async function portfoliosHolding(
  trx: Trx,
  symbol: string,
): Promise<
  {
    agentId: string;
    league: string;
    cash: bigint;
    holdings: string;
    trades: number;
    traded: bigint;
    firstFillAt: Instant | null;
  }[]
> {
  const rows = await trx
    .selectFrom('ledger.portfolios')
    .select(['agent_id', 'league', 'cash', 'holdings', 'trades', 'traded', 'first_fill_at'])
    .where('holdings', 'like', `%"${symbol}":%`)
    .orderBy('agent_id')
    .execute();
  return rows.map((r) => ({
    agentId: r.agent_id,
    league: r.league,
    cash: r.cash,
    holdings: r.holdings,
    trades: Number(r.trades),
    traded: r.traded,
    firstFillAt: r.first_fill_at === null ? null : Number(r.first_fill_at),
  }));
}

export async function insertDelistings(
  trx: Trx,
  insertMany: BulkInsert,
  rows: readonly { agentId: string; atMark: Instant; symbol: string; units: string; price: string; cash: bigint }[],
): Promise<void> {
  await insertMany(trx, 'ledger.delistings', {
    agent_id: { type: 'text', values: rows.map((r) => r.agentId) },
    at_mark: { type: 'int8', values: rows.map((r) => r.atMark) },
    symbol: { type: 'text', values: rows.map((r) => r.symbol) },
    units: { type: 'text', values: rows.map((r) => r.units) },
    price: { type: 'text', values: rows.map((r) => r.price) },
    cash: { type: 'int8', values: rows.map((r) => r.cash) },
  });
}
