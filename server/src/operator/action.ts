/** What the operator asked for. It is applied at the next mark. */
import type { Instant } from '../lib/clock.ts';
import type { About } from 'papertape-contract/about';
import type { LeagueActionKind } from './league-settings.ts';
import type { PaymentActionKind } from './payment-acts.ts';
import type { RoundActionKind } from './round-acts.ts';
import type { ModerationActionKind } from './moderation.ts';

export interface OperatorAction {
  readonly id: string;
  readonly at: Instant;
  readonly action:
    | SymbolActionKind
    | 'void_close'
    | LeagueActionKind
    | ModerationActionKind
    | PaymentActionKind
    | RoundActionKind
    | 'retire'
    | 'reinstate'
    | 'end_market'
    | 'file_day';
  readonly about: About;
  readonly reason: string;
  /** Of `set_capacity`: seats of each tier. Of `reinstate`: those of a league that the operator set none for. */
  readonly capacity?: number | undefined;
}

export type SymbolActionKind = 'suspend' | 'resume' | 'delist';
