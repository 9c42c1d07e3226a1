/** Rounds of task leagues: what a round is, the tasks of a bot, its answers, and what they scored. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { receipt } from './order.ts';

export const roundState = z
  .enum(['scheduled', 'committed', 'open', 'closed', 'scored', 'void'])
  .meta({ id: 'RoundState' });
export type RoundState = z.infer<typeof roundState>;

/** Which round, in every answer about one. */
const named = {
  league: z.string(),
  round: z.string().describe('Its name: the ISO week date of its day, such as 2026-W47-3.'),
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

export const roundResults = z
  .object({
    ...named,
    page: z.number(),
    per_page: z.number(),
    pages: z.number(),
    total: z.number(),
    results: z
      .array(
        z.object({
          agent_id: z.string(),
          score: z.number().describe('0 to 1,000,000.'),
          cash_before: z.string(),
          cash_after: z.string(),
          tasks: z.array(
            z.object({
              task_id: z.string(),
              score: z.number(),
              why: z.string(),
              answer_id: z.string().nullable().describe('The sheet whose answer stood; null without one.'),
            }),
          ),
        }),
      )
      .describe('By agent_id; empty before the round is scored. Who did not answer has no line.'),
  })
  .meta({ id: 'RoundResults' });
export type RoundResults = z.infer<typeof roundResults>;

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
    page: z.number(),
    per_page: z.number(),
    pages: z.number(),
    total: z.number(),
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

export const roundTasks = z
  .object({
    ...named,
    agent_id: z.string(),
    closes_at: z.string(),
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
