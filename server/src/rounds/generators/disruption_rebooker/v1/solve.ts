/**
 * The least cost of seats, exactly: dynamic programming over the free seats that are left, party after party, where a state is dropped if the
 * cost so far and a bound on the rest reach the best answer known.
 *
 * The bound is Lagrange's: with a price on each flight's seats every party takes what is cheapest for it. The prices come from subgradient
 * steps, as integers, so that no rounding cuts an optimum off.
 */
import { personCost, type Disruption, type Party, type Seat } from './disruption.ts';

/** States of one party after which the search gives up; the generator then draws the disruption again. */
const statesMax = 500;
const steps = 60;
const narrow = 12;

export interface Solution {
  readonly cost: number;
  readonly seats: Readonly<Record<string, Seat>>;
}

/** One way of seating a party: how many persons on each flight, what it costs, and how it stands in an answer. */
interface Choice {
  readonly taken: readonly number[];
  readonly cost: number;
  readonly seat: Seat;
}

interface State {
  readonly left: readonly number[];
  readonly cost: number;
  readonly choice: Choice | null;
  readonly before: State | null;
}

export function solve(disruption: Disruption): Solution | null {
  const { flights } = disruption;
  // Parties of which much depends on the flight come first; among equals the order of booking.
  const parties = disruption.parties
    .map((party, i) => ({ party, i, weight: party.weight * party.persons + (party.connection === null ? 0 : 5) }))
    .toSorted((a, b) => b.weight - a.weight || a.i - b.i)
    .map(({ party }) => party);
  const choices = parties.map((party) => choicesOf(disruption, party));
  const capacities = flights.map(({ seats }) => seats);
  const { prices, limit } = seatPrices(choices, capacities);
  const net = (choice: Choice): number => choice.cost + dot(prices, choice.taken);
  const rest = new Float64Array(parties.length + 1);
  for (let p = parties.length - 1; p >= 0; p--) rest[p] = (rest[p + 1] ?? 0) + Math.min(...(choices[p] ?? []).map(net));
  const passed = (width: number, most: number): readonly State[] | null => {
    let states: readonly State[] = [{ left: capacities, cost: 0, choice: null, before: null }];
    for (const [p, options] of choices.entries()) {
      const found = new Map<string, State>();
      const bound = ({ left, cost }: Pick<State, 'left' | 'cost'>): number =>
        cost + (rest[p + 1] ?? 0) - dot(prices, left);
      for (const before of states)
        for (const choice of options) {
          const left = minus(before.left, choice.taken);
          if (left === null) continue;
          const cost = before.cost + choice.cost;
          if (bound({ left, cost }) > most) continue;
          const key = left.join();
          const known = found.get(key);
          if (known === undefined || cost < known.cost) found.set(key, { left, cost, choice, before });
        }
      if (found.size > statesMax) return null;
      const kept = [...found.values()];
      states = kept.length <= width ? kept : kept.toSorted((a, b) => bound(a) - bound(b)).slice(0, width);
    }
    return states;
  };
  // A narrow pass finds an answer that is near the best, so that the whole one, which drops nothing below it, stays small.
  const near = passed(narrow, limit) ?? [];
  const states = passed(Infinity, Math.min(limit, ...near.map(({ cost }) => cost)));
  if (states === null) return null;
  const best = states.reduce<State | null>(
    (least, state) => (least === null || state.cost < least.cost ? state : least),
    null,
  );
  if (best === null) return null;
  const seats: Record<string, Seat> = {};
  let state: State | null = best;
  for (const party of parties.toReversed()) {
    seats[party.id] = state?.choice?.seat ?? null;
    state = state?.before ?? null;
  }
  return { cost: best.cost, seats: Object.fromEntries(disruption.parties.map(({ id }) => [id, seats[id] ?? null])) };
}

function choicesOf(disruption: Disruption, party: Party): Choice[] {
  const { flights } = disruption;
  const none = flights.map(() => 0);
  const all = flights.map((flight, f): Choice => ({
    taken: none.with(f, party.persons),
    cost: party.persons * personCost(disruption, party, flight),
    seat: flight.id,
  }));
  const stay: Choice = { taken: none, cost: party.persons * personCost(disruption, party, null), seat: null };
  if (!party.maySplit) return [...all, stay];
  const parts: Choice[] = [];
  const visit = (from: number, ids: readonly string[], taken: readonly number[], cost: number): void => {
    if (ids.length === party.persons) {
      if (new Set(ids).size > 1) parts.push({ taken, cost, seat: ids });
      return;
    }
    for (const [f, flight] of flights.entries())
      if (f >= from)
        visit(f, [...ids, flight.id], taken.with(f, (taken[f] ?? 0) + 1), cost + personCost(disruption, party, flight));
  };
  visit(0, [], none, 0);
  return [...all, ...parts, stay];
}

/** Prices of seats, whole numbers of 0 or more, and a cost that some answer reaches: no state above it is kept. */
function seatPrices(
  choices: readonly (readonly Choice[])[],
  capacities: readonly number[],
): { prices: readonly number[]; limit: number } {
  let prices: readonly number[] = capacities.map(() => 0);
  let best = prices;
  let bestBound = -Infinity;
  let limit = fitted(choices, capacities, prices);
  let pace = 1;
  for (let step = 0; step < steps; step++) {
    let bound = -dot(prices, capacities);
    const over = capacities.map((free) => -free);
    for (const options of choices) {
      let least = Infinity;
      let taken: readonly number[] = [];
      for (const choice of options) {
        const value = choice.cost + dot(prices, choice.taken);
        if (value < least) [least, taken] = [value, choice.taken];
      }
      bound += least;
      for (let f = 0; f < over.length; f++) over[f] = (over[f] ?? 0) + (taken[f] ?? 0);
    }
    if (bound > bestBound) [best, bestBound] = [prices, bound];
    else pace *= 0.9;
    if (step % 8 === 7) limit = Math.min(limit, fitted(choices, capacities, prices));
    const square = dot(over, over);
    if (square === 0) break;
    const stride = (pace * Math.max(1, limit - bound)) / square;
    prices = prices.map((price, f) => Math.max(0, Math.round(price + stride * (over[f] ?? 0))));
  }
  return { prices: best, limit: Math.min(limit, fitted(choices, capacities, best)) };
}

/** The cost of an answer: each party takes what is cheapest at these prices of what is still free. Staying behind is always free. */
function fitted(
  choices: readonly (readonly Choice[])[],
  capacities: readonly number[],
  prices: readonly number[],
): number {
  const left = [...capacities];
  let cost = 0;
  for (const options of choices) {
    let least = Infinity;
    let chosen: Choice | null = null;
    for (const choice of options) {
      const value = choice.cost + dot(prices, choice.taken);
      if (value < least && choice.taken.every((n, f) => n <= (left[f] ?? 0))) [least, chosen] = [value, choice];
    }
    cost += chosen?.cost ?? 0;
    for (const [f, n] of (chosen?.taken ?? []).entries()) left[f] = (left[f] ?? 0) - n;
  }
  return cost;
}

/** The free seats after some are taken, or null if there are too few. */
function minus(left: readonly number[], taken: readonly number[]): number[] | null {
  const after = left.slice();
  for (let f = 0; f < after.length; f++) {
    after[f] = (after[f] ?? 0) - (taken[f] ?? 0);
    if ((after[f] ?? 0) < 0) return null;
  }
  return after;
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
