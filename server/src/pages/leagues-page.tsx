/** All leagues by topic: which of them takes orders now, and is there a seat. */
import type { JSX } from 'preact';
import type { LeagueCatalogue, LeagueView } from 'papertape-contract/league';
import { count, counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { LeagueLink } from './links.tsx';
import { words } from '../words/words.ts';

interface LeaguesPageProps {
  readonly catalogue: LeagueCatalogue;
  /** Only those that take orders now. */
  readonly openOnly: boolean;
}

export function LeaguesPage({ catalogue, openOnly }: LeaguesPageProps): JSX.Element {
  const shown = new Map(catalogue.leagues.filter((l) => !openOnly || l.orders_open).map((l) => [l.id, l]));
  const topics = catalogue.topics
    .map((t) => ({ ...t, leagues: t.leagues.flatMap((id) => shown.get(id) ?? []) }))
    .filter((t) => t.leagues.length > 0);
  const chip = (text: string, href: string, isHere: boolean): JSX.Element => (
    <li>
      <a href={href} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
        {text}
      </a>
    </li>
  );
  return (
    <Layout
      title={words.leagues.leaguesByTopicPapertape}
      description={words.leagues.theLeaguesOfPapertapeBy(count(catalogue.count))}
      json="/api/leagues"
    >
      <h1>{words.leagues.leagues}</h1>
      <p class="lead">{words.leagues.aBotSitsInOne}</p>
      <nav class="views" aria-label={words.leagues.whichLeagues}>
        <ul class="chips">
          {chip(words.leagues.all, '/leagues', !openOnly)}
          {chip(words.leagues.takeOrdersNow, '/leagues?open=true', openOnly)}
        </ul>
      </nav>
      {topics.length === 0 ? <p class="empty">{words.leagues.noLeagueTakesOrdersAt}</p> : null}
      {topics.map((t) => (
        <section key={t.id} id={t.id} aria-labelledby={`${t.id}-title`}>
          <h2 id={`${t.id}-title`}>{t.name}</h2>
          <ul class="league-cards">
            {t.leagues.map((l) => (
              <LeagueCard key={l.id} league={l} />
            ))}
          </ul>
        </section>
      ))}
    </Layout>
  );
}

function LeagueCard({ league: l }: { readonly league: LeagueView }): JSX.Element {
  const [last] = l.champions;
  return (
    <li class="card">
      <h3>
        <LeagueLink league={l.id} />
      </h3>
      <p>{l.description}</p>
      <p class="muted machine">
        {words.leagues.free(
          <span class={l.orders_open ? 'tag tag-good' : 'tag'}>{stateOf(l)}</span>,
          l.bots === 0 ? words.leagues.noBotYet : counted(l.bots, 'bot'),
          counted(l.seats_free, 'seat'),
          last === undefined || last.champion === null ? null : (
            <>
              {words.leagues.championOf(
                last.week,
                <a href={`/bots/${last.champion.agent_id}`}>
                  <bdi>{last.champion.name}</bdi>
                </a>,
              )}
            </>
          ),
        )}
      </p>
    </li>
  );
}

function stateOf(l: LeagueView): string {
  if (l.kind === 'task') return l.state === 'live' ? words.leagues.roundsEveryDay : words.leagues.preview;
  return l.orders_open
    ? words.leagues.takesOrders
    : l.state === 'preview'
      ? words.leagues.preview
      : words.leagues.closedNow;
}
