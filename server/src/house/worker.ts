/** Runs the house bots on the service's own clock until it stops. */
import type { Clock } from '../lib/clock.ts';
import { markMs } from '../lib/time.ts';
import { errorText, type Log } from '../lib/log.ts';
import { pause, startLoop } from '../lib/loop.ts';
import { createHouse } from './house.ts';
import type { HouseDeps } from './house-deps.ts';

export interface HouseWorkerDeps extends Pick<HouseDeps, 'baseUrl' | 'token' | 'leagues' | 'file' | 'realNow'> {
  readonly clock: Clock;
  /** Real milliseconds between two writes of the house. */
  readonly paceMs: number;
  /** Called when the bots have done what they had to do and wait for long. */
  readonly rest: () => void;
  readonly log: Log;
}

export interface HouseWorker {
  /** Ends it; a request under way is waited for. */
  stop(): Promise<void>;
}

/** The shortest wait, whatever the speed of the clock. */
const sleepMsMin = 100;
/** What is no refusal but a fault is tried again after so long. */
const faultMs = { first: 20_000, max: 60_000 };
/** A wait of so many real milliseconds is a rest. */
const restMsMin = 1_000;
/** What fails is tried again after a mark of the league's clock, or after these. */
const retryMs = { min: 500, max: 60_000 };

export function startHouseWorker({ clock, paceMs, rest, log, ...deps }: HouseWorkerDeps): HouseWorker {
  const stop = new AbortController();
  let wrote = false;
  const house = createHouse({
    ...deps,
    now: () => clock.now(),
    retryMs: Math.min(Math.max(markMs * clock.realPerTick, retryMs.min), retryMs.max),
    pace: () => {
      wrote = true;
      return pause(paceMs, stop.signal);
    },
    stop: stop.signal,
    log,
  });

  const restBefore = (waitMs: number): void => {
    if (!wrote || waitMs < restMsMin) return;
    wrote = false;
    rest();
  };
  const loop = startLoop({
    async round() {
      const { nextTurn, retryInMs } = await house.run();
      const waitMs = Math.min((nextTurn - clock.now()) * clock.realPerTick + 1, retryInMs);
      restBefore(waitMs);
      return Math.max(sleepMsMin, waitMs);
    },
    onFault(e, pauseMs) {
      log.error('the house bots stumbled', { error: errorText(e) });
      restBefore(pauseMs);
    },
    pauseMs: faultMs,
    signal: stop.signal,
  });
  return {
    async stop() {
      stop.abort();
      await loop.over;
    },
  };
}
