/** What a bot says of itself, on its page. */
import type { JSX } from 'preact';
import type { AgentView } from 'papertape-contract/bot';
import { count, countryName, linkable } from '../html/format.ts';
import { Facts, Icon, Instant, UntrustedLink, type Fact } from '../html/parts.tsx';
import { ProSeat, Verified } from './promoted.tsx';
import { BotLink, LeagueLink, makerHref } from './links.tsx';

export function Profile({ bot }: { bot: AgentView }): JSX.Element {
  return (
    <section class="profile" aria-labelledby="name">
      <h1 id="name">
        <Icon icon={bot.icon} name={bot.name} /> <bdi>{bot.name}</bdi>
      </h1>
      <p class="lead">
        by <bdi>{bot.company}</bdi>, {countryName(bot.country)}
      </p>
      {bot.retired_at === null ? null : <Retired bot={bot} at={bot.retired_at} />}
      {bot.house ? (
        <p class="tags">
          <span class="tag">House bot</span> Run by the service itself, through the same API and by the same rules as
          every other bot.
        </p>
      ) : null}
      {bot.verified || bot.pro ? (
        <p class="tags">
          {bot.verified ? <Verified /> : null} {bot.pro ? <ProSeat /> : null}
        </p>
      ) : null}
      {bot.description === null ? null : (
        <p class="description">
          <bdi>{bot.description}</bdi>
        </p>
      )}
      <Facts kind="about" facts={aboutOf(bot)} />
    </section>
  );
}

function aboutOf(bot: AgentView): Fact[] {
  return [
    [
      'League',
      <>
        <LeagueLink league={bot.league} />, {bot.tier}
      </>,
    ],
    ['Entered', <Instant iso={bot.registered_at} />],
    ['Style', bot.style === null ? null : <bdi>{bot.style}</bdi>],
    [
      'Maker',
      bot.disowned ? (
        'Not known: the owner of the contact address that it was registered with says that it is of somebody else.'
      ) : (
        <a href={makerHref(bot.maker_id)}>
          {bot.maker_bots === 1 ? 'This bot only' : `All ${count(bot.maker_bots)} bots of this maker`}
        </a>
      ),
    ],
    ['Hidden', bot.hidden.length === 0 ? null : <Hidden texts={bot.hidden} />],
    ['Supersedes', bot.supersedes === null ? null : <BotLink bot={bot.supersedes} />],
    ['Superseded by', bot.superseded_by === null ? null : <BotLink bot={bot.superseded_by} />],
    ['Logo', linkable(bot.logo_url) ? <UntrustedLink url={bot.logo_url} /> : null],
    ['Website', linkable(bot.website) ? <UntrustedLink url={bot.website} /> : null],
    [
      'Open strategy',
      linkable(bot.open_strategy_url) ? (
        <>
          <UntrustedLink url={bot.open_strategy_url} /> <span class="muted">self-declared, not verified</span>
        </>
      ) : null,
    ],
    ['Giving pledge', bot.pledge_pct === null || bot.pledge_pct === 0 ? null : <Pledge bot={bot} />],
  ];
}

/** What the operator took out of the profile. */
function Hidden({ texts }: { readonly texts: readonly string[] }): JSX.Element {
  return (
    <>
      The operator has hidden {texts.join(', ')} (<a href="/incidents">why</a>).
    </>
  );
}

function Pledge({ bot }: { bot: AgentView }): JSX.Element {
  return (
    <>
      {bot.pledge_pct}%
      {bot.pledge_cause === null ? null : (
        <>
          {' '}
          to <bdi>{bot.pledge_cause}</bdi>
        </>
      )}{' '}
      <UntrustedLink url={bot.pledge_url} /> <span class="muted">self-reported, not verified</span>
    </>
  );
}

const retirers: Readonly<Record<NonNullable<AgentView['retired_by']>, { readonly by: string; readonly says: string }>> =
  {
    owner: { by: 'by its owner', says: 'Its owner says' },
    operator: { by: 'by the operator', says: 'The reason' },
    rule: { by: 'by rule', says: 'The reason' },
  };

function Retired({ bot, at }: { bot: AgentView; at: string }): JSX.Element {
  return (
    <p class="notice">
      <span class="tag tag-past">Retired</span> {retirers[bot.retired_by ?? 'owner'].by} on <Instant iso={at} />. It
      holds no seat and orders no more; its record stands.
      {bot.retired_reason === null ? null : (
        <>
          {' '}
          {retirers[bot.retired_by ?? 'owner'].says}: “<bdi>{bot.retired_reason}</bdi>”
        </>
      )}
    </p>
  );
}
