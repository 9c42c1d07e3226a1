/**
 * Chooses a block. In: the heads that the endpoints of one chain give. Out: the block to read at, or the reason why there is none. Pure.
 *
 * An endpoint whose head is too old, or ahead of the service's own clock, does not count. Of those that count, the lowest head that
 * is late enough is proposed, since most of them know it; it is taken when more than half of the endpoints have the same block at that
 * height, of all that are configured: a silent one counts as one that does not. An endpoint that is outvoted is left out, and the rest is asked again.
 *
 * Example: three endpoints at heights 100, 101 and 250 (a lie). 100 is proposed, two know it with the same hash, the third has
 * another one there: 100 is taken, read from the first two.
 */
import type { Hash } from 'viem';

/** Of a block. */
export interface Header {
  readonly number: bigint;
  readonly hash: Hash;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/**
 * A block of the chain may be this much ahead of the service's clock; more means that one of them is wrong. What a clock that is behind
 * lets an order know of its window is in docs/decisions/0047-slow-clocks-and-what-is-left.md.
 */
export const headAheadSecondsMax = 10;

export interface Head<E> {
  readonly endpoint: E;
  readonly head: Header;
}

export interface HeadRule {
  /** Seconds since 1970, the service's clock. */
  readonly now: number;
  readonly ageMax: number;
  /** Least timestamp of a block to read at. */
  readonly due: number;
}

/** @returns the heads that count, and the one to propose; undefined when none of them is late enough yet. */
export function proposeHead<E>(
  heads: readonly Head<E>[],
  { now, ageMax, due }: HeadRule,
): { readonly fresh: readonly Head<E>[]; readonly proposed: Head<E> | undefined } {
  const fresh = heads.filter(
    ({ head }) => now - head.timestamp <= ageMax && head.timestamp - now <= headAheadSecondsMax,
  );
  const able = fresh.filter(({ head }) => head.timestamp >= due);
  const proposed = able.reduce<Head<E> | undefined>(
    (low, h) => (low === undefined || h.head.number < low.head.number ? h : low),
    undefined,
  );
  return { fresh, proposed };
}

/** @returns by how many seconds at least more than half of the endpoints say that the clock is behind; undefined while they do not. */
export function clockBehind(heads: readonly Head<unknown>[], now: number, configured: number): number | undefined {
  const ahead = heads.map(({ head }) => head.timestamp - now).toSorted((a, b) => b - a);
  const most = ahead[Math.floor(configured / 2)];
  return most !== undefined && most > headAheadSecondsMax ? most : undefined;
}

export type Verdict<E> =
  /** Read at the proposed block, from one of these. */
  | { readonly kind: 'taken'; readonly from: readonly E[] }
  /** Leave these out and propose again. */
  | { readonly kind: 'outvoted'; readonly without: readonly E[] }
  /** As many say one thing as another. */
  | { readonly kind: 'split' }
  /** Too few know the block yet. */
  | { readonly kind: 'unknown' };

/**
 * @param proposed the head, and the endpoint whose head it is.
 * @param votes what each endpoint that counts has at the proposed height; undefined = it does not know that block (yet).
 * @param configured how many endpoints the chain has, silent ones counted.
 */
export function judgeHead<E>(
  { endpoint, head }: Head<E>,
  votes: readonly { readonly endpoint: E; readonly header: Header | undefined }[],
  configured: number,
): Verdict<E> {
  const same = votes.filter((v) => v.header?.hash === head.hash).map((v) => v.endpoint);
  const other = votes.filter((v) => v.header && v.header.hash !== head.hash).map((v) => v.endpoint);
  if (same.length * 2 > configured) return { kind: 'taken', from: same };
  if (other.length * 2 > configured) return { kind: 'outvoted', without: [...new Set([...same, endpoint])] };
  return other.length > 0 ? { kind: 'split' } : { kind: 'unknown' };
}
