/** How arguments of the command line are read. Each throws what commander shows beside the option. */
import { InvalidArgumentError } from 'commander';
import { parseUtc } from '../lib/calendar-date.ts';
import type { Instant } from '../lib/clock.ts';

export function instant(text: string): Instant {
  const t = parseUtc(text);
  if (t !== undefined) return t;
  throw new InvalidArgumentError('It must be a date or an instant in UTC, such as 2021-04-05 or 2021-04-05T12:00:00Z.');
}

export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(text);
}
