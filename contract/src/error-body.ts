/** What every failure is answered with. */
import { z } from 'zod';

export const errorBody = z
  .object({
    detail: z.string().describe('What was wrong with this request.'),
    error: z.object({
      code: z.string().describe('Stable, listed in rules.json.'),
      fix: z.string().describe('What to do next.'),
    }),
    opens_at: z
      .string()
      .describe('With `market_closed`: the first instant at which it can be ordered.')
      .exactOptional(),
    request_id: z.string().describe('Given with a 500: name it when you report the fault.').exactOptional(),
  })
  .meta({ id: 'ErrorBody', description: 'Body of every failure.' });
export type ErrorBody = z.infer<typeof errorBody>;
