/**
 * An open mark: one whose close several processes share. All of its steps before the close are stored by one transaction, each league's close
 * is stored by one of its own, whichever process does it, and a last one ends the mark. Until then nobody is shown anything of the close.
 *
 * What a league's close needs is stored with the mark, so that every process works with the same prices, and so that a process that takes over
 * can end what another one began. See docs/decisions/0208-closes-by-several.md.
 */
import type { ClosePrices } from '../../flow/close/close.ts';
import type { BaselineValue } from '../../flow/rank/baseline-value.ts';
import type { Instant } from '../../lib/clock.ts';
import type { SymbolId } from '../../league/symbol.ts';

export interface OpenMark {
  readonly mark: Instant;
  /** Entries of the public log, with those of the mark that are written already; and the index of the mark's first order among them. */
  readonly size: number;
  readonly firstOrder: number;
  /** Numbers of the newest incident and of the newest key that have an entry. */
  readonly lastIncident: number;
  readonly lastKey: number;
  /** Whether there are incidents that get their entries at the end of the mark. */
  readonly toldLast: boolean;
  readonly prices: ClosePrices;
  /** Of the program and of the rules. */
  readonly version: string;
  readonly rulesVersion: string;
}

/** A league that is to be closed. */
export interface DueClose {
  readonly league: string;
  /** Bots that are present: the largest league is begun first. */
  readonly weight: number;
  /** Seats of each tier. */
  readonly capacity: number;
  /** With their values at the close. */
  readonly baselines: readonly BaselineValue[];
}

/** What came of a league's close. */
export type ClosedApart =
  | {
      readonly state: 'done';
      readonly bots: number;
      /** Real milliseconds that it took. */
      readonly ms: number;
      /** Of the public log. */
      readonly entries: readonly string[];
      /** Bots that keep their value, and why. */
      readonly kept: readonly (readonly [botId: string, why: string])[];
    }
  | { readonly state: 'failed'; readonly why: string };

/** JSON: [symbol, price at `priceScale`, the end of its window, whether it is stale][]. */
export function encodeClosePrices(prices: ClosePrices): string {
  return JSON.stringify([...prices].map(([symbol, { price, at, stale }]) => [symbol, String(price), at, stale]));
}

export function decodeClosePrices(text: string): ClosePrices {
  const stored = JSON.parse(text) as (readonly [SymbolId, string, Instant, boolean])[];
  return new Map(stored.map(([symbol, price, at, stale]) => [symbol, { price: BigInt(price), at, stale }]));
}
