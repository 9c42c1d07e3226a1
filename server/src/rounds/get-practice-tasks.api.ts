import { json, operation } from 'papertape-contract/operation';
import { limits } from 'papertape-contract/limits';
import { parameter, wholeNumber } from 'papertape-contract/parameters';
import { practiceSeedPattern, practiceSeedStandard } from 'papertape-contract/practice-seed';
import { practiceTasks as answer } from 'papertape-contract/round';
import { z } from 'zod';
import { knownLeague } from '../league/league-parameter.ts';
import { notice } from './notice.ts';
import { practised, type PracticeDeps } from './practice-tasks.ts';

const form = new RegExp(practiceSeedPattern);
const seed = z
  .string()
  .refine((text) => form.test(text), 'it must be 1 to 40 letters, digits, hyphens or underscores.')
  .optional();

export const getPracticeTasks = operation({
  id: 'getPracticeTasks',
  path: '/api/leagues/{league}/practice',
  tag: 'Rounds',
  summary: 'Tasks to practise on',
  description: 'Tasks of a public seed, as a round has them; no sign-up.',
  freshness: 'tagged',
  query: {
    seed: parameter(seed, {
      description: `Any other one has other tasks; ${practiceSeedStandard} when it is absent.`,
      schema: { type: 'string', pattern: practiceSeedPattern, maxLength: 40 },
      example: practiceSeedStandard,
    }),
    level: wholeNumber({
      max: limits.practiceLevelMax,
      standard: 1,
      description: 'The lowest of five levels in a row; 1 when it is absent.',
      example: 1,
    }),
  },
  answer: json(answer),
  codes: ['unknown_league', 'practice_unavailable', 'practice_busy'],
  find: ({ params }) => knownLeague(params.league),
  async handle({ found: league, query }, deps: PracticeDeps & { readonly baseUrl: () => string }) {
    const { maker, practice } = deps.rounds;
    const { of, seed: asked, level } = practised(deps, league, query);
    const { tasks, files, hasPages } = await practice.run(() => maker.practice.shown(of));
    const at = (kind: string): string => `${deps.baseUrl()}/practice/${league}/${level}/${asked}/${kind}/`;
    return {
      league,
      seed: asked,
      level,
      notice,
      site: hasPages ? at('site') : null,
      files: files.map(({ name, bytes, sha256 }) => ({ name, url: `${at('files')}${name}`, bytes, sha256 })),
      tasks: tasks.map((task) => ({ ...task, grader: { ...task.grader } })),
    };
  },
});
