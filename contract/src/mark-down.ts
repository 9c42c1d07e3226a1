/** What a stale price counts for, with the evidence. */
import { z } from 'zod';

export const markDownProof = z
  .object({
    since: z.string().describe('End of the last window over which the symbol was agreed: the hours count from here.'),
    since_window: z.number().describe('Index into `windows`.'),
    read: z
      .object({ usd: z.string(), window: z.number() })
      .nullable()
      .describe('The last price of the first route alone after that; null when nothing could be read.'),
    exchange: z
      .enum(['NYSE', 'TSX'])
      .nullable()
      .describe('The exchange whose sessions the price follows; null where it is priced around the clock.'),
    hours: z
      .number()
      .describe('From `since` to the instant of the value; with an exchange the hours at which it was open.'),
    off_pct: z.number().describe('What the schedule of /rules.json takes off after so many hours.'),
    usd: z
      .string()
      .describe(
        'What a unit counts for: the lower of both prices less `off_pct`, rounded down to 12 significant digits.',
      ),
  })
  .meta({ id: 'MarkDownProof', description: 'What a stale price counts for at a close, or pays at a delisting.' });
export type MarkDownProof = z.infer<typeof markDownProof>;
