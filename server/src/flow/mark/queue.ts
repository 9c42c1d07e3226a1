/**
 * Queue: the orders of a bot whose windows are over in, what becomes of each at a mark out.
 *
 * Contract 3.3 and 3.4. The orders of one bot are decided in the order of their arrival. An order waits while a price that it needs could
 * not be read, for up to 6 hours after its window; then it is rejected. The later orders of the same bot wait behind it, however long:
 * they are decided once it is. Orders of a sandbox are a queue of their own, so that neither kind waits behind the other; they are decided
 * against the portfolio as it stands and change nothing.
 *
 * Example: order 3 lacks the price of ETH, order 4 lacks nothing -> both wait. Six hours after the window of order 3 ended, order 3 is
 * rejected with `price_unavailable` and order 4 fills. Had order 3 been one of a sandbox, order 4 would have filled at once.
 */
import { formatFixed, priceScale } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import type { Charges } from '../../league/charges.ts';
import { decideFill, type FillDecision, type Portfolio } from '../fill/fill.ts';
import type { Weights } from '../order/order.ts';
import type { UsdPrices } from '../price/usd.ts';
import { hourMs, windowMs } from '../../lib/time.ts';
import { applyChange, type BotPortfolio } from './portfolio.ts';

/** How long an order waits for a price that could not be read, counted from the end of its window: 6 hours. */
export const priceWaitMsMax = 6 * hourMs;

/** An order is decided at most so long after the start of its window. */
export const decidedAfterMsMax = windowMs + priceWaitMsMax;

/** An order whose window is over. */
export interface DueOrder {
  readonly windowStart: Instant;
  readonly weights: Weights;
  readonly sandbox: boolean;
}

/** The prices of an order's window, and what trades at them pay. */
export interface Priced {
  readonly usd: UsdPrices;
  readonly charges: Charges;
}

/** The orders of all bots at one mark. `Bot` is whatever tells one bot from another. */
export interface Queue<Bot> {
  /** To be asked in the order of arrival, bot by bot. @returns undefined while the order waits. */
  decide(bot: Bot, order: DueOrder, before: Portfolio, priced: Priced): FillDecision | undefined;
  /** All later orders of the bot wait at this mark. */
  block(bot: Bot): void;
}

export function createQueue<Bot>(mark: Instant): Queue<Bot> {
  const scored = new Set<Bot>();
  const sandboxed = new Set<Bot>();
  const blockedOf = ({ sandbox }: Pick<DueOrder, 'sandbox'>): Set<Bot> => (sandbox ? sandboxed : scored);
  return {
    block(bot) {
      scored.add(bot);
      sandboxed.add(bot);
    },
    decide(bot, order, before, { usd, charges }) {
      const { windowStart, weights } = order;
      if (blockedOf(order).has(bot)) return undefined;
      const decision = decideFill(weights, before, usd, charges);
      if (decision.outcome !== 'waiting' || mark - (windowStart + windowMs) >= priceWaitMsMax) return decision;
      blockedOf(order).add(bot);
      return undefined;
    },
  };
}

/** What a decided order leaves of the bot's portfolio. */
export function afterOrder(
  before: BotPortfolio,
  { windowStart, sandbox }: Pick<DueOrder, 'windowStart' | 'sandbox'>,
  decision: FillDecision,
): BotPortfolio {
  if (decision.outcome !== 'filled' || sandbox) return before;
  const { trades, portfolio: after } = decision;
  return applyChange(before, { kind: 'fill', windowEnd: windowStart + windowMs, trades, after });
}

/** The marks whose readings the waiting orders may lack: the source is asked for them once more. */
export function marksWaitedFor(windowStarts: Iterable<Instant>): ReadonlySet<Instant> {
  return new Set([...new Set(windowStarts)].flatMap((start) => [start, start + windowMs]));
}

/** Stable words of why an order was rejected; published in rules.json. */
export type RejectionCode = 'pools_apart' | 'price_unavailable';

/** @returns the code, and as JSON the figures that explain it. */
export function rejection(decision: Exclude<FillDecision, { outcome: 'filled' }>): [RejectionCode, string] {
  if (decision.outcome === 'waiting')
    return ['price_unavailable', JSON.stringify({ symbol: decision.symbol, reason: decision.reason })];
  return [
    'pools_apart',
    JSON.stringify({
      symbol: decision.symbol,
      price: formatFixed(decision.price, priceScale),
      second_price: formatFixed(decision.second, priceScale),
      bps: decision.bps,
    }),
  ];
}
