/**
 * Legs, stays and journeys: the records of the league, and what a journey costs.
 *
 * In: the timetable, a trip and an answer. Out: the cost in cents, or the first condition that is broken. Instants are minutes UTC since
 * 2027-03-01T00:00; a place's clock is that plus its offset.
 *
 * Example: a change needs 20 minutes. $18.00 arrives at 10:05, $21.00 goes on at 10:30: 25 minutes are enough, and the journey costs $39.00.
 */
export interface Place {
  readonly id: string;
  readonly name: string;
  /** Minutes ahead of UTC. */
  readonly offset: number;
  /** The least minutes between two legs here. */
  readonly change: number;
}

export interface Segment {
  readonly id: string;
  readonly mode: 'train' | 'bus' | 'flight' | 'stay';
  readonly from: string;
  readonly to: string;
  readonly departs: number;
  readonly arrives: number;
  readonly cents: number;
  /** For each bag. */
  readonly bagCents: number;
}

export interface Trip {
  readonly from: string;
  readonly to: string;
  readonly notBefore: number;
  readonly arriveBy: number;
  readonly bags: number;
  readonly legsMax: number;
  /** Places of which each needs a stay of at least one night. */
  readonly nights: readonly string[];
  readonly without: Segment['mode'] | null;
}

export type Places = ReadonlyMap<string, Place>;

export const day = 1_440;
/** With a flight before or after it a change takes so much longer. */
export const flightChange = 45;
export const stayFrom = 22 * 60;
export const stayTo = day + 7 * 60;
/** By a place's clock: at this time a traveller is on a leg or in a stay. */
export const deadOfNight = 2 * 60;

/** Whether one segment can follow another at the same place. */
export function follows(before: Segment, after: Segment, places: Places): boolean {
  const place = places.get(after.from);
  if (place === undefined || before.to !== after.from) return false;
  const isStay = before.mode === 'stay' || after.mode === 'stay';
  const flies = before.mode === 'flight' || after.mode === 'flight';
  const least = isStay ? 0 : place.change + (flies ? flightChange : 0);
  if (after.departs < before.arrives + least) return false;
  const nightsUntil = (instant: number): number => Math.floor((instant + place.offset - deadOfNight) / day);
  return nightsUntil(after.departs) === nightsUntil(before.arrives);
}

export function costOf({ cents, bagCents }: Segment, bags: number): number {
  return cents + bags * bagCents;
}

export function judge(trip: Trip, chosen: readonly Segment[], places: Places): { cost: number } | { broken: string } {
  const way = chosen.toSorted((a, b) => a.departs - b.departs);
  const [first, last] = [way[0], way.at(-1)];
  const legs = way.filter(({ mode }) => mode !== 'stay');
  if (first === undefined || last === undefined || legs[0] !== first) return { broken: 'a journey begins with a leg' };
  if (first.from !== trip.from || last.to !== trip.to) return { broken: 'it does not lead from the start to the end' };
  if (first.departs < trip.notBefore) return { broken: 'it departs too early' };
  if (last.arrives > trip.arriveBy) return { broken: 'it arrives too late' };
  if (legs.length > trip.legsMax) return { broken: `${legs.length} legs, at most ${trip.legsMax}` };
  for (const [i, segment] of way.entries()) {
    const before = way[i - 1];
    if (before !== undefined && !follows(before, segment, places))
      return { broken: `${segment.id} cannot follow ${before.id}` };
    if (segment.mode === trip.without) return { broken: `${segment.id} is a ${segment.mode}` };
  }
  const missing = trip.nights.find((place) => !way.some(({ mode, from }) => mode === 'stay' && from === place));
  if (missing !== undefined) return { broken: `no night in ${missing}` };
  return { cost: way.reduce((sum, segment) => sum + costOf(segment, trip.bags), 0) };
}
