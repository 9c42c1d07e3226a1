/** What was refused, by the code of the error: counted where it is answered, and told in the log once a minute while there is something to tell. */
import { startLoop, type After } from '../lib/loop.ts';
import { errorText, type Log } from '../lib/log.ts';

export interface Refusals {
  count(code: string): void;
  /** What was counted since the last call. */
  take(): ReadonlyMap<string, number>;
}

export function createRefusals(): Refusals {
  let counts = new Map<string, number>();
  return {
    count: (code) => void counts.set(code, (counts.get(code) ?? 0) + 1),
    take() {
      const taken = counts;
      counts = new Map();
      return taken;
    },
  };
}

const minuteMs = 60_000;

/** @param after for tests. */
export function tellRefusals({ refusals, log }: { readonly refusals: Refusals; readonly log: Log }, after?: After) {
  function tell(): void {
    const counts = refusals.take();
    const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
    if (total > 0) log.info('refusals', { total, ...Object.fromEntries(counts) });
  }
  const loop = startLoop({
    round() {
      tell();
      return minuteMs;
    },
    onFault: (e) => log.warn('refusals were not told', { error: errorText(e) }),
    pauseMs: { first: minuteMs, max: minuteMs },
    firstMs: minuteMs,
    lookMsMax: minuteMs,
    ...(after ? { after } : {}),
  });
  return {
    async stop(): Promise<void> {
      await loop.stop();
      // Of the minute that has begun.
      tell();
    },
  };
}
