import { paging } from 'papertape-contract/parameters';
import type { AgentRounds } from 'papertape-contract/round';
import type { Bot } from '../bots/bot.ts';
import { houseBotsOf } from '../bots/bots.sql.ts';
import { bestFirst } from '../flow/rank/board.ts';
import { leagueById } from '../league/catalogue.ts';
import { dayMs } from '../lib/time.ts';
import { usdOf } from './baselines-view.ts';
import { baselinesAtCloses } from './baselines.sql.ts';
import { latestBoard } from './boards.sql.ts';
import { closesOf, lastClosesOf } from './closes.sql.ts';
import { publicFill } from './tape/tape-view.ts';
import { tapeOfBot } from './tape/tape.sql.ts';
import { needPage, page } from '../feature/page.ts';
import { BotPage, type LineBeside } from '../pages/bot-page.tsx';
import type { HeldShares } from '../html/heat.tsx';
import { botHref } from '../pages/links.tsx';
import { agentRounds } from '../rounds/agent-rounds.ts';
import { speedOf } from '../lib/clock.ts';
import { botView, equityView, positionsView, tradeLog } from './bot-view.ts';
import { agentStatistics } from './figures-view.ts';
import { holdingsOverTime } from './holdings-over-time.ts';
import { movesView } from './ladder-view.ts';
import { paged, rowsOf } from './paging.ts';
import { publicBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

/** Moves between tiers on a bot's page; the rest are in the JSON. */
const movesShown = 20;
/** Rounds on a bot's page; the rest are in the JSON. */
const roundsShown = 20;

/** Fills on a page, one line each. */
const fillsShown = 20;

export const botPage = page({
  path: '/bots/{agent_id}',
  query: paging,
  find: ({ params }, { db }: ReadDeps) => publicBot(db, params.agent_id),
  async make({ found: bot, query: { page } }, deps: ReadDeps) {
    const { db, clock, market, baseUrl, payments } = deps;
    const at = { page, per_page: fillsShown };
    const { trades, ...log } = await tradeLog(db, bot.botId, at, market.info);
    needPage(page, log.pages, 'This trade log', (n) => botHref(bot.botId, n));
    const fills = {
      ...log,
      botId: bot.botId,
      fills: (await tapeOfBot(db, bot.botId, at)).map(publicFill),
      delisted: trades.filter((t) => t.order_id === 'delisted'),
    };
    const views = {
      bot: await botView(db, bot, market, baseUrl(), payments.extras),
      equity: await equityView(db, bot.botId, market.info),
      statistics: await agentStatistics(db, bot, market.info, baseUrl()),
      positions: await positionsView(deps, bot, market),
      held: await heldOf(deps, bot),
      moves: await movesView(db, bot.league, { page: 1, per_page: movesShown }, bot.botId),
      rounds: await roundsOf(db, bot),
      beside: await linesBeside(db, bot),
    };
    return <BotPage {...views} fills={fills} clockSpeed={speedOf(clock)} />;
  },
});

async function heldOf({ db, profits, closePrices }: ReadDeps, { botId }: Bot): Promise<HeldShares> {
  const closes = await closesOf(db, [botId], 0);
  const { earlier } = await profits.of(botId, closes.at(-1)?.close ?? 0);
  return await holdingsOverTime(closePrices, closes, earlier.held);
}

async function roundsOf(db: ReadDeps['db'], bot: Bot): Promise<AgentRounds | undefined> {
  if (leagueById.get(bot.league)?.kind.takes !== 'answers') return undefined;
  const at = { page: 1, per_page: roundsShown };
  const { total, rounds } = await agentRounds(db, bot, rowsOf(at));
  return { agent_id: bot.botId, league: bot.league, ...paged(at, total), rounds };
}

/** The best house bot that it is not itself, the first symbol of the market and all of it; in a task league par and the median. */
async function linesBeside(db: ReadDeps['db'], bot: Bot): Promise<LineBeside[]> {
  const last = await latestBoard(db, bot.league);
  if (!last) return [];
  const baselines = (await baselinesAtCloses(db, bot.league, bot.registeredAt - dayMs, last.close)).flatMap(
    ({ at, baselines }) => baselines.map((b) => ({ at, id: b.id, value: usdOf(b) })),
  );
  const ids = [...new Set(baselines.map((b) => b.id))];
  const lineOf = (id: string): LineBeside => ({
    baseline: id,
    points: baselines.filter((b) => b.id === id).map(({ at, value }) => ({ close: at, value })),
  });
  const [single, whole] = [ids.at(0), ids.at(-1)];
  const shown = [...new Set([single, whole])].filter((id) => id !== undefined);
  return [...(await houseLine(db, bot)), ...shown.map(lineOf)];
}

async function houseLine(db: ReadDeps['db'], bot: Bot): Promise<LineBeside[]> {
  const house = (await houseBotsOf(db, bot.league)).filter((h) => h.botId !== bot.botId);
  const lasts = await lastClosesOf(
    db,
    house.map((h) => h.botId),
  );
  const [best] = bestFirst([...lasts.values()]);
  const named = house.find((h) => h.botId === best?.botId);
  if (!named) return [];
  const closes = await closesOf(db, [named.botId], bot.registeredAt - dayMs);
  return [{ name: named.name, points: closes.map(({ close, cents }) => ({ close, value: cents / 100 })) }];
}
