/** The tape: the latest fills as a strip, each with a link to how it was made. Where scripts run, new ones are put at its front. */
import type { JSX } from 'preact';
import type { PublicFill } from 'papertape-contract/fill';
import { Icon } from '../html/parts.tsx';
import { Trades } from './fill-line.tsx';
import { words } from '../words/words.ts';

interface TapeProps {
  readonly fills: readonly PublicFill[];
  /** The event of /api/live behind which news begin. */
  readonly since: string;
  /** Only of this league. */
  readonly league?: string;
}

/** Trades that one fill tells. */
const tradesShown = 2;

export function Tape({ fills, since, league }: TapeProps): JSX.Element {
  const live = `/api/live?${new URLSearchParams({ ...(league === undefined ? {} : { league }), since }).toString()}`;
  return (
    <section class="tape" aria-labelledby="tape-title">
      <h2 id="tape-title" class="unseen">
        {words.frame.latestFills}
      </h2>
      {fills.length === 0 ? <p class="tape-empty">{words.frame.theTapeIsEmptyNo}</p> : null}
      <ol class="strip" tabIndex={0} aria-labelledby="tape-title" data-tape={live}>
        {fills.map((f) => (
          <li key={f.order_id}>
            <a href={f.page}>
              <time dateTime={f.decided_at}>{f.decided_at.slice(11, 16)}</time> <Icon icon={f.icon} name={f.name} />{' '}
              <bdi>{f.name}</bdi>
            </a>{' '}
            <Trades trades={f.trades} most={tradesShown} />
          </li>
        ))}
      </ol>
      <p class="news" hidden data-news>
        <a href="/">{words.frame.newStandingsShowThem}</a>
      </p>
    </section>
  );
}
