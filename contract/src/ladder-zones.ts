/** A league's ladder as it stands at its last close. */
import { z } from 'zod';

const ladderBot = z.object({
  agent_id: z.string(),
  name: z.string(),
  week_return_pct: z.number(),
  zone: z.enum(['up', 'down', 'stay']).describe('Where it would go if the week ended at that close.'),
});
export type LadderBot = z.infer<typeof ladderBot>;
export type Zone = LadderBot['zone'];

const ladderTier = z.object({
  tier: z.string(),
  bots: z.number(),
  places: z
    .number()
    .describe('How many may go up: a tenth of them; 0 at the top, and where too few have a scored fill.'),
  list: z.array(ladderBot).describe('The best of the running week first; empty in a league that is too large.'),
});
export type LadderTier = z.infer<typeof ladderTier>;

export const ladderZones = z
  .object({
    league: z.string(),
    as_of: z.string().nullable().describe('Instant of the close; null before the first.'),
    week: z.string().nullable().describe('The week that the close belongs to.'),
    decided: z
      .boolean()
      .describe('Did that close end its week? Then all have moved, and the new week has no close yet.'),
    tiers: z.array(ladderTier).describe('From the top of the ladder down.'),
    listed: z.boolean().describe('False in a league of more than 2,000 bots, which has no list of them.'),
  })
  .meta({ id: 'LadderZones', description: 'Who would go up and down if the week ended now.' });
export type LadderZones = z.infer<typeof ladderZones>;
