/** Runs the house bots on the service's own clock until it stops. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../lib/clock.ts';
import { markMs } from '../lib/time.ts';
import { errorText, type Log } from '../lib/log.ts';
import { createHouse, type HouseDeps } from './house.ts';

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

/** The system clock may jump: never sleep longer than this without looking at it. */
const sleepMsMax = 20_000;
/** And never shorter, whatever the speed of the clock. */
const sleepMsMin = 100;
const faultMs = 60_000;
/** A wait of so many real milliseconds is a rest. */
const restMsMin = 1_000;
/** What fails is tried again after a mark of the league's clock, or after these. */
const retryMs = { min: 500, max: 60_000 };

export function startHouseWorker({ clock, paceMs, rest, log, ...deps }: HouseWorkerDeps): HouseWorker {
  const stop = new AbortController();
  let wrote = false;
  const sleep = async (ms: number): Promise<void> => {
    await pause(ms, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
  };
  const house = createHouse({
    ...deps,
    now: () => clock.now(),
    retryMs: Math.min(Math.max(markMs * clock.realPerTick, retryMs.min), retryMs.max),
    pace: () => {
      wrote = true;
      return sleep(paceMs);
    },
    stop: stop.signal,
    log,
  });

  async function loop(): Promise<void> {
    while (!stop.signal.aborted) {
      let waitMs = faultMs;
      try {
        const { nextTurn, retryInMs } = await house.run();
        waitMs = Math.min((nextTurn - clock.now()) * clock.realPerTick + 1, retryInMs);
      } catch (e) {
        log.error('the house bots stumbled', { error: errorText(e) });
      }
      if (wrote && waitMs >= restMsMin) {
        wrote = false;
        rest();
      }
      await sleep(Math.max(sleepMsMin, Math.min(waitMs, sleepMsMax)));
    }
  }

  const over = loop();
  return {
    async stop() {
      stop.abort();
      await over;
    },
  };
}
