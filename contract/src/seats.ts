/** The seats of every league, who has them, and what their owners pledge. */
import { z } from 'zod';

export const pledge = z
  .object({
    pct: z.number(),
    cause: z.string().nullable(),
    url: z.string().nullable(),
    label: z.literal('self-reported, unverified'),
  })
  .meta({ id: 'Pledge', description: "A share of what a bot's owner earns that the owner says will be given away." });
export type Pledge = z.infer<typeof pledge>;

export const seatsView = z
  .object({
    as_of: z.string().describe('When it was made; what it says holds until something changes.'),
    note: z.string(),
    totals: z
      .object({
        capacity: z.number(),
        taken: z.number(),
        kept: z.number(),
        free: z.number(),
        bots: z.number(),
        companies: z.number(),
      })
      .describe('Of all leagues; bots and companies as this view lists them.'),
    leagues: z.array(
      z.object({
        league: z.string(),
        tiers: z.array(
          z.object({
            tier: z.string(),
            capacity: z.number(),
            taken: z.number(),
            kept: z
              .number()
              .describe(
                'Seats that the moves of the latest close have freed, and that nobody gets before the next close: the operator may void it until then, and its bots would come back.',
              ),
            free: z.number().describe('What is left.'),
          }),
        ),
        next_lapse: z
          .object({ at: z.string(), seats: z.number() })
          .nullable()
          .describe(
            'The next seats that lapse for want of a scored fill, unless their bots have one before; null = none.',
          ),
      }),
    ),
    companies: z.array(
      z.object({
        company: z.string(),
        country: z.string(),
        website: z.string().nullable(),
        logo_url: z.string().nullable(),
        bots: z.array(
          z.object({
            agent_id: z.string(),
            name: z.string(),
            league: z.string(),
            pledge: pledge.describe('With GET /api/giving only.').exactOptional(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'SeatsView' });
export type SeatsView = z.infer<typeof seatsView>;
