/** The instant of a mark as text, such as `2026-11-21T12:05:00Z`: with or without seconds and milliseconds. */
import { isCalendarDate } from './calendar-date.ts';
import type { Instant } from './clock.ts';
import { markMs } from './time.ts';

/** Undefined for what names no mark. */
export function parseMark(text: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:00(\.000)?)?Z$/.test(text)) return undefined;
  const t = Date.parse(text);
  // The parser takes the 30th of February for the 2nd of March.
  return t % markMs === 0 && isCalendarDate(text.slice(0, 10)) ? t : undefined;
}
