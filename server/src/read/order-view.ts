/** Orders, fills and trades as their readers see them. */
import { flag } from '../storage/flag.ts';
import type { OrderAck, OrderView, Receipt, TradeLine } from 'papertape-contract/order';
import type { PriceSourceInfo } from 'papertape-contract/price';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale, priceScale, unitsScale, weightScale } from '../lib/decimal.ts';
import type { FillsTable } from '../storage/database.ts';
import { priceWaitMsMax } from '../flow/mark/queue.ts';
import type { Trade } from '../flow/fill/fill.ts';
import { amountNumbers, decodeTrades, decodeWeights } from '../flow/fill/portfolio-text.ts';
import { orderOf } from '../flow/order/order.sql.ts';
import { cashWeight, type Order, type Weights } from '../flow/order/order.ts';
import { windowMs } from '../lib/time.ts';
import type { OrderAndFill } from './views.sql.ts';

function receiptOf({ receipt, previous, sequence, nonce }: Order): Receipt {
  return { hash: receipt, previous, sequence, nonce };
}

export function orderAck(o: Order, weights: Weights, priceSource: PriceSourceInfo, warnings: string[]): OrderAck {
  const start = o.windowStart;
  const end = start + windowMs;
  return {
    ok: true,
    agent_id: o.botId,
    league: o.league,
    order_id: o.orderId,
    state: 'pending',
    sandbox: o.sandbox,
    received_at: iso(o.receivedAt),
    date: o.date,
    window: { start: iso(start), end: iso(end) },
    fills_by: iso(end),
    weights: amountNumbers(o.weights),
    weights_text: o.weights,
    cash_weight: Number(formatFixed(cashWeight(weights), weightScale)),
    reason: o.reason,
    receipt: receiptOf(o),
    rules_version: o.rulesVersion,
    price_source: priceSource,
    warnings,
  };
}

interface RejectionDetail {
  readonly symbol: string;
  readonly price?: string;
  readonly second_price?: string;
  readonly bps?: string;
  readonly reason?: string;
}

/** @param now decides between waiting for the window and waiting for a price. */
export function orderView(o: OrderAndFill, now: Instant): OrderView {
  const weights = decodeWeights(o.weights);
  const end = Number(o.window_start) + windowMs;
  const detail = o.fill_detail === null ? null : (JSON.parse(o.fill_detail) as RejectionDetail);
  const trades = o.fill_trades === null ? [] : tradeLines(o.order_id, end, decodeTrades(o.fill_trades));
  const { code, message } = explain(o, end, now, detail, trades.length);
  return {
    agent_id: o.agent_id,
    league: o.league,
    order_id: o.order_id,
    state: o.fill_state === null ? 'pending' : (o.fill_state as 'filled' | 'rejected'),
    sandbox: flag(o.sandbox),
    received_at: iso(Number(o.received_at)),
    date: o.date,
    window: { start: iso(Number(o.window_start)), end: iso(end) },
    weights: amountNumbers(o.weights),
    weights_text: o.weights,
    cash_weight: Number(formatFixed(cashWeight(weights), weightScale)),
    reason: o.reason,
    receipt: receiptOf(orderOf(o)),
    rules_version: o.rules_version,
    reason_code: code,
    message,
    decided_at: o.fill_at_mark === null ? null : iso(Number(o.fill_at_mark)),
    rejection: detail && {
      symbol: detail.symbol,
      price: detail.price ?? null,
      second_price: detail.second_price ?? null,
      bps: detail.bps ?? null,
      reason: detail.reason ?? null,
    },
    trades,
    cash_after: money(o.fill_cash_after),
    value_before: money(o.fill_value_before),
    value_after: money(o.fill_value_after),
  };
}

/** Exactly 1% agrees: what is rounded to 100 was more. */
function apartBy(bps: string | undefined): string {
  return bps === '100' ? 'a little more than 100 bps' : `${bps} bps`;
}

function money(x: bigint | null): string | null {
  return x === null ? null : formatFixed(x, moneyScale);
}

function explain(
  o: OrderAndFill,
  end: Instant,
  now: Instant,
  detail: RejectionDetail | null,
  trades: number,
): { code: string; message: string } {
  if (o.fill_state === 'filled') {
    const what = trades === 0 ? 'nothing had to be traded' : `${trades} trade${trades === 1 ? '' : 's'}`;
    return { code: 'filled', message: `Filled at the average prices of its window: ${what}.` };
  }
  if (o.fill_reason_code === 'pools_apart' && detail) {
    return {
      code: 'pools_apart',
      message: `Rejected whole: the two pools of ${detail.symbol} were ${apartBy(detail.bps)} apart over the window (limit 100 bps). Send the order again; leave the symbol out if it goes on.`,
    };
  }
  if (o.fill_reason_code !== null && detail) {
    return {
      code: o.fill_reason_code,
      message: `Rejected whole: ${detail.symbol} could not be priced within ${priceWaitMsMax / 3_600_000} hours (${detail.reason}). Send the order again, without that symbol if it goes on.`,
    };
  }
  if (now < end) return { code: 'waiting_for_window', message: `Fills when its window ends, at ${iso(end)}.` };
  return {
    code: 'waiting_for_price',
    message: `Its window is over and a price is missing; it waits until ${iso(end + priceWaitMsMax)} at most, then it is rejected.`,
  };
}

export function tradeLines(orderId: string, at: Instant, trades: readonly Trade[]): TradeLine[] {
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
  };
}

/** The trade lines of a stored fill. */
export function fillTradeLines(f: Pick<FillsTable, 'order_id' | 'window_start' | 'trades'>): TradeLine[] {
  return tradeLines(f.order_id, Number(f.window_start) + windowMs, decodeTrades(f.trades));
}
