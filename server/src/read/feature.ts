/** What everyone, and a bot of itself, may read. */
import { feature } from '../feature/feature.ts';
import { homePage } from './home.page.tsx';
import { leaguePage } from './league.page.tsx';
import { ladderPage } from './ladder.page.tsx';
import { leaguesPage } from './leagues.page.tsx';
import { famePage, leagueFamePage } from './fame.page.tsx';
import { comparePage } from './compare.page.tsx';
import { feeds } from './feeds.api.ts';
import { shareImages } from './share/share-images.api.ts';
import { getBadge, getCard } from './elsewhere.api.ts';
import { botPage } from './bot.page.tsx';
import { botsPage } from './bots.page.tsx';
import { marketPage } from './market.page.tsx';
import { givingPage } from './giving.page.tsx';
import { incidentsPage } from './incidents.page.tsx';
import { makerPage } from './maker.page.tsx';
import { makersPage } from './makers.page.tsx';
import { seatsPage } from './seats.page.tsx';
import { statusPage } from './status.page.tsx';
import { getAgent } from './get-agent.api.ts';
import { getAgentState } from './get-agent-state.api.ts';
import { getEquity } from './get-equity.api.ts';
import { getGiving } from './get-giving.api.ts';
import { getLadder } from './get-ladder.api.ts';
import { getLeaderboard } from './get-leaderboard.api.ts';
import { getMaker } from './get-maker.api.ts';
import { getOrder } from './get-order.api.ts';
import { getPositions } from './get-positions.api.ts';
import { getSeats } from './get-seats.api.ts';
import { getStatistics } from './get-statistics.api.ts';
import { getStatus } from './get-status.api.ts';
import { getStatusHistory } from './get-status-history.api.ts';
import { getUniverse } from './get-universe.api.ts';
import { listActions } from './list-actions.api.ts';
import { listAgentMoves } from './list-agent-moves.api.ts';
import { listAgents } from './list-agents.api.ts';
import { searchAll } from './search-all.api.ts';
import { searchPage } from './search.page.tsx';
import { listBaselines } from './list-baselines.api.ts';
import { listChampions } from './list-champions.api.ts';
import { listIcons } from './list-icons.api.ts';
import { listIncidents } from './list-incidents.api.ts';
import { listLeagueMoves } from './list-league-moves.api.ts';
import { listLeagues } from './list-leagues.api.ts';
import { listMakers } from './list-makers.api.ts';
import { listOrders } from './list-orders.api.ts';
import { listTrades } from './list-trades.api.ts';
import { validateSymbol } from './validate-symbol.api.ts';
import { listAllChampions } from './list-all-champions.api.ts';
import { listFills } from './tape/list-fills.api.ts';
import { streamLive } from './tape/stream-live.api.ts';
import { iconFiles } from './icon-files.api.ts';

export const reading = feature({
  name: 'read',
  operations: [
    listOrders,
    getOrder,
    getAgentState,
    getLeaderboard,
    listFills,
    streamLive,
    listChampions,
    listAllChampions,
    listBaselines,
    searchAll,
    getLadder,
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
    getStatusHistory,
    listIncidents,
    listActions,
    listIcons,
    getSeats,
    getGiving,
    listAgents,
    getMaker,
    listMakers,
    ...iconFiles,
    ...feeds,
    ...shareImages,
    getBadge,
    getCard,
  ],
  pages: [
    homePage,
    leaguesPage,
    leaguePage,
    ladderPage,
    marketPage,
    famePage,
    leagueFamePage,
    searchPage,
    comparePage,
    botsPage,
    botPage,
    seatsPage,
    givingPage,
    makerPage,
    makersPage,
    incidentsPage,
    statusPage,
  ],
});
