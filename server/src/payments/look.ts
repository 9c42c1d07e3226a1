/**
 * When an order is looked for on the chain: often while somebody is likely to pay, and ever more seldom, since what comes late is honoured.
 *
 * Example: an order of 10 minutes ago is looked for every 10 seconds, one of yesterday every 15 minutes, and after 90 days none is.
 */
import type { Instant } from '../lib/clock.ts';
import { dayMs, hourMs } from '../lib/time.ts';

const steps: readonly { readonly upToMs: number; readonly everyMs: number }[] = [
  { upToMs: hourMs / 2, everyMs: 10_000 },
  { upToMs: dayMs, everyMs: 60_000 },
  { upToMs: 7 * dayMs, everyMs: 15 * 60_000 },
  { upToMs: 90 * dayMs, everyMs: 6 * hourMs },
];

/** @returns null when it is not looked for any more. */
export function nextLook(createdAt: Instant, now: Instant): Instant | null {
  const step = steps.find(({ upToMs }) => now - createdAt < upToMs);
  return step ? now + step.everyMs : null;
}
