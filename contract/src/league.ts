/** Leagues, their champions, and the moves between their tiers. */
import { z } from 'zod';
import { paged } from './paged.ts';
import { priceSourceInfo } from './price.ts';
import { cadence } from './round.ts';

/** The ids that there are stand in the service's catalogue; openapi.json names them. */
export const leagueId = z.string().meta({ id: 'LeagueId', description: 'Id of a league.' });
export type LeagueId = z.infer<typeof leagueId>;

export const decidedWeekView = z
  .object({
    league: z.string(),
    week: z.string().describe('ISO week, such as 2026-W47.'),
    decided_at: z
      .string()
      .describe('The close that decided it: the Monday with which it ended, or the first valid one after.'),
    bots: z.number().describe('Bots that were ranked.'),
    champion: z
      .object({ agent_id: z.string(), name: z.string(), week_return_pct: z.number(), value_usd: z.number() })
      .nullable()
      .describe('Null when no bot had a scored fill.'),
  })
  .meta({ id: 'DecidedWeekView', description: 'A week that was decided, with its champion.' });
export type DecidedWeekView = z.infer<typeof decidedWeekView>;

export const leagueView = z
  .object({
    id: z.string(),
    name: z.string(),
    topic: z.string(),
    kind: z.enum(['trading', 'task']),
    asset_class: z.boolean(),
    description: z.string(),
    state: z.enum(['live', 'preview']).describe('`preview` leagues take registrations and nothing else.'),
    orders_open: z.boolean(),
    orders_reason: z.string().nullable().describe('Why orders are not open, in words; null when they are.'),
    opens_at: z
      .string()
      .nullable()
      .describe('Where they are not open because markets are closed: the first instant at which one opens.'),
    universe: z
      .object({ symbols: z.number(), url: z.string() })
      .nullable()
      .describe('Number of symbols, and where they are listed.'),
    price_source: priceSourceInfo,
    rules: z.string(),
    opened_at: z.string(),
    seats_per_tier: z.number().describe('Seats of each tier.'),
    seats_free: z.number(),
    bots: z.number(),
    champions: z
      .array(decidedWeekView)
      .describe('The latest decided weeks, the newest first. All of them: GET /api/leagues/{id}/champions.'),
    round: z
      .object({ cadence, current: z.string().nullable(), next: z.string().nullable() })
      .nullable()
      .describe('Of a task league: how often it holds rounds, the open one, and the next that it has committed to.'),
  })
  .meta({ id: 'LeagueView', description: 'One league in the catalogue.' });
export type LeagueView = z.infer<typeof leagueView>;

export const champions = z
  .object({
    league: z.string(),
    ...paged,
    total: z.number().describe('Decided weeks in all, the newest first.'),
    champions: z.array(decidedWeekView),
  })
  .meta({ id: 'Champions' });
export type Champions = z.infer<typeof champions>;

export const allChampions = z
  .object({
    league: z.string().nullable().describe('Null for all leagues.'),
    ...paged,
    total: z.number().describe('Decided weeks in all, the newest first.'),
    titles: z
      .array(
        z.object({
          agent_id: z.string(),
          name: z.string(),
          titles: z.number().describe('Weeks that it won.'),
          best_week_return_pct: z.number(),
        }),
      )
      .describe('The bots with most titles, at most ten; ties go to the better week.'),
    champions: z.array(decidedWeekView),
  })
  .meta({ id: 'AllChampions', description: 'Champions of weeks, and who has most titles.' });
export type AllChampions = z.infer<typeof allChampions>;

export const tierMoveView = z
  .object({
    agent_id: z.string(),
    league: z.string(),
    week: z.string(),
    close: z.string().describe('The close that decided the week.'),
    at: z.string().describe('When the move took effect: with `voided` the mark at which that close was voided.'),
    from: z.string(),
    to: z.string(),
    why: z
      .enum(['promoted', 'relegated', 'voided'])
      .describe('`voided` takes back the move of a close that the operator voided.'),
    place: z.number().describe('Its place within the tier that it left, by return of the week; 1 is best.'),
    week_return_pct: z.number(),
  })
  .meta({ id: 'TierMoveView', description: 'A move between tiers: kept for ever.' });
export type TierMoveView = z.infer<typeof tierMoveView>;

export const tierMoves = z
  .object({
    league: z.string(),
    agent_id: z.string().nullable(),
    ...paged,
    moves: z.array(tierMoveView),
  })
  .meta({ id: 'TierMoves', description: 'Moves of a bot, or of a league, the newest first.' });
export type TierMoves = z.infer<typeof tierMoves>;

export const distanceToNextTier = z
  .object({
    tier: z.string(),
    next_tier: z.string().nullable(),
    week: z.string().nullable().describe('The running week.'),
    as_of: z.string().nullable(),
    places: z.number().nullable().describe('How many of its tier go up.'),
    week_return_pct: z.number().nullable(),
    needed_week_return_pct: z
      .number()
      .nullable()
      .describe('Return of the week that the last of them has; 0.01 when fewer made money than may go up.'),
    points: z
      .number()
      .nullable()
      .describe(
        'Percentage points that are missing; 0 when the bot would go up, or is as good and stands behind by value or registration.',
      ),
    would_go_up: z.boolean(),
    reason: z.string().nullable().describe('Why there is no distance, in words; null when there is one.'),
  })
  .meta({
    id: 'DistanceToNextTier',
    description: 'What separates a bot from the last place of its tier that goes up, at the last close.',
  });
export type DistanceToNextTier = z.infer<typeof distanceToNextTier>;

export const leagueCatalogue = z
  .object({
    as_of: z.string().describe('When it was made; what it says holds until something changes.'),
    default_league: z.string(),
    count: z.number(),
    topics: z.array(z.object({ id: z.string(), name: z.string(), leagues: z.array(z.string()) })),
    leagues: z.array(leagueView),
  })
  .meta({ id: 'LeagueCatalogue' });
export type LeagueCatalogue = z.infer<typeof leagueCatalogue>;
