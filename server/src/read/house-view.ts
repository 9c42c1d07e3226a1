/** House bots on a board: bots like all others, which are also shown together above it. */
import { limits } from 'papertape-contract/limits';
import type { Instant } from '../lib/clock.ts';
import { houseBotsOf } from '../bots/bots.sql.ts';
import type { Bot } from '../bots/bot.ts';
import type { Db } from '../storage/storage.ts';
import { dayMs } from '../lib/time.ts';
import type { BotClose } from './close.ts';
import { closesOf } from './closes.sql.ts';

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
  const from = close === undefined ? 0 : close - (limits.lineDaysMax - 1) * dayMs;
  const ids = close === undefined ? [] : bots.map((a) => a.botId);
  const closes = await closesOf(db, ids, from, close);
  return bots
    .map((bot) => ({ bot, closes: closes.filter((c) => c.botId === bot.botId) }))
    .filter(({ bot, closes: own }) => (bot.registeredAt >= (close ?? 0) ? newcomers : own.at(-1)?.close === close));
}
