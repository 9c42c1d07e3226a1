/**
 * The one background loop: a round, a wait, the next round, until it is stopped.
 *
 * - Rounds never overlap. A round says how many real milliseconds the next one may wait.
 * - `wake` ends a wait early. During a round it makes another one follow at once; after a fault it does not shorten the pause.
 * - A round that throws is tried again after a pause that doubles up to a bound. The next good round ends that.
 * - The system clock may jump, and a round that computed its wait from it would then sleep too long: no wait is longer than `lookMsMax`.
 * - `stop` ends a wait at once, aborts the round's signal, and resolves when the round under way has ended.
 *
 * Time is given from outside (`timers`), so that a test steps through days of it.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** Calls back once after so many real milliseconds. @returns cancels it. */
export type After = (ms: number, callback: () => void) => () => void;

export interface LoopOptions {
  /**
   * One round. The signal is aborted when the loop is stopped: what it throws then is no fault.
   * @returns real milliseconds until the next round; Infinity = when it is woken.
   */
  readonly round: (stop: AbortSignal) => Promise<number> | number;
  /** Told of each fault, with the pause that follows. */
  readonly onFault: (fault: unknown, pauseMs: number) => void;
  readonly pauseMs: { readonly first: number; readonly max: number };
  /** Milliseconds before the first round, which otherwise begins at once; Infinity = when it is woken. */
  readonly firstMs?: number;
  /** Longest wait; Infinity for rounds that do not go by the clock. 20 seconds. */
  readonly lookMsMax?: number;
  /** Stops the loop, too. */
  readonly signal?: AbortSignal;
  /** Timers that do not keep the process alive. */
  readonly after?: After;
}

export interface Loop {
  wake(): void;
  stop(): Promise<void>;
  /** Resolves when the loop is stopped and its last round has ended. */
  readonly over: Promise<void>;
}

const lookMsUsual = 20_000;
/** Timers take no more. */
const timerMsMax = 2 ** 31 - 1;

export function startLoop(options: LoopOptions): Loop {
  const { round, onFault, pauseMs, firstMs = 0, lookMsMax = lookMsUsual, after = unheldAfter } = options;
  const own = new AbortController();
  const stop = options.signal ? AbortSignal.any([options.signal, own.signal]) : own.signal;
  let woken = false;
  /** Of the wait under way. */
  let end = (): void => undefined;
  let isPause = false;
  stop.addEventListener('abort', () => end(), { once: true });

  /** Always by a timer: rounds without a wait between them would leave nobody else a turn. */
  async function wait(ms: number, afterFault = false): Promise<void> {
    if (stop.aborted) return;
    const bounded = woken && !afterFault ? 0 : Math.min(Math.max(0, ms), timerMsMax);
    isPause = afterFault;
    await new Promise<void>((resolve) => {
      const cancel = ms === Number.POSITIVE_INFINITY && bounded > 0 ? () => undefined : after(bounded, resolve);
      end = () => {
        cancel();
        resolve();
      };
    });
    end = () => undefined;
  }

  async function run(): Promise<void> {
    let faults = 0;
    // Not within the call that starts it: a round may name its loop.
    await Promise.resolve();
    if (firstMs > 0) await wait(firstMs);
    while (!stop.aborted) {
      woken = false;
      try {
        const waitMs = await round(stop);
        faults = 0;
        await wait(Math.min(waitMs, lookMsMax));
      } catch (e) {
        if (stop.aborted) return;
        const pause = Math.min(pauseMs.first * 2 ** Math.min(faults++, 30), pauseMs.max);
        onFault(e, pause);
        await wait(pause, true);
      }
    }
  }

  const over = run();
  return {
    wake() {
      woken = true;
      if (!isPause) end();
    },
    async stop() {
      own.abort();
      await over;
    },
    over,
  };
}

/** Resolves after so many real milliseconds, or as soon as the signal is aborted. The process stays alive meanwhile. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, signal && { signal });
  } catch (e) {
    if (!signal?.aborted) throw e;
  }
}

/** Background work does not keep a process alive that has nothing else to do. */
export function unheldAfter(ms: number, callback: () => void): () => void {
  const timer = setTimeout(callback, ms).unref();
  return () => clearTimeout(timer);
}
