import { NoSuchPage, page } from '../../feature/page.ts';
import { leagueById } from '../../league/catalogue.ts';
import type { Universe } from '../../league/universe.ts';
import { isCalendarDate } from '../../lib/calendar-date.ts';
import { speedOf, type Clock } from '../../lib/clock.ts';
import { shown } from '../../lib/text.ts';
import { ClosePage } from '../../pages/close-page.tsx';
import { boardHref, leagueName } from '../../pages/links.tsx';
import type { MarketView } from '../../read/snapshot.ts';
import type { Db } from '../../storage/storage.ts';
import { closeProof } from './close-proof-view.ts';
import { evidence } from './evidence.ts';

type Deps = {
  readonly db: Db;
  readonly universe: Universe;
  readonly market: MarketView;
  readonly clock: Clock;
};

export const closePage = page({
  path: '/closes/{league}/{date}',
  async make({ params: { league, date } }, { db, universe, market, clock }: Deps) {
    const isKnown = leagueById.has(league) && isCalendarDate(date);
    const close = isKnown
      ? await closeProof(await evidence(db, universe), league, Date.parse(date), undefined, market.info)
      : undefined;
    if (close) return <ClosePage close={close} clockSpeed={speedOf(clock)} />;
    if (!leagueById.has(league))
      throw new NoSuchPage(`There is no league "${shown(league)}".`, { href: '/', text: 'Go to the first page' });
    const back = { href: boardHref(league), text: `Go to ${leagueName(league)}` };
    throw new NoSuchPage(`There is no close "${shown(date)}" of ${leagueName(league)}, or not yet.`, back);
  },
});
