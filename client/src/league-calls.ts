/** Leagues, symbols, the state of the service, and who takes part. */
import { pageQuery, type Caller } from './caller.ts';
import type { PageOptions } from './client-types.ts';
import type * as Wire from './wire.ts';

export interface LeagueCalls {
  leagues(): Promise<Wire.LeagueCatalogue>;
  universe(league?: string): Promise<Wire.UniverseView>;
  validate(league: string, symbol: string): Promise<Wire.Validation>;
  status(): Promise<Wire.StatusView>;
  /** How the last days went; today is among them. */
  statusHistory(days?: number): Promise<Wire.StatusHistory>;
  /** What went wrong with prices, and what the operator did by hand; the newest first. */
  incidents(options?: PageOptions & { readonly kind?: string }): Promise<Wire.IncidentLog>;
  /** What the operator asked for and the engine applied; the newest first. */
  actions(options?: PageOptions): Promise<Wire.OperatorActs>;
  /** Bots, leagues and symbols by how they begin. */
  search(q: string): Promise<Wire.SearchResults>;
  icons(): Promise<Wire.IconsView>;
  seats(): Promise<Wire.SeatsView>;
  /** Giving pledges, self-reported and unverified. */
  giving(): Promise<Wire.SeatsView>;
  /** Every bot, or those of one league, retired ones too; the oldest first. */
  agents(options?: PageOptions & { readonly league?: string }): Promise<Wire.AgentList>;
  /** All bots of one owner, retired ones too. */
  maker(makerId: string, options?: PageOptions): Promise<Wire.MakerView>;
  /** All makers, those with most bots that take part first. */
  makers(options?: PageOptions): Promise<Wire.MakerList>;
}

export function leagueCalls({ get }: Caller): LeagueCalls {
  return {
    leagues: () => get('/api/leagues', 'LeagueCatalogue'),
    universe: (league) => get('/api/universe', 'UniverseView', { league }),
    validate: (league, symbol) => get('/api/validate', 'Validation', { league, symbol }),
    status: () => get('/api/status', 'StatusView'),
    statusHistory: (days) => get('/api/status/history', 'StatusHistory', { days: days?.toString() }),
    incidents: ({ kind, ...paging } = {}) => get('/api/incidents', 'IncidentLog', { kind, ...pageQuery(paging) }),
    actions: (paging = {}) => get('/api/actions', 'OperatorActs', pageQuery(paging)),
    search: (q) => get('/api/search', 'SearchResults', { q }),
    icons: () => get('/api/icons', 'IconsView'),
    seats: () => get('/api/seats', 'SeatsView'),
    giving: () => get('/api/giving', 'SeatsView'),
    agents: ({ league, ...paging } = {}) => get('/agents.json', 'AgentList', { league, ...pageQuery(paging) }),
    makers: (paging = {}) => get('/api/makers', 'MakerList', pageQuery(paging)),
    maker: (makerId, paging = {}) => get(`/api/makers/${encodeURIComponent(makerId)}`, 'MakerView', pageQuery(paging)),
  };
}
