/** Ids in the order of registration, read from an index alone, and the bots that have them. */
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
