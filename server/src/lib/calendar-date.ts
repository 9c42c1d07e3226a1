/** Dates and instants as requests, settings and commands name them. */
import { isoDate, type Instant } from './clock.ts';

const datePattern = /^\d{4}-\d\d-\d\d$/;

/** The last date that was found to exist: nearly all orders name the same one. */
let lastGood: string | undefined;

/** YYYY-MM-DD of a day that exists. */
export function isCalendarDate(text: string): boolean {
  if (text === lastGood) return true;
  // The parser takes the 30th of February for the 2nd of March.
  const t = datePattern.test(text) ? Date.parse(text) : Number.NaN;
  const exists = !Number.isNaN(t) && isoDate(t) === text;
  if (exists) lastGood = text;
  return exists;
}

/** A date, which is its 00:00, or an instant: `2021-04-05`, `2021-04-05T12:00Z`, with seconds or their thousandths. @returns undefined for anything else. */
export function parseUtc(text: string): Instant | undefined {
  const date = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.exec(text)?.[1];
  const t = Date.parse(text);
  // The parser takes the 30th of February for the 2nd of March, and 24:00 for the next day.
  return date !== undefined && Number.isFinite(t) && isoDate(t) === date ? t : undefined;
}
