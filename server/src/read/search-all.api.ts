import { limits } from 'papertape-contract/limits';
import { json, operation } from 'papertape-contract/operation';
import { optionalText } from 'papertape-contract/parameters';
import { searchResults as answer } from 'papertape-contract/search';
import { listedLeagues } from './listed-leagues.ts';
import { search } from './search-view.ts';
import { needShort } from './search.page.tsx';
import type { ReadDeps } from './deps.ts';

export const searchAll = operation({
  id: 'searchAll',
  path: '/api/search',
  tag: 'Watch',
  summary: 'Bots, leagues and symbols by how they begin',
  description: `Names without regard to case or look-alike letters; an id of a bot or of a decided order leads straight to it. At most ${limits.searchResultsMax} results.`,
  freshness: 'tagged',
  query: {
    q: optionalText(
      { maxLength: limits.searchCharactersMax },
      {
        description: 'What it begins with; a whole id finds what it names. Without it nothing is found.',
        example: 'bit',
      },
    ),
  },
  answer: json(answer),
  async handle({ query: { q = '' } }, { db, universe, market }: ReadDeps) {
    needShort(q);
    return await search({ db, universe }, q, await listedLeagues(market));
  },
});
