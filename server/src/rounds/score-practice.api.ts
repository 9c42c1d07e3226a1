import { body, json, operation } from 'papertape-contract/operation';
import { practiceRequest, practiceResult as answer } from 'papertape-contract/round';
import { knownLeague } from '../league/league-parameter.ts';
import { practised, type PracticeDeps } from './practice-tasks.ts';
import { answersText, understood } from './read-sheet.ts';

export const scorePractice = operation({
  id: 'scorePractice',
  method: 'post',
  path: '/api/leagues/{league}/practice',
  tag: 'Rounds',
  summary: 'Score answers to practice tasks',
  description: 'At once, with what was expected; nothing is stored.',
  freshness: 'private',
  body: body(practiceRequest, { example: { seed: '1', answers: { t01: null } } }),
  countsAsRead: true,
  counts: ['practiceScoringsPerAddress'],
  answer: json(answer),
  codes: ['unknown_league', 'practice_unavailable', 'practice_busy', 'invalid_answers'],
  find: ({ params }) => knownLeague(params.league),
  async handle({ found: league, body: asked }, deps: PracticeDeps) {
    const { maker, practice } = deps.rounds;
    const { of, seed, level } = practised(deps, league, asked);
    const answers = answersText(asked.answers);
    const { read, score, plainScore, tasks, expected } = await practice.run(() => maker.practice.tried(of, answers));
    understood(read);
    return {
      league,
      seed,
      level,
      score,
      plain_score: plainScore,
      not_understood: Object.fromEntries(read.faults),
      tasks: tasks.map(([task_id, points, why]) => ({ task_id, score: points, why, expected: expected[task_id] })),
    };
  },
});
