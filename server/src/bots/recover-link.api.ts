/** The link to a new key that is sent by mail: its page asks, and the form of the page replaces the key. */
import { limits } from 'papertape-contract/limits';
import { document, unlisted } from 'papertape-contract/operation';
import { raw, type RawReply } from 'papertape-contract/replies';
import { h, type JSX } from 'preact';
import { htmlType, page as html, pageHeaders } from '../html/layout.tsx';
import { styleVersion } from '../html/assets.ts';
import { ErrorPage } from '../pages/error-page.tsx';
import { RecoveredPage, RecoverPage } from '../pages/recover-page.tsx';
import type { MarketView } from '../read/snapshot.ts';
import type { Recovery } from './recover.job.ts';

type Deps = { readonly recovery: Recovery; readonly market: Pick<MarketView, 'info'> };

export const showRecoverLink = unlisted({
  path: '/recover/{token}',
  freshness: 'private',
  answer: document(htmlType),
  async handle({ params: { token } }, { recovery, market }: Deps) {
    const { caution } = market.info;
    const bot = await recovery.botOf(token);
    return bot ? onceOnly(h(RecoverPage, { token, botId: bot.botId, name: bot.name }), caution) : deadLink(caution);
  },
});

export const redeemRecoverLink = unlisted({
  method: 'post',
  path: '/recover/{token}',
  freshness: 'private',
  takesForm: true,
  answer: document(htmlType),
  async handle({ params: { token } }, { recovery, market }: Deps) {
    const { caution } = market.info;
    const done = await recovery.redeem(token);
    return done ? onceOnly(h(RecoveredPage, done), caution) : deadLink(caution);
  },
});

const headers = { ...pageHeaders, 'Content-Type': htmlType } as const;

/** A page that nobody keeps, and no page of another site reads. */
function onceOnly(element: JSX.Element, caution: string | null): RawReply {
  const alone = { 'Access-Control-Allow-Origin': null, 'X-Robots-Tag': 'noindex' };
  return raw(200, { ...headers, ...alone }, html(element, { styleVersion, caution }));
}

function deadLink(caution: string | null): RawReply {
  const detail = `This link is used, or older than ${limits.recoveryLinkMinutes} minutes, or none. Ask for a new one: POST /api/agents/{agent_id}/recover with {"contact": "your address"}.`;
  const back = { href: '/', text: 'Go to the leaderboard' };
  return raw(404, headers, html(h(ErrorPage, { status: 404, detail, back }), { styleVersion, caution }));
}
