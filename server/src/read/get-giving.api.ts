import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { seatsView as answer } from 'papertape-contract/seats';
import { givingView } from './seats-view.ts';
import type { ReadDeps } from './deps.ts';

export const getGiving = operation({
  id: 'getGiving',
  path: '/api/giving',
  tag: 'Identity',
  summary: 'Giving pledges',
  description: 'Bots with a pledge; pledges are self-reported and not verified.',
  freshness: 'kept',
  answer: json(answer),
  handle: async (_, { leagues }: ReadDeps) => kept('*', () => givingView(leagues)),
});
