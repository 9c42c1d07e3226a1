/** Runs the house bots on the service's own clock until it stops. They reach the service as everyone does, over loopback. */
import { rateLimits } from 'papertape-contract/limits';
import { takesOrders, type Universe } from '../league/universe.ts';
import type { Clock } from '../lib/clock.ts';
import { garbageCollector } from '../lib/garbage.ts';
import { errorText, type Log } from '../lib/log.ts';
import { loopbackAddress } from '../lib/loopback-address.ts';
import { pause, startLoop } from '../lib/loop.ts';
import { realNow } from '../lib/real-clock.ts';
import { markMs } from '../lib/time.ts';
import { createHouse } from './house.ts';
import { openHouseFile } from './house-file.ts';
import type { HouseToken } from './token.ts';

export interface HouseServices {
  readonly config: {
    readonly house: 'on' | 'off' | readonly string[];
    readonly dataDir: string;
    /** Are requests limited? */
    readonly limits: boolean;
  };
  readonly universe: Universe;
  readonly house: HouseToken;
  /** The server, once it listens. */
  readonly http: () => { readonly server: Parameters<typeof loopbackAddress>[0] };
  readonly clock: Clock;
  readonly log: Log;
}

/** The shortest wait, whatever the speed of the clock. */
const sleepMsMin = 100;
/** What is no refusal but a fault is tried again after so long. */
const faultMs = { first: 20_000, max: 60_000 };
/** A wait of so many real milliseconds is a rest. */
const restMsMin = 1_000;
/** What fails is tried again after a mark of the league's clock, or after these. */
const retryMs = { min: 500, max: 60_000 };
/** House bots send at most half of what one address may send in a minute: they may share theirs. */
const paceMs = (2 * rateLimits.writesPerAddress.windowSeconds * 1000) / rateLimits.writesPerAddress.count;

/** @returns what ends it, once a request under way has ended; undefined when there are no house bots. */
export function runHouse(services: HouseServices): { stop(): Promise<void> } | undefined {
  const { config, universe, clock, log } = services;
  const live = [...universe.leagues.values()].filter(takesOrders).map((l) => l.league.id);
  const leagues = config.house === 'on' ? live : live.filter((id) => config.house.includes(id));
  if (config.house === 'off' || leagues.length === 0) return undefined;
  const stop = new AbortController();
  const collect = garbageCollector();
  let wrote = false;
  const house = createHouse({
    baseUrl: loopbackAddress(services.http().server),
    token: services.house.token,
    leagues,
    file: openHouseFile(config.dataDir, log),
    now: () => clock.now(),
    realNow,
    realMsUntil: (at) => (at - clock.now()) * clock.realPerTick,
    retryMs: Math.min(Math.max(markMs * clock.realPerTick, retryMs.min), retryMs.max),
    pace() {
      wrote = true;
      return pause(config.limits ? paceMs : 0, stop.signal);
    },
    stop: stop.signal,
    log,
  });

  /** When the bots have done what they had to do and wait for long. */
  const restBefore = (waitMs: number): void => {
    if (!wrote || waitMs < restMsMin) return;
    wrote = false;
    collect();
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
