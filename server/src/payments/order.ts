/**
 * The life of a payment order: what was asked, what came in and what was delivered in, its state out.
 *
 * Public rule (docs/bots/extras.md): `awaiting_payment` until something comes, `lapsed` when nothing did for 24 hours, `underpaid` while less has
 * come than is due, `confirmed` when all of it is there and finalized, then `fulfilled`, or `active` until the end of its days and `expired` from
 * that instant on. `refused` is an order that was paid and could not be delivered. A payment that comes late is honoured.
 *
 * Example: 20,220,000 lamports are due and 20,000,000 came -> `underpaid`; 220,000 more -> `confirmed`.
 */
import type { PaymentState, ProductId } from 'papertape-contract/product-ids';
import type { Instant } from '../lib/clock.ts';

/** What was asked for. Its instants are on real time. */
export interface PayOrder {
  /** The address on the chain that names the order; nobody has its key. */
  readonly reference: string;
  readonly product: ProductId;
  readonly buyerEmail: string;
  /** The bot that it is for; null of a product of the buyer's own. */
  readonly botId: string | null;
  readonly title: string | null;
  readonly url: string | null;
  readonly lamports: bigint;
  readonly priceUsdCents: bigint;
  /** USD per SOL at `rateScale`, fixed for the order. */
  readonly rate: bigint;
  readonly rateSource: string;
  readonly recipient: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** What came in for it: a finalized transaction. */
export interface Transfer {
  readonly signature: string;
  readonly reference: string;
  readonly lamports: bigint;
  readonly payer: string;
  readonly slot: number;
  /** When its block was made, as the chain says it; when it was seen, where the chain does not say. */
  readonly at: Instant;
  readonly seenAt: Instant;
}

/** What became of an order that was paid: exactly one for each. */
export interface Delivery {
  readonly reference: string;
  readonly product: ProductId;
  /** Whom it is for: a bot's id, or the address of a product. */
  readonly subject: string;
  readonly at: Instant;
  readonly from: Instant;
  /** The instant at which it ends; null = never. */
  readonly until: Instant | null;
  /** Why it could not be delivered; null when it was. */
  readonly refusal: string | null;
}

/** What the operator did about an order by hand: sent lamports back, or ended what it shows. */
export interface PayAct {
  readonly id: string;
  readonly reference: string;
  readonly kind: 'refunded' | 'ended';
  /** Of `refunded`: how many were sent back. */
  readonly lamports: bigint;
  readonly at: Instant;
  readonly reason: string;
}

export const sumOf = (parts: readonly { readonly lamports: bigint }[]): bigint =>
  parts.reduce((sum, { lamports }) => sum + lamports, 0n);

/** @param received less what was sent back before the delivery. */
export function stateOf(
  { lamports, expiresAt }: Pick<PayOrder, 'lamports' | 'expiresAt'>,
  received: bigint,
  delivery: Pick<Delivery, 'until' | 'refusal'> | undefined,
  product: { readonly days: number | null },
  now: Instant,
): PaymentState {
  if (delivery) {
    if (delivery.refusal !== null) return 'refused';
    if (product.days === null || delivery.until === null) return 'fulfilled';
    return now < delivery.until ? 'active' : 'expired';
  }
  if (received >= lamports) return 'confirmed';
  if (received > 0n) return 'underpaid';
  return now < expiresAt ? 'awaiting_payment' : 'lapsed';
}
