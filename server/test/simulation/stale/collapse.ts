/**
 * What it pays to hold a coin that may collapse while its price cannot be agreed on (U4): it stays at its last agreed price, and is
 * paid out at it when it is delisted. Played for coins that fall silent now and then, mostly for a reason that passes, seldom because
 * they collapse.
 *
 * - A coin falls silent `silencesPerYear` times a year. A share `collapses` of these is for good: the coin is worth `left` of what it was,
 *   and is delisted after `delistedAfterHours`. In a share `readable` of them the first route can still be read.
 * - The others pass after hours that are drawn from two kinds: most are short, some are long. Meanwhile the price wanders.
 *
 * In: a schedule of mark-downs. Out: how far what a bot is shown and paid lies above what it holds.
 */
import { markDownSchedule as published } from '../../../src/flow/price/mark-down.ts';

export interface CollapseModel {
  readonly silencesPerYear: number;
  readonly collapses: number;
  readonly left: number;
  readonly readable: number;
  readonly delistedAfterHours: number;
  readonly shortHours: number;
  readonly longHours: number;
  readonly longShare: number;
  readonly annualVolatility: number;
}

export const thinCoin: CollapseModel = {
  silencesPerYear: 2,
  collapses: 0.05,
  left: 0.05,
  readable: 0.5,
  delistedAfterHours: 96,
  shortHours: 3,
  longHours: 24,
  longShare: 0.1,
  annualVolatility: 1,
};

/** Fraction taken off a value that has had no agreed price for so many hours. */
export type MarkDown = (hours: number) => number;

/** From hours on, the fraction taken off; the last one that applies. */
export type Schedule = readonly (readonly [hours: number, off: number])[];

export function bySchedule(schedule: Schedule): MarkDown {
  return (hours) => schedule.findLast(([from]) => hours >= from)?.[1] ?? 0;
}

export interface CollapseOutcome {
  /** Log of nothing: a plain fraction of the holding, a year. Above 0: holding the coin is a gift. */
  readonly paidAbovePerYear: number;
  /** Mean of (shown − true) at closes at which the coin was silent, as a fraction of the true value before the silence. */
  readonly shownAbove: number;
  readonly error: number;
  /** Closes a year at which a coin that comes back was marked down, and by how much on average. */
  readonly honestCloses: number;
  readonly honestOff: number;
}

const closeHours = 24;

/** @param lower count the lower of the last agreed price and what can still be read. */
export function playCollapses(
  model: CollapseModel,
  markDown: MarkDown,
  { lower, silences, uniform }: { readonly lower: boolean; readonly silences: number; readonly uniform: () => number },
): CollapseOutcome {
  let paid = 0;
  let [n, sum, squares] = [0, 0, 0];
  let [honest, off] = [0, 0];
  for (let i = 0; i < silences; i++) {
    const isCollapse = uniform() < model.collapses;
    const isReadable = uniform() < model.readable;
    const mean = uniform() < model.longShare ? model.longHours : model.shortHours;
    const hours = isCollapse ? model.delistedAfterHours : -mean * Math.log(1 - uniform());
    const wander = model.annualVolatility * Math.sqrt(hours / 8760) * normal(uniform);
    const worth = isCollapse ? model.left : Math.exp(wander);
    const shownAt = (h: number): number => (lower && isReadable ? Math.min(1, worth) : 1) * (1 - markDown(h));
    for (let h = closeHours * uniform(); h < hours; h += closeHours) {
      const above = shownAt(h) - worth;
      n++;
      sum += above;
      squares += above * above;
      if (isCollapse) continue;
      honest++;
      off += markDown(h);
    }
    if (isCollapse) paid += shownAt(hours) - worth;
  }
  const years = silences / model.silencesPerYear;
  const shownAbove = sum / n;
  return {
    paidAbovePerYear: paid / years,
    shownAbove,
    error: Math.sqrt((squares / n - shownAbove ** 2) / n),
    honestCloses: honest / years,
    honestOff: honest === 0 ? 0 : off / honest,
  };
}

function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** The schedule of the product: about what a coin is worth on average that has been silent for so long. */
export const markDownSchedule: Schedule = published.map(({ hours, off_pct }) => [hours, off_pct / 100]);
