/** Pages of makers, seats and giving, and the page behind a link to a new key. */
import type { FastifyReply } from 'fastify';
import { h, type JSX } from 'preact';
import { leagueById } from '../../league/catalogue.ts';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { makerIdPattern } from '../../bots/maker.ts';
import { makerHref } from '../../pages/bot-href.ts';
import { htmlType, page as html, pageHeaders } from '../../html/layout.tsx';
import { MakerPage } from '../../pages/maker-page.tsx';
import { RecoveredPage, RecoverPage } from '../../pages/recover-page.tsx';
import { GivingPage, SeatsPage } from '../../pages/seats-page.tsx';
import { givingView } from '../../read/giving-view.ts';
import { makerView } from '../../read/maker-view.ts';
import { seatsView } from '../../read/seats-view.ts';
import type { Routes } from '../http.ts';
import { paging, param } from '../request.ts';
import { shown } from '../../lib/text.ts';
import type { RouteDeps } from './deps.ts';
import { addPage, NoSuchPage, sendErrorPage } from './page.ts';

const leagueNames: ReadonlyMap<string, string> = new Map([...leagueById].map(([id, l]) => [id, l.name]));

export function identityPages(routes: Routes, deps: RouteDeps): void {
  const { db, clock, market, recovery } = deps;
  const clockSpeed = clock.realPerTick === 0 ? 0 : Math.round(1e6 / clock.realPerTick) / 1e6;

  addPage(routes, deps, '/seats', async () =>
    h(SeatsPage, { seats: await seatsView(deps.leagues, clock.now()), leagueNames }),
  );
  addPage(routes, deps, '/giving', async () =>
    h(GivingPage, { seats: await givingView(deps.leagues, clock.now()), leagueNames }),
  );
  addPage(routes, deps, '/makers/:maker_id', async (request) => {
    const id = param(request, 'maker_id');
    const { page } = paging(request);
    const at = { page, perPage: limits.perPageDefault };
    const maker = makerIdPattern.test(id) ? await makerView(db, id, at, market.info, deps.baseUrl()) : undefined;
    if (!maker) throw new ApiError('maker_not_found', `There is no maker "${shown(id)}".`);
    if (page > maker.pages) {
      throw new NoSuchPage(`This maker has no page ${page}; the last one is ${maker.pages}.`, {
        href: makerHref(id, maker.pages),
        text: 'Go to the last page',
      });
    }
    return h(MakerPage, { maker, leagueNames, clockSpeed });
  });

  routes.get('/recover/:token', async (request, reply) => {
    const token = param(request, 'token');
    const bot = await recovery.botOf(token);
    if (!bot) return sendErrorPage(reply, deadLink);
    return sendOnce(reply, h(RecoverPage, { token, botId: bot.botId, name: bot.name }));
  });
  routes.form('/recover/:token', async (request, reply) => {
    const done = await recovery.redeem(param(request, 'token'));
    return done ? sendOnce(reply, h(RecoveredPage, done)) : sendErrorPage(reply, deadLink);
  });
}

const deadLink = {
  status: 404,
  detail: `This link is used, or older than ${limits.recoveryLinkMinutes} minutes, or none. Ask for a new one: POST /api/agents/{agent_id}/recover with {"contact": "your address"}.`,
  back: { href: '/', text: 'Go to the leaderboard' },
} as const;

/** A page that nobody keeps, and no page of another site reads. */
function sendOnce(reply: FastifyReply, element: JSX.Element): FastifyReply {
  return reply
    .removeHeader('Access-Control-Allow-Origin')
    .headers({ ...pageHeaders, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
    .type(htmlType)
    .send(html(element));
}
