/** Appointments at several practices, found by trying every choice of slots. */
import type { Draw } from '../../../draw.ts';
import { eml, ics, type Event } from '../../../files/texts.ts';
import type { Material } from '../../../source.ts';
import { dateOf, fileTypes, idsField, mailOf, textField, timeOf, type Job } from './job.ts';
import phrases from './phrases.json' with { type: 'json' };

const day = 1_440;
const epoch = Date.UTC(2031, 0, 1) / 60_000;

/** Minutes since 2031-01-01T00:00. */
export interface Slot {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

export interface Visits {
  /** By practice. */
  readonly slots: readonly (readonly Slot[])[];
  readonly busy: readonly Slot[];
  /** Minutes that lie between two appointments, and between one and what the patient has to do. */
  readonly travel: number;
  /** `[first, then, days]`: the second practice's date is so many days after the first one's, or more. */
  readonly after: readonly (readonly [number, number, number])[];
}

export interface Found {
  readonly slots: readonly Slot[];
  readonly unique: boolean;
}

/** The choice whose last end is the earliest, and of these the one whose first start is the latest. @returns null where none is possible. */
export function best({ slots, busy, travel, after }: Visits): Found | null {
  const apart = (a: Slot, b: Slot): boolean => a.end + travel <= b.start || b.end + travel <= a.start;
  const dayOf = ({ start }: Slot): number => Math.floor(start / day);
  let found: { slots: readonly Slot[]; unique: boolean; rank: readonly [number, number] } | null = null;
  const open = slots.map((list) => list.filter((slot) => busy.every((other) => apart(other, slot))));
  const descend = (chosen: readonly Slot[]): void => {
    const at = chosen.length;
    if (at < open.length) {
      for (const slot of open[at] ?? []) {
        if (found !== null && slot.end > found.rank[0]) continue;
        const next = [...chosen, slot];
        const fits =
          chosen.every((other) => apart(other, slot)) &&
          after.every(([first, then, days]) => {
            const [one, two] = [next[first], next[then]];
            return one === undefined || two === undefined || dayOf(two) - dayOf(one) >= days;
          });
        if (fits) descend(next);
      }
      return;
    }
    const rank = [Math.max(...chosen.map(({ end }) => end)), -Math.min(...chosen.map(({ start }) => start))] as const;
    const order = found === null ? -1 : rank[0] - found.rank[0] || rank[1] - found.rank[1];
    if (order < 0) found = { slots: chosen, unique: true, rank };
    else if (order === 0 && found !== null) found = { ...found, unique: false };
  };
  descend([]);
  return found;
}

export function visitsJob(draw: Draw, level: number): Job | null {
  const count = Math.min(4, 2 + Math.floor(level / 3));
  const patient = draw.pick(phrases.people);
  const places = draw.sample(phrases.places, count);
  const kinds = draw.sample(phrases.visits, count);
  const monday = 6 + 7 * draw.between(2, 40);
  const drawn = drawVisits(draw, { level, count, monday });
  const taken = level >= 3 ? takenSlots(drawn) : [];
  const held = { ...drawn, slots: drawn.slots.map((list) => list.filter(({ id }) => !taken.includes(id))) };
  const found = best(held);
  if (found === null || !found.unique) return null;
  // Else whoever takes the first slot of each practice would be right.
  if (found.slots.some((slot, i) => slot === drawn.slots[i]?.[0])) return null;
  return {
    text: textOf(patient, places, kinds, drawn, taken),
    fields: {
      slots: idsField(3, 'the ids (UID) of the slots, one of each practice', 'x1'),
      end: textField(1, 'the end of the last appointment, as YYYY-MM-DDTHH:MM', '2031-01-01T00:00'),
    },
    key: { slots: found.slots.map(({ id }) => id), end: timeOf(Math.max(...found.slots.map(({ end }) => end))) },
    files: filesOf(draw, { patient, places, visits: drawn, taken, monday }),
    hidden: [],
  };
}

function drawVisits(draw: Draw, { level, count, monday }: { level: number; count: number; monday: number }): Visits {
  const times = (n: number, minutes: readonly [number, number]): Omit<Slot, 'id'>[] =>
    Array.from({ length: n }, () => {
      const start = day * (monday + draw.below(12)) + 480 + 15 * draw.below(34);
      return { start, end: start + 15 * draw.between(...minutes) };
    }).toSorted((a, b) => a.start - b.start);
  const letters = draw.sample(Array.from('abcdefghkmnprs'), count);
  const slots = letters.map((letter) =>
    times(Math.min(14, 7 + level), [1, 4]).map((time, i): Slot => ({ ...time, id: `${letter}${i + 1}` })),
  );
  const busy = times(6 + 2 * level, [3, 12]).map((time, i): Slot => ({ ...time, id: `own${i + 1}` }));
  const order = draw.shuffled(Array.from({ length: count }, (_, i) => i));
  const after = order
    .slice(1)
    .map((then, i) => [order[i] ?? 0, then, draw.between(0, 3)] as const)
    .slice(0, Math.max(1, Math.floor(level / 3)));
  return { slots, busy, travel: 5 * draw.between(3, 9), after };
}

/** Of what would be the best choice, the first slot is taken, so that the mail matters. */
function takenSlots(visits: Visits): string[] {
  const found = best(visits);
  return found === null ? [] : found.slots.slice(0, 1).map(({ id }) => id);
}

function textOf(
  patient: string,
  places: readonly string[],
  kinds: readonly string[],
  { travel, after }: Visits,
  taken: readonly string[],
): string {
  const visits = places.map((place, i) => `${kinds[i] ?? ''} at ${place} (practice-${i + 1}.ics)`).join(', ');
  const rules = after.map(([first, then, days]) =>
    days === 0
      ? `The date of the appointment at ${places[then] ?? ''} is not before that of the one at ${places[first] ?? ''}.`
      : `The date of the appointment at ${places[then] ?? ''} is ${days} day${days === 1 ? '' : 's'} or more after that of the one at ${places[first] ?? ''}.`,
  );
  const mail = taken.length === 0 ? '' : ' A slot that taken.eml names is no longer free.';
  return `Find the appointments for ${patient}: ${visits}. Each practice's calendar holds its free slots; one of each is taken, and all times are in UTC. own.ics is the patient's calendar; an entry that is cancelled there blocks nothing.${mail} Between two appointments, and between an appointment and an entry of the patient, there are ${travel} minutes or more. ${rules.join(' ')} The last appointment ends as early as possible; of the choices with that end, take the one whose first appointment starts the latest.`;
}

interface Shown {
  readonly patient: string;
  readonly places: readonly string[];
  readonly visits: Visits;
  readonly taken: readonly string[];
  readonly monday: number;
}

function filesOf(draw: Draw, { patient, places, visits, taken, monday }: Shown): Material[] {
  const event = ({ id, start, end }: Slot, title: string): Event => ({
    id,
    title,
    start: epoch + start,
    end: epoch + end,
    cancelled: false,
  });
  // Cancelled entries lie where slots are.
  const dropped = draw.sample(visits.slots.flat(), 3).map((slot, i) => ({
    ...event({ ...slot, id: `off${i + 1}` }, draw.pick(phrases.busy)),
    cancelled: true,
  }));
  const own = draw.shuffled([...visits.busy.map((slot) => event(slot, draw.pick(phrases.busy))), ...dropped]);
  const calendar = (name: string, owner: string, events: readonly Event[]): Material => ({
    name,
    type: fileTypes.ics,
    bytes: ics(owner, events),
  });
  const mail = eml({
    from: mailOf('Front Desk'),
    to: mailOf(patient),
    subject: 'A slot is gone',
    day: dateOf(monday - 2),
    lines: taken.map((id) => `Slot ${id} is taken.`),
  });
  return [
    ...places.map((place, i) =>
      calendar(
        `practice-${i + 1}.ics`,
        place,
        (visits.slots[i] ?? []).map((slot) => event(slot, 'Free')),
      ),
    ),
    calendar('own.ics', patient, own),
    ...(taken.length === 0 ? [] : [{ name: 'taken.eml', type: fileTypes.eml, bytes: mail }]),
  ];
}
