/**
 * Rate limits on real time: counters in fixed windows, in memory or in a store that several processes share, bounded either way. What is
 * counted by address is counted before any work on the key, so that random keys cost little and grow nothing. Past a limit of an address
 * a bot's good key still counts by itself: what others send from there is no fault of the bot.
 */
import { ApiError } from 'papertape-contract/errors';
import { rateLimits, type RateLimitName } from 'papertape-contract/limits';
import { countedAs } from '../../lib/address.ts';
import type { Awaitable, CountedLimit, Counters, Tally } from './counters.ts';
import type { MemoryCounters } from './memory-counters.ts';
import type { SharedCounters } from './shared-counters.ts';

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

const policies = eachLimit((name, { count, windowSeconds }) => `"${name}";q=${count};w=${windowSeconds}`);

interface Counted extends CountedLimit {
  readonly name: RateLimitName;
}

const counted = eachLimit((name, limit): Counted => ({ name, ...limit }));

function eachLimit<T>(
  make: (name: RateLimitName, limit: (typeof rateLimits)[RateLimitName]) => T,
): Record<RateLimitName, T> {
  const names = Object.keys(rateLimits) as RateLimitName[];
  return Object.fromEntries(names.map((name) => [name, make(name, rateLimits[name])])) as Record<RateLimitName, T>;
}

/** With counters in memory everything returns, or throws, at once; with shared ones it may be a promise that resolves, or rejects. */
export interface RateLimiter {
  /**
   * Counts one request. Fails with ApiError (429) past the limit. @returns undefined where nothing is counted.
   * @param instead asked past the limit of `who`: whom the request is counted under then, with a count of the same size.
   */
  take(name: RateLimitName, who: string, instead?: () => string | undefined): Awaitable<Taken | undefined>;
  /** Requests left in the current window. */
  left(name: RateLimitName, who: string): Awaitable<number>;
  /** Requests refused since the start, by limit. */
  readonly refused: ReadonlyMap<RateLimitName, number>;
  state(): LimiterState;
  close(): void;
}

export interface LimiterState {
  /** Counters in this process's memory. */
  readonly counters: number;
  /** Does the store that processes share answer? undefined where there is none. */
  readonly storeAnswers: boolean | undefined;
}

/** @param shared counts in the place of the memory; it may fall back on it. */
export function createRateLimiter(memory: MemoryCounters, shared?: SharedCounters): RateLimiter {
  const counters: Counters = shared ?? memory;
  const refused = new Map<RateLimitName, number>();

  /** What a counter says to the one who is counted. */
  function taken(limit: Counted, { used, msLeft }: Tally): Taken {
    return {
      name: limit.name,
      left: Math.max(0, limit.count - used),
      seconds: Math.max(1, Math.ceil(msLeft / 1000)),
    };
  }

  function refuse(limit: Counted, tally: Tally): never {
    refused.set(limit.name, (refused.get(limit.name) ?? 0) + 1);
    const full = taken(limit, tally);
    throw new ApiError(
      'rate_limited',
      `More than ${limit.count} requests in ${limit.windowSeconds} s (${limit.name}); the next one can come in ${full.seconds} s.`,
      {
        headers: { 'Retry-After': String(full.seconds), ...rateHeaders([full]) },
      },
    );
  }

  return {
    take(name, who, instead) {
      const limit = counted[name];
      return then(counters.take(limit, keyOf(name, who)), (tally) => {
        if (tally.used <= limit.count) return taken(limit, tally);
        const other = instead?.();
        if (other === undefined) return refuse(limit, tally);
        return then(counters.take(limit, other), (own) =>
          own.used > limit.count ? refuse(limit, own) : taken(limit, own),
        );
      });
    },
    left(name, who) {
      return then(counters.look(counted[name], keyOf(name, who)), (tally) => taken(counted[name], tally).left);
    },
    refused,
    state: () => ({ counters: memory.size(), storeAnswers: shared?.answers() }),
    close: () => shared?.close(),
  };
}

function keyOf(name: RateLimitName, who: string): string {
  return name.endsWith('PerAddress') ? countedAs(who) : who;
}

/** Goes on at once where it can: a promise for every request would slow the ready bytes. */
function then<T>(tally: Awaitable<Tally>, read: (tally: Tally) => Awaitable<T>): Awaitable<T> {
  return tally instanceof Promise ? tally.then(read) : read(tally);
}

/** PAPERTAPE_LIMITS=off */
export const noLimits: RateLimiter = {
  take: () => undefined,
  left: () => Number.POSITIVE_INFINITY,
  refused: new Map(),
  state: () => ({ counters: 0, storeAnswers: undefined }),
  close: () => undefined,
};
