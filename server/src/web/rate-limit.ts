/**
 * Rate limits on real time: counters in fixed windows, in memory, bounded. What is counted by address is counted before any work on
 * the key, so that random keys cost nothing and grow nothing.
 */
import { ApiError } from '../contract/errors.ts';
import { countedAs } from './client-address.ts';
import { rateLimits, type RateLimit, type RateLimitName } from '../contract/limits.ts';

/** What a request took of a limit, and what is left of it. */
export interface Taken {
  readonly name: RateLimitName;
  readonly left: number;
  /** Seconds until the counter starts anew. */
  readonly seconds: number;
}

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers-11: every limit that the answered request counted against.
 * Example: `RateLimit: "readsPerAddress";r=599;t=60` under `RateLimit-Policy: "readsPerAddress";q=600;w=60`.
 */
export function rateHeaders(taken: readonly Taken[]): Record<'RateLimit' | 'RateLimit-Policy', string> {
  return {
    RateLimit: taken.map(({ name, left, seconds }) => `"${name}";r=${left};t=${seconds}`).join(', '),
    'RateLimit-Policy': taken.map(({ name }) => policies[name]).join(', '),
  };
}

const policies = Object.fromEntries(
  Object.entries(rateLimits).map(([name, { count, windowSeconds }]) => [
    name,
    `"${name}";q=${count};w=${windowSeconds}`,
  ]),
) as Record<RateLimitName, string>;

interface Counter {
  /** Start of the counter's window, real milliseconds. */
  start: number;
  count: number;
}

/** Most counters kept per limit; the oldest makes room. */
const countersMax = 50_000;

export interface RateLimiter {
  /** Counts one request. Throws ApiError (429) past the limit. @returns undefined where nothing is counted. */
  take(name: RateLimitName, who: string): Taken | undefined;
  /** Is the limit used up? Counts nothing. Throws like `take`. */
  check(name: RateLimitName, who: string): void;
  /** Requests left in the current window. */
  left(name: RateLimitName, who: string): number;
  /** Requests refused since the start, by limit. */
  readonly refused: ReadonlyMap<RateLimitName, number>;
}

export function createRateLimiter(now: () => number): RateLimiter {
  const counters = new Map<RateLimitName, Map<string, Counter>>();
  const refused = new Map<RateLimitName, number>();

  const keyOf = (name: RateLimitName, who: string): string => (name.endsWith('PerAddress') ? countedAs(who) : who);

  function current(name: RateLimitName, who: string): Counter | undefined {
    const c = counters.get(name)?.get(keyOf(name, who));
    return c && now() - c.start < rateLimits[name].windowSeconds * 1000 ? c : undefined;
  }

  /** What a counter says to the one who is counted. */
  function taken(name: RateLimitName, c: Counter): Taken {
    const { count, windowSeconds } = rateLimits[name];
    const seconds = Math.max(1, Math.ceil((c.start + windowSeconds * 1000 - now()) / 1000));
    return { name, left: Math.max(0, count - c.count), seconds };
  }

  function refuse(name: RateLimitName, c: Counter): never {
    const limit: RateLimit = rateLimits[name];
    refused.set(name, (refused.get(name) ?? 0) + 1);
    const full = taken(name, c);
    throw new ApiError('rate_limited', `More than ${limit.count} requests in ${limit.windowSeconds} s (${name}).`, {
      headers: { 'Retry-After': String(full.seconds), ...rateHeaders([full]) },
    });
  }

  return {
    take(name, who) {
      const c = current(name, who);
      if (c) {
        if (c.count >= rateLimits[name].count) refuse(name, c);
        c.count++;
        return taken(name, c);
      }
      let of = counters.get(name);
      if (!of) counters.set(name, (of = new Map()));
      const key = keyOf(name, who);
      of.delete(key);
      const fresh: Counter = { start: now(), count: 1 };
      of.set(key, fresh);
      if (of.size > countersMax) {
        for (const oldest of of.keys()) {
          of.delete(oldest);
          break;
        }
      }
      return taken(name, fresh);
    },
    check(name, who) {
      const c = current(name, who);
      if (c && c.count >= rateLimits[name].count) refuse(name, c);
    },
    left(name, who) {
      return Math.max(0, rateLimits[name].count - (current(name, who)?.count ?? 0));
    },
    refused,
  };
}

/** PAPERTAPE_LIMITS=off */
export const noLimits: RateLimiter = {
  take: () => undefined,
  check: () => undefined,
  left: () => Number.POSITIVE_INFINITY,
  refused: new Map(),
};
