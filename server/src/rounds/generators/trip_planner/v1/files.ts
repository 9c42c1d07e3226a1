/** What a bot is shown: three tables, a page that lists them, and the text of each task. */
import { escapeHtml, pageFrame } from '../../../page-frame.ts';
import type { Material } from '../../../source.ts';
import { day, flightChange, type Places, type Segment, type Trip } from './journey.ts';
import type { World } from './world.ts';

export function filesOf({ places, timetable }: World): Material[] {
  const byId = timetable.segments.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const clock = (place: string, instant: number): string => localTime(places, place, instant);
  const sign = (offset: number): string => (offset < 0 ? '-' : '+');
  return [
    table(
      'places.csv',
      'id,name,utc_offset,change_minutes',
      [...places.values()].map(({ id, name, offset, change }) =>
        [id, name, `${sign(offset)}0${Math.abs(offset) / 60}:00`, change].join(','),
      ),
    ),
    table(
      'legs.csv',
      'id,mode,from,to,departs,arrives,fare_cents,bag_cents',
      byId
        .filter(({ mode }) => mode !== 'stay')
        .map((leg) =>
          [
            leg.id,
            leg.mode,
            leg.from,
            leg.to,
            clock(leg.from, leg.departs),
            clock(leg.to, leg.arrives),
            leg.cents,
            leg.bagCents,
          ].join(','),
        ),
    ),
    table(
      'stays.csv',
      'id,place,evening,price_cents',
      byId
        .filter(({ mode }) => mode === 'stay')
        .map((stay) => [stay.id, stay.from, clock(stay.from, stay.departs).slice(0, 10), stay.cents].join(',')),
    ),
  ];
}

export function startPage({ places }: World): string {
  const names = [...places.values()].map(({ id, name }) => `<li>${id} ${escapeHtml(name)}</li>`);
  return pageFrame(
    'Travel office',
    `<h1>Travel office</h1>
<p>The timetable is in legs.csv, the places are in places.csv, the stays in stays.csv. All times are by the clock of the place.</p>
<ul>
${names.join('\n')}
</ul>`,
  );
}

export function promptOf({ places }: World, trip: Trip): string {
  const called = (id: string): string => `${places.get(id)?.name ?? ''} (${id})`;
  const nights = trip.nights.map((id) => `- at least one stay in ${called(id)}\n`).join('');
  const without = trip.without === null ? '' : `- no leg whose mode is ${trip.without}\n`;
  return `Plan a journey from ${called(trip.from)} to ${called(trip.to)} at the least total cost.
Conditions:
- depart at ${localTime(places, trip.from, trip.notBefore)} or later, by the clock of ${trip.from}
- arrive at ${localTime(places, trip.to, trip.arriveBy)} or earlier, by the clock of ${trip.to}
- at most ${trip.legsMax} legs
${nights}${without}Luggage: ${trip.bags} bags.
legs.csv has the legs, stays.csv the stays, places.csv the places. Departures are by the clock of the place of departure, arrivals by that of the place of arrival; UTC plus utc_offset is a place's clock.
Each leg starts where the one before ended. Between the arrival of a leg and the departure of the next are at least change_minutes of that place, and ${flightChange} minutes more if one of the two is a flight. At 02:00 by the clock of the place the traveller is on a leg or in a stay, never waiting; before the first leg the traveller is at home and needs no stay. A stay begins at 22:00 of its evening and ends at 07:00 of the next day: arrive at its place at 22:00 or earlier, depart at 07:00 or later; stays need no change time. There may be several stays.
Cost: fare_cents of each leg, plus bag_cents of each leg for each bag, plus price_cents of each stay.
Answer with the ids, such as {"legs": ["L0001", "L0002"], "stays": ["H001"]}; without stays {"legs": ["L0001"], "stays": []}. An answer that breaks a condition scores 0; else it scores by its cost compared with the least one.`;
}

/** Minutes UTC as a place's clock shows them. */
export function localTime(places: Places, place: string, instant: number): string {
  const local = instant + (places.get(place)?.offset ?? 0) + day;
  // One day ahead, so that early hours behind UTC are no negative day: February 2027 has 28 days.
  const date = Math.floor(local / day);
  const text = date === 0 ? '2027-02-28' : `2027-03-${String(date).padStart(2, '0')}`;
  const minutes = local % day;
  return `${text}T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function table(name: string, head: string, lines: readonly string[]): Material {
  return { name, type: 'text/csv; charset=utf-8', bytes: Buffer.from(`${[head, ...lines].join('\n')}\n`) };
}

export function isLeg({ mode }: Segment): boolean {
  return mode !== 'stay';
}
