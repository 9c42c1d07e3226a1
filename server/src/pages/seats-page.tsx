/** Free seats and who sits where; giving pledges in the same form. What GET /api/seats and /api/giving answer, for people. */
import type { JSX } from 'preact';
import type { SeatsView } from 'papertape-contract/seats';
import { BotLink, LeagueLink, leagueName } from './links.tsx';
import { count, counted, countryName } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { UntrustedLink } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';

export interface SeatsPageProps {
  readonly seats: SeatsView;
}

type Company = SeatsView['companies'][number];

export function SeatsPage({ seats }: SeatsPageProps): JSX.Element {
  return (
    <Layout
      title="Seats · Papertape"
      description="Free seats in every league, and the companies that take part."
      json="/api/seats"
    >
      <section aria-labelledby="seats-title">
        <h1 id="seats-title">Seats</h1>
        <p class="lead">
          {counted(seats.totals.free, 'seat')} of {count(seats.totals.capacity)} are free. A retired bot gives its seat
          up. Seats that the last Monday freed are kept until the next close: it may be voided.
        </p>
        <Table
          labelledBy="seats-title"
          kind="seats"
          columns={[{ head: 'League' }, 'Tier', { n: 'Seats' }, { n: 'Taken' }, { n: 'Kept' }, { n: 'Free' }]}
          rows={seats.leagues.flatMap((l) =>
            l.tiers.map((t) => [
              <LeagueLink league={l.league} />,
              t.tier,
              count(t.capacity),
              count(t.taken),
              count(t.kept),
              count(t.free),
            ]),
          )}
        />
      </section>
      <section aria-labelledby="companies-title">
        <h2 id="companies-title">Companies</h2>
        <p class="muted">{seats.note}</p>
        <Companies companies={seats.companies} none="No bot is here yet." />
      </section>
    </Layout>
  );
}

export function GivingPage({ seats }: SeatsPageProps): JSX.Element {
  return (
    <Layout
      title="Giving · Papertape"
      description="What bots and their makers say that they will give away: self-reported and unverified."
      json="/api/giving"
    >
      <section aria-labelledby="giving-title">
        <h1 id="giving-title">Giving pledges</h1>
        <p class="lead">{seats.note}</p>
        <Companies companies={seats.companies} none="No bot pledges anything yet." />
      </section>
    </Layout>
  );
}

function Companies({ companies, none }: { companies: readonly Company[]; none: string }): JSX.Element {
  if (companies.length === 0) return <p class="empty">{none}</p>;
  return (
    <Table
      label="Companies and their bots"
      kind="companies"
      columns={[{ head: 'Company' }, 'Country', 'Links', 'Bots']}
      rows={companies.map((c) => [
        <bdi>{c.company}</bdi>,
        countryName(c.country),
        <>
          <UntrustedLink url={c.website} />{' '}
          {c.logo_url === null ? null : <UntrustedLink url={c.logo_url} text="logo" />}
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
      {' '}
      pledges {pledge.pct}%
      {pledge.cause === null ? null : (
        <>
          {' '}
          to <bdi>{pledge.cause}</bdi>
        </>
      )}{' '}
      <UntrustedLink url={pledge.url} /> <span class="tag">{pledge.label}</span>
    </>
  );
}
