/**
 * A year of one symbol's true price and of the pools of its two routes, seen at the marks.
 *
 * - The true log price is a driftless Brownian motion. (A driftless log price and a martingale price differ by half the variance, which
 *   a position earns or loses whatever the pools do; it is left out on both sides.)
 * - Each pool is traded at the blocks of its chain only, and only when it is further from the true price than its fee: then it is put
 *   back to exactly the fee. Between blocks its price stands.
 * - At a mark a bot sees the true price and both routes, and its order arrives just before it. The last block is `lead` seconds old.
 * - An order is priced at the geometric mean of the first route over the 30 minutes from the mark, and rejected when the mean of the
 *   second route is more than 1% off.
 *
 * What an order of size +1 (a buy) is worth, measured at the true price when its window ends, is (true price at the end − mean of the
 * pools), or 0 if it is rejected. The part (true price at the end − mean of the true price) has the expectation 0 whatever was known at
 * the mark; leaving it out leaves the expectation as it is and takes nearly all of the noise away (a control variate). So the value is
 * noted as `mean of (true − pool)`, less `true at the end − mean of the pools` when the order is rejected.
 */
import { poolsApartBpsMax } from '../../../src/flow/price/price.ts';
import type { StaleLeg, StaleMarket } from './market.ts';

export const markSeconds = 300;
export const windowMarks = 6;
const windowSeconds = markSeconds * windowMarks;
export const marksPerYear = (365 * 24 * 3600) / markSeconds;
const yearSeconds = 365 * 24 * 3600;

/** One number for each mark of the year. */
export interface StaleYear {
  /** True log price less that of the first route, at the mark. */
  readonly gap: Float64Array;
  /** Log price of the first route less that of the second one, at the mark. */
  readonly apart: Float64Array;
  /** What an order of +1 at this mark is worth, by the control variate. */
  readonly worth: Float64Array;
  /** The same without it, as the fill itself: 0 when it is rejected. */
  readonly plain: Float64Array;
  /** 1 = rejected. */
  readonly rejected: Uint8Array;
}

/** @param uniform in [0, 1). @param blockSeconds instead of the chains' own: a coarser model for comparison. */
export function staleYear(
  market: StaleMarket,
  uniform: () => number,
  marks = marksPerYear,
  blockSeconds?: number,
): StaleYear {
  const first = createRoute(market.first, blockSeconds);
  const second = createRoute(market.second, blockSeconds);
  // The second route only judges: where its chain is the quicker one, it is traded at the blocks of the first.
  const step = first.blockSeconds;
  const lead = Math.min(1, step / 2);
  const coins = createCoins(market.covariance, uniform);
  const stepsPerMark = markSeconds / step;
  const count = marks + windowMarks + 1;
  const [gap, apart, truth] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  // Running integrals, seconds: of (true - first), (first - second), true.
  const [gaps, aparts, truths] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  let [a, b, c] = [0, 0, 0];
  const add = (x: number, seconds: number): void => {
    a += (x - first.price) * seconds;
    b += (first.price - second.price) * seconds;
    c += x * seconds;
  };
  const [root, rootLead, rootRest] = [Math.sqrt(step), Math.sqrt(lead), Math.sqrt(step - lead)];
  for (let m = 0; m < count; m++) {
    // A block, then `lead` seconds to the mark, then the rest until the next block.
    add(first.value(coins.values), lead);
    coins.move(rootLead);
    const x = first.value(coins.values);
    gap[m] = x - first.price;
    apart[m] = first.price - second.price;
    truth[m] = x;
    [gaps[m], aparts[m], truths[m]] = [a, b, c];
    add(x, step - lead);
    coins.move(rootRest);
    for (let k = 1; k <= stepsPerMark; k++) {
      const at = (m * stepsPerMark + k) * step;
      if (at % first.blockSeconds === 0) first.trade(coins.values);
      if (at % second.blockSeconds === 0) second.trade(coins.values);
      if (k === stepsPerMark) break;
      add(first.value(coins.values), step);
      coins.move(root);
    }
  }
  return judged({ gap, apart, truth, gaps, aparts, truths }, marks);
}

