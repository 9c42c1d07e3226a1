import { paging } from 'papertape-contract/parameters';
import { limits } from 'papertape-contract/limits';
import { NoSuchPage, page } from '../feature/page.ts';
import { leagueById } from '../league/catalogue.ts';
import type { Clock } from '../lib/clock.ts';
import { botHref } from '../pages/bot-href.ts';
import { BotPage } from '../pages/bot-page.tsx';
import { clockSpeedOf } from '../pages/clock-speed.ts';
import type { Db } from '../storage/storage.ts';
import { botView, equityView, positionsView, tradeLog } from './bot-view.ts';
import { agentStatistics } from './figures-view.ts';
import { botMoves } from './ladder-view.ts';
import { publicBot } from './public-bot.ts';
import type { MarketView } from './snapshot.ts';

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly market: MarketView;
  readonly baseUrl: () => string;
};

/** Moves between tiers on a bot's page; the rest are in the JSON. */
const movesShown = 20;

export const botPage = page({
  path: '/bots/{agent_id}',
  query: paging,
  find: ({ params }, { db }: { readonly db: Db }) => publicBot(db, params.agent_id),
  async make({ found: bot, query: { page } }, { db, clock, market, baseUrl }: Deps) {
    const log = await tradeLog(db, bot.botId, { page, perPage: limits.perPageDefault }, market.info);
    if (page > log.pages) {
      throw new NoSuchPage(`This trade log has no page ${page}; its last one is ${log.pages}.`, {
        href: botHref(bot.botId, log.pages),
        text: 'Go to the last page',
      });
    }
    const views = {
      bot: await botView(db, bot, market.info, baseUrl()),
      leagueName: leagueById.get(bot.league)?.name ?? bot.league,
      equity: await equityView(db, bot.botId, market.info),
      statistics: await agentStatistics(db, bot, market.info, baseUrl()),
      positions: await positionsView(db, bot, market),
      moves: await botMoves(db, bot, { page: 1, perPage: movesShown }),
    };
    return <BotPage {...views} log={log} clockSpeed={clockSpeedOf(clock)} />;
  },
});
