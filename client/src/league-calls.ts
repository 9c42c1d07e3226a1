/** Leagues, symbols, the state of the service, and who takes part. */
import { pageQuery, type Caller } from './caller.ts';
import type { PageOptions } from './client-types.ts';
import type * as Wire from './wire.ts';

export interface LeagueCalls {
  leagues(): Promise<Wire.LeagueCatalogue>;
  universe(league?: string): Promise<Wire.UniverseView>;
  validate(league: string, symbol: string): Promise<Wire.Validation>;
  status(): Promise<Wire.StatusView>;
  /** What went wrong with prices, and what the operator did by hand; the newest first. */
  incidents(options?: PageOptions): Promise<Wire.IncidentLog>;
  /** What the operator asked for and the engine applied; the newest first. */
  actions(options?: PageOptions): Promise<Wire.OperatorActs>;
  icons(): Promise<Wire.IconsView>;
  seats(): Promise<Wire.SeatsView>;
  /** Giving pledges, self-reported and unverified. */
  giving(): Promise<Wire.SeatsView>;
  /** Every bot, or those of one league, retired ones too; the oldest first. */
  agents(options?: PageOptions & { readonly league?: string }): Promise<Wire.AgentList>;
  /** All bots of one owner, retired ones too. */
  maker(makerId: string, options?: PageOptions): Promise<Wire.MakerView>;
}

export function leagueCalls({ get }: Caller): LeagueCalls {
  return {
    leagues: () => get('/api/leagues', 'LeagueCatalogue'),
    universe: (league) => get('/api/universe', 'UniverseView', { league }),
    validate: (league, symbol) => get('/api/validate', 'Validation', { league, symbol }),
    status: () => get('/api/status', 'StatusView'),
    incidents: (paging = {}) => get('/api/incidents', 'IncidentLog', pageQuery(paging)),
    actions: (paging = {}) => get('/api/actions', 'OperatorActs', pageQuery(paging)),
    icons: () => get('/api/icons', 'IconsView'),
    seats: () => get('/api/seats', 'SeatsView'),
    giving: () => get('/api/giving', 'SeatsView'),
    agents: ({ league, ...paging } = {}) => get('/agents.json', 'AgentList', { league, ...pageQuery(paging) }),
    maker: (makerId, paging = {}) => get(`/api/makers/${encodeURIComponent(makerId)}`, 'MakerView', pageQuery(paging)),
  };
}
