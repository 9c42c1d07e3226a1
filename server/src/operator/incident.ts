/** What the public log says of the league: suspensions, delistings, voided closes, settings. */
import type { Instant } from '../lib/clock.ts';
import type { About } from 'papertape-contract/about';
import type { LeagueIncidentKind } from './league-settings.ts';
import type { ModerationIncidentKind } from './moderation.ts';
import type { RoundIncidentKind } from './round-acts.ts';
import type { PaymentIncidentKind } from './payment-acts.ts';

/** Kinds that tell what was found out after a mark, and beside the marks. */
const foundOut = ['price_differs', 'block_replaced', 'reading_differs', 'endpoint_differs', 'endpoint_agrees'] as const;
type FoundOut = (typeof foundOut)[number];

/** Was it found out beside the marks? It is a fact, which cannot be worked out again. */
export function isFoundOut({ kind }: { readonly kind: string }): boolean {
  return foundOut.includes(kind as FoundOut);
}

export interface Incident {
  readonly id: number;
  readonly atMark: Instant;
  readonly kind:
    | 'suspended'
    | 'resumed'
    | 'delisted'
    | 'close_voided'
    | LeagueIncidentKind
    | 'agent_retired'
    | 'agent_reinstated'
    | ModerationIncidentKind
    | PaymentIncidentKind
    | RoundIncidentKind
    | 'market_ended'
    | 'day_filed'
    | 'set_aside'
    | 'readmitted'
    | 'value_kept'
    | 'close_missed'
    | 'late_mark'
    | 'outage'
    | FoundOut;
  readonly about: About;
  readonly price: string | null;
  readonly priceAt: Instant | null;
  readonly by: 'engine' | 'operator';
  readonly reason: string;
  /** Of `capacity_set`: seats of each tier. */
  readonly capacity?: number | undefined;
}

/** Marks were caught up (outage.ts). */
export const isOutage = ({ kind }: { readonly kind: string }): boolean => kind === 'outage';
