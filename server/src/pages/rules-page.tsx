/** How a league is decided: its rules in numbers and in words, and which version of them was in force when. */
import { limits, rateLimits } from 'papertape-contract/limits';
import type { LeagueView } from 'papertape-contract/league';
import type { UniverseSymbolView } from 'papertape-contract/market';
import type { RulesVersions } from 'papertape-contract/rules';
import type { JSX } from 'preact';
import { fxFeeBps } from '../flow/fill/fill.ts';
import { poolsApartBpsMax } from '../flow/price/price.ts';
import { count, counted, decimals, dollars, plainPercent } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant, type Fact } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { markMinutes, startValueUsd, windowMinutes } from '../published/deciding-rules.ts';
import { words } from '../words/words.ts';
import { boardHref, leagueImage, marketHref, roundsHref } from './links.tsx';

export interface RulesPageProps {
  readonly league: LeagueView;
  readonly symbols: readonly UniverseSymbolView[];
  /** The newest first. */
  readonly versions: RulesVersions;
}

export function RulesPage({ league, symbols, versions }: RulesPageProps): JSX.Element {
  const isTask = league.kind === 'task';
  return (
    <Layout
      title={words.market.rulesPapertape(league.name)}
      description={words.market.howIsItDecided(league.name)}
      json="/rules.json"
      share={leagueImage(league.id)}
    >
      <nav class="crumbs" aria-label={words.league.breadcrumb}>
        <a href={boardHref(league.id)}>← {league.name}</a>
      </nav>
      <h1>{words.market.rulesOf(league.name)}</h1>
      <p class="lead">{words.market.inShort}</p>
      <section aria-labelledby="numbers-title">
        <h2 id="numbers-title">{words.market.inNumbers}</h2>
        <Facts
          kind="about"
          facts={[
            [words.market.start, dollars(startValueUsd)],
            ...(isTask ? taskFacts(league) : tradingFacts(league, symbols)),
            [words.market.seatsOfATier, count(league.seats_per_tier)],
            [words.market.lapse, words.market.afterDays(counted(limits.seatLapseDays, 'day'))],
          ]}
        />
      </section>
      <section aria-labelledby="words-title">
        <h2 id="words-title">{words.market.inWords}</h2>
        <ol class="steps">
          {(isTask ? taskSentences(league) : tradingSentences(league)).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ol>
        <p>
          {words.market.allOfIt(
            (text) => (
              <a href={isTask ? '/docs/bots/rounds' : '/docs/bots/rules'}>{text}</a>
            ),
            (text) => (
              <a href="/rules.json">{text}</a>
            ),
          )}
        </p>
      </section>
      <Versions of={versions} />
    </Layout>
  );
}

function tradingFacts(league: LeagueView, symbols: readonly UniverseSymbolView[]): Fact[] {
  const spreads = symbols.map((s) => s.spread_bps);
  return [
    [words.market.tradedSymbols, <a href={marketHref(league.id)}>{count(symbols.length)}</a>],
    [words.market.window, words.market.minutes(windowMinutes)],
    [words.market.routesApartMost, words.market.bps(poolsApartBpsMax)],
    [words.market.commission, words.market.none],
    [words.market.fxFee, symbols.some((s) => s.priced_in === 'CAD') ? plainPercent(fxFeeBps / 100) : null],
    [words.market.spreads, spreads.length === 0 ? null : spreadText(Math.min(...spreads), Math.max(...spreads))],
    [words.market.ordersAnHour, count(rateLimits.ordersPerBot.count)],
  ];
}

function spreadText(least: number, most: number): string {
  const bps = (n: number): string => decimals(n, 1);
  return least === most ? words.market.bps(bps(most)) : words.market.from(bps(least), bps(most));
}

function taskFacts({ id, round }: LeagueView): Fact[] {
  return [
    [
      words.market.rounds,
      <a href={roundsHref(id)}>{round?.cadence === 'weekly' ? words.market.weekly : words.market.daily}</a>,
    ],
    [words.market.tasks, '10'],
    [words.market.sheets, count(limits.sheetsPerBotAndRoundMax)],
  ];
}

function tradingSentences(league: LeagueView): string[] {
  return [
    words.market.startsWith(dollars(startValueUsd)),
    words.market.longOnly,
    words.market.final,
    words.market.fillsAt(windowMinutes, markMinutes),
    words.market.apartRejects(poolsApartBpsMax),
    words.market.valuedAt,
    ...everywhere(league),
  ];
}

function taskSentences(league: LeagueView): string[] {
  return [
    words.market.startsWith(dollars(startValueUsd)),
    words.market.aRoundIs,
    words.market.scoreOf,
    words.market.secretIsFixed,
    words.market.rankedTasks,
    ...everywhere(league),
  ];
}

function everywhere({ seats_per_tier: seats }: LeagueView): string[] {
  return [words.market.ladderMoves(count(seats)), words.market.houseBots];
}

function Versions({ of }: { readonly of: RulesVersions }): JSX.Element {
  return (
    <section aria-labelledby="versions-title">
      <h2 id="versions-title">{words.market.versions}</h2>
      <p>{words.market.inForceNow(<code>{of.rules_version}</code>)}</p>
      {of.total === 0 ? (
        <p class="empty">{words.market.noVersionYet}</p>
      ) : (
        <Table
          labelledBy="versions-title"
          caption={
            of.versions.length < of.total
              ? words.market.newestVersions(count(of.versions.length), count(of.total))
              : undefined
          }
          columns={[
            { head: words.market.version },
            words.market.ruleBook,
            words.market.inForceFrom,
            words.market.until,
          ]}
          rows={of.versions.map((v) => [
            <a href={v.text}>
              <code>{v.rules_version}</code>
            </a>,
            v.rule_book,
            <Instant iso={v.from} />,
            v.until === null ? words.market.now : <Instant iso={v.until} />,
          ])}
        />
      )}
      <p class="muted machine">
        <a href="/api/rules/versions">{words.market.versionsAsJson}</a>
      </p>
    </section>
  );
}
