import { body, json, operation } from 'papertape-contract/operation';
import { makerRequest, profileAck as answer } from 'papertape-contract/profile';
import type { Intake } from '../storage/intake.ts';
import { changeProfile } from './profile.job.ts';

export const setOpenStrategy = operation({
  id: 'setOpenStrategy',
  method: 'post',
  path: '/api/agents/{agent_id}/maker',
  tag: 'Identity',
  summary: 'Name the open repository of the strategy',
  description: 'A public https repository on a code-hosting site; null or "" clears. Self-declared, not verified.',
  key: 'required',
  freshness: 'private',
  body: body(makerRequest, {
    example: { open_strategy_url: 'https://github.com/example/strategy' },
    emptyIsNull: true,
  }),
  answer: json(answer),
  codes: ['text_hidden'],
  handle: (call, { intake }: { intake: Intake }) => changeProfile(call, intake, call.body),
});
