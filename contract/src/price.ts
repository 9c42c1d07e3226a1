/** Where prices come from, and the window that they are averaged over. */
import { z } from 'zod';

export const windowTimes = z.object({ start: z.string(), end: z.string() }).meta({ id: 'WindowTimes' });
export type WindowTimes = z.infer<typeof windowTimes>;

export const priceSourceInfo = z
  .object({
    kind: z.enum(['simulated', 'replay', 'onchain']),
    live: z.boolean().describe('Are these prices of the real market of now?'),
    note: z.string(),
  })
  .meta({ id: 'PriceSourceInfo' });
export type PriceSourceInfo = z.infer<typeof priceSourceInfo>;
