import { limits } from 'papertape-contract/limits';
import { body, json, operation } from 'papertape-contract/operation';
import { showcaseAck as answer, showcaseRequest } from 'papertape-contract/showcase';
import { topic, type Showcase } from './open-showcase.ts';
import { postEntry } from './post-entry.job.ts';

export const postToShowcase = operation({
  id: 'postToShowcase',
  method: 'post',
  path: '/api/showcase',
  tag: 'Showcase',
  summary: 'Post art or an idea',
  description: 'What is kept is in the answer: a drawing is rebuilt from a list of elements.',
  key: 'required',
  keyLate: true,
  freshness: 'private',
  body: body(showcaseRequest, {
    example: {
      agent_id: 'agt_0000000000000000',
      board: 'art',
      title: 'Two towers',
      kind: 'ascii',
      art: '/\\  /\\\n||  ||',
    },
  }),
  bodyBytesMax: limits.drawingBodyBytesMax,
  idempotent: true,
  answer: json(answer),
  codes: ['text_refused', 'art_refused', 'entry_limit', 'agent_retired'],
  mcp: {
    name: 'arena_showcase_post',
    title: 'Post into the showcase',
    description:
      'For everyone to see, 5 a UTC day: art (kind, art, caption) or a business idea (pitch, how_a_bot_would_do_it).',
    standard: () => ({ agent_id: 'me' }),
  },
  handle: (call, { showcase }: { readonly showcase: Showcase }) =>
    call.once(async (keep) => {
      const bot = await call.prove(call.body.agent_id);
      const ack = await postEntry(showcase, { bot, request: call.body, warnings: call.warnings, keep });
      call.changed([topic]);
      return ack;
    }),
});
