/** Runs the house bots on the service's own clock until it stops. They reach the service as everyone does, over loopback. */
import { rateLimits } from 'papertape-contract/limits';
import { takesOrders, type LeagueUniverse, type Universe } from '../league/universe.ts';
import type { Clock } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import { loopbackAddress } from '../lib/loopback-address.ts';
import { pause, startLoop } from '../lib/loop.ts';
import { realNow } from '../lib/real-clock.ts';
import { markMs } from '../lib/time.ts';
import { createHouse, createSolvers, type House } from './house.ts';
import type { HouseDeps } from './house-deps.ts';
import { openHouseFile } from './house-file.ts';
import type { Exercise } from './solvers/solve.ts';
import { solveInThread } from './solvers/solver-thread.ts';
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
/** What fails is tried again after a mark of the league's clock, or after these. */
const retryMs = { min: 500, max: 60_000 };
/** They read at most a third of what one address may read in a minute, and send at most half: they may share theirs. */
const readPauseMs = (3 * rateLimits.readsPerAddress.windowSeconds * 1000) / rateLimits.readsPerAddress.count;
const paceMs = (2 * rateLimits.writesPerAddress.windowSeconds * 1000) / rateLimits.writesPerAddress.count;

/** @returns what ends it, once a request under way has ended; undefined when there are no house bots. */
export function runHouse(services: HouseServices): { stop(): Promise<void> } | undefined {
  const { config, universe, clock, log } = services;
  if (config.house === 'off') return undefined;
  const chosen = config.house;
  const among = (is: (l: LeagueUniverse) => boolean): string[] =>
    [...universe.leagues.values()]
      .filter(is)
      .map((l) => l.league.id)
      .filter((id) => chosen === 'on' || chosen.includes(id));
  const [trading, task] = [among(takesOrders), among(holdsRounds)];
  if (trading.length + task.length === 0) return undefined;
  const stop = new AbortController();
  const deps: Omit<HouseDeps, 'leagues'> = {
    baseUrl: loopbackAddress(services.http().server),
    token: services.house.token,
    file: openHouseFile(config.dataDir, log),
    now: () => clock.now(),
    realNow,
    realMsUntil: (at) => (at - clock.now()) * clock.realPerTick,
    retryMs: Math.min(Math.max(markMs * clock.realPerTick, retryMs.min), retryMs.max),
    pace: () => pause(config.limits ? paceMs : 0, stop.signal),
    stop: stop.signal,
    log,
  };
  const loopOf = (house: House): { readonly over: Promise<unknown> } =>
    startLoop({
      async round() {
        const { nextTurn, retryInMs } = await house.run();
        const waitMs = Math.min((nextTurn - clock.now()) * clock.realPerTick + 1, retryInMs);
        return Math.max(sleepMsMin, waitMs);
      },
      onFault(e) {
        if (stop.signal.aborted) return;
        log.error('the house bots stumbled', { error: errorText(e) });
      },
      pauseMs: faultMs,
      signal: stop.signal,
    });
  const solving = {
    solve: (exercise: Exercise) => solveInThread(exercise, stop.signal),
    readPauseMs: config.limits ? readPauseMs : 0,
  };
  const loops = [
    ...(trading.length > 0 ? [loopOf(createHouse({ ...deps, leagues: trading }))] : []),
    // A round takes seconds to be read and solved: no order waits for it.
    ...(task.length > 0 ? [loopOf(createSolvers({ ...deps, ...solving, leagues: task }))] : []),
  ];
  return {
    async stop() {
      stop.abort();
      await Promise.all(loops.map((loop) => loop.over));
    },
  };
}

function holdsRounds({ league, state }: LeagueUniverse): boolean {
  return league.kind.takes === 'answers' && state === 'live';
}
