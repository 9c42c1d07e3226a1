/** What happened in a week, for its issue. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { findRows } from '../storage/find.ts';
import type { Db } from '../storage/storage.ts';
import { tierMove } from '../flow/ladder/ladder.sql.ts';
import type { TierMove } from '../flow/ladder/moves.ts';
import type { NewBot } from './issue.ts';

/** Decided weeks, the newest first. */
export async function decidedWeeks(db: Db, most?: number): Promise<string[]> {
  const end = most === undefined ? sql`` : sql`limit ${most}`;
  const { rows } = await sql<{ week: string }>`
    select distinct week from ledger.weeks as w where not exists (
      select 1 from ledger.voided_closes as v where v.league = w.league and v.close = w.decided_at)
    order by week desc ${end}`.execute(db);
  return rows.map((row) => row.week);
}

/** Those that went up in a league at the close that decided its week. */
export async function promotionsAt(db: Db, league: string, decidedAt: Instant): Promise<TierMove[]> {
  const held = { league, at_mark: decidedAt, why: 'promoted' };
  return (await findRows(db, 'ledger.tier_moves', held, 'agent_id')).map(tierMove);
}

/** Bots of others than the service: of each only what is told of it, since a week may have many. */
export async function botsEntered(db: Db, from: Instant, before: Instant): Promise<NewBot[]> {
  const rows = await db
    .selectFrom('intake.bots')
    .select(['agent_id', 'name', 'league', 'registered_at'])
    .where('registered_at', '>=', BigInt(from))
    .where('registered_at', '<', BigInt(before))
    .where('house', '=', 0n)
    .execute();
  return rows.map((row) => ({
    bot: { botId: row.agent_id, name: row.name, house: false },
    league: row.league,
    registeredAt: Number(row.registered_at),
  }));
}
