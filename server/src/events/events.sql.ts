/** What happened to a bot, from a place in each source on. One function per statement. */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { tierMove, voidedClose, type VoidedClose } from '../flow/ladder/ladder.sql.ts';
import type { DecidedWeek, TierMove } from '../flow/ladder/moves.ts';
import { delistedAt, type DelistedAt } from '../flow/mark/portfolio.sql.ts';
import { orderOf } from '../flow/order/order.sql.ts';
import type { Order } from '../flow/order/order.ts';
import { incidentOf } from '../operator/incident.sql.ts';
import type { Incident } from '../operator/incident.ts';
import type { BotClose } from '../read/close.ts';
import { botClose } from '../read/closes.sql.ts';
import { decidedWeekOf } from '../read/weeks.sql.ts';
import { findRow, findRows, findSome } from '../storage/find.ts';
import type { Db } from '../storage/storage.ts';

/** The bot's orders after a sequence, in order. */
export async function ordersAfter(db: Db, botId: string, sequence: number, most: number): Promise<Order[]> {
  const after = { agent_id: botId, sequence: { after: sequence } };
  return (await findSome(db, 'intake.orders', after, { most }, 'sequence')).map(orderOf);
}

/** Instants from..to, both among them, and how many rows at most. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
  readonly limit: number;
}

/** The rows whose column lies in a span, in its order. */
function within<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  column: string,
  { from, to, limit }: Span,
): SelectQueryBuilder<Tables, Table, Row> {
  return query
    .where(sql<boolean>`${sql.ref(column)} between ${BigInt(from)} and ${BigInt(to)}`)
    .orderBy(sql.ref(column))
    .limit(limit);
}

/** @property of how many bots were ranked with it. */
export type CloseOfBoard = BotClose & { readonly of: number };

/** The bot's closes, voided ones too: that one was voided is a later event. */
export async function closesWithin(db: Db, botId: string, span: Span): Promise<CloseOfBoard[]> {
  const closes = db
    .selectFrom('ledger.closes as c')
    .innerJoin('ledger.boards as b', (j) => j.onRef('b.league', '=', 'c.league').onRef('b.close', '=', 'c.close'))
    .selectAll('c')
    .select('b.total')
    .where('c.agent_id', '=', botId);
  const rows = await within(closes, 'c.close', span).execute();
  return rows.map((row) => ({ ...botClose(row), of: Number(row.total) }));
}

/** Moves by when they took effect; at one mark a reversal stands before the move that is decided anew, as `places` has it. */
export async function movesWithin(db: Db, botId: string, span: Span): Promise<TierMove[]> {
  const moves = db.selectFrom('ledger.tier_moves').selectAll().where('agent_id', '=', botId);
  return (await within(moves, 'at_mark', span).orderBy('why', 'desc').execute()).map(tierMove);
}

export async function delistingsWithin(db: Db, botId: string, span: Span): Promise<DelistedAt[]> {
  const delistings = db.selectFrom('ledger.delistings').selectAll().where('agent_id', '=', botId);
  return (await within(delistings, 'at_mark', span).orderBy('symbol').execute()).map(delistedAt);
}

/** Weeks of the league that the bot won, by when they were decided; those of a close that was voided since are among them. */
export async function weeksWonWithin(db: Db, league: string, botId: string, span: Span): Promise<DecidedWeek[]> {
  const won = db.selectFrom('ledger.weeks').selectAll().where('league', '=', league).where('champion', '=', botId);
  const rows = await within(won, 'decided_at', span).orderBy('week').execute();
  return rows.map((row) => decidedWeekOf({ ...row, name: null }));
}

/** Closes that the bot was in and that were voided, by when they were. */
export async function voidsWithin(db: Db, league: string, botId: string, span: Span): Promise<VoidedClose[]> {
  const voids = db
    .selectFrom('ledger.voided_closes as v')
    .innerJoin('ledger.closes as c', 'c.close', 'v.close')
    .selectAll('v')
    .where('v.league', '=', league)
    .where('c.agent_id', '=', botId);
  const rows = await within(voids, 'v.at_mark', span).orderBy('v.close').execute();
  return rows.map(voidedClose);
}

/** That the operator or the rule of seats retired the bot, from the public log: its row is written a moment later (bots/logged-retire.job.ts). */
export async function retirementWithin(db: Db, botId: string, span: Span): Promise<Incident[]> {
  const retired = db
    .selectFrom('ledger.incidents')
    .selectAll()
    .where('about_id', '=', botId)
    .where('kind', '=', 'agent_retired');
  return (await within(retired, 'at_mark', span).execute()).map(incidentOf);
}

/** What the public log says about a league, in order. */
export async function incidentsAbout(db: Db, league: string): Promise<Incident[]> {
  return (await findRows(db, 'ledger.incidents', { about_id: league }, 'incident_id')).map(incidentOf);
}

/** Sequence of the bot's last order, or of the last one that is decided; 0 = none. */
export async function lastSequence(db: Db, of: 'intake.orders' | 'ledger.fills', botId: string): Promise<number> {
  const row = await findRow(db, of, { agent_id: botId }, 'sequence desc');
  return Number(row?.sequence ?? 0n);
}

/**
 * How many of the bot's orders marks up to one have decided, and up to which sequence of each kind. Where none was overtaken, `scored` and `sandbox` are
 * both the last one, as a cursor has them (merge.ts).
 */
export async function outcomesSoFar(
  db: Db,
  botId: string,
  upTo: Instant,
): Promise<{ readonly fills: number; readonly scored: number; readonly sandbox: number }> {
  const rows = await db
    .selectFrom('ledger.fills')
    .select(({ fn }) => ['sandbox', fn.countAll<bigint>().as('count'), fn.max('sequence').as('last')])
    .where('agent_id', '=', botId)
    .where('at_mark', '<=', BigInt(upTo))
    .groupBy('sandbox')
    .execute();
  const lastOf = (sandbox: bigint): number => Number(rows.find((r) => r.sandbox === sandbox)?.last ?? 0n);
  const fills = rows.reduce((sum, r) => sum + Number(r.count), 0);
  const [scored, sandbox] = [lastOf(0n), lastOf(1n)];
  const last = Math.max(scored, sandbox);
  return last === fills ? { fills, scored: last, sandbox: last } : { fills, scored, sandbox };
}

/** The sequence of each bot's last order, on PostgreSQL; bots without one are absent. */
export async function lastOrders(db: Db, botIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ botId: string; sequence: number }>`
    select asked.agent_id as "botId", o.sequence::float8 as sequence from unnest(${botIds}::text[]) as asked (agent_id)
    cross join lateral (
      select l.sequence from intake.orders l where l.agent_id = asked.agent_id order by l.sequence desc limit 1
    ) o`.execute(db);
  return new Map(rows.map((row) => [row.botId, row.sequence]));
}
