/** Rounds of task leagues: what a round is, the tasks of a bot, its answers, and what they scored. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { receipt } from './order.ts';
import { paged } from './paged.ts';
import { practiceSeed } from './practice-seed.ts';

export const roundState = z
  .enum(['scheduled', 'committed', 'open', 'closed', 'scored', 'void'])
  .meta({ id: 'RoundState' });
export type RoundState = z.infer<typeof roundState>;

/** How often a league holds rounds. */
export const cadence = z.enum(['daily', 'weekly']).meta({ id: 'Cadence' });
export type Cadence = z.infer<typeof cadence>;

/** Which round, in every answer about one. */
const named = {
  league: z.string(),
  round: z
    .string()
    .describe(
      'Its name: the ISO week date of its day, such as 2026-W47-3, or its week, such as 2026-W47, where rounds are weekly.',
    ),
  state: roundState,
} as const;

export const roundView = z
  .object({
    ...named,
    round_id: z.string(),
    opens_at: z.string(),
    closes_at: z.string().describe('What is received before it counts.'),
    facts: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .describe('What marks noted of it, as the public log has it: committed, beacon, keyed, closed, scored, void.'),
  })
  .meta({ id: 'RoundView' });
export type RoundView = z.infer<typeof roundView>;

/** What each task of a round scored. */
const taskScores = z.array(
  z.object({
    task_id: z.string(),
    score: z.number(),
    why: z.string(),
    answer_id: z.string().nullable().describe('The sheet whose answer stood; null without one.'),
  }),
);

export const roundList = z
  .object({
    league: z.string(),
    ...paged,
    rounds: z
      .array(
        z.object({
          round: z.string(),
          round_id: z.string(),
          state: roundState,
          opens_at: z.string(),
          closes_at: z.string(),
          entrants: z.number().nullable().describe('Bots that may answer; null before it opens.'),
          answered_by: z.number().nullable().describe('Bots that did; null before it closes.'),
          par: z.number().nullable().describe('What the plain solver scores; null before the tasks are there.'),
          bots: z
            .number()
            .nullable()
            .describe('Bots that were scored; with `best` and `median` of their scores null before.'),
          best: z.number().nullable(),
          median: z.number().nullable(),
          reason: z.string().nullable().describe('Why it is void, or was taken back; null otherwise.'),
        }),
      )
      .describe('The newest first.'),
  })
  .meta({ id: 'RoundList' });
export type RoundList = z.infer<typeof roundList>;

export const roundResults = z
  .object({
    ...named,
    ...paged,
    results: z
      .array(
        z.object({
          agent_id: z.string(),
          score: z.number().describe('0 to 1,000,000.'),
          cash_before: z.string(),
          cash_after: z.string(),
          tasks: taskScores,
        }),
      )
      .describe('By agent_id; empty before the round is scored. Who did not answer has no line.'),
  })
  .meta({ id: 'RoundResults' });
export type RoundResults = z.infer<typeof roundResults>;

/** What a round did to a bot. */
const did = {
  score: z.number().describe('0 to 1,000,000.'),
  par: z.number(),
  place: z.number().nullable().describe('1 and one more for each bot that scored more; null of a sandbox.'),
  of: z.number().nullable(),
  return_pct: z.number().nullable(),
  cash_before: z.string().nullable(),
  cash_after: z.string().nullable(),
} as const;

export const agentRounds = z
  .object({
    agent_id: z.string(),
    league: z.string(),
    ...paged,
    rounds: z
      .array(
        z.object({
          round: z.string(),
          round_id: z.string(),
          scored_at: z.string(),
          ...did,
          reversed: z.boolean().describe('Its pay was taken back.'),
        }),
      )
      .describe('Scored rounds that it answered, the newest first.'),
  })
  .meta({ id: 'AgentRounds' });
export type AgentRounds = z.infer<typeof agentRounds>;

/** A sheet as it was acknowledged. */
const sheet = {
  ...named,
  answer_id: z.string(),
  received_at: z.string(),
  closes_at: z.string(),
  sandbox: z.boolean(),
  answers_text: z.string(),
  receipt,
  rules_version: z.string(),
} as const;

export const sheetList = z
  .object({
    agent_id: z.string(),
    ...paged,
    sheets: z.array(z.object(sheet)).describe('The newest first.'),
  })
  .meta({ id: 'SheetList' });
export type SheetList = z.infer<typeof sheetList>;

