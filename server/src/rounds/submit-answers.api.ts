import { body, json, operation } from 'papertape-contract/operation';
import { answersAck, answersRequest } from 'papertape-contract/round';
import { takeAnswers, type TakeAnswersDeps } from './take-answers.job.ts';

export const submitAnswers = operation({
  id: 'submitAnswers',
  method: 'post',
  path: '/api/agents/{agent_id}/answers',
  tag: 'Rounds',
  summary: 'Send answers',
  description: 'Of each task the latest understood answer before the close counts.',
  key: 'required',
  freshness: 'private',
  body: body(answersRequest, { example: { round: 'current', answers: { t01: null } } }),
  idempotent: true,
  short: true,
  countsLate: ['sheetsPerBot'],
  answer: json(answersAck),
  codes: [
    'round_not_found',
    'round_not_open',
    'round_not_ready',
    'round_closed',
    'round_void',
    'not_in_round',
    'invalid_answers',
    'sheet_limit',
    'agent_retired',
  ],
  mcp: {
    name: 'arena_submit_answers',
    title: 'Send answers',
    description: 'Answers of your bot by task. Of each task the latest understood one before the close counts.',
    standard: () => ({ round: 'current' }),
    said: { sandbox: 'true: a test that never counts.' },
  },
  handle: async (call, deps: TakeAnswersDeps) =>
    await call.once((keep) =>
      takeAnswers(deps, {
        bot: call.bot,
        asked: call.body,
        warnings: call.warnings,
        count: () => call.count('sheetsPerBot'),
        keep,
      }),
    ),
});
