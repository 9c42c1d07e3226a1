/** What a bot says of itself, on its page. */
import type { JSX } from 'preact';
import type { AgentView } from 'papertape-contract/bot';
import { count, countryName, linkable, plainPercent } from '../html/format.ts';
import { Facts, Icon, Instant, UntrustedLink, type Fact } from '../html/parts.tsx';
import { ProSeat, Verified } from './promoted.tsx';
import { BotLink, LeagueLink, makerHref } from './links.tsx';
import { words } from '../words/words.ts';

export function Profile({ bot }: { bot: AgentView }): JSX.Element {
  return (
    <section class="profile" aria-labelledby="name">
      <h1 id="name">
        <Icon icon={bot.icon} name={bot.name} /> <bdi>{bot.name}</bdi>
      </h1>
      <p class="lead">{words.bot.by(<bdi>{bot.company}</bdi>, countryName(bot.country))}</p>
      {bot.retired_at === null ? null : <Retired bot={bot} at={bot.retired_at} />}
      {bot.house ? (
        <p class="tags">
          {words.bot.houseBotRunByThe((text) => (
            <span class="tag">{text}</span>
          ))}
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
      words.bot.league,
      <>
        <LeagueLink league={bot.league} />, {bot.tier}
      </>,
    ],
    [words.bot.entered, <Instant iso={bot.registered_at} />],
    [words.bot.style, bot.style === null ? null : <bdi>{bot.style}</bdi>],
    [
      words.bot.maker,
      bot.disowned ? (
        words.bot.notKnownTheOwnerOf
      ) : (
        <a href={makerHref(bot.maker_id)}>
          {bot.maker_bots === 1 ? words.bot.thisBotOnly : words.bot.allBotsOfThisMaker(count(bot.maker_bots))}
        </a>
      ),
    ],
    [words.bot.hidden, bot.hidden.length === 0 ? null : <Hidden texts={bot.hidden} />],
    [words.bot.supersedes, bot.supersedes === null ? null : <BotLink bot={bot.supersedes} />],
    [words.bot.supersededBy, bot.superseded_by === null ? null : <BotLink bot={bot.superseded_by} />],
    [words.bot.logo, linkable(bot.logo_url) ? <UntrustedLink url={bot.logo_url} /> : null],
    [words.bot.website, linkable(bot.website) ? <UntrustedLink url={bot.website} /> : null],
    [
      words.bot.openStrategy,
      linkable(bot.open_strategy_url) ? (
        <>
          <UntrustedLink url={bot.open_strategy_url} /> <span class="muted">{words.bot.selfDeclaredNotVerified}</span>
        </>
      ) : null,
    ],
    [words.bot.givingPledge, bot.pledge_pct === null || bot.pledge_pct === 0 ? null : <Pledge bot={bot} />],
  ];
}

/** What the operator took out of the profile. */
function Hidden({ texts }: { readonly texts: readonly string[] }): JSX.Element {
  return (
    <>
      {words.bot.theOperatorHasHiddenWhy(texts.join(', '), (text) => (
        <a href="/incidents">{text}</a>
      ))}
    </>
  );
}

function Pledge({ bot }: { bot: AgentView }): JSX.Element {
  return (
    <>
      {bot.pledge_pct === null ? null : plainPercent(bot.pledge_pct)}
      {bot.pledge_cause === null ? null : <>{words.bot.to(<bdi>{bot.pledge_cause}</bdi>)}</>}{' '}
      <UntrustedLink url={bot.pledge_url} /> <span class="muted">{words.bot.selfReportedNotVerified}</span>
    </>
  );
}

const retirers = (): Readonly<
  Record<NonNullable<AgentView['retired_by']>, { readonly by: string; readonly says: string }>
> => ({
  owner: { by: words.bot.byItsOwner, says: words.bot.itsOwnerSays },
  operator: { by: words.bot.byTheOperator, says: words.bot.theReason },
  rule: { by: words.bot.byRule, says: words.bot.theReason },
});

function Retired({ bot, at }: { bot: AgentView; at: string }): JSX.Element {
  return (
    <p class="notice">
      {words.bot.retiredOnItHoldsNo(
        (text) => (
          <span class="tag tag-past">{text}</span>
        ),
        retirers()[bot.retired_by ?? 'owner'].by,
        <Instant iso={at} />,
        bot.retired_reason === null ? null : (
          <>
            {' '}
            {retirers()[bot.retired_by ?? 'owner'].says}: “<bdi>{bot.retired_reason}</bdi>”
          </>
        ),
      )}
    </p>
  );
}
