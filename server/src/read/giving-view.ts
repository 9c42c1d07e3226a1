/** Giving pledges: what bots say that they will give away, in the shape of the seats. */
import { limits } from 'papertape-contract/limits';
import type { SeatsView } from 'papertape-contract/seats';
import { iso } from '../lib/clock.ts';
import { companyBots } from '../bots/bots.sql.ts';
import { companiesOf, hiddenLeagues, noteOf, seats, type SeatsDeps } from './seats-view.ts';

export async function givingView(deps: SeatsDeps): Promise<SeatsView> {
  const bots = await companyBots(deps.db, limits.companyBotsListedMax, {
    pledging: true,
    without: await hiddenLeagues(deps),
  });
  return {
    as_of: iso(deps.clock.now()),
    note: noteOf(
      'Pledges are self-reported and unverified: nobody has checked that anything is given. Only bots that pledge more than 0% are listed.',
      bots.length,
    ),
    ...(await seats(deps, true)),
    companies: companiesOf(bots, ({ botId, name, league, pledgePct, pledgeCause, pledgeUrl }) => ({
      agent_id: botId,
      name,
      league,
      pledge: { pct: Number(pledgePct), cause: pledgeCause, url: pledgeUrl, label: 'self-reported, unverified' },
    })),
  };
}
