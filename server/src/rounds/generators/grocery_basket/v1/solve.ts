/**
 * The least cost of a household's packs, exactly: branch and bound over the counts of each article, once for each set of shops.
 *
 * The bound is Lagrange's: with a price on each need, what is still missing is worth at least so much. The prices are found by subgradient
 * steps and then rounded to multiples of 2^-32, so that all bounds are integers below 2^53 and no true optimum is ever cut off by rounding.
 */
import { priceOf, type Household, type Item, type Packs } from './household.ts';

/** A count of articles visited after which the search gives up; the generator then draws the household again. */
const nodesMax = 1_500;
const steps = 60;
const scale = 2 ** 32;

export interface Solution {
  readonly cost: number;
  readonly packs: Packs;
}

/** The cheapest packs, or `null` if nothing keeps the conditions or the search is past its budget. */
export function solve(household: Household): Solution | null {
  const shops = [...new Set(household.items.map((item) => item.shop))].toSorted();
  let best: Solution | null = null;
  for (let set = 1; set < 2 ** shops.length; set++) {
    const open = shops.filter((_, i) => (set >> i) % 2 === 1);
    const fees = open.reduce((sum, shop) => sum + (household.delivery[shop] ?? 0), 0);
    // A shop that delivers for nothing costs no more beside the others: the sets that have it hold every answer of those that do not.
    if (shops.some((shop) => !open.includes(shop) && (household.delivery[shop] ?? 0) === 0)) continue;
    const items = household.items.filter((item) => open.includes(item.shop));
    const limit = best === null ? Number.MAX_SAFE_INTEGER : best.cost - fees;
    const found = searched(household, items, limit);
    if (found === 'over budget') return null;
    if (found !== null) best = { cost: found.cost + fees, packs: found.packs };
  }
  return best;
}

/** A need as "at least": what must not be exceeded has its sign turned. */
interface Row {
  readonly need: number;
  readonly holds: readonly number[];
}

function searched(household: Household, items: readonly Item[], limit: number): Solution | null | 'over budget' {
  const max = household.packsMax;
  const rows: Row[] = household.needs.map((need, i) => {
    const sign = need.kind === 'least' ? 1 : -1;
    return { need: sign * need.amount, holds: items.map((item) => sign * (item.holds[i] ?? 0)) };
  });
  const prices = items.map((item) => Array.from({ length: max + 1 }, (_, n) => priceOf(item, n)));
  const worths = multipliers(rows, prices);
  const worthOf = items.map((_, j) => sum(rows.map((row, k) => (worths[k] ?? 0) * (row.holds[j] ?? 0))));
  const order = items.map((_, j) => j).toSorted((a, b) => (worthOf[b] ?? 0) - (worthOf[a] ?? 0) || a - b);
  // What the articles from position p on can at best take off the bound, and at most add to each row.
  const gain = new Float64Array(items.length + 1);
  const reach = rows.map(() => new Float64Array(items.length + 1));
  for (let p = items.length - 1; p >= 0; p--) {
    const j = order[p] ?? 0;
    const least = Math.min(...(prices[j] ?? []).map((cents, n) => cents * scale - n * (worthOf[j] ?? 0)));
    gain[p] = (gain[p + 1] ?? 0) + least;
    for (const [k, row] of rows.entries()) {
      const total = reach[k];
      if (total) total[p] = (total[p + 1] ?? 0) + Math.max(0, (row.holds[j] ?? 0) * max);
    }
  }
  const state = { nodes: 0, cost: limit, packs: null as Record<string, number> | null };
  const counts = new Int32Array(items.length);
  const missing = Float64Array.from(rows, (row) => row.need);
  const branches = order.map((j) => branchesOf(prices[j] ?? [], worthOf[j] ?? 0));
  const holds = order.map((j) => Float64Array.from(rows, (row) => row.holds[j] ?? 0));

  // The inner loops run on plain indexes: this is where a variant's time goes.
  const visit = (p: number, cost: number, owed: number): void => {
    if (++state.nodes > nodesMax || cost >= state.cost) return;
    // `owed` is what the missing amounts are worth, so this is the least that any completion costs.
    if (cost * scale + owed + (gain[p] ?? 0) > (state.cost - 1) * scale) return;
    for (let k = 0; k < missing.length; k++) if ((missing[k] ?? 0) > (reach[k]?.[p] ?? 0)) return;
    const held = holds[p];
    if (held === undefined) {
      state.cost = cost;
      state.packs = packsOf(items, counts);
      return;
    }
    const j = order[p] ?? 0;
    for (const { n, cents, worth } of branches[p] ?? []) {
      counts[j] = n;
      for (let k = 0; k < missing.length; k++) missing[k] = (missing[k] ?? 0) - n * (held[k] ?? 0);
      visit(p + 1, cost + cents, owed - worth);
      for (let k = 0; k < missing.length; k++) missing[k] = (missing[k] ?? 0) + n * (held[k] ?? 0);
    }
    counts[j] = 0;
  };
  visit(0, 0, sum(rows.map((row, k) => (worths[k] ?? 0) * row.need)));
  if (state.nodes > nodesMax) return 'over budget';
  return state.packs === null ? null : { cost: state.cost, packs: state.packs };
}

