/** A bot on pages of others: a badge for a README, and a card for a frame. */
import { document, unlisted } from 'papertape-contract/operation';
import { keptText } from 'papertape-contract/replies';
import { siteAddresses } from '../html/assets.ts';
import { badgeSvg } from '../html/badge.ts';
import { count, instantText, signedPercent } from '../html/format.ts';
import { cardHtml } from '../pages/embed-page.tsx';
import { botView, equityView } from './bot-view.ts';
import { fileOfBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

/** Those who show it on their pages keep it for so long (GitHub keeps for ever what does not say). */
const forMinutes = { 'Cache-Control': 'public, max-age=300', 'Cross-Origin-Resource-Policy': 'cross-origin' } as const;

export const getBadge = unlisted({
  path: '/badges/bots/{agent_id}.svg',
  freshness: 'kept',
  headers: { ...forMinutes, 'Content-Security-Policy': "default-src 'none'; sandbox" },
  answer: document('image/svg+xml; charset=utf-8'),
  async handle({ params }, { db, market, baseUrl, payments }: ReadDeps) {
    const bot = await fileOfBot(db, params.agent_id);
    return keptText('*', async () => {
      const view = await botView(db, bot, market, baseUrl(), payments.extras);
      if (view.as_of === null) return badgeSvg('papertape', 'no close yet', 'none', 'Papertape: no close yet');
      const place = view.rank === null ? 'retired' : `rank ${count(view.rank)}`;
      const told = `${place} · ${signedPercent(view.return_pct)}`;
      const tone = view.return_pct > 0 ? 'gain' : view.return_pct < 0 ? 'loss' : 'none';
      return badgeSvg('papertape', told, tone, `Papertape, paper money: ${told}, ${instantText(view.as_of)}`);
    });
  },
});

/** It alone may be framed by everyone: nothing on it can be pressed but links, which open in the whole window. */
const framed = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; '),
} as const;

export const getCard = unlisted({
  path: '/embed/bots/{agent_id}',
  freshness: 'kept',
  headers: { ...forMinutes, ...framed },
  answer: document('text/html; charset=utf-8'),
  async handle({ params }, { db, market, baseUrl, payments }: ReadDeps) {
    const bot = await fileOfBot(db, params.agent_id);
    return keptText('*', async () =>
      cardHtml({
        bot: await botView(db, bot, market, baseUrl(), payments.extras),
        equity: await equityView(db, bot.botId, market.info),
        baseUrl: baseUrl(),
        style: siteAddresses.style,
      }),
    );
  },
});
