/**
 * How simulated symbols move together: of a symbol's variance one share is its market's, one its group's, the rest its own.
 * Two symbols of one market correlate by sqrt(share * share), of one group by that plus the group's share.
 *
 * Example: LINK (crypto-app) and SOL (crypto-l1): 0.54. LINK and GRT (both crypto-app): 0.54 + 0.10 = 0.64.
 */
import type { SimulatedGroup } from '../../league/catalogue/symbols.ts';

export interface Shares {
  readonly market: 'crypto' | 'equity' | 'gold' | 'rates' | 'fx';
  readonly marketShare: number;
  readonly groupShare: number;
}

export const sharesOf: Readonly<Record<SimulatedGroup | 'fx', Shares>> = {
  'crypto-major': { market: 'crypto', marketShare: 0.6, groupShare: 0.08 },
  'crypto-l1': { market: 'crypto', marketShare: 0.54, groupShare: 0.1 },
  'crypto-l2': { market: 'crypto', marketShare: 0.54, groupShare: 0.1 },
  'crypto-defi': { market: 'crypto', marketShare: 0.54, groupShare: 0.1 },
  'crypto-app': { market: 'crypto', marketShare: 0.54, groupShare: 0.1 },
  'crypto-meme': { market: 'crypto', marketShare: 0.52, groupShare: 0.12 },
  gold: { market: 'gold', marketShare: 0.9, groupShare: 0 },
  rates: { market: 'rates', marketShare: 0.5, groupShare: 0 },
  'equity-tech': { market: 'equity', marketShare: 0.4, groupShare: 0.2 },
  'equity-value': { market: 'equity', marketShare: 0.4, groupShare: 0.1 },
  'equity-canada': { market: 'equity', marketShare: 0.35, groupShare: 0.2 },
  'equity-income': { market: 'equity', marketShare: 0.45, groupShare: 0.15 },
  fx: { market: 'fx', marketShare: 0, groupShare: 0 },
};

/** A follower's own error against the symbol it follows, standard deviation per year. */
export const followerVolatility = 0.01;
