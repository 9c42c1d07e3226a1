/**
 * The ranking of a week: the returns of the week of a league's bots in, their order and ranks out. The ladder orders bots by the same
 * comparison.
 *
 * Contract section 4: by the return of the week in percent with 2 decimals, then by value in cents, highest first. Equal on both is the
 * same rank, and the next rank skips. Bots of one rank are listed in the order of registration, then of id.
 *
 * Example: +10.00% at $110, +10.00% at $55, +10.00% at $110, -10.00% -> ranks 1, 3, 1, 4, the two firsts tied.
 */

/** One entry per bot, in order of id. */
export interface WeekResults {
  /** Return of the week in hundredths of a percent. */
  readonly weekBps: ArrayLike<number>;
  readonly cents: ArrayLike<number>;
  readonly registeredAt: ArrayLike<number>;
}

/** Negative when bot a stands before bot b. Never 0 for two bots: the last tie-break is the order of id. */
export function compareWeeks(bots: WeekResults, a: number, b: number): number {
  return (
    (bots.weekBps[b] as number) - (bots.weekBps[a] as number) ||
    (bots.cents[b] as number) - (bots.cents[a] as number) ||
    (bots.registeredAt[a] as number) - (bots.registeredAt[b] as number) ||
    a - b
  );
}

export interface WeekRanks {
  /** Indices of the bots, best first. */
  readonly order: Uint32Array;
  /** By index of the bot. */
  readonly rank: Int32Array;
  /** By index of the bot: 1 when another bot has the same rank. */
  readonly tied: Uint8Array;
}

/** O(n log n) on typed arrays. */
export function rankWeek(bots: WeekResults): WeekRanks {
  const n = bots.weekBps.length;
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => compareWeeks(bots, a, b));
  const rank = new Int32Array(n);
  const tied = new Uint8Array(n);
  let first = 0;
  for (let end = 1; end <= n; end++) {
    if (end < n && isEqual(bots, order[first] as number, order[end] as number)) continue;
    for (const bot of order.subarray(first, end)) {
      rank[bot] = first + 1;
      tied[bot] = end - first > 1 ? 1 : 0;
    }
    first = end;
  }
  return { order, rank, tied };
}

function isEqual({ weekBps, cents }: WeekResults, a: number, b: number): boolean {
  return weekBps[a] === weekBps[b] && cents[a] === cents[b];
}
