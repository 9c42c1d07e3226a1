/** Pages for people. They show what the JSON views answer and compute no number of their own. */
import { boardOf } from '../../read/which-board.ts';
import { h } from 'preact';
import { defaultBoardId, leagueById } from '../../league/catalogue.ts';
import { leagueKinds } from '../../league/kinds.ts';
import { limits } from 'papertape-contract/limits';
import { startValueCents } from '../../flow/rank/rank.ts';
import { BoardPage } from '../../pages/board-page.tsx';
import { boardHref } from '../../pages/board-weeks.tsx';
import { botHref } from '../../pages/bot-href.ts';
import { BotPage } from '../../pages/bot-page.tsx';
import type { EnterProps } from '../../pages/enter.tsx';
import { ErrorsPage } from '../../pages/errors-page.tsx';
import { favicon } from '../../html/favicon.ts';
import { FiguresPage } from '../../pages/figures.tsx';
import { IncidentsPage, incidentsHref } from '../../pages/incidents-page.tsx';
import { styleSheet } from '../../html/style.ts';
import { botView, equityView, positionsView, tradeLog } from '../../read/bot-view.ts';
import { boardView } from '../../read/board-view.ts';
import { botMoves } from '../../read/ladder-view.ts';
import { agentStatistics } from '../../read/figures-view.ts';
import { incidentLog } from '../../read/incident-view.ts';
import { leagueCatalogue, oneLeague } from '../../read/league-view.ts';
import { statusView } from '../../read/status-view.ts';
import { universeView } from '../../read/universe-view.ts';
import type { Routes } from '../http.ts';
import { leagueOf, paging, param, query } from '../request.ts';
import { publicBot } from '../../read/public-bot.ts';
import type { RouteDeps } from './deps.ts';
import { addPage, NoSuchPage } from './page.ts';
import { sendReady } from './reply.ts';

const perPage = limits.perPageDefault;
/** Moves between tiers on a bot's page; the rest are in the JSON. */
const movesShown = 20;

export function pageRoutes(routes: Routes, deps: RouteDeps): void {
  const { db, clock, market } = deps;
  const clockSpeed = clock.realPerTick === 0 ? 0 : Math.round(1e6 / clock.realPerTick) / 1e6;

  addPage(routes, deps, '/', async (request) => {
    const league = leagueOf(request, defaultBoardId);
    const { page } = paging(request);
    const now = clock.now();
    const baseUrl = deps.baseUrl();
    const of = boardOf({ as_of: query(request, 'as_of'), week: query(request, 'week') });
    const board = await boardView(db, {
      league,
      page,
      perPage,
      now,
      priceSource: market.info,
      baseUrl,
      of,
      weekRankings: deps.weekRankings,
    });
    const asked = of.kind === 'close' ? { as_of: of.date } : of.kind === 'week' ? { week: of.week } : {};
    if (page > board.pages) {
      throw new NoSuchPage(`This board has no page ${page}; its last one is ${board.pages}.`, {
        href: boardHref(league, board.pages, asked),
        text: 'Go to the last page',
      });
    }
    const catalogue = await leagueCatalogue(deps.leagues, now);
    const { league: view, hidden } = await oneLeague(deps.leagues, league);
    const symbols = view.orders_open ? await tradableSymbols(deps, league) : [];
    const enter: EnterProps = {
      baseUrl,
      league,
      symbols,
      takes: leagueKinds[view.kind].takes,
      seatsFree: hidden === undefined ? view.seats_free : 0,
    };
    const startValue = startValueCents / 100;
    return h(BoardPage, { board, query: asked, league: view, hidden, catalogue, startValue, clockSpeed, enter });
  });

  addPage(routes, deps, '/bots/:agent_id', async (request) => {
    const bot = await publicBot(deps.db, param(request, 'agent_id'));
    const { page } = paging(request);
    const log = await tradeLog(db, bot.botId, { page, perPage }, market.info);
    if (page > log.pages) {
      throw new NoSuchPage(`This trade log has no page ${page}; its last one is ${log.pages}.`, {
        href: botHref(bot.botId, log.pages),
        text: 'Go to the last page',
      });
    }
    return h(BotPage, {
      bot: await botView(db, bot, market.info, deps.baseUrl()),
      leagueName: leagueById.get(bot.league)?.name ?? bot.league,
      equity: await equityView(db, bot.botId, market.info),
      statistics: await agentStatistics(db, bot, market.info, deps.baseUrl()),
      positions: await positionsView(db, bot, market),
      log,
      moves: await botMoves(db, bot, { page: 1, perPage: movesShown }),
      clockSpeed,
    });
  });

  addPage(routes, deps, '/incidents', async (request) => {
    const { page } = paging(request);
    const log = await incidentLog(market, page, perPage);
    if (page > log.pages) {
      throw new NoSuchPage(`This log has no page ${page}; its last one is ${log.pages}.`, {
        href: incidentsHref(log.pages),
        text: 'Go to the last page',
      });
    }
    const { finality, price_source: source } = await statusView(deps.leagues, clock, deps.version);
    return h(IncidentsPage, { log, finality, source, clockSpeed });
  });

  addPage(routes, deps, '/errors', async () => h(ErrorsPage, {}));
  addPage(routes, deps, '/figures', async () => h(FiguresPage, {}));

  file(routes, deps, '/style.css', 'text/css; charset=utf-8', styleSheet);
  file(routes, deps, '/favicon.svg', 'image/svg+xml', favicon);
}

function file(routes: Routes, deps: RouteDeps, path: string, type: string, text: string): void {
  routes.get(path, async (request, reply) =>
    sendReady(deps, request, reply, 'files', type, async () => text, { 'Cache-Control': 'public, max-age=3600' }),
  );
}

/** What the example order buys. */
async function tradableSymbols({ universe, market, clock }: RouteDeps, league: string): Promise<string[]> {
  const { symbols } = await universeView(universe, league, market, clock.now());
  return symbols.filter((s) => s.tradable && s.reason === null).map((s) => s.symbol);
}
