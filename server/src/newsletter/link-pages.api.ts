/** Pages behind the links of the newsletter's mails: the one that signs up, and the one that leaves. Following a link changes nothing. */
import { limits } from 'papertape-contract/limits';
import { document, unlisted } from 'papertape-contract/operation';
import type { RawReply } from 'papertape-contract/replies';
import { h } from 'preact';
import { deadLinkPage, linkPage } from '../bots/link-pages.ts';
import { htmlType, type MakePageFrame, type PageFrame } from '../html/layout.tsx';
import { ErrorPage } from '../pages/error-page.tsx';
import { ConfirmedPage, ConfirmPage, LeavePage, LeftPage } from '../pages/newsletter-links.tsx';
import type { Newsletter } from './open-newsletter.ts';
import type { Leaving } from './subscriptions.job.ts';

type Deps = { readonly newsletter: Newsletter; readonly pageFrame: MakePageFrame };

const common = { freshness: 'private', answer: document(htmlType) } as const;

export const showSignUpLink = unlisted({
  ...common,
  path: '/newsletter/confirm/{token}',
  async handle({ params: { token } }, { newsletter: { subscriptions }, pageFrame }: Deps) {
    const frame = await pageFrame();
    return (await subscriptions.isLink(token)) ? linkPage(h(ConfirmPage, { token }), frame) : deadSignUp(frame);
  },
});

export const pressSignUpLink = unlisted({
  ...common,
  method: 'post',
  path: '/newsletter/confirm/{token}',
  takesForm: true,
  async handle({ params: { token } }, { newsletter: { subscriptions }, pageFrame }: Deps) {
    const frame = await pageFrame();
    return (await subscriptions.confirm(token)) ? linkPage(h(ConfirmedPage, {}), frame) : deadSignUp(frame);
  },
});

export const showLeaveLink = unlisted({
  ...common,
  path: '/newsletter/leave/{token}',
  async handle({ params: { token } }, { newsletter: { subscriptions }, pageFrame }: Deps) {
    const frame = await pageFrame();
    const leaver = await subscriptions.leaver(token);
    return leaver ? linkPage(h(LeavePage, { token, ...leaver }), frame) : deadLeave(frame);
  },
});

/** Also what mail programs send for their reader: one POST without cookies, in either form (RFC 8058). */
export const pressLeaveLink = unlisted({
  ...common,
  method: 'post',
  path: '/newsletter/leave/{token}',
  takesForm: 'multipart',
  async handle({ params: { token }, bytes }, { newsletter: { subscriptions }, pageFrame }: Deps) {
    const frame = await pageFrame();
    const wish = wishIn(bytes);
    return (await subscriptions.leave(token, wish)) ? linkPage(h(LeftPage, { token, wish }), frame) : deadLeave(frame);
  },
});

/** Whatever a form says that is none of the page's, its sender wants to leave. */
function wishIn(bytes: Buffer): Leaving {
  const wish = new URLSearchParams(bytes.toString('utf8')).get('mails');
  return wish === 'never' || wish === 'again' ? wish : 'leave';
}

const back = { href: '/newsletter', text: 'Go to the newsletter' };

function deadSignUp(frame: PageFrame): RawReply {
  const detail = `This link is used, or older than ${limits.newsletterLinkHours} hours, or none; or a newer mail has another. If you pressed its button, you are on the list. Else sign up again.`;
  return deadLinkPage(h(ErrorPage, { status: 404, detail, back }), frame);
}

function deadLeave(frame: PageFrame): RawReply {
  const detail = 'This is no link of a mail of this service. Take it from the end of one, whole.';
  return deadLinkPage(h(ErrorPage, { status: 404, detail, back }), frame);
}
