import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { roundResults as answer } from 'papertape-contract/round';
import { knownLeague } from '../league/league-parameter.ts';
import { paged, rowsOf } from '../read/paging.ts';
import type { Result } from './facts.ts';
import { findRound, type RoundDeps } from './find-round.ts';
import { countResults, resultsPage, scoresOf } from './rounds.sql.ts';
import { tasksScored } from './task-scores.ts';

export const getRoundResults = operation({
  id: 'getRoundResults',
  path: '/api/leagues/{league}/rounds/{round}/results',
  tag: 'Rounds',
  summary: 'What bots scored in a round',
  description: 'A line for each bot that answered, once it is scored.',
  freshness: 'tagged',
  query: paging,
  answer: json(answer),
  codes: ['unknown_league', 'round_not_found'],
  find: ({ params }) => knownLeague(params.league),
  mcp: {
    name: 'arena_round_results',
    title: 'Results of a round',
    description: 'What bots scored in a round by task, once it is scored.',
  },
  async handle({ found: league, params, query }, deps: RoundDeps) {
    const { round, state } = await findRound(deps, league, params.round);
    const rows = await resultsPage(deps.db, round.id, rowsOf(query));
    const botIds = rows.flatMap(({ botId }) => botId ?? []);
    const scores = new Map(
      (await scoresOf(deps.db, round.id, { sandbox: false, botIds })).map(({ botId, tasks }) => [botId, tasks]),
    );
    return {
      league,
      round: round.name,
      state,
      ...paged(query, await countResults(deps.db, round.id)),
      results: rows.map(({ botId, text }) => ({
        agent_id: botId ?? '',
        ...lineOf(JSON.parse(text) as Result),
        tasks: tasksScored(scores.get(botId ?? '') ?? '[]'),
      })),
    };
  },
});

function lineOf({ score, cash_before, cash_after }: Result): Omit<Result, 'par'> {
  return { score, cash_before, cash_after };
}
