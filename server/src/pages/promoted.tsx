/** What was paid for, and says so: tags of a bot, and places on a page. */
import type { JSX } from 'preact';
import type { PromotedView } from 'papertape-contract/payment';
import { linkable } from '../html/format.ts';
import { Instant, UntrustedLink } from '../html/parts.tsx';
import { BotLink, LeagueLink } from './links.tsx';

export function Verified(): JSX.Element {
  return (
    <span class="tag" title="Its badge was paid for; nobody has checked anything else">
      Verified
    </span>
  );
}

export function ProSeat(): JSX.Element {
  return (
    <span class="tag" title="Its pro seat is paid for; it trades and ranks like every other">
      Pro
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
      <h2 id="promoted-title">Promoted</h2>
      <p class="muted">
        These places were paid for. Paying moves no bot on any board. <a href="/docs/bots/extras">What can be bought</a>
      </p>
      <ul>
        {spotlight.map((s) => (
          <li key={`spotlight ${s.agent_id}`}>
            <span class="tag">{s.label}</span> Division 1 spotlight: <BotLink bot={s} /> of{' '}
            <LeagueLink league={s.league} />, until <Instant iso={s.until} />
          </li>
        ))}
        {promoted.map((p) => (
          <li key={p.url}>
            <span class="tag">{p.label}</span>{' '}
            {p.agent_id === null ? (
              <>
                <bdi>{p.name}</bdi> {linkable(p.url) ? <UntrustedLink url={p.url} /> : null}
              </>
            ) : (
              <BotLink bot={{ agent_id: p.agent_id, name: p.name }} />
            )}
            , until <Instant iso={p.until} />
          </li>
        ))}
      </ul>
    </section>
  );
}
