import { limits } from 'papertape-contract/limits';
import { paging } from 'papertape-contract/parameters';
import { needPage, page } from '../feature/page.ts';
import { MakersPage, makersHref } from '../pages/makers-page.tsx';
import { makersView } from './list-makers.api.ts';
import type { ReadDeps } from './deps.ts';

export const makersPage = page({
  path: '/makers',
  query: paging,
  async make({ query: { page } }, deps: Pick<ReadDeps, 'db' | 'market'>) {
    const list = await makersView(deps, { page, per_page: limits.perPageDefault });
    needPage(page, list.pages, 'This list', makersHref);
    return <MakersPage list={list} />;
  },
});
