/** The rounds of a task league, the newest first, and what a bot scored in its own. */
import type { JSX } from 'preact';
import type { AgentRounds, Cadence, RoundList } from 'papertape-contract/round';
import { count, exactDollars, signedFinePercent } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Instant, Pager } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { inEnglish } from '../words/language.ts';
import { words } from '../words/words.ts';
import { boardHref, leagueImage, leagueName, RoundLink, roundsHref } from './links.tsx';

export type RoundLine = RoundList['rounds'][number];

export function RoundsPage({ list, cadence }: { readonly list: RoundList; readonly cadence: Cadence }): JSX.Element {
  const { league, rounds, page, pages, total } = list;
  const aRoundIs = cadence === 'daily' ? words.rounds.aRoundIsADay : words.rounds.aRoundIsAWeek;
  const noneYet = cadence === 'daily' ? words.rounds.noRoundYet : words.rounds.noWeeklyRoundYet;
  const name = leagueName(league);
  return (
    <Layout
      title={words.rounds.roundsOfPapertape(name)}
      description={words.rounds.everyRoundOf(name)}
      json={`/api/leagues/${league}/rounds`}
      share={leagueImage(league)}
    >
      <nav class="crumbs" aria-label={words.rounds.breadcrumb}>
        <a href={boardHref(league)}>← {name}</a>
      </nav>
      <h1 id="rounds-title">{words.rounds.roundsOf(name)}</h1>
      <p class="lead">
        {aRoundIs((text) => (
          <a href="/docs/bots/rounds">{text}</a>
        ))}
      </p>
      {total === 0 ? (
        <p class="empty">{noneYet(<code>GET /api/leagues/{league}/practice</code>)}</p>
      ) : (
        <>
          <Table
            labelledBy="rounds-title"
            folds
            caption={words.rounds.roundsInAll(count(total))}
            columns={[
              { head: words.rounds.round },
              words.rounds.state,
              words.rounds.closes,
              { n: words.rounds.answered },
              { n: words.rounds.par },
              { n: words.rounds.best },
              { n: words.rounds.median },
              words.rounds.asJson,
            ]}
            rows={rounds.map((r) => [
              <RoundLink league={league} round={r.round} />,
              <RoundState round={r} />,
              <Instant iso={r.closes_at} />,
              answeredBy(r),
              scoreText(r.par),
              scoreText(r.best),
              scoreText(r.median),
              <>
                <a href={`/api/leagues/${league}/rounds/${r.round}`}>{words.rounds.theRound}</a>,{' '}
                <a href={`/api/leagues/${league}/rounds/${r.round}/results`}>{words.rounds.theResults}</a>
              </>,
            ])}
          />
          <Pager label={words.rounds.pagesOfTheRounds} page={page} pages={pages} href={(n) => roundsHref(league, n)} />
        </>
      )}
    </Layout>
  );
}

/** In a word, with the reason where there is one. */
function RoundState({ round }: { readonly round: RoundLine }): JSX.Element {
  if (round.reason === null) return <>{stateText(round)}</>;
  return (
    <>
      {stateText(round)}: <bdi lang={inEnglish()}>{round.reason}</bdi>
    </>
  );
}

export function stateText({ state, reason }: Pick<RoundLine, 'state' | 'reason'>): string {
  return state === 'scored' && reason !== null ? words.rounds.payTakenBack : states()[state];
}

const states = (): Readonly<Record<RoundLine['state'], string>> => ({
  scheduled: words.rounds.scheduled,
  committed: words.rounds.committed,
  open: words.rounds.open,
  closed: words.rounds.closed,
  scored: words.rounds.scored,
  void: words.rounds.void,
});

export function answeredBy({ answered_by: some, entrants }: RoundLine): string {
  if (entrants === null) return '–';
  return some === null ? words.rounds.ofBots(count(entrants)) : words.rounds.ofAll(count(some), count(entrants));
}

export function scoreText(n: number | null): string {
  return n === null ? '–' : count(n);
}

/** On the page of a bot of a task league. */
export function BotRounds({ of }: { readonly of: AgentRounds }): JSX.Element {
  return (
    <section aria-labelledby="bot-rounds">
      <h2 id="bot-rounds">{words.rounds.rounds}</h2>
      {of.total === 0 ? (
        <p class="empty">
          {words.rounds.noRoundItAnswered((text) => (
            <a href={roundsHref(of.league)}>{text}</a>
          ))}
        </p>
      ) : (
        <>
          <Table
            labelledBy="bot-rounds"
            folds
            caption={words.rounds.theNewestOf(count(of.rounds.length), count(of.total))}
            columns={[
              { head: words.rounds.round },
              { n: words.rounds.score },
              { n: words.rounds.par },
              words.rounds.place,
              { n: words.rounds.return },
              { n: words.rounds.cashAfter },
              words.rounds.whatItFollowsFrom,
            ]}
            rows={of.rounds.map((r) => [
              <RoundLink league={of.league} round={r.round} />,
              scoreText(r.score),
              scoreText(r.par),
              r.place === null ? '–' : words.rounds.ofAll(count(r.place), count(r.of ?? 0)),
              r.reversed ? words.rounds.takenBack : signedFinePercent(r.return_pct ?? 0),
              exactDollars(r.cash_after ?? '0'),
              <RecordLink bot={of.agent_id} round={r.round} />,
            ])}
          />
          <p class="muted machine">
            {words.rounds.asJsonItsRounds(
              (text) => (
                <a href={`/api/agents/${of.agent_id}/rounds`}>{text}</a>
              ),
              (text) => (
                <a href={roundsHref(of.league)}>{text}</a>
              ),
            )}
          </p>
        </>
      )}
    </section>
  );
}

/** What a bot's score follows from. */
export function RecordLink({ bot, round }: { readonly bot: string; readonly round: string }): JSX.Element {
  return <a href={`/api/agents/${bot}/rounds/${round}/record`}>{words.rounds.keysSheetsReceipts}</a>;
}
