/**
 * A league's board now: the standings of its last close and the number of bots that registered since in, each bot's rank now and what
 * stands at each place out.
 *
 * Contract 3.7: a newcomer has $100,000, so its rank is that of $100,000 among the values of the close. Bots above $100,000 keep their
 * rank, bots below move down by the number of newcomers, and bots at exactly $100,000 are tied with the newcomers. In board order the
 * newcomers follow the bots that closed at $100,000. A retired bot that the last close did not rank has no rank.
 *
 * Example: the close ranked $101,000, $100,000 and $99,000, and two bots registered since. Ranks now: 1, 2, then 2 for both newcomers,
 * then 5; the bot at $100,000 and both newcomers are tied.
 */
import { startValueCents } from './rank.ts';

/** How many bots a close valued, and how many of them above and at the start value. */
export interface CloseCounts {
  readonly above: number;
  readonly at: number;
  readonly valued: number;
}

export interface BoardCounts extends CloseCounts {
  /** Bots registered since the close. */
  readonly fresh: number;
  readonly total: number;
}

/** @param close undefined before the league's first one. @param fresh bots registered since it. */
export function boardCounts(close: CloseCounts | undefined, fresh: number): BoardCounts {
  const { above, at, valued } = close ?? { above: 0, at: 0, valued: 0 };
  return { above, at, valued, fresh, total: valued + fresh };
}

/** A position among the valued bots in the order of the close, or among the newcomers in the order of registration; from 0. */
export type Place =
  | { readonly kind: 'valued'; readonly position: number }
  | { readonly kind: 'fresh'; readonly position: number };

/** What stands at a place of the board, counted from 0. */
export function placeOf(index: number, counts: BoardCounts): Place {
  const before = counts.above + counts.at;
  if (index < before) return { kind: 'valued', position: index };
  if (index < before + counts.fresh) return { kind: 'fresh', position: index - before };
  return { kind: 'valued', position: index - counts.fresh };
}

/** What a close said of a bot. */
export interface RankAtClose extends RankNow {
  readonly cents: number;
}

export interface RankNow {
  readonly rank: number;
  readonly tied: boolean;
}

/** @param last undefined for a newcomer. */
export function rankNow(last: RankAtClose | undefined, counts: BoardCounts): RankNow {
  if (!last) return { rank: counts.above + 1, tied: counts.fresh + counts.at > 1 };
  const { rank, tied, cents } = last;
  return {
    rank: cents < startValueCents ? rank + counts.fresh : rank,
    tied: tied || (cents === startValueCents && counts.fresh > 0),
  };
}

/** A bot that may have left the board. */
export interface BotOnBoard {
  readonly isRetired: boolean;
  /** Its last valid close. */
  readonly last: (RankAtClose & { readonly close: number }) | undefined;
}

/** @param boardClose the league's last valid close. @returns rank null for a retired bot that this close did not rank. */
export function standingNow(
  { isRetired, last }: BotOnBoard,
  boardClose: number | undefined,
  counts: BoardCounts,
): { readonly rank: number | null; readonly tied: boolean } {
  if (isRetired && (last === undefined || last.close !== boardClose)) return { rank: null, tied: false };
  return rankNow(last, counts);
}

/** Ranks that a bot may have, from the best to the worst. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The interval of ranks now. Newcomers stand surely above a bot whose whole interval of value is below the start value, and possibly
 * above one whose interval reaches down to it.
 * @param atClose ranks at the close. @param low @param high interval of the bot's value, in cents.
 */
export function rankRangeNow(
  atClose: RankRange,
  [low, high]: readonly [low: number, high: number],
  fresh: number,
): RankRange {
  return {
    from: atClose.from + (high < startValueCents ? fresh : 0),
    to: atClose.to + (low <= startValueCents ? fresh : 0),
  };
}

/** In order of rank; of equal ones in the order given. */
export function bestFirst<T extends { readonly rank: number }>(bots: readonly T[]): T[] {
  return bots.toSorted((a, b) => a.rank - b.rank);
}

/**
 * docs/bots/rules.md: a bot beats the house when its rank is strictly better than that of every house bot on the board. Where there is none,
 * nobody does; nor does a house bot.
 */
export function beatsHouse(
  bot: { readonly rank: number; readonly house: boolean },
  houseBots: readonly { readonly rank: number }[],
): boolean {
  return !bot.house && houseBots.length > 0 && houseBots.every((h) => bot.rank < h.rank);
}
