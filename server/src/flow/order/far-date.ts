/**
 * Far date: the date of an order and the service's clock in, a warning out where the two are days apart.
 *
 * Public rule (docs/bots/start.md): the date is recorded and decides nothing, since the service's clock does. A date that is far from it is
 * most often a date that was written into a program once. One day more or less is a time zone; where the service's clock is not
 * the real one, a bot cannot know its day.
 *
 * Example: 2024-01-01 on 2026-03-02 is warned of, 2026-03-01 is not.
 */
import { isoDate, type Instant } from '../../lib/clock.ts';
import { dayMs } from '../../lib/time.ts';

/** @param date YYYY-MM-DD. @param now undefined where the service's clock is not the real one. @returns one sentence, or none. */
export function farDate(date: string, now: Instant | undefined): readonly string[] {
  if (now === undefined) return [];
  const today = isoDate(now);
  if (Math.abs(Date.parse(date) - Date.parse(today)) <= dayMs) return [];
  return [
    `date: ${date} is recorded and decides nothing. The service's day is ${today}, and the order counts from its arrival.`,
  ];
}
