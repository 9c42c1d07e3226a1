/** An order with what became of it, as views are made of it. */
import type { Trade } from '../flow/fill/fill.ts';
import type { Order } from '../flow/order/order.ts';
import type { Instant } from '../lib/clock.ts';

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

/** A fill that counts. */
export interface CountedFill {
  readonly orderId: string;
  readonly windowStart: Instant;
  readonly atMark: Instant;
  readonly trades: readonly Trade[];
}
