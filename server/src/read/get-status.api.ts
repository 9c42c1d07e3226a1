import { json, operation } from 'papertape-contract/operation';
import { statusView as answer } from 'papertape-contract/status';
import type { Clock } from '../lib/clock.ts';
import type { LeagueViewDeps } from './league-view.ts';
import { statusView } from './status-view.ts';

type Deps = { readonly leagues: LeagueViewDeps; readonly clock: Clock; readonly version: string };

export const getStatus = operation({
  id: 'getStatus',
  method: 'get',
  path: '/api/status',
  tag: 'Market',
  summary: 'State of the service',
  description: 'Are orders open, which mark and close were the last, what waits, which incidents there were.',
  key: 'never',
  freshness: 'tagged',
  headers: { 'Cache-Control': 'public, max-age=1' },
  answer: json(answer),
  codes: [],
  handle: (_, { leagues, clock, version }: Deps) => statusView(leagues, clock, version),
});
