/** Pages for people. They show what the JSON views answer and compute no number of their own. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { h } from 'preact';
import { defaultBoardId, leagueById } from '../../contract/catalogue.ts';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { startValueCents } from '../../flow/rank/rank.ts';
import { BoardPage } from '../pages/board-page.tsx';
import { boardHref } from '../pages/board-weeks.tsx';
import { BotPage, botHref } from '../pages/bot-page.tsx';
import type { EnterProps } from '../pages/enter.tsx';
import { ErrorPage, type ErrorPageProps } from '../pages/error-page.tsx';
import { favicon, robots } from '../pages/favicon.ts';
import { FiguresPage } from '../pages/figures.tsx';
import { IncidentsPage, incidentsHref } from '../pages/incidents-page.tsx';
import { htmlType, page as html, pageHeaders } from '../pages/layout.tsx';
import { styleSheet } from '../pages/style.ts';
import { agentView, equityView, positionsView, tradeLog } from '../views/agent-view.ts';
import { boardView } from '../views/board-view.ts';
import { botMoves } from '../views/ladder-view.ts';
import { agentStatistics } from '../views/figures-view.ts';
import { incidentLog, leagueCatalogue, oneLeague, statusView, universeView } from '../views/league-view.ts';
import type { Handler, Routes } from '../http.ts';
import { leagueOf, paging } from '../request.ts';
import { publicAgent } from './agent-routes.ts';
import { boardOf } from './board-routes.ts';
import type { RouteDeps } from './deps.ts';
import { sendReady } from './reply.ts';

const perPage = limits.perPageDefault;
/** Moves between tiers on a bot's page; the rest are in the JSON. */
const movesShown = 20;

/** A page that is not there: HTML, with a way on. */
export class NoSuchPage extends Error {
  readonly back: ErrorPageProps['back'];

  constructor(detail: string, back: ErrorPageProps['back']) {
    super(detail);
    this.name = 'NoSuchPage';
    this.back = back;
  }
}

export function pageRoutes(routes: Routes, deps: RouteDeps): void {
  const { db, clock, market } = deps;
  const clockSpeed = clock.realPerTick === 0 ? 0 : Math.round(1e6 / clock.realPerTick) / 1e6;

  // Both pages show more than one league's board does (bots of the other leagues; holdings at the last prices), so their bytes
  // are good until anything changes. They name instants and no time left: they stay true however long they are kept.
  const ready = (make: (request: FastifyRequest) => Promise<string>): Handler =>
    withErrorPages(async (request, reply) =>
      sendReady(deps, request, reply, '*', htmlType, async () => make(request), pageHeaders),
    );

  routes.get(
    '/',
    ready(async (request) => {
      const league = leagueOf(request, defaultBoardId);
      const { page } = paging(request);
      const now = clock.now();
      const baseUrl = deps.baseUrl();
      const of = boardOf(request);
      const board = await boardView(db, { league, page, perPage, now, priceSource: market.info, baseUrl, of });
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
        kind: view.kind,
        seatsFree: hidden === undefined ? view.seats_free : 0,
      };
      const startValue = startValueCents / 100;
      return html(
        h(BoardPage, { board, query: asked, league: view, hidden, catalogue, startValue, clockSpeed, enter }),
      );
    }),
  );

  routes.get(
    '/bots/:agent_id',
    ready(async (request) => {
      const agent = await publicAgent(deps, request);
      const { page } = paging(request);
      const log = await tradeLog(db, agent.agent_id, { page, perPage }, market.info);
      if (page > log.pages) {
        throw new NoSuchPage(`This trade log has no page ${page}; its last one is ${log.pages}.`, {
          href: botHref(agent.agent_id, log.pages),
          text: 'Go to the last page',
        });
      }
      return html(
        h(BotPage, {
          agent: await agentView(db, agent, market.info, deps.baseUrl()),
          leagueName: leagueById.get(agent.league)?.name ?? agent.league,
          equity: await equityView(db, agent.agent_id, market.info),
          statistics: await agentStatistics(db, agent, market.info, deps.baseUrl()),
          positions: await positionsView(db, agent, market),
          log,
          moves: await botMoves(db, agent, { page: 1, perPage: movesShown }),
          clockSpeed,
        }),
      );
    }),
  );

  routes.get(
    '/incidents',
    ready(async (request) => {
      const { page } = paging(request);
      const log = await incidentLog(market, page, perPage);
      if (page > log.pages) {
        throw new NoSuchPage(`This log has no page ${page}; its last one is ${log.pages}.`, {
          href: incidentsHref(log.pages),
          text: 'Go to the last page',
        });
      }
      const { finality, price_source: source } = await statusView(deps.leagues, clock, deps.version);
      return html(h(IncidentsPage, { log, finality, source, clockSpeed }));
    }),
  );

  routes.get(
    '/figures',
    ready(async () => html(h(FiguresPage, {}))),
  );

  file(routes, deps, '/style.css', 'text/css; charset=utf-8', styleSheet);
  file(routes, deps, '/favicon.svg', 'image/svg+xml', favicon);
  file(routes, deps, '/robots.txt', 'text/plain; charset=utf-8', robots);
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

export function withErrorPages(handler: Handler): Handler {
  return async (request, reply) => {
    try {
      return await handler(request, reply);
    } catch (e) {
      if (e instanceof NoSuchPage) return sendErrorPage(reply, { status: 404, detail: e.message, back: e.back });
      if (!(e instanceof ApiError) || e.status >= 500) throw e;
      return sendErrorPage(reply, {
        status: e.status,
        detail: e.message,
        back: { href: '/', text: 'Go to the leaderboard' },
      });
    }
  };
}

export function sendErrorPage(reply: FastifyReply, props: ErrorPageProps): FastifyReply {
  return reply
    .code(props.status)
    .headers({ ...pageHeaders, 'Cache-Control': 'no-store' })
    .type(htmlType)
    .send(html(h(ErrorPage, props)));
}
