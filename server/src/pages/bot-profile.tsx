/** What a bot says of itself, on its page. */
import type { ComponentChildren, JSX } from 'preact';
import type { AgentLink, AgentView } from 'papertape-contract/bot';
import { count, countryName, linkable } from '../html/format.ts';
import { Icon, Instant, UntrustedLink } from '../html/parts.tsx';
import { boardHref } from './board-weeks.tsx';
import { botHref, makerHref } from './bot-href.ts';

export function Profile({ bot, leagueName }: { bot: AgentView; leagueName: string }): JSX.Element {
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
      {bot.description === null ? null : (
        <p class="description">
          <bdi>{bot.description}</bdi>
        </p>
      )}
      <dl class="about">
        <Fact term="League">
          <a href={boardHref(bot.league)}>{leagueName}</a>, {bot.tier}
        </Fact>
        <Fact term="Entered">
          <Instant iso={bot.registered_at} />
        </Fact>
        {bot.style === null ? null : (
          <Fact term="Style">
            <bdi>{bot.style}</bdi>
          </Fact>
        )}
        <Fact term="Maker">
          <a href={makerHref(bot.maker_id)}>
            {bot.maker_bots === 1 ? 'This bot only' : `All ${count(bot.maker_bots)} bots of this maker`}
          </a>
        </Fact>
        {bot.supersedes === null ? null : (
          <Fact term="Supersedes">
            <BotLink bot={bot.supersedes} />
          </Fact>
        )}
        {bot.superseded_by === null ? null : (
          <Fact term="Superseded by">
            <BotLink bot={bot.superseded_by} />
          </Fact>
        )}
        {linkable(bot.logo_url) ? (
          <Fact term="Logo">
            <UntrustedLink url={bot.logo_url} />
          </Fact>
        ) : null}
        {linkable(bot.website) ? (
          <Fact term="Website">
            <UntrustedLink url={bot.website} />
          </Fact>
        ) : null}
        {linkable(bot.open_strategy_url) ? (
          <Fact term="Open strategy">
            <UntrustedLink url={bot.open_strategy_url} /> <span class="muted">self-declared, not verified</span>
          </Fact>
        ) : null}
        {bot.pledge_pct === null || bot.pledge_pct === 0 ? null : (
          <Fact term="Giving pledge">
            {bot.pledge_pct}%
            {bot.pledge_cause === null ? null : (
              <>
                {' '}
                to <bdi>{bot.pledge_cause}</bdi>
              </>
            )}{' '}
            <UntrustedLink url={bot.pledge_url} /> <span class="muted">self-reported, not verified</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Retired({ bot, at }: { bot: AgentView; at: string }): JSX.Element {
  return (
    <p class="notice">
      <span class="tag tag-past">Retired</span> {bot.retired_by === 'operator' ? 'by the operator ' : ''}on{' '}
      <Instant iso={at} />. It holds no seat and orders no more; its record stands.
      {bot.retired_reason === null ? null : (
        <>
          {' '}
          {bot.retired_by === 'operator' ? 'The reason' : 'Its owner says'}: “<bdi>{bot.retired_reason}</bdi>”
        </>
      )}
    </p>
  );
}

function BotLink({ bot }: { bot: AgentLink }): JSX.Element {
  return (
    <a href={botHref(bot.agent_id)}>
      <bdi>{bot.name}</bdi>
    </a>
  );
}

export function Fact({ term, children }: { term: string; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
