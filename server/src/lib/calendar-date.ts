/** Dates as requests name them. */
import { isoDate } from './clock.ts';

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
