/** Counters of requests in fixed windows: a window begins with its first request, and ends so many seconds later. */
import type { RateLimit } from 'papertape-contract/limits';

/** A limit with the name under which it is counted. */
export interface CountedLimit extends RateLimit {
  readonly name: string;
}

/** What a counter stands at. */
export interface Tally {
  /** Requests in the window, 0 where none runs; more than the limit's `count` when the request that was just taken is refused. */
  readonly used: number;
  /** Milliseconds until the window ends. */
  readonly msLeft: number;
}

export type Awaitable<T> = T | Promise<T>;

/** @typeParam R how it answers: at once, or with a promise where the counts are kept elsewhere. */
export interface Counters<R extends Awaitable<Tally> = Awaitable<Tally>> {
  /** Counts one request, unless as many as the limit allows are counted in the window that runs. */
  take(limit: CountedLimit, who: string): R;
  /** Counts nothing. */
  look(limit: CountedLimit, who: string): R;
}

/** Counts that other processes share. */
export interface SharedStore extends Counters<Promise<Tally>> {
  /** Writes, reads, and rejects when that does not work: a store may answer and take nothing. */
  probe(): Promise<void>;
}

/**
 * Opens a store.
 * @param lost called when it goes away by itself, with the reason.
 * @param end aborted when it is no longer wanted, opened or not: whatever it has of connections is let go at once.
 */
export type OpenStore = (lost: (reason: Error) => void, end: AbortSignal) => Promise<SharedStore>;
