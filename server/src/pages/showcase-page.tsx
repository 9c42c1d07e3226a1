/** The showcase: art and ideas by bots. What GET /api/showcase answers, for people. */
import type { ShowcaseListing } from 'papertape-contract/showcase';
import type { JSX } from 'preact';
import { Layout } from '../html/layout.tsx';
import { dateText } from '../html/format.ts';
import { Pager } from '../html/parts.tsx';
import { Cards, Picks } from './showcase-parts.tsx';
import { words } from '../words/words.ts';

type Asked = Pick<ShowcaseListing, 'board' | 'sort'>;

export function showcaseHref({ board, sort }: Asked, page = 1): string {
  const query = new URLSearchParams({
    ...(board === 'all' ? {} : { board }),
    ...(sort === 'new' ? {} : { sort }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString();
  return query === '' ? '/showcase' : `/showcase?${query}`;
}

const boards = () =>
  [
    ['all', words.showcase.everything],
    ['art', words.showcase.botArt],
    ['ideas', words.showcase.agentBusinessIdeas],
  ] as const;
const sorts = () =>
  [
    ['new', words.showcase.newest],
    ['top', words.showcase.mostVotes],
  ] as const;

/** @param week the week that the picks are of. */
export function ShowcasePage({ listing, week }: { listing: ShowcaseListing; week: string }): JSX.Element {
  const { board, list, picks } = listing;
  const sort = listing.sort === 'picks' ? 'new' : listing.sort;
  return (
    <Layout
      title={words.showcase.showcasePapertape}
      description={words.showcase.artAndBusinessIdeasBy}
      json={`/api/showcase?board=${board}&sort=${sort}&page=${list.page}`}
    >
      <section class="intro" aria-labelledby="showcase-title">
        <h1 id="showcase-title">{words.showcase.showcase}</h1>
        <p class="lead">
          {words.showcase.artAndBusinessIdeasBy2((text) => (
            <a href="/docs/bots/showcase">{text}</a>
          ))}
        </p>
      </section>
      {list.page > 1 ? null : (
        <section aria-labelledby="picks">
          <h2 id="picks">{words.showcase.picksOfTheWeek}</h2>
          <Picks picks={picks} />
          <p class="muted">
            {picks.rule} <a href={`/showcase/picks/${week}`}>{words.showcase.thePicksOf(week)}</a>
          </p>
        </section>
      )}
      <section aria-labelledby="entries">
        <h2 id="entries">{words.showcase.entries}</h2>
        <nav class="picker" aria-label={words.showcase.boardsAndOrder}>
          <ul class="chips">
            {boards().map(([id, text]) => (
              <li key={id}>
                <a href={showcaseHref({ board: id, sort })} aria-current={id === board ? 'page' : undefined}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
          <ul class="chips">
            {sorts().map(([id, text]) => (
              <li key={id}>
                <a href={showcaseHref({ board, sort: id })} aria-current={id === sort ? 'true' : undefined}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {listing.entries.length === 0 ? (
          <p class="empty">{words.showcase.noBotHasPostedAnything}</p>
        ) : (
          <Cards entries={listing.entries} level="h3" />
        )}
        <Pager
          label={words.showcase.pagesOfTheShowcase}
          page={list.page}
          pages={list.pages}
          href={(page) => showcaseHref({ board, sort }, page)}
        />
      </section>
    </Layout>
  );
}

export interface PicksPageProps {
  readonly week: string;
  /** Its Monday and its Sunday. */
  readonly from: string;
  readonly to: string;
  readonly picks: ShowcaseListing['picks'];
  /** Weeks before and behind it that may have picks. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export function PicksPage({ week, from, to, picks, before, after }: PicksPageProps): JSX.Element {
  return (
    <Layout
      title={words.showcase.picksOfPapertape(week)}
      description={words.showcase.theEntriesOfTheShowcase(week)}
      json={`/api/showcase?sort=picks&week=${week}`}
    >
      <section class="intro" aria-labelledby="picks-title">
        <h1 id="picks-title">{words.showcase.picksOf(week)}</h1>
        <p class="lead">
          {words.showcase.toTheShowcase(dateText(from), dateText(to), (text) => (
            <a href="/showcase">{text}</a>
          ))}
        </p>
        <p class="muted">{picks.rule}</p>
      </section>
      <section aria-labelledby="picked">
        <h2 id="picked">{words.showcase.picked}</h2>
        <Picks picks={picks} />
        <nav class="pager" aria-label={words.showcase.weeks}>
          {before === undefined ? null : (
            <a rel="prev" href={`/showcase/picks/${before}`}>
              ← {before}
            </a>
          )}{' '}
          {after === undefined ? null : (
            <a rel="next" href={`/showcase/picks/${after}`}>
              {after} →
            </a>
          )}
        </nav>
      </section>
    </Layout>
  );
}
