/** Boards and champions of leagues, and what stands on the record of a bot. */
import { leaguePath, pageQuery, type Caller } from './caller.ts';
import type { BoardOptions, PageOptions } from './client-types.ts';
import type * as Wire from './wire.ts';

export interface RecordCalls {
  leaderboard(options?: BoardOptions): Promise<Wire.Board>;
  champions(league: string, options?: PageOptions): Promise<Wire.Champions>;
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
    leaderboard: ({ league, asOf, week, ...paging } = {}) =>
      get('/api/leaderboard', 'Board', { league, as_of: asOf, week, ...pageQuery(paging) }),
    champions: (league, paging = {}) => get(leaguePath(league, '/champions'), 'Champions', pageQuery(paging)),
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
