import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { optionalText } from 'papertape-contract/parameters';
import { page } from '../feature/page.ts';
import { SearchPage } from '../pages/search-page.tsx';
import { listedLeagues } from './listed-leagues.ts';
import { search } from './search-view.ts';
import type { ReadDeps } from './deps.ts';

export const searchPage = page({
  path: '/search',
  query: {
    q: optionalText({ maxLength: limits.searchCharactersMax }, { description: 'What it begins with.', example: 'bit' }),
  },
  async make({ query: { q = '' } }, { db, universe, market }: ReadDeps) {
    needShort(q);
    return <SearchPage found={await search({ db, universe }, q, await listedLeagues(market))} />;
  },
});

/** Throws ApiError for what no name is as long as. */
export function needShort(q: string): void {
  const { length } = Array.from(q);
  if (length <= limits.searchCharactersMax) return;
  const detail = `q has ${length} characters; it may have ${limits.searchCharactersMax}.`;
  throw new ApiError('invalid_query', detail, { example: { query: { q: 'bit' } } });
}
