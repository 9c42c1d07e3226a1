/** How arguments of the command line are read. Each throws what commander shows beside the option. */
import { InvalidArgumentError } from 'commander';
import type { Instant } from '../lib/clock.ts';

export function instant(text: string): Instant {
  const form = /^\d{4}-\d\d-(\d\d)(T\d\d:\d\d(:\d\d)?Z)?$/.exec(text);
  const t = Date.parse(text);
  // The parser takes the 30th of February for the 2nd of March.
  if (!form || !Number.isFinite(t) || new Date(t).getUTCDate() !== Number(form[1])) {
    throw new InvalidArgumentError(
      'It must be a date or an instant in UTC, such as 2021-04-05 or 2021-04-05T12:00:00Z.',
    );
  }
  return t;
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(text);
}
