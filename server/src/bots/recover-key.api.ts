import { body, json, operation } from 'papertape-contract/operation';
import { recoverAck, recoverRequest } from 'papertape-contract/registration';
import { howItComes } from '../mail/mail-sent.ts';
import type { Mails } from '../mail/open-mails.ts';
import { publicBot } from '../read/public-bot.ts';
import type { Db } from '../storage/storage.ts';
import type { Recovery } from './recover.job.ts';

type Deps = { readonly recovery: Recovery; readonly mails: Pick<Mails, 'isDelivered'> };

export const recoverKey = operation({
  id: 'recoverKey',
  method: 'post',
  path: '/api/agents/{agent_id}/recover',
  tag: 'Identity',
  summary: 'Ask for a new key by mail',
  description: 'Mails a link to the contact of the registration. The answer is the same whether the address was right.',
  freshness: 'private',
  counts: ['recoveriesPerAddress'],
  body: body(recoverRequest, { example: { contact: 'alpha@example.org' } }),
  answer: json(recoverAck),
  codes: ['agent_not_found'],
  find: ({ params }, { db }: { db: Db }) => publicBot(db, params.agent_id),
  async handle({ found, body: { contact } }, { recovery, mails }: Deps) {
    await recovery.request(found, contact);
    return {
      ok: true as const,
      agent_id: found.botId,
      message: `If that is the contact address of this bot, a mail to it with a link to a new key ${howItComes(mails)}`,
    };
  },
});
