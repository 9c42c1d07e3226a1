/**
 * An adversary of the tournament: bots of one maker that try to win by something that is not skill. Each stands in a file of its own and
 * says what it tries and which rule stops it.
 */
import type { Strategy } from 'papertape-client';
import type { Instant } from '../../../src/lib/clock.ts';
import type { ReplaySource } from '../../../src/sources/replay/replay.ts';
import type { RuleName } from './rules-in.ts';

/** What anybody can see of the market beside the service, and what somebody with money can do to it. */
export interface Outside {
  /** True price of a symbol, as an exchange shows it at an instant; undefined where the market has none beside the service's. */
  readonly truth?: (symbol: string, at: Instant) => number;
  /** Price of the first route's pool as it stands at an instant. */
  readonly pool?: (symbol: string, at: Instant) => number;
  /** Moves the second pool far from the first one for the five minutes from a mark. It costs money; here it is free. */
  readonly push?: (symbol: string, mark: Instant) => void;
}

export interface Venue extends Outside {
  readonly source: ReplaySource;
  readonly league: string;
}

export interface Ticket {
  readonly name: string;
  readonly decide: Strategy;
}

export interface Adversary {
  readonly id: string;
  readonly tries: string;
  /** Rules that stop it, any of them; empty: stopped by the rules that there are. */
  readonly stoppedBy: readonly RuleName[];
  /** It tries nothing but luck, which wins one market in twenty by the judge's own measure: it is judged over many markets. */
  readonly isLuck?: true;
  /** Its bots; all of them are one maker's. */
  tickets(venue: Venue): readonly Ticket[];
}
