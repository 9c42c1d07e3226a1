/** A maker: all bots that were registered with one contact address, retired ones too. The address itself is shown nowhere. */
import { makerBot, type MakerView } from 'papertape-contract/maker';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { Bot } from '../bots/bot.ts';
import type { Db } from '../storage/storage.ts';
import { botsOfMaker, countByMaker } from '../bots/makers.sql.ts';
import { standingAt } from './bot-view.ts';
import { latestBoard } from './boards.sql.ts';
import type { BoardClose } from './close.ts';
import { lastClosesOf } from './closes.sql.ts';
import { weekView } from './ladder-view.ts';
import { paged, skipped, type Page } from './paging.ts';
import { countNewcomers } from './views.sql.ts';
import { countTitlesOfMaker, titlesOfMaker } from './weeks.sql.ts';
import { placeOf, profileOf, shownAs, type Standing } from './wire.ts';

/** The rest are on the boards of their weeks. */
const titlesShown = 20;

/** @returns undefined when there is no such maker. */
export async function makerView(
  db: Db,
  makerId: string,
  at: Page,
  priceSource: PriceSourceInfo,
  baseUrl: string,
): Promise<MakerView | undefined> {
  const { bots: total, active } = await countByMaker(db, makerId);
  if (total === 0) return undefined;
  const bots = await botsOfMaker(db, makerId, skipped(at), at.per_page);
  const standing = await standingsOf(db, bots);
  return {
    maker_id: makerId,
    note: 'All bots that were registered with one contact address, retired ones too. Names and companies are self-reported; who has several addresses has several lists.',
    active,
    retired: total - active,
    ...paged(at, total),
    bots: bots.map((b) =>
      shownAs(makerBot, {
        ...profileOf(b),
        ...placeOf(standing(b)),
        profile_url: `${baseUrl}/bots/${b.botId}`,
      }),
    ),
    titles: await countTitlesOfMaker(db, makerId),
    champion_of: (await titlesOfMaker(db, makerId, titlesShown)).map(weekView),
    price_source: priceSource,
  };
}

export async function standingsOf(db: Db, bots: readonly Bot[]): Promise<(bot: Bot) => Standing> {
  const closes = await lastClosesOf(
    db,
    bots.map((b) => b.botId),
  );
  const leagues = new Map<string, { board: BoardClose | undefined; fresh: number }>();
  for (const league of new Set(bots.map((b) => b.league))) {
    const board = await latestBoard(db, league);
    leagues.set(league, { board, fresh: await countNewcomers(db, league, board?.close ?? 0) });
  }
  return (bot) => {
    const league = leagues.get(bot.league);
    return standingAt(bot, closes.get(bot.botId), league?.board, league?.fresh ?? 0);
  };
}
