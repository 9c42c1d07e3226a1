/** What happened to a bot, from a place in each source on. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import type {
  ClosesTable,
  DelistingsTable,
  OrdersTable,
  TierMovesTable,
  VoidedClosesTable,
  WeeksTable,
} from '../storage/database.ts';
import type { Db } from '../storage/storage.ts';
import { fillColumns, type OrderAndFill } from '../web/views/views.sql.ts';

/** The bot's orders after a sequence, in order. */
export async function ordersAfter(db: Db, agentId: string, sequence: number, limit: number): Promise<OrdersTable[]> {
  return await db
    .selectFrom('intake.orders')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('sequence', '>', BigInt(sequence))
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** Outcomes of the bot's orders after a sequence that were decided at or before a mark, in order. */
export async function outcomesAfter(
  db: Db,
  agentId: string,
  sequence: number,
  upTo: Instant,
  limit: number,
): Promise<OrderAndFill[]> {
  return await db
    .selectFrom('ledger.fills as f')
    .innerJoin('intake.orders as o', (j) =>
      j.onRef('o.agent_id', '=', 'f.agent_id').onRef('o.sequence', '=', 'f.sequence'),
    )
    .selectAll('o')
    .select(fillColumns)
    .where('f.agent_id', '=', agentId)
    .where('f.sequence', '>', BigInt(sequence))
    .where('f.at_mark', '<=', BigInt(upTo))
    .orderBy('f.sequence')
    .limit(limit)
    .execute();
}

export type CloseOfBoard = ClosesTable & { readonly total: bigint };

/** The bot's closes in [from, to], voided ones too: that one was voided is a later event. */
export async function closesWithin(
  db: Db,
  agentId: string,
  from: Instant,
  to: Instant,
  limit: number,
): Promise<CloseOfBoard[]> {
  return await db
    .selectFrom('ledger.closes as c')
    .innerJoin('ledger.boards as b', (j) => j.onRef('b.league', '=', 'c.league').onRef('b.close', '=', 'c.close'))
    .selectAll('c')
    .select('b.total')
    .where('c.agent_id', '=', agentId)
    .where('c.close', '>=', BigInt(from))
    .where('c.close', '<=', BigInt(to))
    .orderBy('c.close')
    .limit(limit)
    .execute();
}

/** Moves that took effect in [from, to]: reversals, or all others. */
export async function movesWithin(
  db: Db,
  agentId: string,
  reversals: boolean,
  from: Instant,
  to: Instant,
  limit: number,
): Promise<TierMovesTable[]> {
  return await db
    .selectFrom('ledger.tier_moves')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('why', reversals ? '=' : '!=', 'voided')
    .where('at_mark', '>=', BigInt(from))
    .where('at_mark', '<=', BigInt(to))
    .orderBy('at_mark')
    .orderBy('why')
    .limit(limit)
    .execute();
}

export async function delistingsWithin(
  db: Db,
  agentId: string,
  from: Instant,
  to: Instant,
  limit: number,
): Promise<DelistingsTable[]> {
  return await db
    .selectFrom('ledger.delistings')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('at_mark', '>=', BigInt(from))
    .where('at_mark', '<=', BigInt(to))
    .orderBy('at_mark')
    .orderBy('symbol')
    .limit(limit)
    .execute();
}

/** Weeks of the league that the bot won, decided in [from, to]; those of a close that was voided since are among them. */
export async function weeksWonWithin(
  db: Db,
  league: string,
  agentId: string,
  from: Instant,
  to: Instant,
  limit: number,
): Promise<WeeksTable[]> {
  return await db
    .selectFrom('ledger.weeks')
    .selectAll()
    .where('league', '=', league)
    .where('champion', '=', agentId)
    .where('decided_at', '>=', BigInt(from))
    .where('decided_at', '<=', BigInt(to))
    .orderBy('decided_at')
    .orderBy('week')
    .limit(limit)
    .execute();
}

/** Closes that the bot was in and that were voided in [from, to]. */
export async function voidsWithin(
  db: Db,
  league: string,
  agentId: string,
  from: Instant,
  to: Instant,
  limit: number,
): Promise<VoidedClosesTable[]> {
  return await db
    .selectFrom('ledger.voided_closes as v')
    .innerJoin('ledger.closes as c', 'c.close', 'v.close')
    .selectAll('v')
    .where('v.league', '=', league)
    .where('c.agent_id', '=', agentId)
    .where('v.at_mark', '>=', BigInt(from))
    .where('v.at_mark', '<=', BigInt(to))
    .orderBy('v.at_mark')
    .orderBy('v.close')
    .limit(limit)
    .execute();
}

/** Sequence of the bot's last order; 0 = none. */
export async function lastOrder(db: Db, agentId: string): Promise<number> {
  const row = await db
    .selectFrom('intake.orders')
    .select('sequence')
    .where('agent_id', '=', agentId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.sequence ?? 0n);
}

/** Sequence of the bot's last order that is decided; 0 = none. */
export async function lastOutcome(db: Db, agentId: string): Promise<number> {
  const row = await db
    .selectFrom('ledger.fills')
    .select('sequence')
    .where('agent_id', '=', agentId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.sequence ?? 0n);
}

/** Number of the last entry of the incident log; 0 = none. */
export async function lastIncident(db: Db): Promise<number> {
  const row = await db
    .selectFrom('ledger.incidents')
    .select('incident_id')
    .orderBy('incident_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Number(row?.incident_id ?? 0n);
}
