/**
 * How many bots there are, without counting all of them each time: at a million that takes the database a fifth of a second, and the state of the service and its figures are asked for all the time. Nobody
 * registers behind a mark that is done, and no bot is ever removed, so what was registered before it is counted once.
 */
import type { Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { countBots } from './views.sql.ts';

/** @param lastMark the last one that is stored; undefined before the first one. */
export type BotCount = (lastMark: Instant | undefined) => Promise<number>;

export function createBotCount(db: Db): BotCount {
  let settled = { before: Number.NEGATIVE_INFINITY, bots: 0 };
  return async (lastMark) => {
    let { before, bots } = settled;
    if (lastMark !== undefined && lastMark > before) {
      bots += await countBots(db, Number.isFinite(before) ? { from: before, before: lastMark } : { before: lastMark });
      before = lastMark;
      // Another one who asked meanwhile may have counted further.
      if (before > settled.before) settled = { before, bots };
    }
    return bots + (await countBots(db, Number.isFinite(before) ? { from: before } : undefined));
  };
}
