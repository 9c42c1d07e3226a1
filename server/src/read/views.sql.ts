/** What the pages and the JSON views read. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type { Bot } from '../bots/bot.ts';
import { botOf } from '../bots/bots.sql.ts';
import { countOf } from '../storage/count.ts';
import type { FillsTable, OrdersTable } from '../storage/database.ts';
import type { Db } from '../storage/storage.ts';
import type { Portfolio } from '../flow/fill/fill.ts';
import { decodeHoldings } from '../flow/fill/portfolio-text.ts';
import { skipped, type Page } from './paging.ts';

/** Bots of a league that registered at or after an instant and are not retired, in order of id. */
export async function newcomers(db: Db, league: string, since: Instant, offset: number, limit: number): Promise<Bot[]> {
  const rows = await db
    .selectFrom('intake.bots')
    .selectAll()
    .where('league', '=', league)
    .where('registered_at', '>=', BigInt(since))
    .where('retired_at', 'is', null)
    .orderBy('agent_id')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(botOf);
}

export async function countNewcomers(db: Db, league: string, since: Instant): Promise<number> {
  return await countOf(
    db
      .selectFrom('intake.bots')
      .where('league', '=', league)
      .where('registered_at', '>=', BigInt(since))
      .where('retired_at', 'is', null),
  );
}

/** Undefined for a bot that never had a fill. */
export async function portfolioOf(db: Db, botId: string): Promise<Portfolio | undefined> {
  const row = await db
    .selectFrom('ledger.portfolios')
    .select(['cash', 'holdings'])
    .where('agent_id', '=', botId)
    .executeTakeFirst();
  return row && { cash: row.cash, holdings: decodeHoldings(row.holdings) };
}

export type OrderAndFill = OrdersTable & { [K in keyof FillsTable as `fill_${K}`]: FillsTable[K] | null };

const fillColumns = [
  'f.agent_id as fill_agent_id',
  'f.sequence as fill_sequence',
  'f.order_id as fill_order_id',
  'f.league as fill_league',
  'f.window_start as fill_window_start',
  'f.at_mark as fill_at_mark',
  'f.sandbox as fill_sandbox',
  'f.state as fill_state',
  'f.reason_code as fill_reason_code',
  'f.detail as fill_detail',
  'f.trades as fill_trades',
  'f.cash_after as fill_cash_after',
  'f.value_before as fill_value_before',
  'f.value_after as fill_value_after',
] as const;

/** Orders, and beside each its outcome, as `f`, where it has one. */
const ordersWithOutcome = (db: Db) =>
  db
    .selectFrom('intake.orders as o')
    .leftJoin('ledger.fills as f', (j) =>
      j.onRef('f.agent_id', '=', 'o.agent_id').onRef('f.sequence', '=', 'o.sequence'),
    );

const ordersAndFills = (db: Db) => ordersWithOutcome(db).selectAll('o').select(fillColumns);

/** Orders of a bot with their outcomes, newest first. */
export async function ordersOf(db: Db, botId: string, at: Page): Promise<OrderAndFill[]> {
  return await ordersAndFills(db)
    .where('o.agent_id', '=', botId)
    .orderBy('o.sequence', 'desc')
    .offset(skipped(at))
    .limit(at.per_page)
    .execute();
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
export async function pendingOf(db: Db, botId: string, limit: number): Promise<OrderAndFill[]> {
  return await ordersAndFills(db)
    .where('o.agent_id', '=', botId)
    .where('f.state', 'is', null)
    .orderBy('o.sequence')
    .limit(limit)
    .execute();
}

/** The bot's orders after a sequence that were decided at or before a mark, oldest first; at most `limit`. */
export async function decidedAfter(
  db: Db,
  botId: string,
  sequence: number,
  upTo: Instant,
  limit: number,
): Promise<OrderAndFill[]> {
  return await ordersAndFills(db)
    .where('o.agent_id', '=', botId)
    .where('o.sequence', '>', BigInt(sequence))
    .where('f.at_mark', '<=', BigInt(upTo))
    .orderBy('o.sequence')
    .limit(limit)
    .execute();
}

export async function orderById(db: Db, orderId: string): Promise<OrderAndFill | undefined> {
  return await ordersAndFills(db).where('o.order_id', '=', orderId).executeTakeFirst();
}

export async function countOrdersOf(db: Db, botId: string): Promise<number> {
  return await countOf(db.selectFrom('intake.orders').where('agent_id', '=', botId));
}

/** Fills that count (no sandbox, not rejected), newest first. */
export async function fillsOf(db: Db, botId: string, at: Page): Promise<FillsTable[]> {
  return await db
    .selectFrom('ledger.fills')
    .selectAll()
    .where('agent_id', '=', botId)
    .where('state', '=', 'filled')
    .where('sandbox', '=', 0n)
    .orderBy('sequence', 'desc')
    .offset(skipped(at))
    .limit(at.per_page)
    .execute();
}

export async function countFillsOf(db: Db, botId: string): Promise<number> {
  return await countOf(
    db.selectFrom('ledger.fills').where('agent_id', '=', botId).where('state', '=', 'filled').where('sandbox', '=', 0n),
  );
}

/** What a delisting did to a bot, newest first. */
export async function delistingsOf(db: Db, botId: string) {
  return await db
    .selectFrom('ledger.delistings')
    .selectAll()
    .where('agent_id', '=', botId)
    .orderBy('at_mark', 'desc')
    .execute();
}

/** Orders without an outcome: all, and those whose window is over. */
export async function countPending(db: Db, windowStartFrom: Instant): Promise<number> {
  return await countOf(db.selectFrom('intake.orders').where('window_start', '>', BigInt(windowStartFrom)));
}

export async function countBots(db: Db): Promise<number> {
  return await countOf(db.selectFrom('intake.bots'));
}
