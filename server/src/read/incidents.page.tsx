import { paging } from 'papertape-contract/parameters';
import { limits } from 'papertape-contract/limits';
import { NoSuchPage, page } from '../feature/page.ts';
import type { Clock } from '../lib/clock.ts';
import { clockSpeedOf } from '../pages/clock-speed.ts';
import { IncidentsPage, incidentsHref } from '../pages/incidents-page.tsx';
import { incidentLog } from './incident-view.ts';
import type { LeagueViewDeps } from './league-view.ts';
import type { MarketView } from './snapshot.ts';
import { statusView } from './status-view.ts';

type Deps = {
  readonly clock: Clock;
  readonly market: MarketView;
  readonly leagues: LeagueViewDeps;
  readonly version: string;
};

export const incidentsPage = page({
  path: '/incidents',
  query: paging,
  async make({ query: { page } }, { clock, market, leagues, version }: Deps) {
    const log = await incidentLog(market, page, limits.perPageDefault);
    if (page > log.pages) {
      throw new NoSuchPage(`This log has no page ${page}; its last one is ${log.pages}.`, {
        href: incidentsHref(log.pages),
        text: 'Go to the last page',
      });
    }
    const { finality, price_source: source } = await statusView(leagues, clock, version);
    return <IncidentsPage log={log} finality={finality} source={source} clockSpeed={clockSpeedOf(clock)} />;
  },
});
