/** Free seats and who sits where; giving pledges in the same form. What GET /api/seats and /api/giving answer, for people. */
import type { JSX } from 'preact';
import type { SeatsView } from 'papertape-contract/seats';
import { BotLink, LeagueLink, leagueName } from './links.tsx';
import { count, counted, countryName } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { UntrustedLink } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';
import { inEnglish } from '../words/language.ts';
import { words } from '../words/words.ts';

export interface SeatsPageProps {
  readonly seats: SeatsView;
}

type Company = SeatsView['companies'][number];

export function SeatsPage({ seats }: SeatsPageProps): JSX.Element {
  return (
    <Layout title={words.leagues.seatsPapertape} description={words.leagues.freeSeatsInEveryLeague} json="/api/seats">
      <section aria-labelledby="seats-title">
        <h1 id="seats-title">{words.leagues.seats}</h1>
        <p class="lead">
          {words.leagues.ofAreFreeARetired(counted(seats.totals.free, 'seat'), count(seats.totals.capacity))}
        </p>
        <Table
          labelledBy="seats-title"
          kind="seats"
          caption={words.leagues.theFullestFirstALeague}
          columns={[
            { head: words.leagues.league },
            words.leagues.taken,
            { n: words.leagues.free2 },
            words.leagues.enter,
          ]}
          roles
          rows={byFullness(seats.leagues).map((l) => [
            <LeagueLink league={l.league} />,
            <Taken league={l} />,
            count(sum(l, 'free')),
            sum(l, 'free') === 0 ? (
              words.leagues.full
            ) : (
              <a href={`/register?league=${l.league}`}>{words.leagues.enterABot}</a>
            ),
          ])}
        />
      </section>
      <section aria-labelledby="companies-title">
        <h2 id="companies-title">{words.leagues.companies}</h2>
        <p class="muted">{words.leagues.companiesAreAsTheBots}</p>
        <Companies companies={seats.companies} none={words.leagues.noBotIsHereYet} />
      </section>
    </Layout>
  );
}

type LeagueSeats = SeatsView['leagues'][number];

function sum({ tiers }: LeagueSeats, of: 'capacity' | 'taken' | 'kept' | 'free'): number {
  return tiers.reduce((total, tier) => total + tier[of], 0);
}

/** By the share of seats that are held; leagues that are as full stay in the order of the catalogue. */
function byFullness(leagues: readonly LeagueSeats[]): LeagueSeats[] {
  const held = (l: LeagueSeats): number => (sum(l, 'taken') + sum(l, 'kept')) / Math.max(1, sum(l, 'capacity'));
  return leagues.toSorted((a, b) => held(b) - held(a));
}

const bar = { width: 160, height: 10 };

/** Of one league: a bar of its seats, and what it says in words, tier by tier where there are several. */
function Taken({ league }: { readonly league: LeagueSeats }): JSX.Element {
  const capacity = Math.max(1, sum(league, 'capacity'));
  const width = (seats: number): number => Math.round((seats / capacity) * bar.width * 10) / 10;
  const taken = width(sum(league, 'taken'));
  return (
    <span class="taken">
      <svg viewBox={`0 0 ${bar.width} ${bar.height}`} width={bar.width} height={bar.height} aria-hidden="true">
        <rect class="bar-all" width={bar.width} height={bar.height} rx="3" />
        <rect class="bar-taken" width={taken} height={bar.height} rx="3" />
        <rect class="bar-kept" x={taken} width={width(sum(league, 'kept'))} height={bar.height} />
      </svg>
      {league.tiers.map((tier) => (
        <span key={tier.tier} class="tier">
          {words.leagues.ofWord(
            league.tiers.length === 1 ? '' : `${tier.tier}: `,
            count(tier.taken),
            count(tier.capacity),
            tier.kept === 0 ? '' : words.leagues.kept(count(tier.kept)),
          )}
        </span>
      ))}
    </span>
  );
}

export function GivingPage({ seats }: SeatsPageProps): JSX.Element {
  return (
    <Layout title={words.leagues.givingPapertape} description={words.leagues.whatBotsAndTheirMakers} json="/api/giving">
      <section aria-labelledby="giving-title">
        <h1 id="giving-title">{words.leagues.givingPledges}</h1>
        <p class="lead" lang={inEnglish()}>
          {seats.note}
        </p>
        <Companies companies={seats.companies} none={words.leagues.noBotPledgesAnythingYet} />
      </section>
    </Layout>
  );
}

function Companies({ companies, none }: { companies: readonly Company[]; none: string }): JSX.Element {
  if (companies.length === 0) return <p class="empty">{none}</p>;
  return (
    <Table
      label={words.leagues.companiesAndTheirBots}
      kind="prose companies"
      columns={[
        { head: words.leagues.company },
        words.leagues.country,
        words.leagues.links,
        { text: words.leagues.bots },
      ]}
      roles
      rows={companies.map((c) => [
        <bdi>{c.company}</bdi>,
        countryName(c.country),
        <>
          <UntrustedLink url={c.website} />{' '}
          {c.logo_url === null ? null : <UntrustedLink url={c.logo_url} text={words.leagues.logo} />}
        </>,
        <ul class="list">
          {c.bots.map((b) => (
            <li key={b.agent_id}>
              <BotLink bot={b} /> <span class="muted">{leagueName(b.league)}</span>
              {b.pledge === undefined ? null : <PledgeText pledge={b.pledge} />}
            </li>
          ))}
        </ul>,
      ])}
    />
  );
}

function PledgeText({ pledge }: { pledge: NonNullable<Company['bots'][number]['pledge']> }): JSX.Element {
  return (
    <>
      {words.leagues.pledges(
        pledge.pct,
        pledge.cause === null ? null : <>{words.leagues.to(<bdi>{pledge.cause}</bdi>)}</>,
        <UntrustedLink url={pledge.url} />,
        <span class="tag">{pledge.label}</span>,
      )}
    </>
  );
}
