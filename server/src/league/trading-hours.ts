/**
 * Trading hours: an exchange and an instant in, whether it is open and when that changes out.
 *
 * Sessions are 09:30 to 16:00 of the exchange's own time, to 13:00 on half days, Monday to Friday but for holidays (catalogue/exchanges.ts).
 * The time zone's own rules turn that into UTC, so a session begins at 14:30 UTC in winter and at 13:30 UTC in summer. An exchange is open
 * from the first instant of a session, and closed from the instant at which it ends.
 *
 * Example: New York on Friday 2026-11-27, a half day: open from 14:30 to 18:00 UTC. The next session begins on Monday at 14:30 UTC.
 */
import type { Instant } from '../lib/clock.ts';
import { iso, isoDate } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';
import { exchangeDates, type ExchangeId } from './catalogue/exchanges.ts';

interface Session {
  readonly opens: Instant;
  readonly closes: Instant;
}

const minuteMs = 60_000;
const opensAt = (9 * 60 + 30) * minuteMs;
const closesAt = 16 * 60 * minuteMs;
const closesEarlyAt = 13 * 60 * minuteMs;
/** No exchange is closed for longer. */
const daysLookedAhead = 10;

/** The session of a date, as the exchange counts dates: midnight UTC of the day. Undefined when it has none. */
export function sessionOn(exchange: ExchangeId, date: Instant): Session | undefined {
  const { holidays, halfDays, timeZone } = exchangeDates[exchange];
  const day = new Date(date);
  const [year, monthDay] = [day.getUTCFullYear(), iso(date).slice(5, 10)];
  if (day.getUTCDay() === 0 || day.getUTCDay() === 6) return undefined;
  if (holidays[year]?.includes(monthDay)) return undefined;
  const end = halfDays[year]?.includes(monthDay) ? closesEarlyAt : closesAt;
  // Summer time begins and ends on a Sunday: the offset of noon is that of the whole session.
  const offset = offsetAt(timeZone, date + 12 * 60 * minuteMs);
  return { opens: date + opensAt - offset, closes: date + end - offset };
}

/** The session that is on at an instant, and those of the days after it. */
export function* sessionsFrom(exchange: ExchangeId, at: Instant): Generator<Session, void> {
  const today = localDate(exchange, at);
  for (let day = 0; day <= daysLookedAhead; day++) {
    const session = sessionOn(exchange, today + day * dayMs);
    if (session && at < session.closes) yield session;
  }
}

/** How long the exchange was open between two instants. */
function openMs(exchange: ExchangeId, from: Instant, to: Instant): number {
  let sum = 0;
  for (let date = localDate(exchange, from); date <= to; date += dayMs) {
    const session = sessionOn(exchange, date);
    if (session) sum += Math.max(0, Math.min(session.closes, to) - Math.max(session.opens, from));
  }
  return sum;
}

function localDate(exchange: ExchangeId, at: Instant): Instant {
  const local = at + offsetAt(exchangeDates[exchange].timeZone, at);
  return local - (((local % dayMs) + dayMs) % dayMs);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** What to add to UTC for the time of a zone, milliseconds. */
function offsetAt(timeZone: string, at: Instant): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: string): number => parts.get(type as Intl.DateTimeFormatPartTypes) ?? 0;
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return local - Math.floor(at / minuteMs) * minuteMs;
}

/** How long something is, in hours of the exchange that its price follows; by the clock where it follows none. */
export function tradedMs(exchange: ExchangeId | undefined, from: Instant, to: Instant): number {
  return exchange === undefined ? to - from : openMs(exchange, from, to);
}

/** Is the exchange open, and when does that change? */
export function openNow(exchange: ExchangeId, at: Instant): { readonly open: boolean; readonly changesAt: Instant } {
  for (const { opens, closes } of sessionsFrom(exchange, at))
    return opens <= at ? { open: true, changesAt: closes } : { open: false, changesAt: opens };
  throw new Error(`${exchange} has no session in the ${daysLookedAhead} days after ${isoDate(at)}`);
}
