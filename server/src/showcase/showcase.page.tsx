import { limits } from 'papertape-contract/limits';
import { needPage, page } from '../feature/page.ts';
import { isoWeek } from '../flow/ladder/iso-week.ts';
import { ShowcasePage, showcaseHref } from '../pages/showcase-page.tsx';
import { listing } from './listing.job.ts';
import { topic, type Showcase } from './open-showcase.ts';
import { listQuery } from './query.ts';

const { board, sort, page: pageNumber } = listQuery;

export const showcasePage = page({
  path: '/showcase',
  query: { board, sort, page: pageNumber },
  topic,
  async make({ query }, { showcase }: { readonly showcase: Showcase }) {
    const made = await listing(showcase, { ...query, week: undefined, per_page: limits.entriesPerPageDefault });
    needPage(query.page, made.list.pages, 'The showcase', (last) => showcaseHref(made, last));
    return <ShowcasePage listing={made} week={isoWeek(Date.parse(made.picks.week_start_utc))} />;
  },
});
