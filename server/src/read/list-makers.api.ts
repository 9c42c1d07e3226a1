import { makerList as answer, type MakerList } from 'papertape-contract/maker';
import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { countMakers, makersFrom } from '../bots/makers.sql.ts';
import { iso } from '../lib/clock.ts';
import type { ReadDeps } from './deps.ts';
import { paged, skipped, type Page } from './paging.ts';
import { hiddenLeagues } from './seats-view.ts';

export const listMakers = operation({
  id: 'listMakers',
  path: '/api/makers',
  tag: 'Identity',
  summary: 'All makers',
  description: 'Who has bots here, by how many take part. A maker is one contact address, which is shown nowhere.',
  freshness: 'kept',
  query: paging,
  answer: json(answer),
  handle: async ({ query }, deps: Pick<ReadDeps, 'db' | 'market'>) => kept('*', () => makersView(deps, query)),
});

export async function makersView(deps: Pick<ReadDeps, 'db' | 'market'>, at: Page): Promise<MakerList> {
  const without = await hiddenLeagues(deps);
  const [makers, total] = await Promise.all([
    makersFrom(deps.db, without, skipped(at), at.per_page),
    countMakers(deps.db, without),
  ]);
  return {
    ...paged(at, total),
    makers: makers.map(({ makerId, company, active, retired, since }) => ({
      maker_id: makerId,
      company,
      active,
      retired,
      since: iso(since),
    })),
  };
}
