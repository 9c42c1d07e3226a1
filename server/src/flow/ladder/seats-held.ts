/**
 * Seats held: how many bots of a league sit in which tier, and in which they would sit if its latest close were voided, in; how many seats of
 * each tier are held out.
 *
 * Public rule (docs/bots/rules.md#seats): a tier never holds more bots than it has seats. The operator may void the latest close of a
 * league until the next one, and the moves that it made are then taken back. So a seat that such a move has freed is kept for its bot
 * until the next close, and nobody else gets it.
 *
 * Example: of 100 bots in Qualifying 10 went up on Monday and none came down: 90 are there, and 100 seats are held until the close of Tuesday.
 */
import { tierNames } from '../../league/tiers.ts';
import { dayMs } from '../../lib/time.ts';
import type { Instant } from '../../lib/clock.ts';
import type { EarlierClose } from './iso-week.ts';

/** Bots that sit in one tier and would sit in one tier. */
export interface SeatedBots {
  readonly tier: number;
  /** Where they would be if the latest close were voided: `tier` for all that it did not move, or that may not be voided any more. */
  readonly back: number;
  readonly bots: number;
}

export interface TierSeats {
  /** Bots that sit there. */
  readonly taken: number;
  /** Seats that nobody else gets: those that are taken, and those that are kept for who may come back. */
  readonly held: number;
}

/** @returns one entry per tier, from Qualifying up. */
export function seatsHeld(seated: Iterable<SeatedBots>): TierSeats[] {
  const now = tierNames.map(() => 0);
  const then = tierNames.map(() => 0);
  for (const { tier, back, bots } of seated) {
    now[tier] = (now[tier] ?? 0) + bots;
    then[back] = (then[back] ?? 0) + bots;
  }
  return now.map((taken, tier) => ({ taken, held: Math.max(taken, then[tier] ?? 0) }));
}

/** Seats held in the tier of which most are: a league cannot have fewer a tier. */
export function heldMost(seats: Iterable<TierSeats>): number {
  let most = 0;
  for (const { held } of seats) most = Math.max(most, held);
  return most;
}

/** Where the bots of a league sit, and where one would sit that is not among them. */
export interface SeatsWith {
  readonly seated: readonly SeatedBots[];
  readonly own: readonly SeatedBots[];
}

/** Can the one come in without taking a seat that is held? A tier that holds more than it has seats for other reasons may hold as many. */
export function fits({ seated, own }: SeatsWith, capacity: number): boolean {
  const before = seatsHeld(seated);
  return seatsHeld([...seated, ...own]).every(({ held }, tier) => held <= Math.max(capacity, before[tier]?.held ?? 0));
}

/** May the moves of a close still be taken back at a mark? @param close the latest of its league that could be done. */
export function mayComeBack(close: EarlierClose | undefined, mark: Instant): boolean {
  return close !== undefined && !close.voided && mark <= close.close + dayMs;
}
