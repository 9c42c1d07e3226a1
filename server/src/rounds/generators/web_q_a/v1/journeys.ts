/**
 * Questions on real facts: a journey over cities and their time zones, with waits that are told by atomic numbers. The bank has the facts; the
 * days are of 2024 and 2025, when none of its cities changed its clocks, so that an answer can be made again for ever.
 *
 * Example: "It is 18:30 on 2025-11-24 in São Paulo. What time is it in Kathmandu?" is 2025-11-25T03:15.
 */
import type { Draw } from '../../../draw.ts';
import type { JsonRecord } from '../../../json.ts';
import bank from './bank.json' with { type: 'json' };

interface Place {
  readonly name: string;
  /** Minutes ahead of UTC. */
  readonly offset: number;
}

const places: readonly Place[] = bank.cities.map(([name, , offset]) => ({
  name: String(name),
  offset: Number(offset),
}));

export function settingsOf(level: number): JsonRecord {
  return { flights: Math.floor(level / 2), waits: Math.floor((level - 1) / 2) };
}

export function drawJourney(draw: Draw, settings: JsonRecord): { text: string; key: string } {
  const [flights, waits] = [Number(settings['flights']), Number(settings['waits'])];
  const stops = draw.sample(places, Math.max(2, flights + 1));
  const at = Math.floor(Date.UTC(2024, 0, 10) / 60_000) + 5 * draw.below(690 * 288);
  const first = stops[0] as Place;
  let local = at;
  let utc = at - first.offset;
  if (flights === 0) {
    const other = stops[1] as Place;
    return {
      text: `It is ${timeOf(at)} on ${dayOf(at)} in ${first.name}. What date and time is it in ${other.name}?`,
      key: stamp(utc + other.offset),
    };
  }
  const said: string[] = [];
  let left = waits;
  for (let i = 1; i <= flights; i++) {
    const [from, to] = [stops[i - 1] as Place, stops[i] as Place];
    const minutes = 5 * draw.between(12, 170);
    const start = i === 1 ? `A flight leaves ${from.name} at ${timeOf(local)} on ${dayOf(local)}` : 'Then it flies on';
    said.push(`${start}${i === 1 ? '' : ` from ${from.name}`} and lands in ${to.name} after ${hours(minutes)}.`);
    utc += minutes;
    // What is left of the waits is spread over the landings that are left.
    const here = Math.ceil(left / (flights - i + 1));
    for (let w = 0; w < here; w++) {
      const [element, number] = draw.pick(bank.elements) as [string, number];
      const factor = draw.between(2, 9);
      said.push(`There it waits ${factor} minutes for each unit of the atomic number of ${element}.`);
      utc += factor * number;
    }
    left -= here;
    local = utc + to.offset;
  }
  const last = stops[flights] as Place;
  return { text: `${said.join(' ')} What date and time is it then in ${last.name}?`, key: stamp(local) };
}

function hours(minutes: number): string {
  return `${Math.floor(minutes / 60)} hours and ${minutes % 60} minutes`;
}

/** @param minute local minutes since 1970-01-01T00:00. */
function stamp(minute: number): string {
  return `${dayOf(minute)}T${timeOf(minute)}`;
}

function dayOf(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(0, 10);
}

function timeOf(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(11, 16);
}
