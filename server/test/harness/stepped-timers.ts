/** Timers that a test steps through: nothing sleeps. */
import type { After } from '../../src/lib/loop.ts';

export interface SteppedTimers {
  readonly after: After;
  /** Milliseconds since the timers were made. */
  now(): number;
  /** Moves on, calling back what comes due in its order, each after everything before it has settled. */
  advance(ms: number): Promise<void>;
  /** Milliseconds until each timer that is set. */
  pending(): number[];
}

export function steppedTimers(): SteppedTimers {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  // All promises that can settle without a timer have settled then.
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    now: () => now,
    async advance(ms) {
      const to = now + ms;
      await settle();
      for (;;) {
        const [next] = [...timers].filter((t) => t.at <= to).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        timers.delete(next);
        now = next.at;
        next.callback();
        await settle();
      }
      now = to;
    },
    pending: () => [...timers].map((t) => t.at - now).toSorted((a, b) => a - b),
  };
}
