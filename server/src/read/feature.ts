/** What everyone, and a bot of itself, may read. */
import { feature } from '../feature/feature.ts';
import { homePage, leaguePage } from './league.page.tsx';
import { botPage } from './bot.page.tsx';
import { givingPage } from './giving.page.tsx';
import { incidentsPage } from './incidents.page.tsx';
import { makerPage } from './maker.page.tsx';
import { seatsPage } from './seats.page.tsx';
import { getAgent } from './get-agent.api.ts';
import { getAgentState } from './get-agent-state.api.ts';
import { getEquity } from './get-equity.api.ts';
import { getGiving } from './get-giving.api.ts';
import { getLeaderboard } from './get-leaderboard.api.ts';
import { getMaker } from './get-maker.api.ts';
import { getOrder } from './get-order.api.ts';
import { getPositions } from './get-positions.api.ts';
import { getSeats } from './get-seats.api.ts';
import { getStatistics } from './get-statistics.api.ts';
import { getStatus } from './get-status.api.ts';
import { getUniverse } from './get-universe.api.ts';
import { listActions } from './list-actions.api.ts';
import { listAgentMoves } from './list-agent-moves.api.ts';
import { listAgents } from './list-agents.api.ts';
import { listChampions } from './list-champions.api.ts';
import { listIcons } from './list-icons.api.ts';
import { listIncidents } from './list-incidents.api.ts';
import { listLeagueMoves } from './list-league-moves.api.ts';
import { listLeagues } from './list-leagues.api.ts';
import { listOrders } from './list-orders.api.ts';
import { listTrades } from './list-trades.api.ts';
import { validateSymbol } from './validate-symbol.api.ts';
import { iconFiles } from './icon-files.api.ts';

export const reading = feature({
  name: 'read',
  operations: [
    listOrders,
    getOrder,
    getAgentState,
    getLeaderboard,
    listChampions,
    listLeagueMoves,
    listAgentMoves,
    getAgent,
    listTrades,
    getEquity,
    getStatistics,
    getPositions,
    listLeagues,
    getUniverse,
    validateSymbol,
    getStatus,
    listIncidents,
    listActions,
    listIcons,
    getSeats,
    getGiving,
    listAgents,
    getMaker,
    ...iconFiles,
  ],
  pages: [homePage, leaguePage, botPage, seatsPage, givingPage, makerPage, incidentsPage],
});
