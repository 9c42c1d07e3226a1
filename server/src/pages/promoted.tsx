/** What was paid for, and says so: tags of a bot, and places on a page. */
import type { JSX } from 'preact';
import type { PromotedView } from 'papertape-contract/payment';
import { linkable } from '../html/format.ts';
import { Instant, UntrustedLink } from '../html/parts.tsx';
import { BotLink, LeagueLink } from './links.tsx';
import { words } from '../words/words.ts';

export function Verified(): JSX.Element {
  return (
    <span class="tag" title={words.frame.itsBadgeWasPaidFor}>
      {words.frame.verified}
    </span>
  );
}

export function ProSeat(): JSX.Element {
  return (
    <span class="tag" title={words.frame.itsProSeatIsPaid}>
      {words.frame.pro}
    </span>
  );
}

/** Nothing where nobody has paid for a place. */
export function Promoted({
  promoted: { promoted, spotlight },
}: {
  readonly promoted: PromotedView;
}): JSX.Element | null {
  if (promoted.length + spotlight.length === 0) return null;
  return (
    <section id="promoted" aria-labelledby="promoted-title">
      <h2 id="promoted-title">{words.frame.promoted}</h2>
      <p class="muted">
        {words.frame.thesePlacesWerePaidFor((text) => (
          <a href="/docs/bots/extras">{text}</a>
        ))}
      </p>
      <ul>
        {spotlight.map((s) => (
          <li key={`spotlight ${s.agent_id}`}>
            {words.frame.division1SpotlightOfUntil(
              <span class="tag">{s.label}</span>,
              <BotLink bot={s} />,
              <LeagueLink league={s.league} />,
              <Instant iso={s.until} />,
            )}
          </li>
        ))}
        {promoted.map((p) => (
          <li key={p.url}>
            {words.frame.until(
              <span class="tag">{p.label}</span>,
              p.agent_id === null ? (
                <>
                  <bdi>{p.name}</bdi> {linkable(p.url) ? <UntrustedLink url={p.url} /> : null}
                </>
              ) : (
                <BotLink bot={{ agent_id: p.agent_id, name: p.name }} />
              ),
              <Instant iso={p.until} />,
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
