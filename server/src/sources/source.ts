/**
 * The interface of a price source (contract 3.2).
 *
 * At every mark, for every pool, a source gives one *cumulative* reading, so that the average over any window between two
 * marks is one subtraction: (C(end) - C(start)) / seconds.
 */
import type { PoolId, SymbolSource } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';

/** Why a pool has no reading at a mark. Words that a bot can read; they end up in `reason` fields. */
export type NoReadingReason =
  | 'no_answer'
  | 'stale'
  | 'gap'
  | 'not_listed'
  | 'non_positive'
  | 'thin'
  | 'reorg'
  | 'old_observation'
  | 'peg'
  | 'jump'
  | 'rate';

/** The block of a chain in whose state a pool was read. */
export interface BlockRef {
  readonly chain: number;
  readonly number: number;
  readonly hash: string;
  /** Timestamp of its header. */
  readonly at: Instant;
  /** Hosts of the endpoints that told what was read in it; absent where that is not known any more. */
  readonly toldBy?: readonly string[];
}

/** A value that an endpoint of a chain told of a mark, and that most others, or one of two, told otherwise. */
export interface OtherValue {
  readonly chain: number;
  /** Host of the endpoint. */
  readonly host: string;
  readonly mark: Instant;
  /** The first pool that differs, and what was told of it. */
  readonly pool: string;
  readonly told: string;
  /** What more than half of the configured endpoints told; null when none of the values has so many behind it. */
  readonly most: string | null;
}

/** What the endpoints of a chain say of a mark that was read long before. */
export interface ToldAgain {
  readonly configured: number;
  /** Endpoints that answered, by host, with the cumulatives that they could tell. */
  readonly told: readonly { readonly host: string; readonly values: ReadonlyMap<PoolId, bigint> }[];
}

/** What a chain has at a height now. */
export interface BlockNow {
  readonly hash: string;
  /** Can it still be replaced? Not when the chain calls it `finalized`. */
  readonly final: boolean;
}

export type PoolReading =
  | {
      readonly ok: true;
      /** Cumulative at the mark, see `PoolAverage`. Only differences mean anything, but for `point`. */
      readonly cumulative: bigint;
      /** Start of the unbroken coverage that the mark belongs to: a window that starts before it has no average. */
      readonly since: Instant;
      /** Sources that read a chain: where. */
      readonly block?: BlockRef;
    }
  | { readonly ok: false; readonly reason: NoReadingReason };

export type MarkReadings = ReadonlyMap<PoolId, PoolReading>;

/** Prices that lie in memory: whoever plays them by itself need not wait. */
export interface PlayedSource extends PriceSource {
  /** What `read` answers, at once. */
  readNow(mark: Instant, pools?: readonly PoolId[]): MarkReadings;
}

export interface PriceSource extends SymbolSource {
  readonly kind: 'simulated' | 'replay' | 'onchain';
  /** A chain on somebody's own machine, or a played clock: no prices of the real market of now. */
  readonly local?: boolean;
  /** Kept with the data: a data folder made on one source refuses to continue on another. */
  readonly id: string;
  /** One sentence for people: what these prices are. */
  readonly description: string;
  /** Sources that read chains: which, by id. Each can fail alone. */
  readonly chains?: ReadonlyMap<number, string>;
  /** The instants between which the source can answer at all; undefined = no bound. */
  readonly coverage?: { readonly from: Instant; readonly to: Instant };
  /** A mark can be read only this long after it has passed: the engine does marks that much later. Stamps and windows are unaffected. */
  readonly readDelayMs?: number;
  /**
   * Called once at boot with the newest stored readings, so that cumulatives go on where they stood.
   * @param earlier stored readings of the last marks, of the two last closes and of the starts of their windows: what guards
   * compare with.
   */
  resume(
    last: { readonly mark: Instant; readonly readings: MarkReadings } | undefined,
    earlier?: ReadonlyMap<Instant, MarkReadings>,
  ): void;
  /**
   * Readings at a mark that has passed, of all pools or of those named. Marks are asked for in order at first; a mark may be
   * asked for again later (a pool without an answer), and a pool that answered once answers the same again.
   * A pool missing from the answer counts as `no_answer`. Throws only on a bug: an unreachable source answers `no_answer`.
   */
  read(mark: Instant, pools?: readonly PoolId[]): Promise<MarkReadings>;
  /** Sources that read chains: the block of a chain at a height, as it is now. Undefined = nobody can tell now. */
  blockNow?(chain: number, number: number): Promise<BlockNow | undefined>;
  /**
   * Sources that read chains: asks every endpoint again for what was read at a mark in a block that is final by now.
   * @param read what was read then, of pools of the block's chain.
   */
  readAgain?(mark: Instant, block: BlockRef, read: ReadonlyMap<PoolId, bigint>): Promise<ToldAgain>;
  /** Sources that read chains: what endpoints told otherwise than most since the last call. */
  takeDiffered?(): readonly OtherValue[];
  /** Sources that read chains: hosts of the configured endpoints, by chain. */
  readonly endpoints?: ReadonlyMap<number, readonly string[]>;
  /** A simulated market with a secret seed: what is published when it ends, and never before. */
  revealSeed?(): { readonly seed: string; readonly salt: string };
  /** Frees what the source holds (connections, files). A reading that still waits throws. May be called more than once. */
  close?(): Promise<void>;
}
