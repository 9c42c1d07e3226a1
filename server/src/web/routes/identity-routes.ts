/** What an owner changes of a bot: profile, icon, open strategy, retirement, a lost key. And who owns what: makers, seats, giving. */
import { ApiError } from 'papertape-contract/errors';
import { iconPresets, iconSvg } from '../../html/icons.ts';
import { makerIdPattern } from '../../bots/maker.ts';
import { givingView } from '../../read/giving-view.ts';
import { iconsView } from '../../read/icons-view.ts';
import { makerView } from '../../read/maker-view.ts';
import { seatsView } from '../../read/seats-view.ts';
import type { Routes } from '../http.ts';
import { paging, param } from '../request.ts';
import { shown } from '../../lib/text.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendPublic, sendReady } from './reply.ts';

export function identityRoutes(routes: Routes, deps: RouteDeps): void {
  const { db, clock, market } = deps;

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
