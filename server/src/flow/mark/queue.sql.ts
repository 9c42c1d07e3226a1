/** Orders that are due or wait, and what becomes of them. One function per statement. */
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import type { BulkInsert, RowOf } from '../../storage/bulk.ts';
import type { ReadChunks } from '../../storage/chunks.ts';
import { countRows } from '../../storage/find.ts';
import type { RowTable } from '../../storage/database.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import type { FillDecision } from '../fill/fill.ts';
import { decodeWeights, encodeTrades } from '../fill/portfolio-text.ts';
import type { Weights } from '../order/order.ts';
import { startPortfolio, type BotPortfolio } from './portfolio.ts';
import { botPortfolio, portfolioColumns } from './portfolio.sql.ts';
import { rejection, type DueOrder } from './queue.ts';

/** A due order as it is stored, with the portfolio that it will be applied to. */
export interface StoredOrder extends DueOrder {
  readonly botId: string;
  readonly sequence: number;
  readonly orderId: string;
  readonly league: string;
  readonly before: BotPortfolio;
  /** Why the row cannot be read, when it cannot: its weights and its portfolio are not to be used then. */
  readonly fault: Error | undefined;
}

const dueColumns = [
  'o.agent_id',
  'o.sequence',
  'o.order_id',
  'o.league',
  'o.window_start',
  'o.sandbox',
  'o.weights',
  ...portfolioColumns,
] as const;

type DueRow = Parameters<typeof botPortfolio>[0] &
  Pick<
    RowTable<'intake.orders'>,
    'agent_id' | 'sequence' | 'order_id' | 'league' | 'window_start' | 'sandbox' | 'weights'
  >;

/** One that cannot be read must not keep the others of its chunk from being decided. */
function storedOrder(r: DueRow): StoredOrder {
  let weights: Weights = new Map();
  let before = startPortfolio;
  let fault: Error | undefined;
  try {
    weights = decodeWeights(r.weights);
    before = botPortfolio(r);
  } catch (cause) {
    fault = new Error('the order or the portfolio cannot be read', { cause });
  }
  return {
    botId: r.agent_id,
    sequence: Number(r.sequence),
    orderId: r.order_id,
    league: r.league,
    windowStart: Number(r.window_start),
    sandbox: r.sandbox === 1n,
    weights,
    before,
    fault,
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
): AsyncIterable<StoredOrder[]> {
  const query = trx
    .selectFrom('intake.orders as o')
    .leftJoin('ledger.portfolios as p', 'p.agent_id', 'o.agent_id')
    .select(dueColumns)
    .where('o.window_start', '=', BigInt(windowStart))
    .where('o.league', '=', league)
    .orderBy('o.agent_id')
    .orderBy('o.sequence');
  if (count <= size) yield (await query.execute()).map(storedOrder);
  else for await (const rows of readChunks(trx, query, size)) yield rows.map(storedOrder);
}

/** All orders that wait for a price, bot by bot in order of arrival, with their portfolios. */
export async function waitingOrders(trx: Trx): Promise<StoredOrder[]> {
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
  return rows.map(storedOrder);
}

/** Starts of the windows of the orders that wait for a price. */
export async function waitingWindows(trx: Trx): Promise<Instant[]> {
  const rows = await trx
    .selectFrom('ledger.waiting_orders')
    .select('window_start')
    .distinct()
    .orderBy('window_start')
    .execute();
  return rows.map((r) => Number(r.window_start));
}

export async function countWaiting(db: Db | Trx): Promise<number> {
  return await countRows(db, 'ledger.waiting_orders');
}

/** What is stored of an order that waits. */
export function waitingRow(o: Pick<StoredOrder, 'botId' | 'sequence' | 'league' | 'windowStart'>) {
  return {
    agent_id: o.botId,
    sequence: o.sequence,
    league: o.league,
    window_start: o.windowStart,
  } satisfies RowOf<'ledger.waiting_orders'>;
}

export async function insertWaiting(trx: Trx, insertMany: BulkInsert, orders: readonly StoredOrder[]): Promise<void> {
  await insertMany(trx, 'ledger.waiting_orders', orders.map(waitingRow));
}

export async function deleteWaiting(trx: Trx, botId: string, sequence: number): Promise<void> {
  await trx
    .deleteFrom('ledger.waiting_orders')
    .where('agent_id', '=', botId)
    .where('sequence', '=', BigInt(sequence))
    .execute();
}

/** An order that was decided. */
export interface Outcome {
  readonly order: Pick<StoredOrder, 'botId' | 'sequence' | 'orderId' | 'league' | 'windowStart' | 'sandbox'>;
  readonly decision: FillDecision;
  /** The bot's cash before it; USD at `moneyScale`. */
  readonly cashBefore: bigint;
}

/**
 * What is stored of an order that was decided at a mark.
 * @param priceText decimal text of a price; a window has few prices and many trades, so the caller keeps them.
 */
export function fillRow(
  { order, decision, cashBefore }: Outcome,
  mark: Instant,
  priceText: (price: bigint) => string = (price) => formatFixed(price, priceScale),
): RowOf<'ledger.fills'> {
  const filled = decision.outcome === 'filled' ? decision : undefined;
  const [reasonCode, detail] = decision.outcome === 'filled' ? [null, null] : rejection(decision);
  return {
    agent_id: order.botId,
    sequence: order.sequence,
    order_id: order.orderId,
    league: order.league,
    window_start: order.windowStart,
    at_mark: mark,
    sandbox: order.sandbox ? 1 : 0,
    state: filled ? 'filled' : 'rejected',
    reason_code: reasonCode,
    detail,
    trades: filled ? encodeTrades(filled.trades, priceText) : '[]',
    cash_after: filled ? filled.portfolio.cash : cashBefore,
    value_before: filled ? filled.valueBefore : null,
    value_after: filled ? filled.valueAfter : null,
  };
}

export async function insertOutcomes(
  trx: Trx,
  insertMany: BulkInsert,
  rows: readonly RowOf<'ledger.fills'>[],
): Promise<void> {
  await insertMany(trx, 'ledger.fills', rows);
}
