/** What the operator asked for. It is applied at the next mark. */
import type { Instant } from '../lib/clock.ts';
import type { About } from 'papertape-contract/about';
import type { LeagueActionKind } from './league-settings.ts';

export interface OperatorAction {
  readonly id: string;
  readonly at: Instant;
  readonly action: SymbolActionKind | 'void_close' | LeagueActionKind | 'retire' | 'end_market';
  readonly about: About;
  readonly reason: string;
  /** Of `set_capacity`: seats of each tier. */
  readonly capacity?: number | undefined;
}

export type SymbolActionKind = 'suspend' | 'resume' | 'delist';
