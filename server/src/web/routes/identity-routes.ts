/** What an owner changes of a bot: profile, icon, open strategy, retirement, a lost key. And who owns what: makers, seats, giving. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import { iconPresets, iconSvg } from '../../html/icons.ts';
import {
  makerRequest,
  profileRequest,
  retireRequest,
  type ProfileAck,
  type RetireAck,
} from 'papertape-contract/profile';
import { recoverRequest, type RecoverAck } from 'papertape-contract/registration';
import { iconRule, readIcon } from '../../bots/icon-form.ts';
import { iso } from '../../lib/clock.ts';
import { changeProfile, profileChanges, retire, type Changes } from '../../bots/profile.job.ts';
import { makerIdPattern } from '../../bots/maker.ts';
import type { KnownBot } from '../../bots/registry.ts';
import { closeAfter } from '../../lib/time.ts';
import { givingView } from '../../read/giving-view.ts';
import { iconsView } from '../../read/icons-view.ts';
import { makerView } from '../../read/maker-view.ts';
import { seatsView } from '../../read/seats-view.ts';
import type { Routes } from '../http.ts';
import { bodyBytes, bodyObject, countAgainst, paging, param, readBody, unknownMembers } from '../request.ts';
import { parseObject, type JsonObject } from '../strict-json.ts';
import { shown } from '../../lib/text.ts';
import { ownBot, publicBot } from './agent-routes.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendPrivate, sendPublic, sendReady } from './reply.ts';

export function identityRoutes(routes: Routes, deps: RouteDeps): void {
  const { db, clock, market, intake, limiter } = deps;

  routes.post('/api/agents/:agent_id/profile', async (request, reply) => {
    const bot = await ownBot(deps, request);
    const { value, warnings } = readBody(profileRequest, emptyIsNull(optionalBody(request)));
    return await change(deps, reply, bot, profileChanges(value), warnings);
  });

  routes.post('/api/agents/:agent_id/icon', async (request, reply) => {
    const bot = await ownBot(deps, request);
    const body = bodyObject(request);
    const { icon } = body;
    if (icon === undefined) throw new ApiError('missing_field', 'The member "icon" is missing.');
    const kept = typeof icon === 'string' ? (icon === '' ? null : readIcon(icon)) : undefined;
    if (kept === undefined) throw new ApiError('invalid_icon', `icon must be ${iconRule}, or "".`);
    return await change(deps, reply, bot, { icon: kept }, unknownMembers(body, ['icon']));
  });

  routes.post('/api/agents/:agent_id/maker', async (request, reply) => {
    const bot = await ownBot(deps, request);
    const { value, warnings } = readBody(makerRequest, emptyIsNull(bodyObject(request)));
    return await change(deps, reply, bot, value, warnings);
  });

  routes.post('/api/agents/:agent_id/retire', async (request, reply) => {
    const bot = await ownBot(deps, request);
    const { value, warnings } = readBody(retireRequest, emptyIsNull(optionalBody(request)));
    const { at, reason } = await retire({ db, intake, clock }, bot, value.reason ?? null);
    deps.ready.drop([bot.league]);
    const body: RetireAck = {
      ok: true,
      agent_id: bot.botId,
      retired_at: iso(at),
      reason,
      unranked_from: iso(closeAfter(at)),
      warnings,
    };
    return sendPrivate(reply, body);
  });

  routes.post('/api/agents/:agent_id/recover', async (request, reply) => {
    await countAgainst(limiter, request, 'recoveriesPerAddress', request.client);
    const bot = await publicBot(deps, request);
    const { value } = readBody(recoverRequest, bodyObject(request));
    deps.recovery.request(bot, value.contact);
    const body: RecoverAck = {
      ok: true,
      agent_id: bot.agent_id,
      message: 'If that is the contact address of this bot, a mail with a link to a new key is on its way to it.',
    };
    return sendPrivate(reply, body);
  });

  routes.get('/api/icons', async (request, reply) =>
    sendReady(deps, request, reply, 'files', jsonType, async () => JSON.stringify(iconsView(deps.baseUrl())), {
      'Cache-Control': 'public, max-age=3600',
    }),
  );
  for (const [id, preset] of iconPresets) {
    routes.get(`/icons/${id}.svg`, async (request, reply) =>
      sendReady(deps, request, reply, 'files', 'image/svg+xml', async () => iconSvg(preset), {
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'",
      }),
    );
  }

  routes.get('/api/seats', async (request, reply) =>
    sendReady(deps, request, reply, '*', jsonType, async () =>
      JSON.stringify(await seatsView(deps.leagues, clock.now())),
    ),
  );
  routes.get('/api/giving', async (request, reply) =>
    sendReady(deps, request, reply, '*', jsonType, async () =>
      JSON.stringify(await givingView(deps.leagues, clock.now())),
    ),
  );

  routes.get('/api/makers/:maker_id', async (request, reply) => {
    const id = param(request, 'maker_id');
    const at = paging(request);
    const view = makerIdPattern.test(id) ? await makerView(db, id, at, market.info, deps.baseUrl()) : undefined;
    if (!view) throw new ApiError('maker_not_found', `There is no maker "${shown(id)}".`);
    return sendPublic(request, reply, JSON.stringify(view));
  });
}

/** Stores the change, and lets no page or board show what was before. */
async function change(
  deps: RouteDeps,
  reply: FastifyReply,
  bot: KnownBot,
  changes: Changes,
  warnings: string[],
): Promise<FastifyReply> {
  await changeProfile(deps.intake, bot.botId, changes);
  deps.ready.drop([bot.league]);
  const pct = changes.pledge_pct;
  const body: ProfileAck = {
    ok: true,
    agent_id: bot.botId,
    changed: { ...changes, ...(typeof pct === 'string' ? { pledge_pct: Number(pct) } : {}) },
    warnings,
  };
  return sendPrivate(reply, body);
}

function optionalBody(request: FastifyRequest): JsonObject {
  const bytes = bodyBytes(request);
  return bytes.length === 0 ? {} : parseObject(bytes);
}

/** An empty string clears, as null does. */
function emptyIsNull(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]));
}
