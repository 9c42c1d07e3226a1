import { NoSuchPage, page } from '../feature/page.ts';
import { isoWeek, parseIsoWeek } from '../flow/ladder/iso-week.ts';
import { isoDate } from '../lib/clock.ts';
import { shown } from '../lib/text.ts';
import { dayMs, weekMs } from '../lib/time.ts';
import { PicksPage } from '../pages/showcase-page.tsx';
import { listing } from './listing.job.ts';
import { topic, type Showcase } from './open-showcase.ts';
import { firstVoteAt } from './votes.sql.ts';

export const picksPage = page({
  path: '/showcase/picks/{week}',
  topic,
  async make({ params }, { showcase }: { readonly showcase: Showcase }) {
    const week = parseIsoWeek(params.week);
    const now = showcase.clock.now();
    if (!week || week.start > now)
      throw new NoSuchPage(`There are no picks of "${shown(params.week)}".`, {
        href: '/showcase',
        text: 'Go to the showcase',
      });
    const { picks } = await listing(showcase, { board: 'all', sort: 'picks', week, page: 1, per_page: 1 });
    const first = await firstVoteAt(showcase.db);
    return (
      <PicksPage
        week={week.name}
        from={isoDate(week.start)}
        to={isoDate(week.end - dayMs)}
        picks={picks}
        before={first !== undefined && first < week.start ? isoWeek(week.start - weekMs) : undefined}
        after={week.end <= now ? isoWeek(week.end) : undefined}
      />
    );
  },
});
