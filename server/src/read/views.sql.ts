/** What the pages and the JSON views read. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import { markMs, windowMs } from '../lib/time.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { Bot } from '../bots/bot.ts';
import { botOf } from '../bots/bots.sql.ts';
import { countRows, findRow, findRows, findSome } from '../storage/find.ts';
import type { RowTable } from '../storage/database.ts';
import type { Db } from '../storage/storage.ts';
import type { Portfolio } from '../flow/fill/fill.ts';
import { decodeHoldings, decodeTrades, decodeWeights } from '../flow/fill/portfolio-text.ts';
import { delistedAt, type DelistedAt } from '../flow/mark/portfolio.sql.ts';
import { priceWaitMsMax } from '../flow/mark/queue.ts';
import { orderOf } from '../flow/order/order.sql.ts';
import type { CountedFill, OrderAndOutcome, Outcome, RejectionDetail, WaitingOrder } from './outcome.ts';
import { rowsOf, skipped, type Page } from './paging.ts';

/** Bots of a league that registered at or after an instant and are not retired. */
const newcomersOf = (league: string, since: Instant) =>
  ({ league, registered_at: { from: since }, retired_at: null }) as const;

/** In order of id. */
export async function newcomers(db: Db, league: string, since: Instant, skip: number, most: number): Promise<Bot[]> {
  return (await findSome(db, 'intake.bots', newcomersOf(league, since), { skip, most }, 'agent_id')).map(botOf);
}

export async function countNewcomers(db: Db, league: string, since: Instant): Promise<number> {
  return await countRows(db, 'intake.bots', newcomersOf(league, since));
}

/** Undefined for a bot that never had a fill. */
export async function portfolioOf(db: Db, botId: string): Promise<Portfolio | undefined> {
  const row = await findRow(db, 'ledger.portfolios', { agent_id: botId });
  return row && { cash: row.cash, holdings: decodeHoldings(row.holdings) };
}

/** An order that is older is decided, or its bot is set aside. */
const undecidedMs = priceWaitMsMax + windowMs + markMs;

/** Symbols that a bot holds, and those that its orders name which count and are not decided. */
export async function symbolsHeld(db: Db, botId: string, now: Instant): Promise<Set<SymbolId>> {
  const portfolio = await portfolioOf(db, botId);
  const rows = await db
    .selectFrom('intake.orders as o')
    .leftJoin('ledger.fills as f', (j) =>
      j.onRef('f.agent_id', '=', 'o.agent_id').onRef('f.sequence', '=', 'o.sequence'),
    )
    .select('o.weights')
    .where('o.agent_id', '=', botId)
    .where('o.sandbox', '=', 0n)
    .where('o.window_start', '>=', BigInt(now - undecidedMs))
    .where('f.sequence', 'is', null)
    .execute();
  return new Set([
    ...(portfolio?.holdings.keys() ?? []),
    ...rows.flatMap(({ weights }) => [...decodeWeights(weights).keys()]),
  ]);
}

/** Orders, and beside each its outcome, as `f`, where it has one. */
const ordersWithOutcome = (db: Db) =>
  db
    .selectFrom('intake.orders as o')
    .leftJoin('ledger.fills as f', (j) =>
      j.onRef('f.agent_id', '=', 'o.agent_id').onRef('f.sequence', '=', 'o.sequence'),
    );

const ordersAndFills = (db: Db) =>
  ordersWithOutcome(db)
    .selectAll('o')
    .select(['f.state', 'f.at_mark', 'f.reason_code', 'f.detail', 'f.trades'])
    .select(['f.cash_after', 'f.value_before', 'f.value_after']);

type OutcomeRow = Pick<RowTable<'ledger.fills'>, 'at_mark' | 'reason_code' | 'detail' | 'trades' | 'cash_after'> &
  Pick<RowTable<'ledger.fills'>, 'state' | 'value_before' | 'value_after'>;

function orderAndOutcome(
  row: RowTable<'intake.orders'> & { [K in keyof OutcomeRow]: OutcomeRow[K] | null },
): OrderAndOutcome {
  const isDecided = row.state !== null;
  return { ...orderOf(row), outcome: isDecided ? outcomeOf(row as OutcomeRow) : undefined };
}

function outcomeOf(row: OutcomeRow): Outcome {
  return {
    state: row.state === 'filled' ? 'filled' : 'rejected',
    atMark: Number(row.at_mark),
    reasonCode: row.reason_code,
    detail: row.detail === null ? null : (JSON.parse(row.detail) as RejectionDetail),
    trades: decodeTrades(row.trades),
    cashAfter: row.cash_after,
    valueBefore: row.value_before,
    valueAfter: row.value_after,
  };
}

/** Orders of a bot with their outcomes, newest first. */
export async function ordersOf(db: Db, botId: string, at: Page): Promise<OrderAndOutcome[]> {
  const rows = await ordersAndFills(db)
    .where('o.agent_id', '=', botId)
    .orderBy('o.sequence', 'desc')
    .offset(skipped(at))
    .limit(at.per_page)
    .execute();
  return rows.map(orderAndOutcome);
}

