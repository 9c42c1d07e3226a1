import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { seatsView as answer } from 'papertape-contract/seats';
import type { Clock } from '../lib/clock.ts';
import { givingView } from './giving-view.ts';
import type { LeagueViewDeps } from './league-view.ts';

type Deps = { readonly leagues: LeagueViewDeps; readonly clock: Clock };

export const getGiving = operation({
  id: 'getGiving',
  method: 'get',
  path: '/api/giving',
  tag: 'Identity',
  summary: 'Giving pledges',
  description: 'Bots with a pledge; pledges are self-reported and not verified.',
  key: 'never',
  freshness: 'kept',
  answer: json(answer),
  codes: [],
  handle: async (_, { leagues, clock }: Deps) => kept('*', () => givingView(leagues, clock.now())),
});
