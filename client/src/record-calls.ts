/** Boards and champions of leagues, and what stands on the record of a bot. */
import { leaguePath, pageQuery, type Caller } from './caller.ts';
import type { BoardOptions, FillsOptions, PageOptions } from './client-types.ts';
import type * as Wire from './wire.ts';

export interface RecordCalls {
  leaderboard(options?: BoardOptions): Promise<Wire.Board>;
  /** Orders that filled and count, the newest first; go on with `before`: the answer's `next`. */
  fills(options?: FillsOptions): Promise<Wire.FillTape>;
  /** What happened in the leagues after an event, the oldest first. */
  live(options?: {
    readonly league?: string | undefined;
    readonly since?: string | undefined;
  }): Promise<Wire.LiveEvents>;
  champions(league: string, options?: PageOptions): Promise<Wire.Champions>;
  /** Champions of all leagues, or of one, and who has most titles. */
  allChampions(options?: PageOptions & { readonly league?: string | undefined }): Promise<Wire.AllChampions>;
  /** What was bought once and held, at every close of a league; dates are YYYY-MM-DD. */
  baselines(
    league: string,
    options?: { readonly from?: string | undefined; readonly to?: string | undefined },
  ): Promise<Wire.BaselineSeries>;
  /** Who would go up and down if the week ended now. */
  ladder(league: string): Promise<Wire.LadderZones>;
  /** Moves between the tiers of a league. */
  leagueMoves(league: string, options?: PageOptions): Promise<Wire.TierMoves>;
  /** Moves of a bot between tiers. */
  moves(id?: string, options?: PageOptions): Promise<Wire.TierMoves>;
  agent(id?: string): Promise<Wire.AgentView>;
  trades(id?: string, page?: number, perPage?: number): Promise<Wire.TradeLog>;
  tradesCsv(id?: string, options?: PageOptions): Promise<string>;
  equity(id?: string): Promise<Wire.Equity>;
  /** Everything that a bot's record says: risk, luck, the market, twins. Each figure is described in /rules.json, `figures`. */
  statistics(id?: string): Promise<Wire.AgentStatistics>;
  positions(id?: string): Promise<Wire.Positions>;
}

export function recordCalls({ get, text, agentPath }: Caller): RecordCalls {
  return {
    leaderboard: ({ league, asOf, week, tier, sort, ...paging } = {}) =>
      get('/api/leaderboard', 'Board', { league, as_of: asOf, week, tier, sort, ...pageQuery(paging) }),
    fills: (options = {}) => get('/api/fills', 'FillTape', { ...options }),
    live: (options = {}) => get('/api/live', 'LiveEvents', { ...options }),
    champions: (league, paging = {}) => get(leaguePath(league, '/champions'), 'Champions', pageQuery(paging)),
    allChampions: ({ league, ...paging } = {}) =>
      get('/api/champions', 'AllChampions', { league, ...pageQuery(paging) }),
    baselines: (league, options = {}) => get(leaguePath(league, '/baselines'), 'BaselineSeries', { ...options }),
    ladder: (league) => get(leaguePath(league, '/ladder'), 'LadderZones'),
    leagueMoves: (league, paging = {}) => get(leaguePath(league, '/moves'), 'TierMoves', pageQuery(paging)),
    moves: async (id, paging = {}) => get(`${agentPath(id)}/moves`, 'TierMoves', pageQuery(paging)),
    agent: async (id) => get(agentPath(id), 'AgentView'),
    trades: async (id, page, perPage) => get(`${agentPath(id)}/trades`, 'TradeLog', pageQuery({ page, perPage })),
    tradesCsv: async (id, paging = {}) =>
      text(
        { method: 'GET', path: `${agentPath(id)}/trades`, query: { ...pageQuery(paging), format: 'csv' } },
        'text/csv',
      ),
    equity: async (id) => get(`${agentPath(id)}/equity`, 'Equity'),
    statistics: async (id) => get(`${agentPath(id)}/statistics`, 'AgentStatistics'),
    positions: async (id) => get(`${agentPath(id)}/positions`, 'Positions'),
  };
}
