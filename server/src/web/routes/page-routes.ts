/** Pages for people. They show what the JSON views answer and compute no number of their own. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { h } from 'preact';
import { leagueById } from '../../contract/catalogue.ts';
import { ApiError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { startValueCents } from '../../flow/rank/rank.ts';
import { BoardPage, boardHref } from '../pages/board-page.tsx';
import { BotPage, botHref } from '../pages/bot-page.tsx';
import type { EnterProps } from '../pages/enter.tsx';
import { ErrorPage, type ErrorPageProps } from '../pages/error-page.tsx';
import { favicon, robots } from '../pages/favicon.ts';
import { htmlType, page as html, pageHeaders } from '../pages/layout.tsx';
import { styleSheet } from '../pages/style.ts';
import { agentView, equityView, positionsView, tradeLog } from '../views/agent-view.ts';
import { boardView } from '../views/board-view.ts';
import { leagueCatalogue, universeView } from '../views/league-view.ts';
import type { Handler, Routes } from '../http.ts';
import { leagueOf, paging } from '../request.ts';
import { publicAgent } from './agent-routes.ts';
import type { RouteDeps } from './deps.ts';
import { sendReady } from './reply.ts';

const perPage = limits.perPageDefault;

/** A page that is not there: HTML, with a way on. */
class NoSuchPage extends Error {
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
      const league = leagueOf(request, 'spot_crypto');
      const { page } = paging(request);
      const now = clock.now();
      const baseUrl = deps.baseUrl();
      const board = await boardView(db, { league, page, perPage, now, priceSource: market.info, baseUrl });
      if (page > board.pages) {
        throw new NoSuchPage(`This board has no page ${page}; its last one is ${board.pages}.`, {
          href: boardHref(league, board.pages),
          text: 'Go to the last page',
        });
      }
      const catalogue = await leagueCatalogue(deps.leagues, now);
      const view = catalogue.leagues.find((l) => l.id === league);
      if (!view) throw new Error(`the catalogue lacks ${league}`);
      const symbols = view.orders_open ? await tradableSymbols(deps, league) : [];
      const enter: EnterProps = { baseUrl, league, symbols, kind: view.kind, seatsFree: view.seats_free };
      return html(
        h(BoardPage, { board, league: view, catalogue, startValue: startValueCents / 100, clockSpeed, enter }),
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
          positions: await positionsView(db, agent, market),
          log,
          clockSpeed,
        }),
      );
    }),
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

function withErrorPages(handler: Handler): Handler {
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

function sendErrorPage(reply: FastifyReply, props: ErrorPageProps): FastifyReply {
  return reply
    .code(props.status)
    .headers({ ...pageHeaders, 'Cache-Control': 'no-store' })
    .type(htmlType)
    .send(html(h(ErrorPage, props)));
}
