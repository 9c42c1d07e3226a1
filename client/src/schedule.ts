/**
 * When a strategy decides: `--every` in, instants out. All instants are milliseconds since 1970, in UTC. Of a run they are multiples of half an
 * hour: the service has an average of every half hour, made as a fill makes its price, and of no other 30 minutes. A backtest reads its
 * schedule with this code, too, and has prices at every mark.
 *
 * Example: `day` decides at 00:00, `4h` at 00:00, 04:00, 08:00, ..., `week` on Mondays at 00:00, `30 14 * * 1-5` at 14:30 from Monday to Friday.
 */
import { parseCron, type Cron } from './cron.ts';

export interface Schedule {
  /** As it was said. */
  readonly text: string;
  /** The first decision at `t` or later. */
  next(t: number): number;
  /** The last decision at `t` or earlier. */
  last(t: number): number;
}

export const halfHourMs = 1_800_000;
export const dayMs = 86_400_000;

/** Where the multiples are counted from, as in the backtest: a Monday, 00:00 UTC. */
const firstMonday = Date.parse('1970-01-05T00:00:00Z');
const named: Readonly<Record<string, number>> = { hour: 2 * halfHourMs, day: dayMs, week: 7 * dayMs };
const units: Readonly<Record<string, number>> = { m: 60_000, h: 2 * halfHourMs, d: dayMs, w: 7 * dayMs };

/** 29 February may be eight years away, at the turn of a century. */
const daysMax = 8 * 366;

/** Which instants there are to decide at. */
export interface ScheduleGrid {
  /** Every so many minutes of an hour. */
  readonly minutes: 5 | 30;
  /** Why no others, as it follows `since`. */
  readonly because: string;
}

const halfHours: ScheduleGrid = { minutes: 30, because: 'the service has prices of every half hour' };

/** @returns the schedule, or what is wrong with the text, in a sentence. */
export function parseSchedule(text: string, grid: ScheduleGrid = halfHours): Schedule | string {
  const said = text.trim();
  if (/\s/.test(said)) {
    const cron = parseCron(said);
    return typeof cron === 'string' ? cron : cronSchedule(said, cron, grid);
  }
  const [, count, unit] = /^([1-9]\d{0,3})([mhdw])$/.exec(said) ?? [];
  const ms = named[said] ?? (unit === undefined ? 0 : Number(count) * (units[unit] ?? 0));
  if (ms === 0)
    return `"${text}" is none of hour, day, week, a multiple of ${grid.minutes} minutes such as ${grid.minutes}m, 4h or 2d, or five fields of cron such as "30 14 * * 1-5".`;
  if (ms % (grid.minutes * 60_000) !== 0) return `${text} is no multiple of ${grid.minutes} minutes: ${grid.because}.`;
  return {
    text: said,
    next: (t) => Math.ceil((t - firstMonday) / ms) * ms + firstMonday,
    last: (t) => Math.floor((t - firstMonday) / ms) * ms + firstMonday,
  };
}

function cronSchedule(text: string, cron: Cron, { minutes, because }: ScheduleGrid): Schedule | string {
  const odd = cron.minutes.find((minute) => minute % minutes !== 0);
  if (odd !== undefined)
    return `"${text}" names minute ${odd}: its minutes are multiples of ${minutes}, since ${because}.`;
  const instants = (day: number): number[] =>
    cron.isOn(new Date(day))
      ? cron.hours.flatMap((hour) => cron.minutes.map((minute) => day + hour * 2 * halfHourMs + minute * 60_000))
      : [];
  const search = (t: number, step: 1 | -1): number => {
    const first = Math.floor(t / dayMs) * dayMs;
    for (let i = 0; i <= daysMax; i++) {
      const ofDay = instants(first + step * i * dayMs);
      const found = step > 0 ? ofDay.find((at) => at >= t) : ofDay.findLast((at) => at <= t);
      if (found !== undefined) return found;
    }
    return Number.NaN;
  };
  if (Number.isNaN(search(firstMonday, 1))) return `"${text}" never comes: no month has that day.`;
  return { text, next: (t) => search(t, 1), last: (t) => search(t, -1) };
}
