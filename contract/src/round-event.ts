/** What happens to a bot of a task league in rounds. */
import { z } from 'zod';

const ofRound = { league: z.string(), round: z.string(), round_id: z.string() } as const;

export const answersReceivedEvent = z
  .object({
    id: z.string(),
    type: z.literal('answers_received'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({
      ...ofRound,
      answer_id: z.string(),
      received_at: z.string(),
      sandbox: z.boolean(),
      receipt: z.string(),
      sequence: z.number(),
    }),
  })
  .meta({ id: 'AnswersReceivedEvent', description: 'A sheet was taken and stands in the public log.' });
export type AnswersReceivedEvent = z.infer<typeof answersReceivedEvent>;

export const roundOpenedEvent = z
  .object({
    id: z.string(),
    type: z.literal('round_opened'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({ ...ofRound, closes_at: z.string() }),
  })
  .meta({ id: 'RoundOpenedEvent', description: 'The tasks of the bot are there.' });
export type RoundOpenedEvent = z.infer<typeof roundOpenedEvent>;

export const roundScoredEvent = z
  .object({
    id: z.string(),
    type: z.literal('round_scored'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({
      ...ofRound,
      score: z.number(),
      par: z.number(),
      place: z.number().nullable(),
      of: z.number().nullable(),
      return_pct: z.number().nullable(),
      cash_before: z.string().nullable(),
      cash_after: z.string().nullable(),
    }),
  })
  .meta({ id: 'RoundScoredEvent', description: 'What a round did to the bot.' });
export type RoundScoredEvent = z.infer<typeof roundScoredEvent>;

export const roundVoidEvent = z
  .object({
    id: z.string(),
    type: z.literal('round_void'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({ ...ofRound, reason: z.string() }),
  })
  .meta({ id: 'RoundVoidEvent', description: 'The round pays nobody.' });
export type RoundVoidEvent = z.infer<typeof roundVoidEvent>;

export const roundReversedEvent = z
  .object({
    id: z.string(),
    type: z.literal('round_reversed'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({ ...ofRound, cash: z.string().describe('Added to its cash.'), reason: z.string() }),
  })
  .meta({ id: 'RoundReversedEvent', description: 'The operator took the pay of a round back.' });
export type RoundReversedEvent = z.infer<typeof roundReversedEvent>;
