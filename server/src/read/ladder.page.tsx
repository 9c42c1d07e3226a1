import { botsByIds } from '../bots/bots.sql.ts';
import { leagueOfPage } from '../feature/league-of-page.ts';
import { page } from '../feature/page.ts';
import { speedOf } from '../lib/clock.ts';
import type { NamedMove } from '../pages/ladder.tsx';
import { LadderPage } from '../pages/ladder-page.tsx';
import type { ReadDeps } from './deps.ts';
import { movesView } from './ladder-view.ts';
import { ladderZones } from './ladder-zones.ts';
import { oneLeague } from './league-view.ts';

/** The rest are in the JSON. */
const movesShown = 20;

export const ladderPage = page({
  path: '/leagues/{league}/ladder',
  find: async ({ params: { league } }) => leagueOfPage(league),
  async make({ found: league }, { db, clock, market, leagues }: ReadDeps) {
    const view = (await oneLeague(leagues, league)).league;
    return (
      <LadderPage
        league={view}
        zones={await ladderZones(db, league, view.seats_per_tier)}
        moves={await namedMoves(db, league, movesShown)}
        source={market.info}
        clockSpeed={speedOf(clock)}
      />
    );
  },
});

/** The latest moves between tiers of a league, the newest first. */
export async function namedMoves(db: ReadDeps['db'], league: string, most: number): Promise<NamedMove[]> {
  const { moves } = await movesView(db, league, { page: 1, per_page: most });
  const names = new Map(
    (await botsByIds(db, [...new Set(moves.map((m) => m.agent_id))])).map((b) => [b.botId, b.name]),
  );
  return moves.map((move) => ({ move, name: names.get(move.agent_id) ?? move.agent_id }));
}
