/** The rate limiter that the settings ask for. */
import type { LimitsStoreSetting } from '../../config/secrets.ts';
import type { Log } from '../../lib/log.ts';
import { createMemoryCounters } from './memory-counters.ts';
import { postgresStore } from './postgres-counters.sql.ts';
import { createRateLimiter, noLimits, type RateLimiter } from './rate-limiter.ts';
import { redisStore } from './redis-counters.ts';
import { openSharedCounters, type StoreTimes } from './shared-counters.ts';

export interface LimiterDeps {
  /** Real milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  /** For tests. */
  readonly times?: Partial<StoreTimes> | undefined;
}

/** Resolves when a shared store was tried once, whether it answered or not. */
export async function openRateLimiter(
  limits: boolean,
  limitsStore: LimitsStoreSetting,
  { now, log, times }: LimiterDeps,
): Promise<RateLimiter> {
  if (!limits) return noLimits;
  const memory = createMemoryCounters(now);
  if (limitsStore.kind === 'memory') return createRateLimiter(memory);
  const { kind, url } = limitsStore;
  const open = kind === 'redis' ? await redisStore(url.reveal()) : postgresStore(url.reveal());
  return createRateLimiter(memory, await openSharedCounters({ open, kind, memory, log, times }));
}
