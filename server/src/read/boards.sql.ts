/** What boards, weeks and moves are read from. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import type { BoardsTable, WeeksTable } from '../storage/database.ts';
import type { Db } from '../storage/storage.ts';
import { tierMove, type TierMove } from '../flow/ladder/ladder.sql.ts';

/** When and why a close was voided; null of one that counts. */
export interface VoidColumns {
  readonly voided_at: bigint | null;
  readonly void_reason: string | null;
}

/** The board of a close, voided or not. */
export async function boardOfClose(
  db: Db,
  league: string,
  close: Instant,
): Promise<(BoardsTable & VoidColumns) | undefined> {
  return await db
    .selectFrom('ledger.boards as b')
    .leftJoin('ledger.voided_closes as v', (j) => j.onRef('v.league', '=', 'b.league').onRef('v.close', '=', 'b.close'))
    .selectAll('b')
    .select(['v.at_mark as voided_at', 'v.reason as void_reason'])
    .where('b.league', '=', league)
    .where('b.close', '=', BigInt(close))
    .executeTakeFirst();
}

/** Is there a later close of the league, voided or not? Until then a close may be voided. */
export async function hasLaterClose(db: Db, league: string, close: Instant): Promise<boolean> {
  const row = await db
    .selectFrom('ledger.boards')
    .select('close')
    .where('league', '=', league)
    .where('close', '>', BigInt(close))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Voided closes of a league after an instant, oldest first. */
export async function voidedAfter(
  db: Db,
  league: string,
  after: Instant,
): Promise<{ readonly close: Instant; readonly reason: string }[]> {
  const rows = await db
    .selectFrom('ledger.voided_closes')
    .select(['close', 'reason'])
    .where('league', '=', league)
    .where('close', '>', BigInt(after))
    .orderBy('close')
    .execute();
  return rows.map((r) => ({ close: Number(r.close), reason: r.reason }));
}

/** Records of some bots at a close. */
export async function recordsAt(db: Db, ids: readonly string[], close: Instant): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('ledger.records')
    .select(['agent_id', 'record'])
    .where('agent_id', 'in', ids)
    .where('close', '=', BigInt(close))
    .execute();
  return new Map(rows.map((r) => [r.agent_id, r.record]));
}

export interface WeekRow {
  readonly agentId: string;
  readonly value: bigint;
  readonly record: string;
  readonly registeredAt: number;
}

/** All bots of a league that were valued at a close, in order of id. */
export async function leagueAtClose(db: Db, league: string, close: Instant): Promise<WeekRow[]> {
  const rows = await db
    .selectFrom('intake.agents as a')
    .innerJoin('ledger.closes as c', (j) => j.onRef('c.agent_id', '=', 'a.agent_id').on('c.close', '=', BigInt(close)))
    .innerJoin('ledger.records as r', (j) => j.onRef('r.agent_id', '=', 'a.agent_id').on('r.close', '=', BigInt(close)))
    .select(['a.agent_id', 'a.registered_at', 'c.value', 'r.record'])
    .where('a.league', '=', league)
    .where('a.registered_at', '<', BigInt(close))
    .orderBy('a.agent_id')
    .execute();
  return rows.map((r) => ({
    agentId: r.agent_id,
    value: r.value,
    record: r.record,
    registeredAt: Number(r.registered_at),
  }));
}

/** Moves of some bots up to an instant, bot by bot in the order in which they took effect. A mark may undo and decide again. */
export async function movesOf(db: Db, ids: readonly string[], until: Instant): Promise<TierMove[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('ledger.tier_moves')
    .selectAll()
    .where('agent_id', 'in', ids)
    .where('at_mark', '<=', BigInt(until))
    .orderBy('agent_id')
    .orderBy('at_mark')
    .orderBy('why', 'desc')
    .execute();
  return rows.map(tierMove);
}

export async function countMovesOfLeague(db: Db, league: string): Promise<number> {
  const row = await db
    .selectFrom('ledger.tier_moves')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('league', '=', league)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Moves of a league, the newest first, those of one mark from the top of the ladder down. */
export async function movesOfLeague(db: Db, league: string, offset: number, limit: number): Promise<TierMove[]> {
  const rows = await db
    .selectFrom('ledger.tier_moves')
    .selectAll()
    .where('league', '=', league)
    .orderBy('at_mark', 'desc')
    .orderBy('why')
    .orderBy('from_tier', 'desc')
    .orderBy('place')
    .orderBy('agent_id')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(tierMove);
}

export type DecidedWeek = WeeksTable & { readonly name: string | null };

const decidedWeeks = (db: Db) =>
  db
    .selectFrom('ledger.weeks as w')
    .leftJoin('ledger.voided_closes as v', (j) =>
      j.onRef('v.league', '=', 'w.league').onRef('v.close', '=', 'w.decided_at'),
    )
    .where('v.close', 'is', null);

/** Decided weeks of a league with their champions' names, the newest first. */
export async function weeksOf(db: Db, league: string, offset: number, limit: number): Promise<DecidedWeek[]> {
  return await decidedWeeks(db)
    .leftJoin('intake.agents as a', 'a.agent_id', 'w.champion')
    .selectAll('w')
    .select('a.name')
    .where('w.league', '=', league)
    .orderBy('w.decided_at', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countWeeks(db: Db, league: string): Promise<number> {
  const row = await decidedWeeks(db)
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('w.league', '=', league)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** The latest `each` decided weeks of every league, with their champions, the newest first. */
export async function latestWeeks(db: Db, each: number): Promise<DecidedWeek[]> {
  const { rows } = await sql<DecidedWeek>`
    select league, week, decided_at, bots, champion, week_bps, value, name from (
      select w.*, a.name, row_number() over (partition by w.league order by w.decided_at desc) as place
      from ledger.weeks w
      left join ledger.voided_closes v on v.league = w.league and v.close = w.decided_at
      left join intake.agents a on a.agent_id = w.champion
      where v.close is null) as latest
    where place <= ${each} order by league, decided_at desc`.execute(db);
  return rows;
}

export async function countMovesOfBot(db: Db, agentId: string): Promise<number> {
  const row = await db
    .selectFrom('ledger.tier_moves')
    .select((e) => e.fn.countAll<bigint>().as('n'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** The newest first. */
export async function movesOfBot(db: Db, agentId: string, offset: number, limit: number): Promise<TierMove[]> {
  const rows = await db
    .selectFrom('ledger.tier_moves')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('at_mark', 'desc')
    .orderBy('why')
    .offset(offset)
    .limit(limit)
    .execute();
  return rows.map(tierMove);
}

export async function decidedWeek(db: Db, league: string, week: string): Promise<WeeksTable | undefined> {
  return await decidedWeeks(db)
    .selectAll('w')
    .where('w.league', '=', league)
    .where('w.week', '=', week)
    .executeTakeFirst();
}

/** The week that a valid close decided. */
export async function weekDecidedBy(db: Db, league: string, close: Instant): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger.weeks')
    .select('week')
    .where('league', '=', league)
    .where('decided_at', '=', BigInt(close))
    .executeTakeFirst();
  return row?.week;
}
