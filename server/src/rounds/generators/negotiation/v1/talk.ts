/**
 * The rules of a negotiation. In: the things on the table, the counterpart's values and demand, and a list of offers. Out: the turn at which it
 * accepts, or null.
 *
 * An offer says how many things of each kind the bot keeps; the counterpart gets the rest. At turn t the counterpart accepts when its share is
 * worth at least max(1, start − t − kindness). Kindness is 0, but for a counterpart that answers it: there each offer that is worth more to it
 * than the offer before adds one, from that turn on.
 *
 * Example: 3 books, 2 hats, 1 ball are worth 2, 1, 2 each to a counterpart with start 9. The offer [0, 2, 1] at turn 3 leaves it three books, worth 6,
 * and its demand is 6: it accepts.
 */
export interface Counterpart {
  /** What one thing of each kind is worth to it; all things together are worth 10. */
  readonly values: readonly number[];
  readonly start: number;
  readonly answersKindness: boolean;
}

/** How many things of each kind the bot keeps. */
export type Keep = readonly number[];

export const turnsMax = 8;
/** What all things together are worth, to either side. */
export const worthOfAll = 10;
export const starts = [9, 10, 11, 12] as const;

export function demandAt(start: number, turn: number, kindness: number): number {
  return Math.max(1, start - turn - kindness);
}

/** @returns the turn of the offer that is accepted, the first being 1; null where none is. */
export function acceptedAt(
  counts: readonly number[],
  counterpart: Counterpart,
  offers: readonly Keep[],
): number | null {
  const { values, start, answersKindness } = counterpart;
  let kindness = 0;
  let before = Infinity;
  for (const [i, keep] of offers.entries()) {
    const share = worth(values, counts) - worth(values, keep);
    if (answersKindness && share > before) kindness++;
    if (share >= demandAt(start, i + 1, kindness)) return i + 1;
    before = share;
  }
  return null;
}

export function worth(values: readonly number[], things: readonly number[]): number {
  return values.reduce((sum, value, i) => sum + value * (things[i] ?? 0), 0);
}

/** floor(1,000 × worth × 19^(t−1) ÷ 20^(t−1)): each turn costs a twentieth. All of it is exact as a double. */
export function pay(own: number, turn: number): number {
  return Math.floor((1000 * own * 19 ** (turn - 1)) / 20 ** (turn - 1));
}
