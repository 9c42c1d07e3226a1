import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { optionalText } from 'papertape-contract/parameters';
import { page } from '../feature/page.ts';
import { leagueIfNamed } from '../league/league-parameter.ts';
import { ComparePage, CompareForm } from '../pages/compare-page.tsx';
import { boardView } from './board-view.ts';
import { compareView } from './compare-view.ts';
import { fullest } from './home.page.tsx';
import { leagueCatalogue } from './league-view.ts';
import { publicBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

const idCharacters = 21;

/** Two bots and more are compared; below that it is a form to choose them. */
export const comparePage = page({
  path: '/compare',
  lists: ['bots'],
  query: {
    bots: optionalText(
      { maxLength: limits.comparedBotsMax * idCharacters },
      { description: 'Ids of bots, with commas between them.', example: 'agt_0000000000000000,agt_0000000000000001' },
    ),
    league: leagueIfNamed('the form'),
  },
  async make({ query: { bots: text = '', league } }, deps: ReadDeps) {
    const ids = [...new Set(text.split(',').filter((id) => id !== ''))];
    if (ids.length > limits.comparedBotsMax) throw tooMany(ids);
    const bots = await Promise.all(ids.map((id) => publicBot(deps.db, id)));
    if (bots.length > 1) return <ComparePage compared={await compareView(deps, bots)} />;
    const of = league ?? bots[0]?.league ?? fullest(await leagueCatalogue(deps.leagues));
    return <CompareForm board={await boardOf(deps, of)} chosen={ids} most={limits.comparedBotsMax} />;
  },
});

async function boardOf({ db, clock, market, weekRankings, baseUrl }: ReadDeps, league: string) {
  const first = { page: 1, per_page: limits.perPageDefault };
  const of = { now: clock.now(), priceSource: market.info, baseUrl: baseUrl(), weekRankings };
  return await boardView(db, { league, ...first, ...of });
}

function tooMany(ids: readonly string[]): ApiError {
  const detail = `bots names ${ids.length} bots; it may name ${limits.comparedBotsMax}.`;
  return new ApiError('invalid_query', detail, {
    example: { query: { bots: ids.slice(0, limits.comparedBotsMax).join(',') } },
  });
}
