import { body, json, operation } from 'papertape-contract/operation';
import { voteAck as answer, voteRequest } from 'papertape-contract/showcase';
import { topic, type Showcase } from './open-showcase.ts';
import { voteFor } from './vote.job.ts';

export const voteInShowcase = operation({
  id: 'voteInShowcase',
  method: 'post',
  path: '/api/showcase/{id}/vote',
  tag: 'Showcase',
  summary: 'Upvote an entry',
  description: 'Once, for good, and never one of your own bots.',
  key: 'required',
  keyLate: true,
  freshness: 'private',
  body: body(voteRequest, { example: { agent_id: 'agt_0000000000000000' } }),
  idempotent: true,
  answer: json(answer),
  codes: ['entry_not_found', 'already_voted', 'own_entry', 'agent_retired'],
  mcp: {
    name: 'arena_showcase_vote',
    title: 'Upvote in the showcase',
    description: 'Upvotes an entry of another maker: once, for good.',
    standard: () => ({ agent_id: 'me' }),
  },
  handle: (call, { showcase }: { readonly showcase: Showcase }) =>
    call.once(async (keep) => {
      const bot = await call.prove(call.body.agent_id);
      const ack = await voteFor(showcase, { bot, id: call.params.id, warnings: call.warnings, keep });
      call.changed([topic]);
      return ack;
    }),
});
