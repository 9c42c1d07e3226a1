/** Rows as events. What an event says never changes: it is made of facts alone. */
import { flag } from '../storage/flag.ts';
import type { AgentEvent } from 'papertape-contract/event';
import { iso, isoDate, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale } from '../lib/decimal.ts';
import { amountNumbers } from '../flow/fill/portfolio-text.ts';
import { tierMove } from '../flow/ladder/ladder.sql.ts';
import { returnBps, valueCents } from '../flow/rank/rank.ts';
import { windowMs } from '../lib/time.ts';
import type {
  DelistingsTable,
  IncidentsTable,
  OrdersTable,
  TierMovesTable,
  VoidedClosesTable,
  WeeksTable,
} from '../storage/database.ts';
import { moveView } from '../read/ladder-view.ts';
import { orderView } from '../read/order-view.ts';
import type { OrderAndFill } from '../read/views.sql.ts';
import type { CloseOfBoard } from './events.sql.ts';

/** An event without its place: what a row says by itself. */
export type EventBody = AgentEvent extends infer E ? (E extends AgentEvent ? Omit<E, 'at' | 'cursor'> : never) : never;

export function orderReceived(o: OrdersTable): EventBody {
  const start = Number(o.window_start);
  return {
    id: `order_received/${o.order_id}`,
    type: 'order_received',
    data: {
      order_id: o.order_id,
      sandbox: flag(o.sandbox),
      window: { start: iso(start), end: iso(start + windowMs) },
      weights: amountNumbers(o.weights),
      receipt: o.receipt,
      sequence: Number(o.sequence),
    },
  };
}

export function orderDecided(row: OrderAndFill): EventBody {
  // It is decided: the time of the reader decides nothing.
  const order = orderView(row, Number(row.fill_at_mark));
  const { order_id, sandbox, window } = order;
  if (order.state === 'filled') {
    const { trades, cash_after, value_before, value_after } = order;
    return {
      id: `order_filled/${order_id}`,
      type: 'order_filled',
      data: { order_id, sandbox, window, trades, cash_after, value_before, value_after },
    };
  }
  const { reason_code, message, rejection } = order;
  return {
    id: `order_rejected/${order_id}`,
    type: 'order_rejected',
    data: { order_id, sandbox, window, reason_code, message, rejection },
  };
}

export function closed(c: CloseOfBoard): EventBody {
  const date = isoDate(Number(c.close));
  const cents = valueCents(c.value);
  return {
    id: `close/${date}`,
    type: 'close',
    data: {
      league: c.league,
      date,
      value_usd: cents / 100,
      return_pct: returnBps(cents) / 100,
      rank: Number(c.rank),
      tied: flag(c.tied),
      of: Number(c.total),
      move: c.move === null ? null : Number(c.move),
      stale: flag(c.stale),
    },
  };
}

export function closeVoided(v: VoidedClosesTable): EventBody {
  const date = isoDate(Number(v.close));
  return { id: `close_voided/${date}`, type: 'close_voided', data: { league: v.league, date, reason: v.reason } };
}

export function tierMoved(row: TierMovesTable): EventBody {
  const { agent_id: _bot, at: _at, ...data } = moveView(tierMove(row));
  return { id: `tier_move/${data.close.slice(0, 10)}/${data.why}`, type: 'tier_move', data };
}

export function championOfWeek(w: WeeksTable): EventBody {
  return {
    id: `champion/${w.week}/${isoDate(Number(w.decided_at))}`,
    type: 'champion',
    data: {
      league: w.league,
      week: w.week,
      week_return_pct: Number(w.week_bps ?? 0n) / 100,
      value_usd: valueCents(w.value ?? 0n) / 100,
      bots: Number(w.bots),
    },
  };
}

export function delisted(d: DelistingsTable): EventBody {
  return {
    id: `delisting/${d.symbol}/${iso(Number(d.at_mark))}`,
    type: 'delisting',
    data: { symbol: d.symbol, units: d.units, price: d.price, cash: formatFixed(d.cash, moneyScale) },
  };
}

export function botRetired(league: string, { about_id: botId, reason }: IncidentsTable): EventBody {
  return { id: `agent_retired/${botId}`, type: 'agent_retired', data: { league, reason } };
}

export function asEvent(body: EventBody, at: Instant, cursor: string): AgentEvent {
  const { id, type, data } = body;
  return { id, type, at: iso(at), cursor, data } as AgentEvent;
}
