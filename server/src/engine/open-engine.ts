/** The engine with all that it works with, and what goes on beside its marks; the same in a thread of its own and on a stepped clock. */
import type { Universe } from '../league/universe.ts';
import type { Clock, Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { realNow } from '../lib/real-clock.ts';
import type { PriceSource } from '../sources/source.ts';
import type { Storage } from '../storage/storage.ts';
import { createEngine, type Engine } from './engine.job.ts';
import { createEndpointWatch } from './endpoints.job.ts';
import { createFinality, type KeptChecks } from './finality.job.ts';
import { loadMarkRooms, type MarkStep } from './mark-steps.ts';
import { firstMarkOf } from './origin.ts';
import { addCount } from './progress.ts';
import { createMoveReadings } from './move-readings.job.ts';
import type { EngineDeps } from './state.job.ts';
import { tellCommit } from './tell-commit.ts';

/** What the marks are done by: data, so that it can be given to a thread. */
export interface MarkSettings {
  readonly openedAt: Instant;
  /** Seats of each tier. */
  readonly botsPerTier: number;
  readonly rulesVersion: string;
  readonly steps: readonly MarkStep[];
  /** Is it told how long the stages of marks take? */
  readonly isTraced: boolean;
  /** How long readings stay in the database after their day; undefined for good. */
  readonly keepReadingsMs: number | undefined;
}

export interface OpenEngineDeps extends Pick<EngineDeps, 'barrier' | 'onCommit' | 'statements' | 'engines'> {
  readonly storage: Storage;
  readonly source: PriceSource;
  readonly universe: Universe;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OpenedEngine {
  readonly engine: Engine;
  /** Asks the chains again for earlier marks, writes what was found out, and moves readings that are kept long enough. @returns undefined when nothing was. */
  confirm(stop?: AbortSignal): Promise<Confirmed | undefined>;
}

/** What was found out beside the marks. */
export interface Confirmed {
  /** Blocks of earlier marks, by outcome. */
  readonly checks: KeptChecks;
  /** How often endpoints of chains told something else than most, as `Ethereum node.example`. */
  readonly differed: ReadonlyMap<string, number>;
}

export async function openEngine(
  { openedAt, botsPerTier, rulesVersion, steps, isTraced, keepReadingsMs }: MarkSettings,
  { clock, ...deps }: OpenEngineDeps,
): Promise<OpenedEngine> {
  const firstMark = firstMarkOf(openedAt);
  const rooms = await loadMarkRooms(steps);
  const endpoints = createEndpointWatch({ ...deps, firstMark });
  const onCommit: EngineDeps['onCommit'] = (progress) => {
    tellCommit(deps.log, progress);
    endpoints.note(progress.others);
    deps.onCommit?.(progress);
  };
  const engine = createEngine({
    ...deps,
    isTraced,
    clock,
    onCommit,
    botsPerTier,
    rulesVersion,
    firstMark,
    rooms,
    realNow,
  });
  const finality = createFinality({ ...deps, endpoints, firstMark, now: () => clock.now() });
  const moveReadings = createMoveReadings({ ...deps, firstMark, keepReadingsMs });
  return {
    engine,
    async confirm(stop) {
      // What the marks found is not left for later by a chain that is slow to answer.
      const before = await endpoints.write(stop);
      const checks: KeptChecks = (await finality?.run(stop)) ?? new Map();
      const differed = new Map(before);
      for (const [endpoint, n] of await endpoints.write(stop)) addCount(differed, endpoint, n);
      await moveReadings(stop);
      return checks.size + differed.size === 0 ? undefined : { checks, differed };
    },
  };
}
