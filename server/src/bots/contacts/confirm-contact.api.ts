import { body, json, operation } from 'papertape-contract/operation';
import { confirmAck, recoverRequest } from 'papertape-contract/registration';
import { limits } from 'papertape-contract/limits';
import type { Contacts } from './contacts.job.ts';

export const confirmContact = operation({
  id: 'confirmContact',
  method: 'post',
  path: '/api/contacts/confirm',
  tag: 'Identity',
  summary: 'Ask for a link to confirm a contact',
  description: `Mails a link, once in ${limits.contactMailHours} hours, to an address that bots were registered with. The answer is always the same.`,
  freshness: 'private',
  counts: ['confirmationsPerAddress'],
  body: body(recoverRequest, { example: { contact: 'alpha@example.org' } }),
  answer: json(confirmAck),
  async handle({ body: { contact } }, { contacts }: { contacts: Contacts }) {
    await contacts.request(contact);
    return {
      ok: true as const,
      message: contacts.isConfirming
        ? `If bots were registered with that address, and it got no such mail in the last ${limits.contactMailHours} hours, a link to confirm it is on its way.`
        : 'This service confirms no contacts: all bots of an address are counted together, and nothing needs to be done.',
    };
  },
});
