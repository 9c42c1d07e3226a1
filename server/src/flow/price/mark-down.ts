/**
 * Mark-down: a stale price and the instant of a valuation in, what a holding counts for then out.
 *
 * Public rule (docs/bots/rules.md#the-close, decision 31): the lower of the last agreed price and the last price of the first route that
 * could be read since, less the part that the schedule takes off by the hours since the symbol was last agreed. It is rounded down to 12
 * significant digits. It is for values and for what a delisting pays; a fill never has a marked-down price.
 *
 * Example: agreed at $10 for the last time at 00:00, the first pool alone said $4 at 06:00. At 12:00 of the same day 40% is taken off the
 * $4: $2.40. A week after the last agreement it counts for nothing.
 */
import { divFloor } from '../../lib/decimal.ts';
import type { ExchangeId } from '../../league/catalogue/exchanges.ts';
import { tradedMs } from '../../league/trading-hours.ts';
import type { Instant } from '../../lib/clock.ts';
import { hourMs } from '../../lib/time.ts';
import { priceDigits } from './price.ts';
import type { LastAgreed } from './usd.ts';

/** From so many hours on without an agreed price, so many percent are taken off; the last line that applies. */
export const markDownSchedule = [
  { hours: 6, off_pct: 20 },
  { hours: 12, off_pct: 40 },
  { hours: 24, off_pct: 60 },
  { hours: 72, off_pct: 90 },
  { hours: 168, off_pct: 100 },
] as const;

/** A price that is not of the window at whose end it is used. */
export interface StalePrice extends LastAgreed {
  /** End of the last window over which the pools agreed. It is later than `at` where the operator froze the symbol before. */
  readonly since: Instant;
  /** The last price of the first route alone after that; undefined when nothing could be read. */
  readonly read: LastAgreed | undefined;
  /** The exchange whose sessions the price follows: only hours at which it is open count. */
  readonly exchange?: ExchangeId | undefined;
}

/** How long a price has been stale at an instant, milliseconds. */
export function staleMs({ exchange, since }: Pick<StalePrice, 'exchange' | 'since'>, at: Instant): number {
  return tradedMs(exchange, since, at);
}

/** Percent that are taken off after a time without an agreed price. */
export function offPct(ms: number): number {
  return markDownSchedule.findLast(({ hours }) => ms >= hours * hourMs)?.off_pct ?? 0;
}

/** The price at which a holding counts at an instant. */
export function markedDown(stale: StalePrice, at: Instant): bigint {
  const { price, read } = stale;
  const lower = read !== undefined && read.price < price ? read.price : price;
  return downToDigits(divFloor(lower * BigInt(100 - offPct(staleMs(stale, at))), 100n));
}

function downToDigits(price: bigint): bigint {
  const tooMany = 10n ** BigInt(Math.max(0, price.toString().length - priceDigits));
  return price - (price % tooMany);
}
