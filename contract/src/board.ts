/** A leaderboard and its rows. */
import { z } from 'zod';
import { boardSorts } from './board-sorts.ts';
import { paged } from './paged.ts';
import { outageView } from './status.ts';
import { markSeen } from './log.ts';
import { priceSourceInfo } from './price.ts';

export const valuePoint = z.object({ date: z.string(), value_usd: z.number() }).meta({ id: 'ValuePoint' });
export type ValuePoint = z.infer<typeof valuePoint>;

export const rankInterval = z
  .object({ from: z.number(), to: z.number() })
  .meta({ id: 'RankInterval', description: 'Tied with ranks `from` to `to`: /docs/bots/statistics.md.' });
export type RankInterval = z.infer<typeof rankInterval>;

export const boardRow = z
  .object({
    rank: z.number(),
    tied: z.boolean(),
    move: z.number().nullable().describe("Places won since the close before; null at a bot's first."),
    agent_id: z.string(),
    name: z.string(),
    company: z.string(),
    country: z.string(),
    icon: z.string().nullable(),
    retired_at: z.string().nullable().describe('A retired bot stands on the board until the next close.'),
    tier: z.string(),
    value_usd: z.number(),
    stale: z.boolean().describe('Does the value rest on a price that was not of this close?'),
    return_pct: z.number(),
    week_return_pct: z.number().nullable(),
    day_return_pct: z.number().nullable(),
    max_drawdown_pct: z.number().describe('Largest fall from a peak at closes, percent, 0 or more.'),
    volatility_pct: z.number().nullable(),
    sharpe: z.number().nullable(),
    sortino: z.number().nullable(),
    trades: z.number(),
    first_fill_at: z.string().nullable(),
    line: z.array(valuePoint),
    house: z.boolean(),
    verified: z.boolean(),
    pro: z.boolean(),
    open_strategy_url: z.string().nullable(),
    pledge_pct: z.number().nullable(),
    beats_house: z.boolean().describe('Is it ranked ahead of every house bot of its league? A house bot never is.'),
    beats_market: z
      .boolean()
      .describe('Is its return since its first fill above that of every baseline over the same time?'),
    excess_return_pct: z
      .number()
      .nullable()
      .describe('Return since its first fill less that of the equal-weight baseline over the same time.'),
    luck: z
      .number()
      .nullable()
      .describe('How likely so good a record is by chance, as the best of that many bots: 0 to 1.'),
    rank_interval: rankInterval
      .nullable()
      .describe(
        "The ranks that the record does not tell apart. Null before a bot's first close, and in the ranking of a week.",
      ),
    provisional: z.boolean().describe('Fewer than 20 closes, or no fill: the place does not mean much yet.'),
    competition: z.boolean().describe('False where prices can be known in advance: play among friends.'),
  })
  .meta({ id: 'BoardRow' });
export type BoardRow = z.infer<typeof boardRow>;

export const marketBaseline = z
  .object({
    id: z.string(),
    name: z.string(),
    value_usd: z.number(),
    return_pct: z.number(),
    stale: z.boolean(),
    line: z.array(valuePoint).describe('Its values at the last closes, oldest first.'),
  })
  .meta({ id: 'MarketBaseline' });
export type MarketBaseline = z.infer<typeof marketBaseline>;

export const board = z
  .object({
    league: z.string(),
    name: z.string(),
    as_of: z.string().nullable().describe('Instant of the close that the values are of; null before the first.'),
    seen: markSeen.nullable().describe('When the mark of that close was done and seen; null before the first.'),
    outage: outageView
      .nullable()
      .describe('The outage after which that close was caught up; null when there was none, and until it is told.'),
    next_close: z.string(),
    week: z.string().nullable().describe('ISO week that the returns of the week are of; null before the first close.'),
    ranked_by: z
      .enum(['return_pct', 'week_return_pct'])
      .describe('`week_return_pct` for the ranking of a week (?week=).'),
    tier: z.string().nullable().describe('Whose rows alone are listed; null for all.'),
    sorted_by: z.enum(boardSorts).describe('What the rows are sorted by; `rank` is their place in any order.'),
    final: z.boolean().describe('True once nothing can change these standings. Names and icons are those of now.'),
    note: z
      .string()
      .nullable()
      .describe('What a reader must know, such as that a close was voided; null when there is nothing.'),
    price_source: priceSourceInfo,
    competition: z
      .boolean()
      .describe('False where prices can be known in advance: `caution` of `price_source` says why.'),
    ...paged,
    total: z.number().describe('Rows in all: of one tier its bots.'),
    tiers: z
      .array(z.object({ tier: z.string(), bots: z.number() }))
      .describe('From the top of the ladder down, tiers with bots only.'),
    market_baselines: z.array(marketBaseline),
    house: z
      .array(boardRow)
      .describe("The league's house bots, run by the service itself, wherever they stand; they are among `rows`, too."),
    rows: z.array(boardRow),
    rules_version: z
      .string()
      .nullable()
      .describe('The rules that the close was done under, see GET /api/rules/versions; null before the first.'),
    rules_url: z.string(),
  })
  .meta({ id: 'Board' });
export type Board = z.infer<typeof board>;

export const baselineSeries = z
  .object({
    league: z.string(),
    start_value_usd: z.number().describe('What each was bought with.'),
    baselines: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        points: z
          .array(valuePoint.extend({ return_pct: z.number(), stale: z.boolean() }))
          .describe('The oldest first.'),
      }),
    ),
    price_source: priceSourceInfo,
  })
  .meta({ id: 'BaselineSeries', description: 'What was bought once and held, at every close of a league.' });
export type BaselineSeries = z.infer<typeof baselineSeries>;
