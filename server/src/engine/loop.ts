/** Runs the engine at every mark of the clock, and after a fault again, with growing pauses. */
import type { Clock } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import type { Engine } from './engine.job.ts';
import { markAfter } from '../lib/time.ts';

const pauseMsMin = 250;
const pauseMsMax = 30_000;
/** The system clock may jump: never sleep longer than this without looking at it. */
const sleepMsMax = 20_000;

/** A wait of so many real milliseconds is a rest: on a fast clock there is none. */
const restMsMin = 1_000;

/**
 * @param rest called before each longer wait for a mark.
 * @param beside begun after the marks that were due are done, and again when it has ended by then: no mark waits for it.
 */
export async function runEngineLoop(
  engine: Engine,
  clock: Clock,
  stop: AbortSignal,
  log: Log,
  rest: () => void,
  beside?: () => Promise<unknown>,
): Promise<void> {
  let besides: Promise<void> | undefined;
  const runBeside = async (): Promise<void> => {
    try {
      await beside?.();
    } catch (e) {
      if (!stop.aborted) log.warn('work beside the marks failed and will be tried again', { error: errorText(e) });
    }
    besides = undefined;
  };
  let pause = pauseMsMin;
  while (!stop.aborted) {
    try {
      await engine.runUntil(clock.now(), stop);
      pause = pauseMsMin;
      besides ??= runBeside();
      const now = clock.now() - engine.delayMs;
      const wait = (markAfter(now) - now) * clock.realPerTick + 1;
      if (wait >= restMsMin) rest();
      await sleep(Math.min(wait, sleepMsMax), stop);
    } catch (e) {
      if (stop.aborted) break;
      log.error('a mark failed and will be done again', { error: errorText(e), pause_ms: pause });
      await sleep(pause, stop);
      pause = Math.min(pause * 2, pauseMsMax);
    }
  }
  await besides;
}

function sleep(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', done);
  });
}
