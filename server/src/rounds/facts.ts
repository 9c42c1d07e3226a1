/**
 * The facts of a round as they are stored and published: their JSON texts in, values out, and back. Each is appended to the public log at
 * its mark (docs/bots/log.md) and never changes.
 *
 * Example: the fact `beacon` of a round of simulated prices is {"beacon":"<64 hex digits>","of":"readings"}.
 */
import { sha256 } from '../lib/hash.ts';
import type { RoundBaselines } from './baselines.ts';

export const roundsRoom = 'rounds';

export interface Committed {
  readonly round: string;
  readonly opens_at: string;
  readonly closes_at: string;
  readonly source: string;
  /** Ascending; two tasks of each. */
  readonly levels: readonly number[];
  readonly items: number;
  /** Millionths of the cash. */
  readonly stake: number;
  readonly secret_sha256: string;
  readonly commitment: string;
}

export interface Beacon {
  readonly beacon: string;
  /** Hash of a block that nobody can choose, or SHA-256 of what the price source answered, which an operator may foresee. */
  readonly of: 'block' | 'readings';
  /** Of a block: `[chain, number]`. */
  readonly block?: readonly [number, number];
}

export interface Opened {
  /** Ids of the bots that may answer: registered before, and not retired. */
  readonly entrants: readonly string[];
}

export interface Keyed {
  /** How many seeds were thrown away since their variants did not stand the checks. */
  readonly attempt: number;
  /** Millionths. */
  readonly par: number;
  /** SHA-256 of the key file of all entrants. */
  readonly keys_sha256: string;
}

export interface Closed {
  /** Of sheets that count, and of the bots that sent them. */
  readonly sheets: number;
  readonly answered_by: number;
}

export interface Scored {
  /** The secret, 64 hex digits. */
  readonly secret: string;
  readonly bots: number;
  /** Where a task was struck: par without it, which is what was paid by. */
  readonly par?: number;
}

export interface Voided {
  readonly reason: string;
}

/** A task that weighs nothing for anybody. */
export interface Struck {
  readonly task: string;
  readonly reason: string;
}

/** The pay was taken back. */
export interface Reversed {
  readonly reason: string;
  readonly bots: number;
}

/** What the round did to one bot. */
export interface Result {
  /** Millionths. */
  readonly score: number;
  readonly par: number;
  /** Decimal text. */
  readonly cash_before: string;
  readonly cash_after: string;
}

export interface RoundFacts {
  readonly committed?: Committed;
  readonly beacon?: Beacon;
  readonly opened?: Opened;
  readonly keyed?: Keyed;
  readonly closed?: Closed;
  readonly scored?: Scored;
  readonly baselines?: RoundBaselines;
  readonly void?: Voided;
  readonly struck?: Struck;
  readonly reversed?: Reversed;
}

/** What the pay is reckoned from: without a struck task where there is one. */
export function parOf({ keyed, scored }: RoundFacts): number {
  return scored?.par ?? keyed?.par ?? 0;
}

/** Tasks are t01, t02 and so on. @param items how many there are. */
export function isTask(task: string, items: number): boolean {
  return /^t\d\d$/.test(task) && Number(task.slice(1)) >= 1 && Number(task.slice(1)) <= items;
}

/** What the pay that is taken back is called among the payouts. */
export function reversalOf(roundId: string): string {
  return `${roundId}/reversed`;
}

export interface NamedFact {
  readonly name: string;
  readonly text: string;
}

/** The facts of one round. */
export function readFacts(facts: readonly NamedFact[]): RoundFacts {
  return Object.fromEntries(facts.map(({ name, text }) => [name, JSON.parse(text) as unknown]));
}

/** The chain whose blocks are beacons. */
const beaconChain = 1;

/**
 * The beacon of what was read at a mark: the hash of the block of chain 1 at which its pools were read, or, where none was, the SHA-256 of the text.
 * Never a hash over all readings where there is a block: whoever may say that a pool did not answer could try combinations.
 * @param readings as they are stored (flow/price/readings.ts).
 */
export function beaconOf(readings: string): Beacon {
  const { blocks } = JSON.parse(readings) as {
    readonly blocks?: Readonly<Record<string, readonly [number, string, number]>>;
  };
  const block = blocks?.[beaconChain];
  if (!block) return { beacon: sha256(readings), of: 'readings' };
  return { beacon: block[1], of: 'block', block: [beaconChain, block[0]] };
}
