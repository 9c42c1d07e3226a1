/** The link that confirms a contact: its page shows the bots of the address, and its form says which are the reader's own. */
import { limits } from 'papertape-contract/limits';
import { document, unlisted } from 'papertape-contract/operation';
import type { RawReply } from 'papertape-contract/replies';
import { h } from 'preact';
import { htmlType, type MakePageFrame, type PageFrame } from '../../html/layout.tsx';
import { ContactDonePage, ContactPage } from '../../pages/contact-page.tsx';
import { ErrorPage } from '../../pages/error-page.tsx';
import { contactForm } from '../../pages/contact-form.ts';
import { deadLinkPage, linkPage } from '../link-pages.ts';
import type { Choice, Contacts } from './contacts.job.ts';

type Deps = { readonly contacts: Contacts; readonly pageFrame: MakePageFrame };

export const showContactLink = unlisted({
  path: '/contact/{token}',
  freshness: 'private',
  answer: document(htmlType),
  async handle({ params: { token } }, { contacts, pageFrame }: Deps) {
    const frame = await pageFrame();
    const contact = await contacts.linked(token);
    return contact ? linkPage(h(ContactPage, { token, ...contact }), frame) : deadLink(frame);
  },
});

export const pressContactLink = unlisted({
  method: 'post',
  path: '/contact/{token}',
  freshness: 'private',
  takesForm: true,
  answer: document(htmlType),
  async handle({ params: { token }, bytes, changed }, { contacts, pageFrame }: Deps) {
    // Before the link is used: what fails behind it would lose the contact key.
    const frame = await pageFrame();
    const done = await contacts.decide(token, choiceIn(bytes));
    if (!done) return deadLink(frame);
    changed(done.leagues);
    return linkPage(h(ContactDonePage, done), frame);
  },
});

/** What the form says; of a form that is none: nothing. */
function choiceIn(bytes: Buffer): Choice {
  const form = new URLSearchParams(bytes.toString('utf8'));
  const all = form.get(contactForm.all);
  return {
    isNone: all === 'none',
    wantsKey: form.get(contactForm.newKey) === 'yes',
    of(botId) {
      if (all === 'mine') return 'mine';
      const said = form.get(botId);
      return said === 'mine' || said === 'not_mine' ? said : undefined;
    },
  };
}

function deadLink(frame: PageFrame): RawReply {
  const detail = `This link is used, or older than ${limits.contactLinkHours} hours, or none. Ask for a new one: POST /api/contacts/confirm with {"contact": "your address"}.`;
  const back = { href: '/', text: 'Go to the leaderboard' };
  return deadLinkPage(h(ErrorPage, { status: 404, detail, back }), frame);
}
