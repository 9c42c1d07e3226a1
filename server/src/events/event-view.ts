/** What happened, as events, each with its place in time. What an event says never changes: it is made of facts alone. */
import type { AgentEvent } from 'papertape-contract/event';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale, priceScale, unitsScale } from '../lib/decimal.ts';
import { amountNumbers } from '../flow/fill/portfolio-text.ts';
import type { DecidedWeek, TierMove } from '../flow/ladder/moves.ts';
import type { DelistedAt } from '../flow/mark/portfolio.sql.ts';
import type { Order } from '../flow/order/order.ts';
import { returnBps, valueCents } from '../flow/rank/rank.ts';
import { windowMs } from '../lib/time.ts';
import type { Incident } from '../operator/incident.ts';
import { moveView } from '../read/ladder-view.ts';
import { orderView } from '../read/order-view.ts';
import type { OrderAndOutcome, Outcome } from '../read/outcome.ts';
import type { VoidedClose } from '../flow/ladder/ladder.sql.ts';
import type { CloseOfBoard } from './events.sql.ts';
import { places, type Happening } from './merge.ts';

/** An event without its place: what a fact says by itself. */
export type EventBody = AgentEvent extends infer E ? (E extends AgentEvent ? Omit<E, 'at' | 'cursor'> : never) : never;

type Happened = Happening<EventBody>;

export function orderReceived(o: Order): Happened {
  const data = {
    order_id: o.orderId,
    sandbox: o.sandbox,
    window: { start: iso(o.windowStart), end: iso(o.windowStart + windowMs) },
    weights: amountNumbers(o.weights),
    receipt: o.receipt,
    sequence: o.sequence,
  };
  const what = { id: `order_received/${o.orderId}`, type: 'order_received', data } as const;
  return { at: o.receivedAt, place: places.order, sequence: o.sequence, what };
}

export function orderDecided(o: OrderAndOutcome<Outcome>): Happened {
  const { atMark: at } = o.outcome;
  return { at, place: places.outcome, sequence: o.sequence, sandbox: o.sandbox, what: decision(o, at) };
}

function decision(o: OrderAndOutcome<Outcome>, at: Instant): EventBody {
  // It is decided: the time of the reader decides nothing.
  const order = orderView(o, at);
  const { order_id, sandbox, window } = order;
  if (order.state === 'filled') {
    const { trades, cash_after, value_before, value_after } = order;
    const data = { order_id, sandbox, window, trades, cash_after, value_before, value_after };
    return { id: `order_filled/${order_id}`, type: 'order_filled', data };
  }
  const { reason_code, message, rejection } = order;
  const data = { order_id, sandbox, window, reason_code, message, rejection };
  return { id: `order_rejected/${order_id}`, type: 'order_rejected', data };
}

export function closed({ league, close, cents, rank, tied, of, move, stale }: CloseOfBoard): Happened {
  const date = isoDate(close);
  const value = { value_usd: cents / 100, return_pct: returnBps(cents) / 100 };
  const data = { league, date, ...value, rank, tied, of, move, stale };
  return { at: close, place: places.close, what: { id: `close/${date}`, type: 'close', data } };
}

export function closeVoided({ league, close, atMark, reason }: VoidedClose): Happened {
  const date = isoDate(close);
  const what = { id: `close_voided/${date}`, type: 'close_voided', data: { league, date, reason } } as const;
  return { at: atMark, place: places.voided, what };
}

export function tierMoved(move: TierMove): Happened {
  const { agent_id: _bot, at: _at, ...data } = moveView(move);
  const what = { id: `tier_move/${data.close.slice(0, 10)}/${data.why}`, type: 'tier_move', data } as const;
  return { at: move.atMark, place: move.why === 'voided' ? places.takenBack : places.tierMove, what };
}

export function championOfWeek({ league, week, decidedAt, bots, champion }: DecidedWeek): Happened {
  const week_return_pct = (champion?.weekBps ?? 0) / 100;
  const data = { league, week, week_return_pct, value_usd: valueCents(champion?.value ?? 0n) / 100, bots };
  const what = { id: `champion/${week}/${isoDate(decidedAt)}`, type: 'champion', data } as const;
  return { at: decidedAt, place: places.champion, what };
}

export function delisted({ mark, symbol, ...d }: DelistedAt): Happened {
  const data = {
    symbol,
    units: formatFixed(d.units, unitsScale),
    price: formatFixed(d.price, priceScale),
    cash: formatFixed(d.cash, moneyScale),
  };
  const what = { id: `delisting/${symbol}/${iso(mark)}`, type: 'delisting', data } as const;
  return { at: mark, place: places.delisting, what };
}

export function botRetired(league: string, { atMark, about, by, reason }: Incident): Happened {
  const data = { league, by: by === 'operator' ? by : 'rule', reason } as const;
  const what = { id: `agent_retired/${about.id}`, type: 'agent_retired', data } as const;
  return { at: atMark, place: places.retired, what };
}

/** @param at the close at which the bot is told. */
export function seatNotice(league: string, at: Instant, lapse: Instant): Happened {
  const data = { league, lapses_at: iso(lapse) };
  const what = { id: `seat_notice/${isoDate(at)}`, type: 'seat_notice', data } as const;
  return { at, place: places.seatNotice, what };
}

export function asEvent(body: EventBody, at: Instant, cursor: string): AgentEvent {
  const { id, type, data } = body;
  return { id, type, at: iso(at), cursor, data } as AgentEvent;
}
