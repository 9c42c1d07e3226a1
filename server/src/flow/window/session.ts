/**
 * Closed markets: the sessions that a price follows and the arrival of an order in, from when it can be ordered out.
 *
 * Public rule (docs/bots/rules.md#closed-markets): the window of an order must lie within one session of the exchange that the price follows, not
 * before its first observation. So the window holds at least two new observations where a price comes in steps of 15 minutes or less.
 *
 * Example: candles of a minute, New York, Friday 2026-11-27, a half day from 14:30 to 18:00 UTC. The first price is there at 14:31, so windows
 * start from 14:35 to 17:30: orders are taken that arrive from 14:30:00.000 to 17:29:59.999. One at 17:30:00.000 is told Monday, 14:30.
 */
import type { Instant } from '../../lib/clock.ts';
import { markAfter, markMs, windowMs } from '../../lib/time.ts';
import type { PriceSessions } from '../../league/sessions.ts';
import { sessionsFrom } from '../../league/trading-hours.ts';
import { windowFor } from './window.ts';

/** @returns the first arrival from which it can be ordered; undefined when an order that arrives now can be. */
export function opensAt(sessions: PriceSessions, arrival: Instant): Instant | undefined {
  const { start } = windowFor(arrival);
  for (const { opens, closes } of sessionsFrom(sessions.exchange, arrival)) {
    const first = firstPriced({ opens }, sessions);
    const last = closes - windowMs;
    if (first > last || start > last) continue;
    return start < first ? first - markMs : undefined;
  }
  throw new Error(`${sessions.exchange} has no session that is long enough`);
}

/** Was there a session at a mark, and a price of it for so long already? */
export function isPricedFor(sessions: PriceSessions, mark: Instant, ms: number): boolean {
  for (const session of sessionsFrom(sessions.exchange, mark))
    return firstPriced(session, sessions) + ms <= mark && mark < session.closes;
  return false;
}

/** The first mark of a session at which the price is there. */
function firstPriced({ opens }: { readonly opens: Instant }, { stepMs }: PriceSessions): Instant {
  return markAfter(opens + stepMs - 1);
}
