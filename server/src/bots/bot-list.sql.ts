/** Ids in the order of registration, read from an index alone, and the bots that have them. */
import type { Bot } from './bot.ts';
import { botOf } from './bots.sql.ts';
import type { Db } from '../storage/storage.ts';

export interface ListedBots {
  /** One league, or all that are not left out. */
  readonly league: string | undefined;
  readonly without: readonly string[];
}

/** At most `limit` ids from `first` on, without the first `skip` of them. */
export async function botIdsFrom(
  db: Db,
  { league, without }: ListedBots,
  first: string,
  skip: number,
  limit: number,
): Promise<string[]> {
  let query = db.selectFrom('intake.bots').select('agent_id').where('agent_id', '>=', first);
  if (league !== undefined) query = query.where('league', '=', league);
  else if (without.length > 0) query = query.where('league', 'not in', without);
  const rows = await query.orderBy('agent_id').limit(limit).offset(skip).execute();
  return rows.map((r) => r.agent_id);
}

/** In the order of their ids. */
export async function botsByIds(db: Db, ids: readonly string[]): Promise<Bot[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('intake.bots')
    .selectAll()
    .where('agent_id', 'in', ids)
    .orderBy('agent_id')
    .execute();
  return rows.map(botOf);
}
