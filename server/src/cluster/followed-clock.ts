/** A scaled clock of one process that goes by that of another: how far both have run depends on when each was started. */
import type { Clock, Instant } from '../lib/clock.ts';
import { steadyNow } from '../lib/real-clock.ts';

export interface FollowedClock extends Clock {
  /** What the other clock says now. This one stands still where it was ahead. */
  follow(now: Instant): void;
}

/** @param own of the same speed. */
export function createFollowedClock(own: Clock): FollowedClock {
  const speed = 1 / own.realPerTick;
  let last = 0;
  let at = { clock: own.now(), real: steadyNow() };
  return {
    kind: own.kind,
    realPerTick: own.realPerTick,
    now: () => (last = Math.max(last, Math.floor(at.clock + (steadyNow() - at.real) * speed))),
    follow(now) {
      at = { clock: now, real: steadyNow() };
    },
  };
}
