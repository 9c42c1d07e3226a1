/** Decided weeks, and moves between tiers. One function per statement. */
import { sql } from 'kysely';
import { isOut, tierMove } from '../flow/ladder/ladder.sql.ts';
import type { TierMove } from '../flow/ladder/moves.ts';
import type { Instant } from '../lib/clock.ts';
import { countOf } from '../storage/count.ts';
import type { RowTable } from '../storage/database.ts';
import { countRows, findRow, findRows, findSome } from '../storage/find.ts';
import type { Db } from '../storage/storage.ts';
import { rowsOf, skipped, type Page } from './paging.ts';

/** Moves of some bots up to an instant, bot by bot in the order in which they took effect. A mark may undo and decide again. */
export async function movesOf(db: Db, ids: readonly string[], until: Instant): Promise<TierMove[]> {
  const held = { agent_id: ids, at_mark: { upTo: until } };
  return (await findRows(db, 'ledger.tier_moves', held, 'agent_id', 'at_mark', 'why desc')).map(tierMove);
}

/** Whose moves: a league's, or those of one bot. */
export type MovesOf = { readonly league: string } | { readonly botId: string };

const ofWhom = (of: MovesOf) => ('league' in of ? of : { agent_id: of.botId });

export async function countMoves(db: Db, of: MovesOf): Promise<number> {
  return await countRows(db, 'ledger.tier_moves', ofWhom(of));
}

/** The newest first, those of one mark from the top of the ladder down. */
export async function newestMoves(db: Db, of: MovesOf, at: Page): Promise<TierMove[]> {
  const order = ['at_mark desc', 'why', 'from_tier desc', 'place', 'agent_id'] as const;
  return (await findSome(db, 'ledger.tier_moves', ofWhom(of), rowsOf(at), ...order)).map(tierMove);
}

/** A week with its champion, if it has one. */
export interface DecidedWeek {
  readonly league: string;
  readonly week: string;
  readonly decidedAt: Instant;
  readonly bots: number;
  readonly champion: WeekChampion | undefined;
}

export interface WeekChampion {
  readonly botId: string;
  readonly name: string;
  readonly weekBps: number;
  /** At `moneyScale`. */
  readonly value: bigint;
}

type WeekRowNamed = RowTable<'ledger.weeks'> & { readonly name: string | null };

export function decidedWeekOf(w: WeekRowNamed): DecidedWeek {
  const { champion, value } = w;
  return {
    league: w.league,
    week: w.week,
    decidedAt: Number(w.decided_at),
    bots: Number(w.bots),
    champion:
      champion === null || value === null
        ? undefined
        : { botId: champion, name: w.name ?? champion, weekBps: Number(w.week_bps), value },
  };
}

/** By closes that are out and were not voided. */
const decidedWeeks = (db: Db) =>
  db
    .selectFrom('ledger.weeks as w')
    .leftJoin('ledger.voided_closes as v', (j) =>
      j.onRef('v.league', '=', 'w.league').onRef('v.close', '=', 'w.decided_at'),
    )
    .where('v.close', 'is', null)
    .where(isOut('w.decided_at'));

/** With the champions' names. */
const namedWeeks = (db: Db) =>
  decidedWeeks(db).leftJoin('intake.bots as a', 'a.agent_id', 'w.champion').selectAll('w').select('a.name');

/** Decided weeks of a league with their champions' names, the newest first. */
export async function weeksOf(db: Db, league: string, at: Page): Promise<DecidedWeek[]> {
  const rows = await namedWeeks(db)
    .where('w.league', '=', league)
    .orderBy('w.decided_at', 'desc')
    .offset(skipped(at))
    .limit(at.per_page)
    .execute();
  return rows.map(decidedWeekOf);
}

/** A week in every league that has decided it, with the champions' names, in order of league. */
export async function weekInLeagues(db: Db, week: string): Promise<DecidedWeek[]> {
  const rows = await namedWeeks(db).where('w.week', '=', week).orderBy('w.league').execute();
  return rows.map(decidedWeekOf);
}

/** Weeks of these leagues that closes from an instant on decided, with the champions' names. */
export async function weeksDecidedFrom(db: Db, leagues: readonly string[], from: Instant): Promise<DecidedWeek[]> {
  const rows = await namedWeeks(db)
    .where('w.league', 'in', leagues)
    .where('w.decided_at', '>=', BigInt(from))
    .orderBy('w.decided_at')
    .orderBy('w.league')
    .execute();
  return rows.map(decidedWeekOf);
}

