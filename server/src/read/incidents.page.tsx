import { paging } from 'papertape-contract/parameters';
import { limits } from 'papertape-contract/limits';
import { needPage, page } from '../feature/page.ts';
import { speedOf } from '../lib/clock.ts';
import { IncidentsPage, incidentsHref } from '../pages/incidents-page.tsx';
import { incidentLog, kindOf, ofKind } from './incident-view.ts';
import { statusView } from './status-view.ts';
import type { ReadDeps } from './deps.ts';

export const incidentsPage = page({
  path: '/incidents',
  query: { ...paging, ...ofKind },
  async make({ query: { page, kind: named } }, { clock, market, leagues, version }: ReadDeps) {
    const kind = kindOf(named);
    const log = await incidentLog(market, { page, per_page: limits.perPageDefault }, kind);
    needPage(page, log.pages, 'This log', (last) => incidentsHref(last, kind));
    const { finality, price_source: source } = await statusView(leagues, version);
    return <IncidentsPage log={log} kind={kind} finality={finality} source={source} clockSpeed={speedOf(clock)} />;
  },
});
