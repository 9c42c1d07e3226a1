/** Runs the engine at every mark of the clock, and what goes on beside it. */
import type { Clock } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type After, type Loop } from '../lib/loop.ts';
import type { Engine } from './engine.job.ts';
import { markAfter } from '../lib/time.ts';

const pauseMs = { first: 250, max: 30_000 };
/** A mark is wanted as soon as the database is back. */
const markPauseMs = { first: 250, max: 2_000 };

/** A wait of so many real milliseconds is a rest: on a fast clock there is none. */
const restMsMin = 1_000;

export interface EngineLoopDeps {
  readonly engine: Pick<Engine, 'runUntil' | 'delayMs'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Called before each longer wait for a mark. */
  readonly rest: () => void;
  /** Begun after the marks that were due are done, and again when it has ended by then: no mark waits for it. */
  readonly beside: (stop: AbortSignal) => Promise<unknown>;
  /** Ends both. */
  readonly stop: AbortSignal;
  /** For tests. */
  readonly after?: After;
}

/** Resolves when it was stopped, and what was under way has ended. */
export async function runEngineLoop({ engine, clock, log, rest, beside, stop, after }: EngineLoopDeps): Promise<void> {
  const timers = after ? { after } : {};
  const besides = startLoop({
    async round(signal) {
      await beside(signal);
      return Number.POSITIVE_INFINITY;
    },
    onFault: (e, pause) =>
      log.warn('work beside the marks failed and will be tried again', { error: errorText(e), pause_ms: pause }),
    pauseMs,
    firstMs: Number.POSITIVE_INFINITY,
    lookMsMax: Number.POSITIVE_INFINITY,
    signal: stop,
    ...timers,
  });
  const marks: Loop = startLoop({
    async round(signal) {
      const until = clock.now();
      await engine.runUntil(until, signal);
      besides.wake();
      // One that fell due meanwhile is not waited for.
      const next = markAfter(until - engine.delayMs) + engine.delayMs;
      const wait = (next - clock.now()) * clock.realPerTick + 1;
      if (wait >= restMsMin) rest();
      return wait;
    },
    onFault: (e, pause) =>
      log.error('a mark failed and is done again unless it was stored', { error: errorText(e), pause_ms: pause }),
    pauseMs: markPauseMs,
    signal: stop,
    ...timers,
  });
  await Promise.all([marks.over, besides.over]);
}
