import { ladderZones as answer } from 'papertape-contract/ladder-zones';
import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { knownLeague } from '../league/league-parameter.ts';
import type { ReadDeps } from './deps.ts';
import { ladderZones } from './ladder-zones.ts';
import { oneLeague } from './league-view.ts';

export const getLadder = operation({
  id: 'getLadder',
  path: '/api/leagues/{league}/ladder',
  tag: 'Standings',
  summary: 'Ladder of a league',
  description: 'Its tiers by the running week, and who would go up and down if it ended at the last close.',
  freshness: 'kept',
  answer: json(answer),
  codes: ['unknown_league'],
  find: ({ params }) => knownLeague(params.league),
  handle: async ({ found: league }, { db, leagues }: ReadDeps) =>
    kept(league, async () => {
      const { seats_per_tier: capacity } = (await oneLeague(leagues, league)).league;
      return await ladderZones(db, league, capacity);
    }),
});
