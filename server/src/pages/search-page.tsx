/** What a search found, or what could be looked for. */
import type { JSX } from 'preact';
import { limits } from 'papertape-contract/limits';
import type { SearchResults } from 'papertape-contract/search';
import { counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { words } from '../words/words.ts';

const kinds = (): Readonly<Record<SearchResults['results'][number]['kind'], string>> => ({
  order: words.leagues.order,
  bot: words.leagues.bot,
  league: words.leagues.league,
  symbol: words.leagues.symbolTradedIn,
});

export function SearchPage({ found: { q, results } }: { readonly found: SearchResults }): JSX.Element {
  return (
    <Layout title={words.leagues.searchPapertape} description={words.leagues.findABotALeague}>
      <h1>{words.leagues.search}</h1>
      <form class="search" method="get" action="/search" role="search" aria-label={words.leagues.whatIsLookedFor}>
        <label for="q">{words.leagues.howItBegins}</label>
        <input id="q" name="q" type="search" value={q} maxLength={limits.searchCharactersMax} autoComplete="off" />
        <button type="submit">{words.leagues.find}</button>
      </form>
      {q === '' ? (
        <p class="empty">{words.leagues.theFirstLettersOfA}</p>
      ) : results.length === 0 ? (
        <p class="empty">
          {words.leagues.nothingBeginsWithTryFewer(<bdi>{q}</bdi>, (text) => (
            <a href="/leagues">{text}</a>
          ))}
        </p>
      ) : (
        <>
          <p class="muted">
            {words.leagues.ofWhichNoMoreThan(counted(results.length, 'result'), limits.searchResultsMax)}
          </p>
          <ul class="found">
            {results.map((r) => (
              <li key={`${r.kind} ${r.id}`}>
                <a href={r.href}>{r.kind === 'bot' ? <bdi>{r.name}</bdi> : r.kind === 'league' ? r.name : r.id}</a>{' '}
                <span class="muted">
                  {kinds()[r.kind]}
                  {r.kind === 'symbol' ? ` ${r.name}` : null}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Layout>
  );
}
