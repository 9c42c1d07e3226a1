/**
 * The five fields of cron, in UTC: minute, hour, day of the month, month, day of the week. A field is `*`, a number, a range `1-5`, a step
 * `0-23/6`, or several of these with commas; months and days of the week may be named, and 7 is Sunday as 0 is.
 *
 * As in cron, where both the day of the month and the day of the week are restricted, one of them is enough: `0 0 1 * 1` is every first of a
 * month, and every Monday.
 */

export interface Cron {
  /** In order. */
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Is the day that begins then, 00:00 UTC, one of its days? */
  isOn(day: Date): boolean;
}

interface Field {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly names?: readonly string[];
}

const fields: readonly [Field, Field, Field, Field, Field] = [
  { name: 'minute', from: 0, to: 59 },
  { name: 'hour', from: 0, to: 23 },
  { name: 'day of the month', from: 1, to: 31 },
  {
    name: 'month',
    from: 1,
    to: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { name: 'day of the week', from: 0, to: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

/** @returns what it says, or what is wrong with it, in a sentence. */
export function parseCron(text: string): Cron | string {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== fields.length)
    return `"${text}" has ${parts.length} fields, and cron has five: minute, hour, day of the month, month, day of the week.`;
  const sets = fields.map((field, i) => valuesOf(parts[i] ?? '', field));
  const wrong = sets.findIndex((set) => set === undefined);
  if (wrong >= 0) {
    const { name, from, to } = fields[wrong] as Field;
    return `"${parts[wrong]}" is no ${name} of cron: it goes from ${from} to ${to}, with * , - and /.`;
  }
  const [minutes, hours, days, months, weekdays] = sets as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ];
  if (weekdays.has(7)) weekdays.add(0);
  const [anyDay, anyWeekday] = [parts[2], parts[4]].map((part) => part?.startsWith('*') === true);
  const inOrder = (set: ReadonlySet<number>): number[] => [...set].toSorted((a, b) => a - b);
  return {
    minutes: inOrder(minutes),
    hours: inOrder(hours),
    isOn(day) {
      if (!months.has(day.getUTCMonth() + 1)) return false;
      const isDay = days.has(day.getUTCDate());
      const isWeekday = weekdays.has(day.getUTCDay());
      return anyDay || anyWeekday ? isDay && isWeekday : isDay || isWeekday;
    },
  };
}

/** @returns undefined for what is no field. */
function valuesOf(text: string, field: Field): Set<number> | undefined {
  const values = new Set<number>();
  for (const part of text.toLowerCase().split(',')) {
    const [, range = '', , stepText] = /^([^/]+)(\/([1-9]\d?))?$/.exec(part) ?? [];
    const step = Number(stepText ?? 1);
    const [from, to, more] =
      range === '*' ? [field.from, field.to] : range.split('-').map((end) => valueOf(end, field));
    // A start with a step goes on to the end: 6/6 is 6-23/6.
    const end = to ?? (stepText === undefined ? from : field.to);
    if (from === undefined || end === undefined || more !== undefined || from > end) return undefined;
    if (range.includes('-') && to === undefined) return undefined;
    for (let value = from; value <= end; value += step) values.add(value);
  }
  return values;
}

function valueOf(text: string, { from, to, names }: Field): number | undefined {
  const named = names?.indexOf(text) ?? -1;
  if (named >= 0) return named + from;
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return value >= from && value <= to ? value : undefined;
}
