/**
 * The second solver knows only what a bot is shown. Parties of one are an assignment, which it solves as a least-cost flow by shortest
 * augmenting ways; with larger parties the cost of that flow is a lower bound, and it branches on the parties that the flow tears apart.
 * Tasks past its budget are left out.
 */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { readCase, type ReadCase } from './read.ts';

const nodesMax = 60;

/** Persons, each of a party, and the flights that each party is held to: undefined where it is free, null behind. */
interface Flow {
  readonly cost: number;
  /** By party, the flight of each person: an index, or -1 behind. */
  readonly seats: readonly (readonly number[])[];
}

export function second(shown: Shown): Answers {
  const answers = new Map<string, Json>();
  for (const task of shown.tasks) {
    const read = readCase(shown, task);
    const seats = leastSeats(read);
    if (seats === null) continue;
    const named = read.parties.map(({ id }, p): [string, Json] => {
      const ids = (seats[p] ?? []).map((f) => read.flights[f]?.id ?? null);
      return [id, new Set(ids).size > 1 ? ids : (ids[0] ?? null)];
    });
    answers.set(task.task_id, { seats: Object.fromEntries(named) });
  }
  return answers;
}

function leastSeats(read: ReadCase): readonly (readonly number[])[] | null {
  let best: Flow | null = null;
  let nodes = 0;
  const visit = (held: ReadonlyMap<number, number>): void => {
    if (++nodes > nodesMax) return;
    const flow = leastFlow(read, held);
    if (flow === null || (best !== null && flow.cost >= best.cost)) return;
    const torn = flow.seats.findIndex((seats, p) => {
      const kinds = new Set(seats);
      return kinds.size > 1 && !(read.parties[p]?.maySplit === true && !kinds.has(-1));
    });
    if (torn < 0) {
      best = flow;
      return;
    }
    // A party that may be split is torn only where a part of it stays behind: branching does not reach all its seats, so the task is left out.
    if (read.parties[torn]?.maySplit === true) nodes = nodesMax + 1;
    for (let f = -1; f < read.flights.length; f++) visit(new Map(held).set(torn, f));
  };
  visit(new Map());
  return nodes > nodesMax || best === null ? null : (best as Flow).seats;
}

/** Seats each person on its own, but for the parties that are held to a flight. Null where the held ones do not fit. */
function leastFlow(read: ReadCase, held: ReadonlyMap<number, number>): Flow | null {
  const left = read.flights.map(({ seats }) => seats);
  const seats: number[][] = read.parties.map(() => []);
  let cost = 0;
  const persons: { party: number; costs: number[] }[] = [];
  for (const [p, party] of read.parties.entries()) {
    const costs = [...read.flights.map((flight) => read.cost(party, flight)), read.cost(party, null)];
    const to = held.get(p);
    for (let i = 0; i < party.persons; i++) {
      if (to === undefined) persons.push({ party: p, costs });
      else {
        seats[p]?.push(to);
        cost += costs[to < 0 ? read.flights.length : to] ?? 0;
        if (to >= 0) left[to] = (left[to] ?? 0) - 1;
      }
    }
  }
  if (left.some((free) => free < 0)) return null;
  // Staying behind is a flight with seats for all.
  const free = [...left, persons.length];
  const at: number[] = persons.map(() => -1);
  for (const i of persons.keys()) augment(i, persons, free, at);
  for (const [i, { party, costs }] of persons.entries()) {
    const f = at[i] ?? 0;
    cost += costs[f] ?? 0;
    seats[party]?.push(f === read.flights.length ? -1 : f);
  }
  return { cost, seats };
}

/** One more person takes a seat: by the cheapest chain of persons that move on, found by Bellman and Ford over the flights. */
function augment(
  newcomer: number,
  persons: readonly { costs: readonly number[] }[],
  free: number[],
  at: number[],
): void {
  const count = free.length;
  const costs = persons[newcomer]?.costs ?? [];
  const least = costs.slice();
  const via: number[] = costs.map(() => -1);
  // The cheapest person to move from one flight to another, for each pair of flights.
  const moves: { from: number; to: number; person: number; cost: number }[] = [];
  const cheapest = new Map<number, { person: number; cost: number }>();
  for (const [i, from] of at.entries()) {
    if (from < 0) continue;
    const own = persons[i]?.costs ?? [];
    for (let to = 0; to < count; to++) {
      if (to === from) continue;
      const cost = (own[to] ?? 0) - (own[from] ?? 0);
      const known = cheapest.get(from * count + to);
      if (known === undefined || cost < known.cost) cheapest.set(from * count + to, { person: i, cost });
    }
  }
  for (const [pair, { person, cost }] of cheapest)
    moves.push({ from: Math.floor(pair / count), to: pair % count, person, cost });
  for (let changed = true; changed;) {
    changed = false;
    for (const [m, { from, to, cost }] of moves.entries())
      if ((least[from] ?? 0) + cost < (least[to] ?? 0)) {
        least[to] = (least[from] ?? 0) + cost;
        via[to] = m;
        changed = true;
      }
  }
  let end = -1;
  for (const [f, seats] of free.entries()) if (seats > 0 && (end < 0 || (least[f] ?? 0) < (least[end] ?? 0))) end = f;
  free[end] = (free[end] ?? 0) - 1;
  for (let move = moves[via[end] ?? -1]; move !== undefined; move = moves[via[end] ?? -1]) {
    at[move.person] = end;
    end = move.from;
  }
  at[newcomer] = end;
}