/** The counts of one article, the most promising first, so that a good answer is found early. */
function branchesOf(prices: readonly number[], worth: number): { n: number; cents: number; worth: number }[] {
  return prices
    .map((cents, n) => ({ n, cents, worth: n * worth }))
    .toSorted((a, b) => a.cents * scale - a.worth - (b.cents * scale - b.worth) || a.n - b.n);
}

function packsOf(items: readonly Item[], counts: Int32Array): Record<string, number> {
  return Object.fromEntries(items.flatMap(({ id }, j) => ((counts[j] ?? 0) > 0 ? [[id, counts[j] ?? 0]] : [])));
}

/** A price of each row's smallest unit, in cents times `scale`: whole numbers, 0 at least. Any such numbers give a true bound. */
function multipliers(rows: readonly Row[], prices: readonly (readonly number[])[]): number[] {
  const sizes = rows.map((row) => Math.max(1, Math.abs(row.need)));
  const dearest = sum(prices.map((each) => each.at(-1) ?? 0));
  const shares = rows.map((row, k) => row.holds.map((held) => held / (sizes[k] ?? 1)));
  let worths = rows.map((row) => (row.need > 0 ? dearest / (8 * rows.length) : 0));
  let best = worths;
  let bestBound = -Infinity;
  let pace = 1;
  for (let step = 0; step < steps; step++) {
    let bound = 0;
    const lacks = rows.map((row, k) => row.need / (sizes[k] ?? 1));
    for (let k = 0; k < rows.length; k++) bound += (worths[k] ?? 0) * (lacks[k] ?? 0);
    for (let j = 0; j < prices.length; j++) {
      const each = prices[j] ?? [];
      let worth = 0;
      for (let k = 0; k < rows.length; k++) worth += (worths[k] ?? 0) * (shares[k]?.[j] ?? 0);
      let least = 0;
      let count = 0;
      for (let n = 1; n < each.length; n++) {
        const value = (each[n] ?? 0) - n * worth;
        if (value < least) [least, count] = [value, n];
      }
      bound += least;
      if (count > 0) for (let k = 0; k < rows.length; k++) lacks[k] = (lacks[k] ?? 0) - count * (shares[k]?.[j] ?? 0);
    }
    if (bound > bestBound) [best, bestBound] = [worths, bound];
    else pace *= 0.93;
    const square = sum(lacks.map((lack) => lack * lack));
    if (square === 0) break;
    const stride = (pace * Math.max(1, dearest / 4 - bound)) / square / 4;
    worths = worths.map((worth, k) => Math.max(0, worth + stride * (lacks[k] ?? 0)));
  }
  return best.map((worth, k) => Math.floor((worth * scale) / (sizes[k] ?? 1)));
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}
