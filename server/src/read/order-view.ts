/** Orders, fills and trades as their readers see them. */
import type { OrderAck, OrderView, Receipt, TradeLine } from 'papertape-contract/order';
import type { PriceSourceInfo } from 'papertape-contract/price';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale, priceScale, unitsScale, weightScale } from '../lib/decimal.ts';
import { priceWaitMsMax } from '../flow/mark/queue.ts';
import type { Trade } from '../flow/fill/fill.ts';
import { amountNumbers, decodeWeights } from '../flow/fill/portfolio-text.ts';
import { cashWeight, type Order, type Weights } from '../flow/order/order.ts';
import type { CountedFill, Held, OrderAndOutcome } from './outcome.ts';
import { hourMs, windowMs } from '../lib/time.ts';

function receiptOf({ receipt, previous, sequence, nonce }: Order): Receipt {
  return { hash: receipt, previous, sequence, nonce };
}

/** What is known of an order as soon as it is taken. */
function taken(o: Order, weights: Weights) {
  const end = o.windowStart + windowMs;
  return {
    ids: { agent_id: o.botId, league: o.league, order_id: o.orderId },
    arrival: {
      sandbox: o.sandbox,
      received_at: iso(o.receivedAt),
      date: o.date,
      window: { start: iso(o.windowStart), end: iso(end) },
    },
    content: {
      weights: amountNumbers(o.weights),
      weights_text: o.weights,
      cash_weight: Number(formatFixed(cashWeight(weights), weightScale)),
      reason: o.reason,
      receipt: receiptOf(o),
      rules_version: o.rulesVersion,
    },
  };
}

export function orderAck(o: Order, weights: Weights, priceSource: PriceSourceInfo, warnings: string[]): OrderAck {
  const { ids, arrival, content } = taken(o, weights);
  const fills_by = arrival.window.end;
  return { ok: true, ...ids, state: 'pending', ...arrival, fills_by, ...content, price_source: priceSource, warnings };
}

const nothingHeld: Held = { waiting: [], aside: undefined };

/**
 * @param now decides between waiting for the window and waiting for a price.
 * @param held what holds orders of the bot up; nothing is needed for an order that is decided.
 */
export function orderView(o: OrderAndOutcome, now: Instant, held: Held = nothingHeld): OrderView {
  const { ids, arrival, content } = taken(o, decodeWeights(o.weights));
  const { outcome } = o;
  const detail = outcome?.detail ?? null;
  const { code, message } = explain(o, now, held);
  return {
    ...ids,
    state: outcome?.state ?? 'pending',
    ...arrival,
    ...content,
    reason_code: code,
    message,
    decided_at: outcome ? iso(outcome.atMark) : null,
    rejection: detail && {
      symbol: detail.symbol,
      price: detail.price ?? null,
      second_price: detail.second_price ?? null,
      bps: detail.bps ?? null,
      reason: detail.reason ?? null,
    },
    trades: outcome ? tradeLines({ ...o, trades: outcome.trades }) : [],
    cash_after: money(outcome?.cashAfter),
    value_before: money(outcome?.valueBefore),
    value_after: money(outcome?.valueAfter),
  };
}

/** Exactly 1% agrees: what is rounded to 100 was more. */
function apartBy(bps: string | undefined): string {
  return bps === '100' ? 'a little more than 100 bps' : `${bps} bps`;
}

function money(x: bigint | null | undefined): string | null {
  return x === null || x === undefined ? null : formatFixed(x, moneyScale);
}

function explain(
  { windowStart, outcome, sequence, sandbox }: OrderAndOutcome,
  now: Instant,
  { waiting, aside }: Held,
): { code: string; message: string } {
  const end = windowStart + windowMs;
  if (outcome?.state === 'filled') {
    const { length } = outcome.trades;
    const what = length === 0 ? 'nothing had to be traded' : `${length} trade${length === 1 ? '' : 's'}`;
    return { code: 'filled', message: `Filled at the average prices of its window: ${what}.` };
  }
  const { reasonCode, detail } = outcome ?? { reasonCode: null, detail: null };
  if (reasonCode === 'pools_apart' && detail) {
    return {
      code: reasonCode,
      message: `Rejected whole: the two pools of ${detail.symbol} were ${apartBy(detail.bps)} apart over the window (limit 100 bps). Send the order again; leave the symbol out if it goes on.`,
    };
  }
  if (reasonCode !== null && detail) {
    return {
      code: reasonCode,
      message: `Rejected whole: ${detail.symbol} could not be priced within ${priceWaitMsMax / hourMs} hours (${detail.reason}). Send the order again, without that symbol if it goes on.`,
    };
  }
  if (now < end) return { code: 'waiting_for_window', message: `Fills when its window ends, at ${iso(end)}.` };
  if (aside)
    return {
      code: 'set_aside',
      message: `Its window is over. An order of this bot could not be decided, for a fault of the service, which set the bot aside at ${iso(aside.atMark)} (incident ${aside.id} of /api/incidents). All of its orders are tried again at every mark, without a limit of time, and each is then decided at the prices of its own window. Nothing is to be done, and sending it again places a second order. If it goes on for hours, tell the operator the number of the incident.`,
    };
  const front = waiting.find((w) => w.sandbox === sandbox);
  if (front && front.sequence < sequence) {
    const until = iso(front.windowStart + windowMs + priceWaitMsMax);
    return {
      code: 'waiting_for_order',
      message: `Its window is over. Orders are decided in the order of their arrival, and order ${front.orderId} in front of it waits for a price, until ${until} at most. Then this one is decided, at the prices of its own window.`,
    };
  }
  return {
    code: 'waiting_for_price',
    message: `Its window is over and a price is missing; it waits until ${iso(end + priceWaitMsMax)} at most, then it is rejected.`,
  };
}

/** A fill's trades; they stand at the end of its window. */
export function tradeLines({ orderId, windowStart, trades }: Omit<CountedFill, 'atMark'>): TradeLine[] {
  const at = windowStart + windowMs;
  return trades.map((t) => ({ date: isoDate(at), time: iso(at), order_id: orderId, ...tradeFields(t) }));
}

export function tradeFields(t: Trade): Omit<TradeLine, 'date' | 'time' | 'order_id'> {
  return {
    symbol: t.symbol,
    side: t.side,
    units: formatFixed(t.units, unitsScale),
    fill_price: formatFixed(t.price, priceScale),
    cost: formatFixed(t.cost, moneyScale),
    fee: formatFixed(t.fee, moneyScale),
    spread: formatFixed(t.spread, moneyScale),
  };
}
