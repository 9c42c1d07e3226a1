/**
 * First route: the routes that could price a symbol in, the one that prices it out, and whether its price can be trusted to the basis
 * point. Pure.
 *
 * A pool follows the market only when it is further off than its fee, so its price is stale by up to its fee, and whoever watches an
 * exchange knows on which side (decision 24). Hence the rule:
 *
 * - A pool with a fee above 0.05% is no part of a first route where a pool with a fee of at most 0.05% does the same step.
 * - Of what is left, the routes of the lowest tier are taken; the tier of a route is the highest fee of its pools. A rate that a
 *   contract sets has no fee.
 * - Of those, the deepest one is first; the depth of a route is that of its shallowest pool. At the same depth the one of fewer steps.
 * - A symbol whose first route has a tier above 0.05% is thin.
 *
 * Example: LINK over LINK/WETH 0.3% and WETH/USDC 0.05% or WETH/USDT 0.3% -> the first of the two, and LINK is thin.
 */

/** Highest fee of a pool whose price is not thin; hundredths of a basis point: 0.05%. */
export const thinAboveFee = 500;

/** A step of a route. */
export interface CandidateLeg {
  /** As the pool book calls it: `1 WETH/USDC 500`, or `1 wstETH/WETH rate`. */
  readonly name: string;
  /** The token at hand before the step and after it; `USD` for every dollar coin. */
  readonly from: string;
  readonly to: string;
  /** Hundredths of a basis point; 0 for a rate. */
  readonly fee: number;
  /** A contract sets the price: it is never stale, and rises in steps. */
  readonly isRate: boolean;
  /** Dollars in it, as they were measured; Infinity for a rate. */
  readonly depthUsd: number;
}

export type Candidate = readonly CandidateLeg[];

/** @param routes not empty, none of them empty. @param known steps that could be taken, too: those of all pools of the book. */
export function chooseFirst(routes: readonly Candidate[], known: Candidate = []): Candidate {
  const steps = [...routes.flat(), ...known];
  const fair = routes.filter((route) => route.every((leg) => cheaperStep(leg, steps) === undefined));
  // Where each route has a step that another one does better, none of them is as good as it could be: all are asked.
  const [best] = (fair.length > 0 ? fair : routes).toSorted(
    (a, b) => tierOf(a) - tierOf(b) || depthOf(b) - depthOf(a) || a.length - b.length,
  );
  if (best === undefined) throw new RangeError('there is no route to choose from');
  return best;
}

/** The step that a step above 0.05% stands in the way of. */
export function cheaperStep(leg: CandidateLeg, known: Candidate): CandidateLeg | undefined {
  if (leg.fee <= thinAboveFee) return undefined;
  return known.find((each) => each.fee <= thinAboveFee && each.from === leg.from && each.to === leg.to);
}

/** Is a symbol with this first route thin? @returns the reason, in words; undefined when it is not. */
export function isThin(first: Candidate): string | undefined {
  const leg = first.find((each) => each.fee > thinAboveFee);
  return (
    leg &&
    `No pool with a fee of 0.05% or less is known for ${leg.from}/${leg.to}: ${leg.name} takes ${leg.fee / 10_000}%, and its price may be stale by as much.`
  );
}

/**
 * What a fill is charged besides for each rate of the first route, in tenths of a basis point: being in a yield token for the one window in
 * which its rate steps costs this twice, which is more than a day's step of up to 7.3% a year (decision 30).
 */
export const rateSpread = 10;

/**
 * What a fill is charged at least where no simulation of the symbol is published, in tenths of a basis point: the fees of the first
 * route's pools together, and what its rates take. No price of the route can be further from the market, so no order can gain by it.
 */
export function spreadOfFees(first: Candidate): number {
  return Math.ceil(first.reduce((sum, leg) => sum + (leg.isRate ? 10 * rateSpread : leg.fee), 0) / 10);
}

/** The highest fee of a route. */
export function tierOf(route: Candidate): number {
  return Math.max(...route.map((leg) => leg.fee));
}

function depthOf(route: Candidate): number {
  return Math.min(...route.map((leg) => leg.depthUsd));
}
