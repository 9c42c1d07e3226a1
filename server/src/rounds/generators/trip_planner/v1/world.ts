/**
 * The world of one variant: places in regions with clocks of their own, a timetable of three days, stays, and ten trips.
 *
 * In: the plan's slots and the draws of a variant. Out: records, from which the files are written and the key is worked out.
 */
import type { Draw } from '../../../draw.ts';
import type { Slot } from '../../../source.ts';
import { day, stayFrom, stayTo, type Place, type Places, type Segment, type Trip } from './journey.ts';
import phrases from './phrases.json' with { type: 'json' };
import { cheapest, earliest, timetableOf, type Solution, type Timetable } from './solve.ts';

export interface World {
  readonly places: Places;
  readonly timetable: Timetable;
  readonly trips: ReadonlyMap<string, { readonly trip: Trip; readonly solution: Solution }>;
}

/** What the plan fixes for all bots. */
export interface Terms {
  /** Places in a row between start and end: at least so many legs by land. */
  readonly hops: number;
  readonly spareLegs: number;
  readonly bags: number;
  readonly nights: number;
  readonly without: 'flight' | 'bus' | null;
}

const days = 3;
const regionSize = 4;
const attemptsMax = 300;

export function drawTerms(draw: Draw, level: number): Terms {
  return {
    hops: Math.min(8, 1 + Math.ceil(level * 0.8)),
    spareLegs: level <= 2 ? 0 : draw.between(0, 2),
    bags: level >= 3 ? draw.between(1, 3) : 0,
    nights: level >= 7 ? 2 : level >= 4 ? 1 : 0,
    without: level >= 5 && draw.chance(1, 2) ? draw.pick(['flight', 'bus'] as const) : null,
  };
}

/** @param size the number of places, a multiple of four. */
export function drawWorld(slots: readonly Slot[], size: number, draw: Draw): World {
  const places = drawPlaces(draw.part('places'), size);
  const segments = [...drawLegs(draw.part('legs'), places), ...drawStays(draw.part('stays'), places)];
  const byId: Places = new Map(places.map((place) => [place.id, place]));
  const timetable = timetableOf(segments, byId);
  const trips = slots.map((slot): [string, { trip: Trip; solution: Solution }] => {
    const stream = draw.part(slot.task_id);
    const terms = slot.settings as unknown as Terms;
    for (let attempt = 0; ; attempt++) {
      // Where no journey of these terms is found, a shorter one without nights will do.
      const easier = { hops: 1 + (attempt % 2), spareLegs: 2, bags: terms.bags, nights: 0, without: null };
      const drawn = drawTrip(stream, attempt < attemptsMax ? terms : easier, places, timetable);
      if (drawn !== null) return [slot.task_id, drawn];
    }
  });
  return { places: byId, timetable, trips: new Map(trips) };
}

function drawPlaces(draw: Draw, size: number): Place[] {
  const names = draw.sample(
    phrases.starts.flatMap((start) => phrases.ends.map((end) => start + end)),
    size,
  );
  const offsets = draw.shuffled([-60, 0, 60, 120, 180, 240]);
  return names.map((name, i) => ({
    id: `p${String(i + 1).padStart(2, '0')}`,
    name,
    offset: offsets[Math.floor(i / regionSize) % offsets.length] ?? 0,
    change: draw.between(2, 7) * 5,
  }));
}

/** Places stand in a row; near ones are joined by trains and buses, those of neighbouring regions now and then by a flight. */
function drawLegs(draw: Draw, places: readonly Place[]): Segment[] {
  const legs: Omit<Segment, 'id'>[] = [];
  const join = (a: Place, b: Place, mode: Segment['mode'], minutes: number, cents: number, bagCents: number): void => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const)
      for (let d = 0; d < days; d++)
        for (const hour of draw.sample([5, 7, 8, 10, 12, 14, 16, 18, 20, 22], draw.between(2, 3))) {
          const departs = d * day + hour * 60 + draw.between(0, 11) * 5 - from.offset;
          const ends = departs + minutes + draw.between(-2, 4) * 5;
          // Nothing arrives exactly at 02:00 by the clock of its place, so that being awake then is never in doubt.
          const arrives = (ends + to.offset) % day === 120 ? ends + 5 : ends;
          const fare = Math.floor((cents * draw.between(80, 130)) / 1000) * 10;
          legs.push({ mode, from: from.id, to: to.id, departs, arrives, cents: fare, bagCents });
        }
  };
  for (const [i, place] of places.entries()) {
    for (const step of [1, 2]) {
      const other = places[i + step];
      if (other === undefined || (step === 2 && draw.chance(1, 3))) continue;
      const far = 50 * step + draw.between(0, 8) * 5;
      if (step === 1 || draw.chance(1, 2)) join(place, other, 'train', far, far * 32, draw.pick([0, 0, 150]));
      else join(place, other, 'bus', far + 40, far * 21, draw.pick([200, 300, 400]));
    }
    const across = places[i + regionSize];
    if (across !== undefined && draw.chance(1, 4))
      join(
        place,
        across,
        'flight',
        60 + draw.between(0, 6) * 5,
        draw.between(70, 120) * 100,
        draw.between(15, 30) * 100,
      );
  }
  return draw.shuffled(legs).map((leg, i) => ({ id: `L${String(i + 1).padStart(4, '0')}`, ...leg }));
}

function drawStays(draw: Draw, places: readonly Place[]): Segment[] {
  const stays = places.flatMap(({ id, offset }) => {
    const price = draw.between(40, 95) * 100;
    return Array.from({ length: (days - 1) * 2 }, (_, i): Omit<Segment, 'id'> => {
      const evening = Math.floor(i / 2) * day - offset;
      const cents = Math.floor((price * draw.between(75, 140)) / 1000) * 10;
      return {
        mode: 'stay',
        from: id,
        to: id,
        departs: evening + stayFrom,
        arrives: evening + stayTo,
        cents,
        bagCents: 0,
      };
    });
  });
  return draw.shuffled(stays).map((stay, i) => ({ id: `H${String(i + 1).padStart(3, '0')}`, ...stay }));
}

function drawTrip(
  draw: Draw,
  terms: Terms,
  places: readonly Place[],
  timetable: Timetable,
): { trip: Trip; solution: Solution } | null {
  // Steps of two are possible, so so many legs need up to twice as many places between.
  const apart = Math.min(places.length - 1, Math.max(2, Math.floor(terms.hops * 1.5)));
  const at = draw.below(places.length - apart);
  const ends = [places[at], places[at + apart]];
  const [from, to] = draw.chance(1, 2) ? ends : ends.toReversed();
  if (from === undefined || to === undefined) return null;
  const between = places.slice(at + 1, at + apart);
  if (between.length < terms.nights) return null;
  const open: Trip = {
    from: from.id,
    to: to.id,
    notBefore: draw.between(12, 40) * 15 - from.offset,
    arriveBy: days * day + 300,
    bags: terms.bags,
    legsMax: terms.hops + terms.spareLegs,
    nights: [],
    without: terms.without,
  };
  const soonest = earliest(timetable, open);
  if (soonest === null) return null;
  const nights = draw.sample(between, terms.nights).map(({ id }) => id);
  const slack = nights.length * day + draw.between(8, 32) * 15;
  const arriveBy = soonest + slack;
  const trip = { ...open, nights, arriveBy: arriveBy - (arriveBy % 15) };
  const solution = cheapest(timetable, trip);
  return solution === null || solution.cost < 500 ? null : { trip, solution };
}
