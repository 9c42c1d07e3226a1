/**
 * What is owed back: more than was due, and what was paid for something that could not be delivered, less what was sent back.
 *
 * Public rule (docs/bots/extras.md): what came in beyond the price goes back to who sent it last, and so does all of an order that was refused
 * or that stayed underpaid until it lapsed. What is less than the chain's fees for sending it back is not owed.
 *
 * Example: 100 are due; 60 came from A, then 70 from B -> 30 go back to B.
 */
import { limits } from 'papertape-contract/limits';
import type { Instant } from '../lib/clock.ts';
import { sumOf, type Delivery, type PayOrder, type PayAct, type Transfer } from './order.ts';

/** What one address is owed of one order. */
export interface Owed {
  readonly reference: string;
  readonly to: string;
  readonly lamports: bigint;
  readonly why: 'overpaid' | 'refused' | 'underpaid';
}

export interface Account {
  readonly order: PayOrder;
  /** The oldest first. */
  readonly transfers: readonly Transfer[];
  readonly delivery: Delivery | undefined;
  /** What was sent back. */
  readonly refunds: readonly Pick<PayAct, 'lamports'>[];
}

const owedMin = BigInt(limits.payRefundLamportsMin);

/** One line for each address. */
export function owedOf(account: Account, now: Instant): Owed[] {
  const { order, transfers, refunds } = account;
  const kept = keptOf(account, now);
  if (!kept) return [];
  let excess = sumOf(transfers) - kept.lamports - sumOf(refunds);
  const owed = new Map<string, bigint>();
  // What was sent back already is of the newest transfers as well, so it is left out of the sum and not of single addresses.
  for (const { payer, lamports } of transfers.toReversed()) {
    if (excess <= 0n) break;
    const part = lamports < excess ? lamports : excess;
    owed.set(payer, (owed.get(payer) ?? 0n) + part);
    excess -= part;
  }
  return [...owed].flatMap(([to, lamports]) =>
    lamports < owedMin ? [] : [{ reference: order.reference, to, lamports, why: kept.why }],
  );
}

/** What stays with the service; undefined while that is not known. */
function keptOf(
  { order, transfers, delivery }: Account,
  now: Instant,
): { readonly lamports: bigint; readonly why: Owed['why'] } | undefined {
  if (delivery)
    return delivery.refusal === null ? { lamports: order.lamports, why: 'overpaid' } : { lamports: 0n, why: 'refused' };
  if (sumOf(transfers) >= order.lamports || now < order.expiresAt) return undefined;
  return { lamports: 0n, why: 'underpaid' };
}
