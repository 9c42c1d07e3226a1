/** The link to a new key that is sent by mail: its page asks, and the form of the page replaces the key. */
import { limits } from 'papertape-contract/limits';
import { document, unlisted } from 'papertape-contract/operation';
import type { RawReply } from 'papertape-contract/replies';
import { h } from 'preact';
import { htmlType, type MakePageFrame, type PageFrame } from '../html/layout.tsx';
import { ErrorPage } from '../pages/error-page.tsx';
import { RecoveredPage, RecoverPage } from '../pages/recover-page.tsx';
import { deadLinkPage, linkPage } from './link-pages.ts';
import type { Recovery } from './recover.job.ts';

type Deps = { readonly recovery: Recovery; readonly pageFrame: MakePageFrame };

export const showRecoverLink = unlisted({
  path: '/recover/{token}',
  freshness: 'private',
  answer: document(htmlType),
  async handle({ params: { token } }, { recovery, pageFrame }: Deps) {
    const frame = await pageFrame();
    const bot = await recovery.botOf(token);
    return bot ? linkPage(h(RecoverPage, { token, botId: bot.botId, name: bot.name }), frame) : deadLink(frame);
  },
});

export const redeemRecoverLink = unlisted({
  method: 'post',
  path: '/recover/{token}',
  freshness: 'private',
  takesForm: true,
  answer: document(htmlType),
  async handle({ params: { token } }, { recovery, pageFrame }: Deps) {
    // Before the key is replaced: what fails behind it would lose the new one.
    const frame = await pageFrame();
    const done = await recovery.redeem(token);
    return done ? linkPage(h(RecoveredPage, done), frame) : deadLink(frame);
  },
});

function deadLink(frame: PageFrame): RawReply {
  const detail = `This link is used, or older than ${limits.recoveryLinkMinutes} minutes, or none. Ask for a new one: POST /api/agents/{agent_id}/recover with {"contact": "your address"}.`;
  const back = { href: '/', text: 'Go to the leaderboard' };
  return deadLinkPage(h(ErrorPage, { status: 404, detail, back }), frame);
}
