import { paging } from 'papertape-contract/parameters';
import { limits } from 'papertape-contract/limits';
import { needPage, page } from '../feature/page.ts';
import { speedOf } from '../lib/clock.ts';
import { IncidentsPage, incidentsHref } from '../pages/incidents-page.tsx';
import { incidentLog } from './incident-view.ts';
import { statusView } from './status-view.ts';
import type { ReadDeps } from './deps.ts';

export const incidentsPage = page({
  path: '/incidents',
  query: paging,
  async make({ query: { page } }, { clock, market, leagues, version }: ReadDeps) {
    const log = await incidentLog(market, { page, per_page: limits.perPageDefault });
    needPage(page, log.pages, 'This log', incidentsHref);
    const { finality, price_source: source } = await statusView(leagues, version);
    return <IncidentsPage log={log} finality={finality} source={source} clockSpeed={speedOf(clock)} />;
  },
});
