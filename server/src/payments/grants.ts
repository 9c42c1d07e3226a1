/**
 * What deliveries grant, and when it ends.
 *
 * Public rule (docs/bots/extras.md): a product with days holds from its delivery until the same time of day so many days later, to the
 * millisecond. Bought again for the same bot or product while it holds, it is extended: the new days begin where the old ones end.
 *
 * Example: 30 days from 2 March 10:00 hold until 1 April 10:00; bought again on 20 March they hold until 1 May 10:00.
 */
import type { ProductId } from 'papertape-contract/product-ids';
import type { Instant } from '../lib/clock.ts';
import { dayMs } from '../lib/time.ts';
import type { Delivery } from './order.ts';

export type Grant = Pick<Delivery, 'product' | 'subject' | 'from' | 'until' | 'refusal'>;

/** When a delivery begins and ends that is made now. @param earlier of the same product and subject. */
export function spanOf(
  days: number | null,
  earlier: readonly Pick<Grant, 'until' | 'refusal'>[],
  now: Instant,
): { readonly from: Instant; readonly until: Instant | null } {
  if (days === null) return { from: now, until: null };
  const ends = earlier.flatMap(({ until, refusal }) => (until === null || refusal !== null ? [] : [until]));
  const from = Math.max(now, ...ends);
  return { from, until: from + days * dayMs };
}

export function holdsAt({ from, until, refusal }: Grant, now: Instant): boolean {
  return refusal === null && from <= now && (until === null || now < until);
}

/** The next instant after `now` at which something begins or ends; undefined = never. */
export function nextChange(grants: Iterable<Grant>, now: Instant): Instant | undefined {
  let next: Instant | undefined;
  for (const { from, until, refusal } of grants) {
    if (refusal !== null) continue;
    for (const at of [from, until]) if (at !== null && at > now && (next === undefined || at < next)) next = at;
  }
  return next;
}

/** The subjects of a product that hold now, in the order in which they were first granted. */
export function subjectsOf(grants: Iterable<Grant>, product: ProductId, now: Instant): Set<string> {
  const subjects = new Set<string>();
  for (const grant of grants) if (grant.product === product && holdsAt(grant, now)) subjects.add(grant.subject);
  return subjects;
}
