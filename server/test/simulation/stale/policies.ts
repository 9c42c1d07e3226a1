/**
 * Bots that know the true price and both routes at every mark, and what they earn by it. They hold the symbol or cash and send at most one
 * order a mark; 12 an hour are within the limit of 20.
 *
 * - `gap`: buys when the first route is more than `threshold` of its fees below the true price, sells when it is as far above.
 * - `hold`: buys like `gap`, sells after a fixed time whatever the price.
 * - `apart`: sends orders while the routes are nearly 1% apart, so that the price of the window itself decides whether they are rejected.
 * - `learned`: has seen other years of the same market, knows what an order was worth on average for each gap and distance of the
 *   routes, and trades when that is above what it demands. It is the best of its kind up to the grain of its table.
 */
import { windowMarks, type StaleYear } from './path.ts';

export interface Policy {
  readonly name: string;
  /** What it wants at a mark: 1 the symbol, 0 cash, undefined nothing new. `held` marks ago it wanted something else. */
  wants(gap: number, apart: number, now: 0 | 1, held: number): 0 | 1 | undefined;
}

export interface Earned {
  /** Log return of the year that staleness paid, the spread taken off. */
  readonly gain: number;
  /** Fills that moved something. */
  readonly trades: number;
}

/** @param spread what a fill costs, as a fraction of what it moves. */
export function play(policy: Policy, year: StaleYear, spread: number): Earned {
  const { gap, apart, worth, plain, rejected } = year;
  const pending: { readonly at: number; readonly want: 0 | 1; readonly meant: number }[] = [];
  let target: 0 | 1 = 0;
  let actual: 0 | 1 = 0;
  let since = 0;
  let gain = 0;
  let trades = 0;
  for (let m = 0; m < gap.length; m++) {
    while (pending[0] && pending[0].at + windowMarks <= m) {
      const { at, want, meant } = pending.shift() as (typeof pending)[number];
      const moved = want - actual;
      // What was meant when it was sent has the control variate; what an earlier rejection changed of it has not.
      gain += meant * (worth[at] as number) + (moved - meant) * (plain[at] as number);
      if (rejected[at] === 1) continue;
      if (moved !== 0) {
        gain -= spread;
        trades++;
      }
      actual = want;
    }
    if (pending.length === 0) target = actual;
    const want = policy.wants(gap[m] as number, apart[m] as number, target, m - since);
    if (want === undefined || want === target) continue;
    pending.push({ at: m, want, meant: want - target });
    target = want;
    since = m;
  }
  return { gain, trades };
}

/** @param fees of the first route's pools together. */
export function plainPolicies(fees: number): Policy[] {
  const policies: Policy[] = [];
  for (const threshold of [0, 0.25, 0.5, 0.7, 0.9]) {
    const edge = threshold * fees;
    policies.push({
      name: `gap ${threshold}`,
      wants: (gap) => (gap > edge ? 1 : gap < -edge ? 0 : undefined),
    });
    for (const minutes of [30, 120, 480]) {
      policies.push({
        name: `hold ${threshold} ${minutes} min`,
        wants: (gap, _, now, held) => (now === 1 ? (held * 5 >= minutes ? 0 : undefined) : gap > edge ? 1 : undefined),
      });
    }
  }
  for (const edge of [0.008, 0.0095]) {
    for (const sign of [1, -1]) {
      policies.push({
        name: `apart ${edge * 1e4} bps ${sign}`,
        wants: (_, apart) => (apart * sign > edge ? 1 : apart * sign < -edge ? 0 : undefined),
      });
    }
  }
  return policies;
}

const gapBins = 21;
const apartBins = 13;
const apartMax = 0.013;
/** Marks that a cell must have been seen at. */
const seenMin = 300;

/** What an order of +1 was worth on average, by gap and by distance of the routes. */
export interface WorthTable {
  worth(gap: number, apart: number): number;
  /** The largest worth of an order, either way, and its standard error. */
  readonly most: { readonly worth: number; readonly error: number };
}

/** @param gapMax gaps beyond it count as it. */
export function learn(years: readonly StaleYear[], gapMax: number): WorthTable {
  const cells = gapBins * apartBins;
  const [n, sum, squares] = [new Float64Array(cells), new Float64Array(cells), new Float64Array(cells)];
  const cellOf = (gap: number, apart: number): number =>
    binOf(gap, gapMax, gapBins) * apartBins + binOf(apart, apartMax, apartBins);
  for (const { gap, apart, worth } of years) {
    for (let m = 0; m < gap.length; m++) {
      const cell = cellOf(gap[m] as number, apart[m] as number);
      const w = worth[m] as number;
      n[cell] = (n[cell] as number) + 1;
      sum[cell] = (sum[cell] as number) + w;
      squares[cell] = (squares[cell] as number) + w * w;
    }
  }
  const means = sum.map((s, i) => ((n[i] as number) >= seenMin ? s / (n[i] as number) : 0));
  let most = { worth: 0, error: 0 };
  for (const [i, mean] of means.entries()) {
    if (Math.abs(mean) <= most.worth) continue;
    const variance = (squares[i] as number) / (n[i] as number) - mean * mean;
    most = { worth: Math.abs(mean), error: Math.sqrt(Math.max(0, variance) / (n[i] as number)) };
  }
  return { worth: (gap, apart) => means[cellOf(gap, apart)] as number, most };
}

function binOf(x: number, max: number, bins: number): number {
  return Math.min(bins - 1, Math.max(0, Math.floor(((x + max) / (2 * max)) * bins)));
}

export function learnedPolicies(table: WorthTable, spread: number): Policy[] {
  return [0, 0.1, 0.25, 0.5, 0.75].map((share) => {
    const edge = spread + share * Math.max(0, table.most.worth - spread);
    return {
      name: `learned ${share}`,
      wants: (gap, apart) => {
        const worth = table.worth(gap, apart);
        return worth > edge ? 1 : worth < -edge ? 0 : undefined;
      },
    };
  });
}
