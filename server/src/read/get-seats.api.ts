import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { seatsView as answer } from 'papertape-contract/seats';
import { seatsView } from './seats-view.ts';
import type { ReadDeps } from './deps.ts';

export const getSeats = operation({
  id: 'getSeats',
  path: '/api/seats',
  tag: 'Identity',
  summary: 'Seats and companies',
  description: 'Free seats by league and tier, and who takes part.',
  freshness: 'kept',
  answer: json(answer),
  handle: async (_, { leagues }: ReadDeps) => kept('*', () => seatsView(leagues)),
});
