/** The page behind the link that ends the alerts of a bot. Following the link changes nothing; mail programs press the button for their reader (RFC 8058). */
import { document, unlisted } from 'papertape-contract/operation';
import { h } from 'preact';
import { deadLinkPage, linkPage } from '../bots/link-pages.ts';
import { htmlType, type MakePageFrame } from '../html/layout.tsx';
import { ErrorPage } from '../pages/error-page.tsx';
import type { Alerts } from './open-alerts.ts';
import { StoppedPage, StopPage } from './stop-pages.tsx';

type Deps = { readonly alerts: Alerts; readonly pageFrame: MakePageFrame };

const common = { path: '/alerts/stop/{token}', freshness: 'private', answer: document(htmlType) } as const;
const back = { href: '/docs/bots/extras.md', text: 'Read about extras' };
const detail = 'This is no link of an alert of this service. Take it from the end of one, whole.';

export const showStopLink = unlisted({
  ...common,
  async handle({ params: { token } }, { alerts, pageFrame }: Deps) {
    const frame = await pageFrame();
    const isLink = alerts.stopped(token) !== undefined;
    return isLink
      ? linkPage(h(StopPage, { token }), frame)
      : deadLinkPage(h(ErrorPage, { status: 404, detail, back }), frame);
  },
});

export const pressStopLink = unlisted({
  ...common,
  method: 'post',
  takesForm: 'multipart',
  async handle({ params: { token } }, { alerts, pageFrame }: Deps) {
    const frame = await pageFrame();
    const botId = alerts.stopped(token);
    if (botId === undefined) return deadLinkPage(h(ErrorPage, { status: 404, detail, back }), frame);
    await alerts.stopAll(botId);
    return linkPage(h(StoppedPage, {}), frame);
  },
});
