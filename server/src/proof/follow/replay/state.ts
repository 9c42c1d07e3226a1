/** What is carried from mark to mark when the marks of a log are done again; it is kept beside the log, so that nothing is done twice. */
import type { Instant } from '../../../lib/clock.ts';
import type { Charges } from '../../../league/charges.ts';
import type { SymbolId } from '../../../league/symbol.ts';
import type { Portfolio } from '../../../flow/fill/fill.ts';
import type { BotSoFar, LeagueLastClose } from '../../../flow/mark/bot-so-far.ts';
import type { AgreedSoFar, MarkAnswer } from '../../../flow/mark/readings-record.ts';
import type { Suspension } from '../../../flow/price/suspension.ts';
import type { UsdPrices } from '../../../flow/price/usd.ts';
import type { BaselineValue } from '../../../flow/rank/baseline-value.ts';
import type { LeagueBaselines } from '../../../flow/rank/baseline.ts';
import type { LeagueSettings } from '../../../operator/league-settings.ts';

export interface ReplayedBot extends BotSoFar {
  readonly makerId: string;
  retiredAt: Instant | undefined;
  /** Marks at which its oldest open order waited, and what it waited for. */
  waited: Waited[];
}

export interface Waited {
  readonly mark: Instant;
  readonly prices: UsdPrices;
  readonly charges: Charges;
  readonly portfolio: Portfolio;
}

export interface ReplayedLeague {
  /** The last valid close and the one before it, with what the baselines were worth. */
  previous: LeagueLastClose | undefined;
  beforePrevious: LeagueLastClose | undefined;
  /** What the baselines were worth where bots began whose records do not have it yet. */
  readonly begun: Map<Instant, readonly BaselineValue[]>;
}

export interface ReplayState {
  /** In order of id, once they are sorted: a close takes them so. */
  readonly bots: Map<string, ReplayedBot>;
  readonly leagues: Map<string, ReplayedLeague>;
  readonly suspended: Map<SymbolId, Suspension>;
  readonly baselines: Map<string, LeagueBaselines>;
  readonly settings: Map<string, LeagueSettings>;
  /** Whom the operator banned, and which texts are hidden. */
  readonly moderation: Map<string, string>;
  /** When the operator ended the simulated market. */
  readonly market: { endedAt: Instant | undefined };
  readonly agreed: AgreedSoFar;
  /** Texts of the versions of the market that marks named. */
  readonly markets: string[];
  /** Hash of what was read, of each mark that may be asked for again. */
  readonly readings: Map<Instant, string>;
  /** Late answers for those marks. */
  readonly late: Map<Instant, readonly MarkAnswer[]>;
}

export function emptyReplay(): ReplayState {
  return {
    bots: new Map(),
    leagues: new Map(),
    suspended: new Map(),
    baselines: new Map(),
    settings: new Map(),
    moderation: new Map(),
    market: { endedAt: undefined },
    agreed: { known: new Map(), scanned: new Map() },
    markets: [],
    readings: new Map(),
    late: new Map(),
  };
}

export function leagueOf({ leagues }: ReplayState, league: string): ReplayedLeague {
  const known = leagues.get(league) ?? { previous: undefined, beforePrevious: undefined, begun: new Map() };
  leagues.set(league, known);
  return known;
}
