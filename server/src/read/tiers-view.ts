/** In which tier bots stand, now or after an earlier close. */
import { tierName } from '../league/tiers.ts';
import type { Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { tiersOfBots } from '../flow/ladder/ladder.sql.ts';
import { movesOf } from './weeks.sql.ts';

export type TierOf = (botId: string) => string;

export async function tiersNow(db: Db, ids: readonly string[]): Promise<TierOf> {
  const tiers = await tiersOfBots(db, ids);
  return (id) => tierName(tiers.get(id) ?? 0);
}

/** After the moves of a close. */
export async function tiersAt(db: Db, ids: readonly string[], close: Instant): Promise<TierOf> {
  const tiers = new Map((await movesOf(db, ids, close)).map((m) => [m.botId, m.to]));
  return (id) => tierName(tiers.get(id) ?? 0);
}
