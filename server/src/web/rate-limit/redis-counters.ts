/**
 * Counters in Redis, one key each, which Redis drops at the end of its window. The counting is rate-limiter-flexible's; what happens while
 * Redis is away is decided in shared-counters.ts, for its own insurance would begin every count anew (docs/decisions/0016).
 */
import type { RateLimiterRedis } from 'rate-limiter-flexible';
import { loadOptional } from '../../lib/optional-packages.ts';
import type { CountedLimit, OpenStore, SharedStore } from './counters.ts';

/** Leagues of one operator that share a Redis share the counts, too; the number of a database in the URL keeps them apart. */
const prefix = 'papertape:limit';

const probed: CountedLimit = { name: 'probe', count: 1_000_000, windowSeconds: 1 };

/**
 * @param url redis:// or rediss://. The libraries are loaded here: who counts in memory does not carry them. Throws a SetupError where the
 * install has left them out, so that the service does not take that for a Redis which is away.
 */
export async function redisStore(url: string): Promise<OpenStore> {
  const [{ createClient }, { RateLimiterRedis, RateLimiterRes }] = await loadOptional(
    'Limits that are counted in Redis',
    ['@redis/client', 'rate-limiter-flexible'],
    () => Promise.all([import('@redis/client'), import('rate-limiter-flexible')]),
  );
  return async (lost, end) => {
    // What to do when it goes away is decided by those who use it: no commands are kept for later, and nothing is tried again.
    const client = createClient({
      url,
      RESP: 2,
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      socket: { reconnectStrategy: false },
    });
    client.on('error', lost);
    end.addEventListener('abort', () => {
      if (client.isOpen) client.destroy();
    });
    await client.connect();
    // One that was given up while it was being connected: the library calls it closed then, and has its socket all the same.
    if (end.aborted) client.destroy();
    end.throwIfAborted();
    const limiters = new Map<string, RateLimiterRedis>();
    function limiterOf({ name, count: points, windowSeconds: duration }: CountedLimit): RateLimiterRedis {
      let limiter = limiters.get(name);
      if (!limiter) {
        const keyPrefix = `${prefix}:${name}`;
        limiter = new RateLimiterRedis({ storeClient: client, useRedisPackage: true, keyPrefix, points, duration });
        limiters.set(name, limiter);
      }
      return limiter;
    }
    return {
      async take(limit, who) {
        try {
          const { consumedPoints: used, msBeforeNext: msLeft } = await limiterOf(limit).consume(who);
          return { used, msLeft };
        } catch (e) {
          // It rejects with the counter itself where the counter is full.
          if (!(e instanceof RateLimiterRes)) throw e;
          return { used: limit.count + 1, msLeft: e.msBeforeNext };
        }
      },
      async look(limit, who) {
        const counter = await limiterOf(limit).get(who);
        if (!counter) return { used: 0, msLeft: limit.windowSeconds * 1000 };
        // Refused requests are counted, too; they take nothing.
        return { used: Math.min(counter.consumedPoints, limit.count), msLeft: counter.msBeforeNext };
      },
      async probe() {
        await limiterOf(probed).consume('');
      },
    } satisfies SharedStore;
  };
}
