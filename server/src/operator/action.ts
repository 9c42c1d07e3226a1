/** What the operator asked for. It is applied at the next mark. */
import type { Instant } from '../lib/clock.ts';
import type { LeagueActionKind } from './league-settings.ts';

export interface OperatorAction {
  readonly id: string;
  readonly at: Instant;
  readonly action: SymbolActionKind | 'void_close' | LeagueActionKind | 'retire';
  /** What it is about: a symbol, for `void_close` a close (`spot_crypto/2026-11-23`), a league, or for `retire` a bot. */
  readonly symbol: string;
  readonly reason: string;
  /** Of `set_capacity`: seats of each tier. */
  readonly capacity?: number | undefined;
}

export type SymbolActionKind = 'suspend' | 'resume' | 'delist';
