import { paging } from 'papertape-contract/parameters';
import { limits } from 'papertape-contract/limits';
import { needPage, page } from '../feature/page.ts';
import { BotPage } from '../pages/bot-page.tsx';
import { botHref } from '../pages/links.tsx';
import { speedOf } from '../lib/clock.ts';
import { botView, equityView, positionsView, tradeLog } from './bot-view.ts';
import { agentStatistics } from './figures-view.ts';
import { movesView } from './ladder-view.ts';
import { publicBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

/** Moves between tiers on a bot's page; the rest are in the JSON. */
const movesShown = 20;

export const botPage = page({
  path: '/bots/{agent_id}',
  query: paging,
  find: ({ params }, { db }: ReadDeps) => publicBot(db, params.agent_id),
  async make({ found: bot, query: { page } }, deps: ReadDeps) {
    const { db, clock, market, baseUrl, payments } = deps;
    const log = await tradeLog(db, bot.botId, { page, per_page: limits.perPageDefault }, market.info);
    needPage(page, log.pages, 'This trade log', (n) => botHref(bot.botId, n));
    const views = {
      bot: await botView(db, bot, market, baseUrl(), payments.extras),
      equity: await equityView(db, bot.botId, market.info),
      statistics: await agentStatistics(db, bot, market.info, baseUrl()),
      positions: await positionsView(deps, bot, market),
      moves: await movesView(db, bot.league, { page: 1, per_page: movesShown }, bot.botId),
    };
    return <BotPage {...views} log={log} clockSpeed={speedOf(clock)} />;
  },
});
