/**
 * What the public log has said so far, as far as later entries must agree with it. It grows with bots, open orders and what failed, not with
 * the length of the log.
 */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import type { Instant } from '../../lib/clock.ts';
import { noneAside, type Aside } from '../../operator/aside.ts';
import { failedSentence, isOfLeague, type FailedPart } from '../check/failed-parts.ts';

export interface BookedBot {
  readonly league: string;
  readonly registeredAt: Instant;
  readonly makerId: string;
  readonly name: string;
  readonly house: boolean;
  /** Of its newest order, sandbox ones included. */
  sequence: number;
  receipt: string;
  tier: number;
  retiredAt: Instant | undefined;
  retiredByOperatorAt: Instant | undefined;
  /** Orders that count and have no outcome yet, in order. */
  readonly open: OpenOrder[];
}

/** An order that counts and has no outcome yet. */
export interface OpenOrder {
  readonly sequence: number;
  readonly windowStart: Instant;
  readonly receipt: string;
  /** Of the order before, of whatever kind; '' of the first. */
  readonly previous: string;
}

/** A close of a league, as later entries refer to it. */
export interface BookedClose {
  readonly close: Instant;
  voided: boolean;
  /** Moves that it made. */
  readonly moves: readonly LogEntryOf<'move'>[];
}

export interface Book {
  /** Entries read. */
  size: number;
  opening: LogEntryOf<'log'> | undefined;
  /** The last whole mark. */
  mark: Instant | undefined;
  /** Keys of the log, the oldest first. */
  readonly keys: string[];
  readonly bots: Map<string, BookedBot>;
  /** Bots with open orders. */
  readonly waiting: Set<string>;
  /** Closes of each league since the Monday before the last one. */
  readonly closes: Map<string, BookedClose[]>;
  /** Number of the newest incident. */
  incidents: number;
  /** What is set aside, after the last mark. */
  readonly aside: Aside;
  /** What failed so far. */
  readonly failed: FailedPart[];
}

export function emptyBook(): Book {
  return {
    size: 0,
    opening: undefined,
    mark: undefined,
    keys: [],
    bots: new Map(),
    waiting: new Set(),
    closes: new Map(),
    incidents: 0,
    aside: noneAside(),
    failed: [],
  };
}

/** What the service says that failed, in a sentence. @param league only what concerns it. */
export function failedSoFar({ bots, failed }: Book, league?: string): string {
  const leagueOf = (botId: string): string | undefined => bots.get(botId)?.league;
  const parts = league === undefined ? failed : failed.filter((part) => isOfLeague(part, league, leagueOf));
  return failedSentence(parts, (botId) => bots.get(botId)?.open.length ?? 0);
}
