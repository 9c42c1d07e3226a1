/** The engine with all that it works with, and what goes on beside its marks; the same in a thread of its own and on a stepped clock. */
import type { Universe } from '../league/universe.ts';
import type { Clock, Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { realNow } from '../lib/real-clock.ts';
import type { PriceSource } from '../sources/source.ts';
import type { Storage } from '../storage/storage.ts';
import { createEngine, type Engine } from './engine.job.ts';
import { createFinality } from './finality.job.ts';
import { loadMarkRooms, type MarkStep } from './mark-steps.ts';
import { firstMarkOf } from './origin.ts';
import type { EngineDeps } from './state.job.ts';

/** What the marks are done by: data, so that it can be given to a thread. */
export interface MarkSettings {
  readonly openedAt: Instant;
  /** Seats of each tier. */
  readonly botsPerTier: number;
  readonly rulesVersion: string;
  readonly steps: readonly MarkStep[];
}

export interface OpenEngineDeps extends Pick<EngineDeps, 'barrier' | 'onCommit'> {
  readonly storage: Storage;
  readonly source: PriceSource;
  readonly universe: Universe;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OpenedEngine {
  readonly engine: Engine;
  /** Asks the chains again for blocks of earlier marks. @returns whether anything was found out. */
  confirm(stop?: AbortSignal): Promise<boolean>;
}

export async function openEngine(
  { openedAt, botsPerTier, rulesVersion, steps }: MarkSettings,
  { clock, ...deps }: OpenEngineDeps,
): Promise<OpenedEngine> {
  const firstMark = firstMarkOf(openedAt);
  const rooms = await loadMarkRooms(steps);
  const engine = createEngine({ ...deps, botsPerTier, rulesVersion, firstMark, rooms, realNow });
  const finality = createFinality({ ...deps, firstMark, now: () => clock.now() });
  return { engine, confirm: async (stop) => ((await finality?.run(stop)) ?? 0) > 0 };
}
