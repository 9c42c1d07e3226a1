/** The first time at which everybody is free, over calendars and time zones. */
import type { Draw } from '../../../draw.ts';
import { csv, eml, ics, type Event } from '../../../files/texts.ts';
import { mailName } from './expense.ts';
import { dayOf, fileTypes, type Job, type Wish } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

const slot = 15;
const dayMinutes = 1_440;

export interface Person {
  readonly name: string;
  /** Minutes ahead of UTC. */
  readonly offset: number;
  /** Local minutes of the day between which the person can meet. */
  readonly from: number;
  readonly to: number;
  readonly events: readonly Event[];
  /** Minutes since 1970 at 00:00 local of a day that is not possible, or null. */
  readonly out: number | null;
}

/** Each quarter of an hour from `start` on is tried. @returns null where none is possible. */
export function firstFree(people: readonly Person[], start: number, days: number, length: number): number | null {
  const possible = (at: number): boolean =>
    people.every(({ offset, from, to, events, out }) => {
      const local = at + offset;
      const time = local % dayMinutes;
      if (time < from || time + length > to) return false;
      if (out !== null && local - time === out) return false;
      return events.every((event) => event.cancelled || event.end <= at || event.start >= at + length);
    });
  for (let at = start; at + length <= start + days * dayMinutes; at += slot) if (possible(at)) return at;
  return null;
}

/** Draws until there is a time, after the first quarter of an hour of the first day. */
export function meeting(draw: Draw, wish: Wish): Job {
  for (let attempt = 0; attempt < 200; attempt++) {
    const job = drawMeeting(draw, wish);
    if (job) return job;
  }
  throw new Error('no meeting could be drawn');
}

function drawMeeting(draw: Draw, { level, corrected }: Wish): Job | null {
  const day = draw.between(20, 320);
  const start = Date.UTC(2031, 0, 1) / 60_000 + day * dayMinutes;
  const days = 3;
  const length = slot * draw.between(2, 5);
  const people = drawPeople(draw, { level, start, days });
  const before = firstFree(people, start, days, length);
  if (before === null || before === start) return null;
  const absent = draw.below(people.length);
  const asOf = (at: number, { offset }: Person): number => at + offset - ((at + offset) % dayMinutes);
  const held = corrected
    ? people.map((person, i) => (i === absent ? { ...person, out: asOf(before, person) } : person))
    : people;
  const at = corrected ? firstFree(held, start, days, length) : before;
  if (at === null) return null;
  const last = people.at(-1) as Person;
  const who = people[absent] as Person;
  return {
    text: `Find the first start of a meeting of ${length} minutes at which everybody in people.csv is free. It starts on a quarter of an hour, not before 00:00 UTC of ${dayOf(day)}, and ends not after 00:00 UTC of ${dayOf(day + days)}. It lies within each person's hours (columns from and to, in local time; offset_from_utc is local time minus UTC), whatever the day of the week. Calendars are one .ics file for each person; an entry that is cancelled blocks nothing, and a meeting may start when an entry ends.${corrected ? ' absence.eml counts as well.' : ''}`,
    fields: {
      start_utc: {
        weight: 3,
        schema: { type: 'string', maxLength: 20 },
        says: 'its start in UTC as YYYY-MM-DDTHH:MM',
        example: '2031-01-01T00:00',
      },
      local_start: {
        weight: 1,
        schema: { type: 'string', maxLength: 20 },
        says: `the same instant in local time of ${last.name}, as YYYY-MM-DDTHH:MM`,
        example: '2031-01-01T00:00',
      },
    },
    key: { start_utc: stamp(at), local_start: stamp(at + last.offset) },
    files: filesOf(
      people,
      corrected ? { who, on: stamp(asOf(before, who)).slice(0, 10), written: dayOf(day - 2) } : null,
    ),
    hidden: [],
  };
}

function drawPeople(draw: Draw, { level, start, days }: { level: number; start: number; days: number }): Person[] {
  const names = draw.sample(phrases.people, Math.min(6, 2 + Math.floor(level / 2)));
  const home = 60 * draw.between(-6, 8);
  return names.map((name, i): Person => {
    const offset = home + (i === 0 ? 0 : 30 * draw.between(-5, 5));
    const from = 60 * draw.between(7, 9) + 30 * draw.below(2);
    const events = Array.from({ length: 4 + Math.min(level, 6) }, (_, e): Event => {
      const at = start - offset + dayMinutes * draw.below(days) + from + slot * draw.below(30);
      return {
        id: `${i + 1}-${e + 1}@example.com`,
        title: draw.pick(phrases.events),
        start: at,
        end: at + slot * draw.between(2, 9),
        cancelled: level >= 2 && draw.chance(1, 5),
      };
    });
    return {
      name,
      offset,
      from,
      to: from + 60 * draw.between(8, 9),
      events: events.toSorted((a, b) => a.start - b.start),
      out: null,
    };
  });
}

interface Absence {
  readonly who: Person;
  readonly on: string;
  readonly written: string;
}

function filesOf(people: readonly Person[], absence: Absence | null): Job['files'] {
  return [
    {
      name: 'people.csv',
      type: fileTypes.csv,
      bytes: csv([
        ['name', 'calendar', 'offset_from_utc', 'from', 'to'],
        ...people.map(({ name, offset, from, to }) => [
          name,
          `${mailName(name)}.ics`,
          offsetText(offset),
          clock(from),
          clock(to),
        ]),
      ]),
    },
    ...people.map(({ name, events }) => ({
      name: `${mailName(name)}.ics`,
      type: fileTypes.ics,
      bytes: ics(name, events),
    })),
    ...(absence
      ? [
          {
            name: 'absence.eml',
            type: fileTypes.eml,
            bytes: eml({
              from: `${mailName(absence.who.name)}@example.com`,
              to: 'office@example.com',
              subject: 'Away',
              day: absence.written,
              lines: [`I am away on ${absence.on}, the whole day in my local time.`, absence.who.name],
            }),
          },
        ]
      : []),
  ];
}

export function stamp(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(0, 16);
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

function offsetText(offset: number): string {
  return `${offset < 0 ? '-' : '+'}${clock(Math.abs(offset))}`;
}
