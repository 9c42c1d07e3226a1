/**
 * Twins: the values of a league's bots at its last closes in, pairs that move as one or as mirror images out.
 *
 * Public rule (docs/bots/statistics.md): at the first close of a month, over the daily returns of at most the last 60 closes. Two bots are
 * compared over the days that both have, at least 30, after the close of the first fill of the later one. Twins correlate by 0.995 or more, mirror
 * images by -0.995 or less. A bot is left out while fewer than 20 of its returns differ: idle ones tell nothing. Of more than ten notes
 * a bot keeps the ten closest. A note is no penalty: bots that hold the same single symbol are twins of necessity, and it says so.
 * Only + - * / and square roots, so that the notes can be recomputed to the last digit.
 *
 * Example: A gains 1%, 2%, -1%, … and B 0.5%, 1%, -0.5%, … on the same days: correlation 1, twins.
 */
import { dailyReturn } from './record.ts';

/** Closes looked back on: 60 daily returns. */
export const twinDaysMax = 60;
/** Daily returns that two bots must have in common. */
export const twinDaysMin = 30;
/** Different returns that a bot must have. */
export const twinDifferentMin = 20;
/** Least correlation of twins; of mirror images its negative is the greatest. */
export const twinCorrelation = 0.995;
/** Above so many bots in a league there is no comparison: their number grows with the square. */
export const twinBotsMax = 2_000;

/** Notes kept for a bot: of more, the closest. */
export const twinNotesMax = 10;

/** Values at successive closes from that of the first fill to the last, oldest first. The last one is of the same close for all. */
export interface TwinBot {
  readonly id: string;
  /** `moneyScale`; n + 1 values for n returns. */
  readonly values: readonly bigint[];
}

export interface TwinNote {
  readonly other: string;
  readonly kind: 'twin' | 'mirror';
  readonly correlation: number;
  readonly days: number;
}

export interface BotTwins {
  readonly id: string;
  /** Bots that it moves as one with, or as a mirror image of. */
  readonly total: number;
  /** The closest of them, the closest first; equally close ones in the order of the bots given. */
  readonly notes: readonly TwinNote[];
}

export interface Twins {
  /** Bots with returns enough to be compared. */
  readonly compared: number;
  readonly pairs: number;
  /** Those with a note, in the order of the bots given. */
  readonly bots: readonly BotTwins[];
}

/** O(bots² · days) on typed arrays. */
export function findTwins(bots: readonly TwinBot[]): Twins {
  const series = bots.map(seriesOf).filter((s) => s !== undefined);
  const found = series.map(() => ({ total: 0, notes: [] as TwinNote[] }));
  let pairs = 0;
  for (const [i, a] of series.entries()) {
    for (let j = i + 1; j < series.length; j++) {
      const b = series[j] as Series;
      const days = Math.min(a.n, b.n);
      const correlation = correlationOf(a, b, days);
      if (Math.abs(correlation) < twinCorrelation) continue;
      pairs++;
      const kind = correlation > 0 ? 'twin' : 'mirror';
      keepClosest(found[i] as Found, { other: b.id, kind, correlation, days });
      keepClosest(found[j] as Found, { other: a.id, kind, correlation, days });
    }
  }
  const noted = series.map((s, i) => ({ id: s.id, ...(found[i] as Found) })).filter((b) => b.total > 0);
  return { compared: series.length, pairs, bots: noted };
}

interface Found {
  total: number;
  notes: TwinNote[];
}

/** Others come in their order, so that of equally close ones the first stay. */
function keepClosest(found: Found, note: TwinNote): void {
  found.total++;
  const closeness = Math.abs(note.correlation);
  let at = found.notes.length;
  while (at > 0 && Math.abs((found.notes[at - 1] as TwinNote).correlation) < closeness) at--;
  if (at === twinNotesMax) return;
  found.notes.splice(at, 0, note);
  if (found.notes.length > twinNotesMax) found.notes.pop();
}

interface Series {
  readonly id: string;
  readonly n: number;
  /** Latest first, less their mean over all days, so that sums over fewer days lose nothing. */
  readonly returns: Float64Array;
  /** Sums over the latest k, and of their squares. */
  readonly sums: Float64Array;
  readonly squares: Float64Array;
}

function seriesOf({ id, values }: TwinBot): Series | undefined {
  const list: number[] = [];
  for (let k = values.length - 1; k > 0 && list.length < twinDaysMax; k--) {
    const r = dailyReturn(values[k - 1] as bigint, values[k] as bigint);
    if (r === undefined) break;
    list.push(r);
  }
  const n = list.length;
  if (n < twinDaysMin || new Set(list).size < twinDifferentMin) return undefined;
  const mean = list.reduce((sum, r) => sum + r, 0) / n;
  const returns = Float64Array.from(list, (r) => r - mean);
  const sums = new Float64Array(n + 1);
  const squares = new Float64Array(n + 1);
  for (let k = 0; k < n; k++) {
    const r = returns[k] as number;
    sums[k + 1] = (sums[k] as number) + r;
    squares[k + 1] = (squares[k] as number) + r * r;
  }
  return { id, n, returns, sums, squares };
}

/**
 * Pearson's, over the latest `days`, which are all that one of the two has; 0 when one does not move. That one is centred over these
 * very days, so the product needs no correction for means.
 */
function correlationOf(a: Series, b: Series, days: number): number {
  let product = 0;
  for (let k = 0; k < days; k++) product += (a.returns[k] as number) * (b.returns[k] as number);
  const meanA = (a.sums[days] as number) / days;
  const meanB = (b.sums[days] as number) / days;
  const varianceA = (a.squares[days] as number) - days * meanA * meanA;
  const varianceB = (b.squares[days] as number) - days * meanB * meanB;
  // Less than the rounding of the values: it does not move.
  if (!(varianceA > flat && varianceB > flat)) return 0;
  const r = product / Math.sqrt(varianceA * varianceB);
  return Math.max(-1, Math.min(1, r));
}

const flat = 1e-18;
