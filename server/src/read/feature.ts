/** What everyone, and a bot of itself, may read. */
import { feature } from '../feature/feature.ts';
import { getAgentState } from './get-agent-state.api.ts';
import { getLeaderboard } from './get-leaderboard.api.ts';

export const reading = feature({ name: 'read', operations: [getAgentState, getLeaderboard] });
