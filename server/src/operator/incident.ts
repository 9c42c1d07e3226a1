/** What the public log says of the league: suspensions, delistings, voided closes, settings. */
import type { Instant } from '../lib/clock.ts';
import type { About } from './about.ts';
import type { LeagueIncidentKind } from './league-settings.ts';

export interface Incident {
  readonly id: number;
  readonly atMark: Instant;
  readonly kind:
    | 'suspended'
    | 'resumed'
    | 'delisted'
    | 'price_differs'
    | 'close_voided'
    | LeagueIncidentKind
    | 'agent_retired'
    | 'market_ended'
    | 'set_aside'
    | 'readmitted'
    | 'value_kept'
    | 'close_missed';
  readonly about: About;
  readonly price: string | null;
  readonly priceAt: Instant | null;
  readonly by: 'engine' | 'operator';
  readonly reason: string;
  /** Of `capacity_set`: seats of each tier. */
  readonly capacity?: number | undefined;
}
