/**
 * What staleness pays in a symbol: the best policy is chosen on some years and measured on others, so that the choice itself does not
 * flatter the figure.
 */
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import type { StaleMarket } from './market.ts';
import { staleYear, type StaleYear } from './path.ts';
import { learn, learnedPolicies, plainPolicies, play, type Policy } from './policies.ts';

export interface Study {
  readonly market: StaleMarket;
  /** Fees of the first route's pools together. */
  readonly fees: number;
  /** Share of all marks at which an order would be rejected. */
  readonly rejected: number;
  /** The most that one order is worth on average, either way, knowing both routes, and its standard error; log return. */
  readonly most: { readonly worth: number; readonly error: number };
  /** What the best policy earns a year when a fill costs `spread`. */
  best(spread: number): Gain;
}

export interface Gain {
  readonly policy: string;
  /** Log return a year over the years of the measurement, and its standard error. */
  readonly gain: number;
  readonly error: number;
  readonly tradesPerYear: number;
}

/**
 * The spread that leaves nothing: the most that an order is worth on average, two standard errors added, rounded up to half a basis point;
 * in tenths of a basis point. Whatever a bot combines, each of its orders is charged more than it can expect.
 */
export function spreadOf({ most }: Pick<Study, 'most'>): number {
  return Math.ceil((most.worth + 2 * most.error) * 1e4 * 2) * 5;
}

export interface StudyOptions {
  readonly seed: number;
  /** To learn and choose on, and as many to measure on. */
  readonly years: number;
  /** Length of a year; less for a short test. */
  readonly marks?: number;
  /** Instead of the chains' own. */
  readonly blockSeconds?: number;
}

export function study(market: StaleMarket, { seed, years, marks, blockSeconds }: StudyOptions): Study {
  const uniform = seededUniform(seed);
  const make = (): StaleYear[] => Array.from({ length: years }, () => staleYear(market, uniform, marks, blockSeconds));
  const [seen, measured] = [make(), make()];
  const fees = market.first.reduce((sum, leg) => sum + leg.fee, 0);
  const table = learn(seen, fees * 1.3);
  const perYear = (365 * 288) / (marks ?? 365 * 288);
  const total = (policy: Policy, list: readonly StaleYear[], spread: number): number[] =>
    list.map((year) => play(policy, year, spread).gain * perYear);

  function best(spread: number): Gain {
    const all = [...plainPolicies(fees), ...learnedPolicies(table, spread)];
    let chosen: Policy = { name: 'stays out', wants: () => undefined };
    let most = 0;
    for (const policy of all) {
      const gain = mean(total(policy, seen, spread));
      if (gain <= most) continue;
      chosen = policy;
      most = gain;
    }
    const runs = measured.map((year) => play(chosen, year, spread));
    const gains = runs.map((run) => run.gain * perYear);
    return {
      policy: chosen.name,
      gain: mean(gains),
      error: standardError(gains),
      tradesPerYear: mean(runs.map((run) => run.trades * perYear)),
    };
  }
  const rejections = measured.map((year) => mean(year.rejected));
  return { market, fees, rejected: mean(rejections), most: table.most, best };
}

function mean(list: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < list.length; i++) sum += list[i] as number;
  return sum / list.length;
}

function standardError(list: readonly number[]): number {
  const m = mean(list);
  const squares = list.reduce((sum, x) => sum + (x - m) ** 2, 0);
  return Math.sqrt(squares / (list.length - 1) / list.length);
}