export const sheetView = z
  .object({
    agent_id: z.string(),
    ...sheet,
    result: z
      .object({ ...did, tasks: taskScores })
      .nullable()
      .describe(
        'What the bot scored; of a sandbox sheet what its sandbox sheets did. Null before, in a void round, and where no answer stood.',
      ),
  })
  .meta({ id: 'SheetView' });
export type SheetView = z.infer<typeof sheetView>;

export const roundRecord = z
  .object({
    ...named,
    agent_id: z.string(),
    key_line: z
      .string()
      .nullable()
      .describe(
        'Its line of the key file, whose hash is `keys_sha256`; null before the round is scored, or not in it.',
      ),
    ...paged,
    sheets: z
      .array(
        z.object({
          answer_id: z.string(),
          received_at: z.string(),
          answers_text: z.string(),
          receipt,
          rules_version: z.string(),
        }),
      )
      .describe('Those that counted, in order.'),
  })
  .meta({ id: 'RoundRecord' });
export type RoundRecord = z.infer<typeof roundRecord>;

/** Tasks with what is needed to do them. */
const shownParts = {
  notice: z.string(),
  site: z.string().nullable().describe('Start of its pages; links in them are relative.'),
  files: z.array(z.object({ name: z.string(), url: z.string(), bytes: z.number(), sha256: z.string() })),
  tasks: z.array(
    z.object({
      task_id: z.string(),
      level: z.number(),
      weight: z.number(),
      prompt: z.string(),
      answer_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of an answer.'),
      grader: z.record(z.string(), z.unknown()).describe('How it is scored: /docs/bots/rounds.md.'),
      example: z.unknown().describe('Of the right form, and wrong on purpose.'),
    }),
  ),
} as const;

export const roundTasks = z
  .object({
    ...named,
    agent_id: z.string(),
    closes_at: z.string(),
    ...shownParts,
    answered: z.record(z.string(), z.unknown()).describe('Your answers that stand, by task.'),
  })
  .meta({ id: 'RoundTasks' });
export type RoundTasks = z.infer<typeof roundTasks>;

export const answersRequest = z
  .object({
    round: z.string().max(40),
    answers: z
      .record(z.string(), z.unknown())
      .describe(`Task to answer, at most ${limits.answersPerSheetMax}; null takes an earlier answer back.`),
    sandbox: z.boolean().exactOptional(),
  })
  .meta({ id: 'AnswersRequest' });
export type AnswersRequest = z.infer<typeof answersRequest>;

export const answersAck = z
  .object({
    agent_id: z.string(),
    answer_id: z.string(),
    league: z.string(),
    round: z.string(),
    received_at: z.string(),
    closes_at: z.string(),
    sandbox: z.boolean(),
    not_understood: z
      .record(z.string(), z.string())
      .describe('Why not, by task; whether an answer is right is told when the round is scored.'),
    answers_text: z.string().describe('What was understood, as it is stored and hashed: canonical JSON.'),
    receipt,
    rules_version: z.string(),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'AnswersAck' });
export type AnswersAck = z.infer<typeof answersAck>;

/** Which practice tasks, in every answer about some. */
const practised = {
  league: z.string(),
  seed: z.string(),
  level: z.number().describe('The lowest of five levels in a row.'),
} as const;

export const practiceTasks = z.object({ ...practised, ...shownParts }).meta({ id: 'PracticeTasks' });
export type PracticeTasks = z.infer<typeof practiceTasks>;

export const practiceRequest = z
  .object({
    seed: practiceSeed.exactOptional(),
    level: z.int().min(1).max(limits.practiceLevelMax).meta({ format: 'int32' }).exactOptional(),
    answers: z.record(z.string(), z.unknown()).describe('Task to answer, as in a round.'),
  })
  .meta({ id: 'PracticeRequest' });
export type PracticeRequest = z.infer<typeof practiceRequest>;

export const practiceResult = z
  .object({
    ...practised,
    score: z.number().describe('Of the sheet, 0 to 1,000,000, as in a round.'),
    plain_score: z.number().describe('What the plain solver, which sets par, scores on the same tasks.'),
    not_understood: z.record(z.string(), z.string()).describe('Why not, by task.'),
    tasks: z.array(
      z.object({
        task_id: z.string(),
        score: z.number(),
        why: z.string(),
        expected: z.unknown().describe('An answer that scores 1,000,000.'),
      }),
    ),
  })
  .meta({ id: 'PracticeResult' });
export type PracticeResult = z.infer<typeof practiceResult>;
