/** An order with what became of it, as views are made of it. */
import type { Trade } from '../flow/fill/fill.ts';
import type { Order } from '../flow/order/order.ts';
import type { Instant } from '../lib/clock.ts';
import type { Incident } from '../operator/incident.ts';

export interface Outcome {
  readonly state: 'filled' | 'rejected';
  /** The mark at which it was decided. */
  readonly atMark: Instant;
  readonly reasonCode: string | null;
  /** Of a rejection: the symbol and why. */
  readonly detail: RejectionDetail | null;
  readonly trades: readonly Trade[];
  /** At `moneyScale`, as the values. */
  readonly cashAfter: bigint;
  /** Null for a rejection: what cannot be priced has no value. */
  readonly valueBefore: bigint | null;
  readonly valueAfter: bigint | null;
}

export interface RejectionDetail {
  readonly symbol: string;
  readonly price?: string;
  readonly second_price?: string;
  readonly bps?: string;
  readonly reason?: string;
}

/** @template O undefined while the order waits. */
export interface OrderAndOutcome<O extends Outcome | undefined = Outcome | undefined> extends Order {
  readonly outcome: O;
}

/** An order whose window is over and that is not decided: for want of a price, or because it stands behind one that waits for one. */
export type WaitingOrder = Pick<Order, 'sequence' | 'orderId' | 'windowStart' | 'sandbox'>;

/** What holds the orders of a bot up whose windows are over. */
export interface Held {
  /** Those that the last mark left waiting, in order of arrival. */
  readonly waiting: readonly WaitingOrder[];
  /** The incident by which the bot is set aside now. */
  readonly aside: Pick<Incident, 'id' | 'atMark'> | undefined;
}

/** A fill that counts. */
export interface CountedFill {
  readonly orderId: string;
  readonly windowStart: Instant;
  readonly atMark: Instant;
  readonly trades: readonly Trade[];
}
