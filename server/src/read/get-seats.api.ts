import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { seatsView as answer } from 'papertape-contract/seats';
import type { Clock } from '../lib/clock.ts';
import type { LeagueViewDeps } from './league-view.ts';
import { seatsView } from './seats-view.ts';

type Deps = { readonly leagues: LeagueViewDeps; readonly clock: Clock };

export const getSeats = operation({
  id: 'getSeats',
  method: 'get',
  path: '/api/seats',
  tag: 'Identity',
  summary: 'Seats and companies',
  description: 'Free seats by league and tier, and who takes part.',
  key: 'never',
  freshness: 'kept',
  answer: json(answer),
  codes: [],
  handle: async (_, { leagues, clock }: Deps) => kept('*', () => seatsView(leagues, clock.now())),
});