interface Raw {
  readonly gap: Float64Array;
  readonly apart: Float64Array;
  readonly truth: Float64Array;
  readonly gaps: Float64Array;
  readonly aparts: Float64Array;
  readonly truths: Float64Array;
}

function judged({ gap, apart, truth, gaps, aparts, truths }: Raw, marks: number): StaleYear {
  const [worth, plain] = [new Float64Array(marks), new Float64Array(marks)];
  const rejected = new Uint8Array(marks);
  const mean = (sums: Float64Array, m: number): number =>
    ((sums[m + windowMarks] as number) - (sums[m] as number)) / windowSeconds;
  for (let m = 0; m < marks; m++) {
    const ownGap = mean(gaps, m);
    const value = (truth[m + windowMarks] as number) - (mean(truths, m) - ownGap);
    const isRejected = Math.abs(Math.expm1(-mean(aparts, m))) * 10_000 > poolsApartBpsMax;
    rejected[m] = isRejected ? 1 : 0;
    plain[m] = isRejected ? 0 : value;
    worth[m] = isRejected ? ownGap - value : ownGap;
  }
  return { gap: gap.subarray(0, marks), apart: apart.subarray(0, marks), worth, plain, rejected };
}

/** The pools of a route, each within its fee of the true price after every block. */
function createRoute(legs: readonly StaleLeg[], coarse: number | undefined) {
  const prices = new Float64Array(legs.length);
  // Blocks quicker than 2 s count as 2 s: a little staler than they are, and twice as quick to play.
  const blockSeconds = coarse ?? Math.max(2, ...legs.map((leg) => leg.blockSeconds));
  const truthOf = (leg: StaleLeg, values: Float64Array): number =>
    (leg.from < 0 ? 0 : (values[leg.from] as number)) - (leg.to < 0 ? 0 : (values[leg.to] as number));
  const route = {
    blockSeconds,
    /** Sum of the pools' log prices. */
    price: 0,
    value(values: Float64Array): number {
      let sum = 0;
      for (const leg of legs) sum += truthOf(leg, values);
      return sum;
    },
    trade(values: Float64Array): void {
      let sum = 0;
      for (let i = 0; i < legs.length; i++) {
        const leg = legs[i] as StaleLeg;
        const truth = truthOf(leg, values);
        const before = prices[i] as number;
        const after = Math.min(truth + leg.fee, Math.max(truth - leg.fee, before));
        prices[i] = after;
        sum += after;
      }
      route.price = sum;
    },
  };
  return route;
}

/** Correlated Brownian motions. */
function createCoins(covariance: readonly (readonly number[])[], uniform: () => number) {
  const n = covariance.length;
  const factor = cholesky(covariance);
  const values = new Float64Array(n);
  const drawn = new Float64Array(n);
  const perSecond = 1 / Math.sqrt(yearSeconds);
  let spare = Number.NaN;
  const normal = (): number => {
    if (!Number.isNaN(spare)) {
      const kept = spare;
      spare = Number.NaN;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return {
    values,
    /** @param root square root of the seconds. */
    move(root: number): void {
      const size = root * perSecond;
      for (let i = 0; i < n; i++) drawn[i] = normal();
      for (let i = 0; i < n; i++) {
        const row = factor[i] as number[];
        let sum = 0;
        for (let j = 0; j <= i; j++) sum += (row[j] as number) * (drawn[j] as number);
        values[i] = (values[i] as number) + sum * size;
      }
    },
  };
}

/** Lower triangular L with L Lᵀ = the matrix. */
function cholesky(matrix: readonly (readonly number[])[]): number[][] {
  const factor = matrix.map((row) => row.map(() => 0));
  for (const [i, row] of matrix.entries()) {
    const own = factor[i] as number[];
    for (let j = 0; j <= i; j++) {
      const other = factor[j] as number[];
      let rest = row[j] as number;
      for (let k = 0; k < j; k++) rest -= (own[k] as number) * (other[k] as number);
      own[j] = i === j ? Math.sqrt(Math.max(0, rest)) : rest / (other[j] as number);
    }
  }
  return factor;
}
