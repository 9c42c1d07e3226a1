/** What happened to a bot in rounds of its league, by mark. One function per statement. */
import { sql } from 'kysely';
import { storedFact, type StoredFact } from '../flow/mark/facts.sql.ts';
import { markMs } from '../lib/time.ts';
import { roundsRoom } from '../rounds/facts.ts';
import { sheetOf } from '../rounds/rounds.sql.ts';
import type { Sheet } from '../rounds/receipt.ts';
import type { RowTable } from '../storage/database.ts';
import { findSome } from '../storage/find.ts';
import type { Db } from '../storage/storage.ts';
import type { Span } from './events.sql.ts';

export interface RoundBot {
  readonly botId: string;
  readonly league: string;
  readonly registeredAt: number;
}

/**
 * That tasks of rounds are there, and that rounds are void: of rounds whose entrant the bot is, and of void ones that had none yet. By mark; at
 * one mark void ones first.
 */
export async function roundsToldWithin(db: Db, bot: RoundBot, { from, to, limit }: Span): Promise<StoredFact[]> {
  const opened = sql`select 1 from ledger.room_facts o
    where o.room = ${roundsRoom} and o.name = 'opened' and o.fact_id = f.fact_id and o.agent_id = ''`;
  const { rows } = await sql<RowTable<'ledger.room_facts'>>`
    select f.* from ledger.room_facts f
    where f.room = ${roundsRoom} and f.name in ('keyed', 'void') and f.agent_id = '' and f.about = ${bot.league}
      and f.at_mark between ${BigInt(from)} and ${BigInt(to)}
      and (exists (${opened} and o.text like ${`%"${bot.botId}"%`})
        or (f.name = 'void' and f.at_mark > ${BigInt(bot.registeredAt)} and not exists (${opened})))
    order by f.at_mark, f.name desc, f.fact_id limit ${limit}`.execute(db);
  return rows.map(storedFact);
}

/** The pay of rounds and what was taken back of it, by mark. */
export async function roundsPaidWithin(
  db: Db,
  botId: string,
  { from, to, limit }: Span,
): Promise<{ readonly id: string; readonly mark: number; readonly cash: bigint }[]> {
  const which = { agent_id: botId, room: roundsRoom, at_mark: { from, upTo: to } };
  const rows = await findSome(db, 'ledger.payouts', which, { most: limit }, 'at_mark', 'payout_id');
  return rows.map((r) => ({ id: r.payout_id, mark: Number(r.at_mark), cash: r.cash }));
}

/** Sheets, which the mark after their arrival enters into the public log, by arrival. */
export async function sheetsWithin(db: Db, botId: string, { from, to, limit }: Span): Promise<Sheet[]> {
  const first = Math.ceil(from / markMs) * markMs - markMs;
  const which = { agent_id: botId, received_at: { from: first, before: Math.floor(to / markMs) * markMs } };
  return (await findSome(db, 'intake.answers', which, { most: limit }, 'sequence')).map(sheetOf);
}