/** Orders of a bot behind a number, each with its outcome where it has one, oldest first; at most `most`. */
export async function ordersBehind(db: Db, botId: string, sequence: number, most: number): Promise<OrderAndOutcome[]> {
  const rows = await ordersAndFills(db)
    .where('o.agent_id', '=', botId)
    .where('o.sequence', '>', BigInt(sequence))
    .orderBy('o.sequence')
    .limit(most)
    .execute();
  return rows.map(orderAndOutcome);
}

/** What a bot aims at: the weights of its last order that counts and was not rejected. */
export async function lastTargetsOf(db: Db, botId: string): Promise<string | undefined> {
  const row = await ordersWithOutcome(db)
    .select('o.weights')
    .where('o.agent_id', '=', botId)
    .where('o.sandbox', '=', 0n)
    .where((e) => e.or([e('f.state', 'is', null), e('f.state', '=', 'filled')]))
    .orderBy('o.sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.weights;
}

/** Orders of a bot that are neither filled nor rejected, oldest first; at most `limit`. */
export async function pendingOf(db: Db, botId: string, limit: number): Promise<OrderAndOutcome[]> {
  const rows = await ordersAndFills(db)
    .where('o.agent_id', '=', botId)
    .where('f.state', 'is', null)
    .orderBy('o.sequence')
    .limit(limit)
    .execute();
  return rows.map(orderAndOutcome);
}

/** Orders of a bot that the last mark left waiting, in order of arrival. */
export async function waitingOf(db: Db, botId: string): Promise<WaitingOrder[]> {
  const rows = await db
    .selectFrom('ledger.waiting_orders as w')
    .innerJoin('intake.orders as o', (j) =>
      j.onRef('o.agent_id', '=', 'w.agent_id').onRef('o.sequence', '=', 'w.sequence'),
    )
    .select(['o.sequence', 'o.order_id', 'o.window_start', 'o.sandbox'])
    .where('w.agent_id', '=', botId)
    .orderBy('o.sequence')
    .execute();
  return rows.map((r) => ({
    sequence: Number(r.sequence),
    orderId: r.order_id,
    windowStart: Number(r.window_start),
    sandbox: r.sandbox === 1n,
  }));
}

/** The bot's orders of one kind after a sequence that were decided at or before a mark, oldest first; at most `limit`. */
export async function decidedAfter(
  db: Db,
  botId: string,
  { sequence, sandbox }: { readonly sequence: number; readonly sandbox: boolean },
  upTo: Instant,
  limit: number,
): Promise<OrderAndOutcome<Outcome>[]> {
  const rows = await ordersAndFills(db)
    .where('o.agent_id', '=', botId)
    .where('o.sequence', '>', BigInt(sequence))
    .where('o.sandbox', '=', sandbox ? 1n : 0n)
    .where('f.at_mark', '<=', BigInt(upTo))
    .orderBy('o.sequence')
    .limit(limit)
    .execute();
  return rows.map(orderAndOutcome) as OrderAndOutcome<Outcome>[];
}

export async function orderById(db: Db, orderId: string): Promise<OrderAndOutcome | undefined> {
  const row = await ordersAndFills(db).where('o.order_id', '=', orderId).executeTakeFirst();
  return row && orderAndOutcome(row);
}

export async function countOrdersOf(db: Db, botId: string): Promise<number> {
  return await countRows(db, 'intake.orders', { agent_id: botId });
}

const filledOf = (botId: string) => ({ agent_id: botId, state: 'filled', sandbox: 0 }) as const;

/** Fills that count (no sandbox, not rejected), newest first. */
export async function fillsOf(db: Db, botId: string, at: Page): Promise<CountedFill[]> {
  const rows = await findSome(db, 'ledger.fills', filledOf(botId), rowsOf(at), 'sequence desc');
  return rows.map((r) => ({
    orderId: r.order_id,
    windowStart: Number(r.window_start),
    atMark: Number(r.at_mark),
    trades: decodeTrades(r.trades),
  }));
}

export async function countFillsOf(db: Db, botId: string): Promise<number> {
  return await countRows(db, 'ledger.fills', filledOf(botId));
}

/** The newest rejected orders of a bot that count: why, and the symbol that did it. */
export async function rejectedOf(db: Db, botId: string, most: number): Promise<{ code: string; symbol: string }[]> {
  const rejected = { agent_id: botId, state: 'rejected', sandbox: 0 };
  const rows = await findSome(db, 'ledger.fills', rejected, { most }, 'sequence desc');
  return rows.map(({ reason_code: code, detail }) => ({
    code: code ?? '',
    symbol: (JSON.parse(detail ?? '{}') as RejectionDetail).symbol,
  }));
}

/** What a delisting did to a bot, newest first. */
export async function delistingsOf(db: Db, botId: string): Promise<DelistedAt[]> {
  return (await findRows(db, 'ledger.delistings', { agent_id: botId }, 'at_mark desc')).map(delistedAt);
}

/** Orders without an outcome: all, and those whose window is over. */
export async function countPending(db: Db, windowStartFrom: Instant): Promise<number> {
  return await countRows(db, 'intake.orders', { window_start: { after: windowStartFrom } });
}

/** All of them, or those that were registered then. */
export async function countBots(
  db: Db,
  registered?: { readonly from?: Instant; readonly before?: Instant },
): Promise<number> {
  return await countRows(db, 'intake.bots', registered && { registered_at: registered });
}
