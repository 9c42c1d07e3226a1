/** Reads the tables and the texts of tasks as a bot's program would: the common part of the plain and the second solver. */
import type { Shown, Task } from '../../../source.ts';

export interface Move {
  readonly id: string;
  readonly mode: string;
  readonly from: string;
  readonly to: string;
  /** Minutes UTC since the year began. */
  readonly start: number;
  readonly end: number;
  readonly cents: number;
  readonly bagCents: number;
}

export interface Net {
  readonly moves: readonly Move[];
  readonly leaving: ReadonlyMap<string, readonly Move[]>;
  readonly offsets: ReadonlyMap<string, number>;
  readonly changes: ReadonlyMap<string, number>;
}

export interface Wish {
  readonly from: string;
  readonly to: string;
  readonly after: number;
  readonly before: number;
  readonly bags: number;
  readonly legs: number;
  readonly nights: readonly string[];
  readonly without: string | undefined;
}

export function readNet(shown: Shown): Net {
  const rows = (name: string): string[][] =>
    (shown.files.find((file) => file.name === name)?.bytes.toString('utf8') ?? '')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
  const places = rows('places.csv');
  const offsets = new Map(
    places.map(([id = '', , offset = '']) => [
      id,
      Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))),
    ]),
  );
  const utc = (place: string, text: string): number => minutes(text) - (offsets.get(place) ?? 0);
  const legs = rows('legs.csv').map(
    ([id = '', mode = '', from = '', to = '', departs = '', arrives = '', fare, bag]): Move => ({
      id,
      mode,
      from,
      to,
      start: utc(from, departs),
      end: utc(to, arrives),
      cents: Number(fare),
      bagCents: Number(bag),
    }),
  );
  const stays = rows('stays.csv').map(([id = '', place = '', evening = '', price]): Move => {
    const start = utc(place, `${evening}T22:00`);
    return { id, mode: 'stay', from: place, to: place, start, end: start + 540, cents: Number(price), bagCents: 0 };
  });
  const moves = [...legs, ...stays].toSorted((a, b) => a.start - b.start);
  const leaving = Map.groupBy(moves, ({ from }) => from);
  return { moves, leaving, offsets, changes: new Map(places.map(([id = '', , , change]) => [id, Number(change)])) };
}

export function readWish({ prompt }: Task, { offsets }: Net): Wish {
  const said = (pattern: RegExp): string => pattern.exec(prompt)?.[1] ?? '';
  const from = said(/journey from [^(]*\((\w+)\)/);
  const to = said(/journey from .*? to [^(]*\((\w+)\)/);
  return {
    from,
    to,
    after: minutes(said(/- depart at (\S+) or later/)) - (offsets.get(from) ?? 0),
    before: minutes(said(/- arrive at (\S+) or earlier/)) - (offsets.get(to) ?? 0),
    bags: Number(said(/Luggage: (\d+) bags/)),
    legs: Number(said(/at most (\d+) legs/)),
    nights: [...prompt.matchAll(/- at least one stay in [^(]*\((\w+)\)/g)].map(([, place = '']) => place),
    without: /no leg whose mode is (\w+)/.exec(prompt)?.[1],
  };
}

/** Whether a traveller who came with `a` can go on with `b`. */
export function canFollow(a: Move, b: Move, { offsets, changes }: Net): boolean {
  const both = [a.mode, b.mode];
  const needs = both.includes('stay') ? 0 : (changes.get(b.from) ?? 0) + (both.includes('flight') ? 45 : 0);
  if (b.start - a.end < needs) return false;
  const offset = offsets.get(b.from) ?? 0;
  // The first 02:00 after the arrival has to come after the departure.
  const sinceTwo = (((a.end + offset - 120) % 1440) + 1440) % 1440;
  return b.start - a.end < 1440 - sinceTwo;
}

/** Minutes since the first day of the year, by whatever clock the text is of; days of 2027. */
function minutes(text: string): number {
  const [, month = '1', date = '1', hour = '0', minute = '0'] = /^\d+-(\d+)-(\d+)T(\d+):(\d+)$/.exec(text) ?? [];
  const before = [0, 31, 59, 90][Number(month) - 1] ?? 0;
  return ((before + Number(date) - 1) * 24 + Number(hour)) * 60 + Number(minute);
}
