/** Orders that another process took: whoever waits for a bot's events is told of them, as of those that this one takes. */
import { lastOrders } from './events.sql.ts';
import type { Followers } from './followers.ts';
import type { Db } from '../storage/storage.ts';

/** Looks once. */
export type LookElsewhere = () => Promise<void>;

export function createLookElsewhere(db: Db, followers: Pick<Followers, 'bots' | 'orderTaken'>): LookElsewhere {
  let known: ReadonlyMap<string, number> = new Map();
  return async () => {
    const bots = followers.bots();
    const last = bots.length === 0 ? new Map<string, number>() : await lastOrders(db, bots);
    // Of a bot that nobody waited for before, whoever comes reads everything first; to be told once too often does no harm.
    for (const [botId, sequence] of last) if (known.get(botId) !== sequence) followers.orderTaken(botId);
    known = last;
  };
}
