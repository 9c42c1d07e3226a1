/** House bots on a board: bots like all others, which are also shown together above it. */
import type { Instant } from '../lib/clock.ts';
import { houseBotsOf } from '../bots/bots.sql.ts';
import type { Bot } from '../bots/bot.ts';
import type { Db } from '../storage/storage.ts';
import type { BotClose } from './close.ts';
import { lineCloses } from './closes.sql.ts';

export interface HouseStanding {
  readonly bot: Bot;
  /** Within the line, oldest first; the last one is the board's. Empty for one that registered since. */
  readonly closes: readonly BotClose[];
}

/** @param newcomers does the board show bots that registered since its close? */
export async function houseStandings(
  db: Db,
  league: string,
  close: Instant | undefined,
  newcomers: boolean,
): Promise<HouseStanding[]> {
  const bots = await houseBotsOf(db, league);
  const ids = bots.map((bot) => bot.botId);
  const closes = Map.groupBy(close === undefined ? [] : await lineCloses(db, ids, close), (c) => c.botId);
  return bots
    .map((bot) => ({ bot, closes: closes.get(bot.botId) ?? [] }))
    .filter(({ bot, closes: own }) => (bot.registeredAt >= (close ?? 0) ? newcomers : own.at(-1)?.close === close));
}
