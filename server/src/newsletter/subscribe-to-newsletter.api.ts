import { subscribeAck, subscribeRequest, type SubscribeAck } from 'papertape-contract/newsletter';
import { body, json, operation } from 'papertape-contract/operation';
import { limits } from 'papertape-contract/limits';
import { howItComes } from '../mail/mail-sent.ts';
import type { Mails } from '../mail/open-mails.ts';
import type { Newsletter } from './open-newsletter.ts';

type Deps = { readonly newsletter: Newsletter; readonly mails: Pick<Mails, 'isDelivered'> };

export const subscribeToNewsletter = operation({
  id: 'subscribeToNewsletter',
  method: 'post',
  path: '/api/subscribe',
  tag: 'Extras',
  summary: 'Sign up for the newsletter',
  description: `Mails a link, good for ${limits.newsletterLinkHours} hours, whose page has a button that signs up. A form is taken as well as JSON.`,
  freshness: 'private',
  counts: ['subscriptionsPerAddress'],
  body: body(subscribeRequest, { example: { email: 'ann@example.org' } }),
  takesForm: true,
  answer: json(subscribeAck),
  async handle(
    { body: { email, fax = '' }, warnings },
    { newsletter: { subscriptions }, mails }: Deps,
  ): Promise<SubscribeAck> {
    // People do not see the field. What fills it in is not told that it was found out.
    if (fax === '') await subscriptions.ask(email);
    return {
      ok: true,
      message: `If the address is not on the list, and got no such mail in the last ${limits.newsletterMailHours} hours, a link to sign up ${howItComes(mails)}`,
      warnings: [...warnings],
    };
  },
});
