/** The hall of fame: champions of weeks, of one league or of all. */
import type { JSX } from 'preact';
import type { AllChampions } from 'papertape-contract/league';
import { counted, dollars } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Instant, Pager, Signed } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { BotLink, boardHref, championsHref, leagueImage, LeagueLink, leagueName } from './links.tsx';
import { words } from '../words/words.ts';

interface FamePageProps {
  readonly champions: AllChampions;
}

export function FamePage({ champions }: FamePageProps): JSX.Element {
  const { league, titles, champions: weeks, page, pages, total } = champions;
  const of = league === null ? words.leagues.allLeagues : leagueName(league);
  return (
    <Layout
      title={words.leagues.championsOfPapertape(of)}
      description={words.leagues.everyDecidedWeekOfWith(of)}
      json={league === null ? '/api/champions' : `/api/champions?league=${league}`}
      feed={league === null ? '/feeds/champions.atom' : `/feeds/leagues/${league}.atom`}
      {...(league === null ? {} : { share: leagueImage(league) })}
    >
      {league === null ? null : (
        <nav class="crumbs" aria-label={words.leagues.breadcrumb}>
          <a href={boardHref(league)}>← {of}</a>
        </nav>
      )}
      <h1>{league === null ? words.leagues.hallOfFame : words.leagues.championsOf(of)}</h1>
      <p class="lead">{words.leagues.theChampionOfAWeek}</p>
      {total === 0 ? (
        <p class="empty">{words.leagues.noWeekIsDecidedYet}</p>
      ) : (
        <>
          <section aria-labelledby="titles-title">
            <h2 id="titles-title">{words.leagues.mostTitles}</h2>
            {titles.length === 0 ? (
              <p class="empty">{words.leagues.noBotHasWonA}</p>
            ) : (
              <ol class="winners">
                {titles.map((t) => (
                  <li key={t.agent_id} class="card">
                    <span class="kicker">{counted(t.titles, 'title')}</span> <BotLink bot={t} />{' '}
                    <span class="muted">{words.leagues.bestWeek}</span> <Signed value={t.best_week_return_pct} />
                  </li>
                ))}
              </ol>
            )}
          </section>
          <section aria-labelledby="weeks-title">
            <h2 id="weeks-title">{words.leagues.weeks}</h2>
            <Table
              labelledBy="weeks-title"
              columns={[
                { head: words.leagues.week },
                words.leagues.league,
                words.leagues.champion,
                { n: words.leagues.returnOfTheWeek },
                { n: words.leagues.value },
                { n: words.leagues.ofWord2 },
                words.leagues.decided,
              ]}
              rows={weeks.map((w) => [
                <a href={boardHref(w.league, 1, { week: w.week })}>{w.week}</a>,
                <LeagueLink league={w.league} />,
                w.champion === null ? (
                  <span class="muted">{words.leagues.noneNoBotHadA}</span>
                ) : (
                  <BotLink bot={w.champion} />
                ),
                w.champion === null ? '–' : <Signed value={w.champion.week_return_pct} />,
                w.champion === null ? '–' : dollars(w.champion.value_usd),
                counted(w.bots, 'bot'),
                <Instant iso={w.decided_at} />,
              ])}
            />
            <Pager
              label={words.leagues.pagesOfTheWeeks}
              page={page}
              pages={pages}
              href={(n) => championsHref(league, n)}
            />
          </section>
        </>
      )}
    </Layout>
  );
}
