/** Free seats and who sits where; giving pledges in the same form. What GET /api/seats and /api/giving answer, for people. */
import type { JSX } from 'preact';
import type { SeatsView } from 'papertape-contract/seats';
import { boardHref } from './board-weeks.tsx';
import { botHref } from './bot-href.ts';
import { count, counted, countryName } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { UntrustedLink } from '../html/parts.tsx';
import { Table } from '../html/table.tsx';

export interface SeatsPageProps {
  readonly seats: SeatsView;
  /** Names of leagues by id. */
  readonly leagueNames: ReadonlyMap<string, string>;
}

type Company = SeatsView['companies'][number];

export function SeatsPage({ seats, leagueNames }: SeatsPageProps): JSX.Element {
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
          up.
        </p>
        <Table
          labelledBy="seats-title"
          kind="seats"
          columns={['League', 'Tier', { n: 'Seats' }, { n: 'Taken' }, { n: 'Free' }]}
        >
          {seats.leagues.flatMap((l) =>
            l.tiers.map((t) => (
              <tr key={`${l.league} ${t.tier}`}>
                <th scope="row">
                  <a href={boardHref(l.league)}>{leagueNames.get(l.league) ?? l.league}</a>
                </th>
                <td>{t.tier}</td>
                <td class="n">{count(t.capacity)}</td>
                <td class="n">{count(t.taken)}</td>
                <td class="n">{count(t.free)}</td>
              </tr>
            )),
          )}
        </Table>
      </section>
      <section aria-labelledby="companies-title">
        <h2 id="companies-title">Companies</h2>
        <p class="muted">{seats.note}</p>
        <Companies companies={seats.companies} leagueNames={leagueNames} none="No bot is here yet." />
      </section>
    </Layout>
  );
}

export function GivingPage({ seats, leagueNames }: SeatsPageProps): JSX.Element {
  return (
    <Layout
      title="Giving · Papertape"
      description="What bots and their makers say that they will give away: self-reported and unverified."
      json="/api/giving"
    >
      <section aria-labelledby="giving-title">
        <h1 id="giving-title">Giving pledges</h1>
        <p class="lead">{seats.note}</p>
        <Companies companies={seats.companies} leagueNames={leagueNames} none="No bot pledges anything yet." />
      </section>
    </Layout>
  );
}

function Companies(props: {
  companies: readonly Company[];
  leagueNames: ReadonlyMap<string, string>;
  none: string;
}): JSX.Element {
  if (props.companies.length === 0) return <p class="empty">{props.none}</p>;
  return (
    <Table label="Companies and their bots" kind="companies" columns={['Company', 'Country', 'Links', 'Bots']}>
      {props.companies.map((c) => (
        <tr key={`${c.country} ${c.company}`}>
          <th scope="row">
            <bdi>{c.company}</bdi>
          </th>
          <td>{countryName(c.country)}</td>
          <td>
            <UntrustedLink url={c.website} />{' '}
            {c.logo_url === null ? null : <UntrustedLink url={c.logo_url} text="logo" />}
          </td>
          <td>
            <ul class="list">
              {c.bots.map((b) => (
                <li key={b.agent_id}>
                  <a href={botHref(b.agent_id)}>
                    <bdi>{b.name}</bdi>
                  </a>{' '}
                  <span class="muted">{props.leagueNames.get(b.league) ?? b.league}</span>
                  {b.pledge === undefined ? null : <PledgeText pledge={b.pledge} />}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      ))}
    </Table>
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
