/** What a bot says of itself, on its page. */
import type { ComponentChildren, JSX } from 'preact';
import type { AgentLink, AgentView } from 'papertape-contract/bot';
import { count, countryName, linkable } from '../html/format.ts';
import { Icon, Instant, UntrustedLink } from '../html/parts.tsx';
import { boardHref } from './board-weeks.tsx';
import { botHref, makerHref } from './bot-href.ts';

export function Profile({ agent, leagueName }: { agent: AgentView; leagueName: string }): JSX.Element {
  return (
    <section class="profile" aria-labelledby="name">
      <h1 id="name">
        <Icon icon={agent.icon} name={agent.name} /> <bdi>{agent.name}</bdi>
      </h1>
      <p class="lead">
        by <bdi>{agent.company}</bdi>, {countryName(agent.country)}
      </p>
      {agent.retired_at === null ? null : <Retired agent={agent} at={agent.retired_at} />}
      {agent.house ? (
        <p class="tags">
          <span class="tag">House bot</span> Run by the service itself, through the same API and by the same rules as
          every other bot.
        </p>
      ) : null}
      {agent.description === null ? null : (
        <p class="description">
          <bdi>{agent.description}</bdi>
        </p>
      )}
      <dl class="about">
        <Fact term="League">
          <a href={boardHref(agent.league)}>{leagueName}</a>, {agent.tier}
        </Fact>
        <Fact term="Entered">
          <Instant iso={agent.registered_at} />
        </Fact>
        {agent.style === null ? null : (
          <Fact term="Style">
            <bdi>{agent.style}</bdi>
          </Fact>
        )}
        <Fact term="Maker">
          <a href={makerHref(agent.maker_id)}>
            {agent.maker_bots === 1 ? 'This bot only' : `All ${count(agent.maker_bots)} bots of this maker`}
          </a>
        </Fact>
        {agent.supersedes === null ? null : (
          <Fact term="Supersedes">
            <BotLink bot={agent.supersedes} />
          </Fact>
        )}
        {agent.superseded_by === null ? null : (
          <Fact term="Superseded by">
            <BotLink bot={agent.superseded_by} />
          </Fact>
        )}
        {linkable(agent.logo_url) ? (
          <Fact term="Logo">
            <UntrustedLink url={agent.logo_url} />
          </Fact>
        ) : null}
        {linkable(agent.website) ? (
          <Fact term="Website">
            <UntrustedLink url={agent.website} />
          </Fact>
        ) : null}
        {linkable(agent.open_strategy_url) ? (
          <Fact term="Open strategy">
            <UntrustedLink url={agent.open_strategy_url} /> <span class="muted">self-declared, not verified</span>
          </Fact>
        ) : null}
        {agent.pledge_pct === null || agent.pledge_pct === 0 ? null : (
          <Fact term="Giving pledge">
            {agent.pledge_pct}%
            {agent.pledge_cause === null ? null : (
              <>
                {' '}
                to <bdi>{agent.pledge_cause}</bdi>
              </>
            )}{' '}
            <UntrustedLink url={agent.pledge_url} /> <span class="muted">self-reported, not verified</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Retired({ agent, at }: { agent: AgentView; at: string }): JSX.Element {
  return (
    <p class="notice">
      <span class="tag tag-past">Retired</span> {agent.retired_by === 'operator' ? 'by the operator ' : ''}on{' '}
      <Instant iso={at} />. It holds no seat and orders no more; its record stands.
      {agent.retired_reason === null ? null : (
        <>
          {' '}
          {agent.retired_by === 'operator' ? 'The reason' : 'Its owner says'}: “<bdi>{agent.retired_reason}</bdi>”
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