export async function countWeeks(db: Db, league: string): Promise<number> {
  return await countOf(decidedWeeks(db).where('w.league', '=', league));
}

/** Decided weeks of these leagues with their champions' names, the newest first. */
export async function weeksOfLeagues(db: Db, leagues: readonly string[], at: Page): Promise<DecidedWeek[]> {
  const rows = await namedWeeks(db)
    .where('w.league', 'in', leagues)
    .orderBy('w.decided_at', 'desc')
    .orderBy('w.league')
    .offset(skipped(at))
    .limit(at.per_page)
    .execute();
  return rows.map(decidedWeekOf);
}

export async function countWeeksOf(db: Db, leagues: readonly string[]): Promise<number> {
  return await countOf(decidedWeeks(db).where('w.league', 'in', leagues));
}

export interface Titles {
  readonly botId: string;
  readonly name: string;
  readonly titles: number;
  readonly bestBps: number;
}

/** Who won most weeks of these leagues. */
export async function mostTitles(db: Db, leagues: readonly string[], most: number): Promise<Titles[]> {
  const rows = await decidedWeeks(db)
    .innerJoin('intake.bots as a', 'a.agent_id', 'w.champion')
    .select(['a.agent_id', 'a.name'])
    .select((e) => [e.fn.countAll<bigint>().as('titles'), e.fn.max<bigint>('w.week_bps').as('best')])
    .where('w.league', 'in', leagues)
    .groupBy(['a.agent_id', 'a.name'])
    .orderBy('titles', 'desc')
    .orderBy('best', 'desc')
    .orderBy('a.agent_id')
    .limit(most)
    .execute();
  return rows.map((r) => ({ botId: r.agent_id, name: r.name, titles: Number(r.titles), bestBps: Number(r.best) }));
}

/** Weeks that bots of a maker won, the newest first. Bots that the owner of its address has disowned are none of its. */
const weeksOfMaker = (db: Db, makerId: string) =>
  decidedWeeks(db)
    .innerJoin('intake.bots as a', 'a.agent_id', 'w.champion')
    .where('a.maker_id', '=', makerId)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('intake.contact_bots as c')
            .select('c.agent_id')
            .whereRef('c.agent_id', '=', 'a.agent_id')
            .where('c.state', '=', 'disowned'),
        ),
      ),
    );

export async function countTitlesOfMaker(db: Db, makerId: string): Promise<number> {
  return await countOf(weeksOfMaker(db, makerId));
}

export async function titlesOfMaker(db: Db, makerId: string, most: number): Promise<DecidedWeek[]> {
  const rows = await weeksOfMaker(db, makerId)
    .selectAll('w')
    .select('a.name')
    .orderBy('w.decided_at', 'desc')
    .orderBy('w.league')
    .limit(most)
    .execute();
  return rows.map(decidedWeekOf);
}

/** The latest `each` decided weeks of every league, with their champions, the newest first. */
export async function latestWeeks(db: Db, each: number): Promise<DecidedWeek[]> {
  const { rows } = await sql<WeekRowNamed>`
    select league, week, decided_at, bots, champion, week_bps, value, name from (
      select w.*, a.name, row_number() over (partition by w.league order by w.decided_at desc) as place
      from ledger.weeks w
      left join ledger.voided_closes v on v.league = w.league and v.close = w.decided_at
      left join intake.bots a on a.agent_id = w.champion
      where v.close is null and ${isOut('w.decided_at')}) as latest
    where place <= ${each} order by league, decided_at desc`.execute(db);
  return rows.map(decidedWeekOf);
}

/** The close that decided a week; undefined while it is not decided. */
export async function weekDecidedAt(db: Db, league: string, week: string): Promise<Instant | undefined> {
  const row = await decidedWeeks(db)
    .select('w.decided_at')
    .where('w.league', '=', league)
    .where('w.week', '=', week)
    .executeTakeFirst();
  return row && Number(row.decided_at);
}

/** The week that a valid close decided. */
export async function weekDecidedBy(db: Db, league: string, close: Instant): Promise<string | undefined> {
  return (await findRow(db, 'ledger.weeks', { league, decided_at: close }))?.week;
}
