/**
 * Rate limits on real time: counters in fixed windows, in memory, bounded. What is counted by address is counted before any work on
 * the key, so that random keys cost nothing and grow nothing.
 */
import { ApiError } from '../contract/errors.ts';
import { rateLimits, type RateLimit, type RateLimitName } from '../contract/limits.ts';

interface Counter {
  /** Start of the counter's window, real milliseconds. */
  start: number;
  count: number;
}

/** Most counters kept per limit; the oldest makes room. */
const countersMax = 50_000;

export interface RateLimiter {
  /** Counts one request. Throws ApiError (429) past the limit. */
  take(name: RateLimitName, who: string): void;
  /** Is the limit used up? Counts nothing. Throws like `take`. */
  check(name: RateLimitName, who: string): void;
  /** Requests left in the current window. */
  left(name: RateLimitName, who: string): number;
}

export function createRateLimiter(now: () => number): RateLimiter {
  const counters = new Map<RateLimitName, Map<string, Counter>>();

  function current(name: RateLimitName, who: string): Counter | undefined {
    const c = counters.get(name)?.get(who);
    return c && now() - c.start < rateLimits[name].windowSeconds * 1000 ? c : undefined;
  }

  function refuse(name: RateLimitName, c: Counter): never {
    const limit: RateLimit = rateLimits[name];
    const wait = Math.max(1, Math.ceil((c.start + limit.windowSeconds * 1000 - now()) / 1000));
    throw new ApiError('rate_limited', `More than ${limit.count} requests in ${limit.windowSeconds} s (${name}).`, {
      headers: {
        'Retry-After': String(wait),
        RateLimit: `"${name}";r=0;t=${wait}`,
        'RateLimit-Policy': `"${name}";q=${limit.count};w=${limit.windowSeconds}`,
      },
    });
  }

  return {
    take(name, who) {
      const c = current(name, who);
      if (c) {
        if (c.count >= rateLimits[name].count) refuse(name, c);
        c.count++;
        return;
      }
      let of = counters.get(name);
      if (!of) counters.set(name, (of = new Map()));
      of.delete(who);
      of.set(who, { start: now(), count: 1 });
      if (of.size > countersMax) {
        for (const oldest of of.keys()) {
          of.delete(oldest);
          break;
        }
      }
    },
    check(name, who) {
      const c = current(name, who);
      if (c && c.count >= rateLimits[name].count) refuse(name, c);
    },
    left(name, who) {
      return Math.max(0, rateLimits[name].count - (current(name, who)?.count ?? 0));
    },
  };
}

/** PAPERTAPE_LIMITS=off */
export const noLimits: RateLimiter = {
  take: () => undefined,
  check: () => undefined,
  left: () => Number.POSITIVE_INFINITY,
};
