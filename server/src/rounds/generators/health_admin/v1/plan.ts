/**
 * The arithmetic of a plan, in integers of cents.
 *
 * Bills come in the order of their dates of service, and of their ids on one date; items in the order of the bill. Of an item that the plan
 * covers, the allowed amount counts: the patient pays what is left of the deductible, then a share of the rest, rounded to the cent with halves up; no
 * more than what is left to the yearly limit. The plan pays what remains of the allowed amount. Of an item that is not covered, the patient pays the charged amount, which counts for nothing
 * else. A new year begins with the whole deductible and the whole limit. A second plan pays, for each bill, a percentage of what the patient owes
 * for covered items, rounded likewise, to a yearly amount.
 *
 * Example: 1,240.00 allowed, 300.00 of the deductible left, share 20%, 400.00 left to the limit: 300.00 + 188.00 = 488.00, so 400.00.
 */
export interface Item {
  readonly service: string;
  readonly group: string;
  readonly charged: number;
  readonly allowed: number;
}

export interface Bill {
  readonly id: string;
  /** Days since 2031-01-01, of the service. */
  readonly day: number;
  readonly items: readonly Item[];
}

export interface Plan {
  readonly deductible: number;
  readonly limit: number;
  /** Percent that the patient pays, by group. */
  readonly shares: Readonly<Record<string, number>>;
  readonly excluded: readonly string[];
  readonly second: SecondPlan | null;
}

export interface SecondPlan {
  readonly percent: number;
  readonly most: number;
}

/** What is left of the first year's amounts before the first bill. */
export interface Left {
  readonly deductible: number;
  readonly limit: number;
}

export interface Settled {
  readonly id: string;
  readonly patient: number;
  /** The part of it that is for items that are not covered. */
  readonly excluded: number;
  readonly plan: number;
  readonly second: number;
}

export const daysOfYear = 365;

export function settle(bills: readonly Bill[], plan: Plan, begin: Left): Settled[] {
  let left = { ...begin, second: plan.second?.most ?? 0 };
  let year = 0;
  return ordered(bills).map(({ id, day, items }) => {
    if (Math.floor(day / daysOfYear) !== year) {
      year = Math.floor(day / daysOfYear);
      left = { deductible: plan.deductible, limit: plan.limit, second: plan.second?.most ?? 0 };
    }
    const sums = { owed: 0, excluded: 0, plan: 0 };
    for (const { service, group, charged, allowed } of items) {
      if (plan.excluded.includes(service)) {
        sums.excluded += charged;
        continue;
      }
      const first = Math.min(allowed, left.deductible);
      const pays = Math.min(first + percentOf(allowed - first, plan.shares[group] ?? 0), left.limit);
      left = { ...left, deductible: left.deductible - first, limit: left.limit - pays };
      sums.owed += pays;
      sums.plan += allowed - pays;
    }
    const second = Math.min(percentOf(sums.owed, plan.second?.percent ?? 0), left.second);
    left = { ...left, second: left.second - second };
    return { id, patient: sums.owed - second + sums.excluded, excluded: sums.excluded, plan: sums.plan, second };
  });
}

export function ordered<T extends Pick<Bill, 'id' | 'day'>>(bills: readonly T[]): T[] {
  return bills.toSorted((a, b) => a.day - b.day || (a.id < b.id ? -1 : 1));
}

/** Halves go up. */
function percentOf(amount: number, percent: number): number {
  return Math.floor((2 * amount * percent + 100) / 200);
}
