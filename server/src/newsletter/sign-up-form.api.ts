/** The form of the newsletter's page, answered by a page: it works without scripts. */
import { subscribeRequest } from 'papertape-contract/newsletter';
import { document, unlisted } from 'papertape-contract/operation';
import { raw } from 'papertape-contract/replies';
import { h } from 'preact';
import { linkPage } from '../bots/link-pages.ts';
import { htmlType, page as html, pageHeaders, type MakePageFrame } from '../html/layout.tsx';
import { howItComes } from '../mail/mail-sent.ts';
import type { Mails } from '../mail/open-mails.ts';
import { ErrorPage } from '../pages/error-page.tsx';
import { AskedPage } from '../pages/newsletter-page.tsx';
import type { Newsletter } from './open-newsletter.ts';

type Deps = {
  readonly newsletter: Newsletter;
  readonly mails: Pick<Mails, 'isDelivered'>;
  readonly pageFrame: MakePageFrame;
};

export const signUpByForm = unlisted({
  method: 'post',
  path: '/newsletter',
  freshness: 'private',
  answer: document(htmlType),
  takesForm: true,
  counts: ['subscriptionsPerAddress'],
  async handle({ bytes }, { newsletter: { subscriptions }, mails, pageFrame }: Deps) {
    const frame = await pageFrame();
    const form = new URLSearchParams(bytes.toString('utf8'));
    const read = subscribeRequest.shape.email.safeParse((form.get('email') ?? '').trim());
    if (!read.success) {
      const back = { href: '/newsletter', text: 'Go back to the form' };
      const detail = 'That is no e-mail address. Nothing was sent.';
      const headers = { ...pageHeaders, 'Content-Type': htmlType };
      return raw(400, headers, html(h(ErrorPage, { status: 400, detail, back }), frame));
    }
    if ((form.get('fax') ?? '') === '') await subscriptions.ask(read.data);
    return linkPage(h(AskedPage, { comes: howItComes(mails) }), frame);
  },
});
