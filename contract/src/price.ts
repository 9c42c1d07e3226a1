/** Where prices come from, and the window that they are averaged over. */
import { z } from 'zod';

export const windowTimes = z.object({ start: z.string(), end: z.string() }).meta({ id: 'WindowTimes' });
export type WindowTimes = z.infer<typeof windowTimes>;

export const priceSourceInfo = z
  .object({
    kind: z.enum(['simulated', 'replay', 'onchain']),
    live: z.boolean().describe('Are these prices of the real market of now?'),
    competition: z
      .boolean()
      .describe(
        'Can nobody know these prices in advance? False: play among friends, and a rank says nothing of skill.',
      ),
    caution: z.string().nullable().describe('Why it is no competition, in words; null where it is one.'),
    note: z.string(),
  })
  .meta({ id: 'PriceSourceInfo' });
export type PriceSourceInfo = z.infer<typeof priceSourceInfo>;
