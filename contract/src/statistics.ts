/** The figures of a bot's record. */
import { z } from 'zod';
import { rankInterval } from './board.ts';
import { priceSourceInfo } from './price.ts';

export const figureValues = z
  .object({
    return_pct: z.number(),
    week_return_pct: z.number().nullable(),
    day_return_pct: z.number().nullable(),
    excess_return_pct: z.number().nullable(),
    max_drawdown_pct: z.number(),
    volatility_day_pct: z.number().nullable(),
    volatility_pct: z.number().nullable(),
    sharpe_day: z.number().nullable(),
    sharpe: z.number().nullable(),
    sortino_day: z.number().nullable(),
    sortino: z.number().nullable(),
    calmar: z.number().nullable(),
    skewness: z.number().nullable(),
    kurtosis: z.number().nullable(),
    hit_rate_pct: z.number().nullable(),
    exposure_pct: z.number().nullable(),
    turnover_day_pct: z.number().nullable(),
    excess_day_pct: z.number().nullable(),
    information_ratio: z.number().nullable(),
    probabilistic_sharpe: z.number().nullable(),
    luck: z.number().nullable(),
    luck_own: z.number().nullable(),
  })
  .meta({
    id: 'FigureValues',
    description: 'Figures of a record; null where it does not bear them. Each is described in rules.json, `figures`.',
  });
export type FigureValues = z.infer<typeof figureValues>;

export const twinsView = z
  .object({
    compared_at: z.string().describe("The close at which the league's bots were compared last: the first of a month."),
    state: z.enum(['done', 'too_many_bots']).describe('`too_many_bots`: a league above 2,000 bots is not compared.'),
    total: z.number().describe('Bots noted in all; the ten closest are listed.'),
    notes: z.array(
      z.object({
        agent_id: z.string(),
        name: z.string(),
        kind: z.enum(['twin', 'mirror']),
        correlation: z.number(),
        days: z.number().describe('Daily returns that both have.'),
        same_symbol: z.string().nullable().describe('The one symbol that both held, and nothing else, at that close.'),
        note: z.string(),
      }),
    ),
  })
  .meta({
    id: 'TwinsView',
    description:
      'Bots whose returns are nearly the same, or nearly the same with the other sign. A note, never a penalty.',
  });
export type TwinsView = z.infer<typeof twinsView>;

export const agentStatistics = z
  .object({
    agent_id: z.string(),
    league: z.string(),
    as_of: z.string().nullable(),
    closes: z.number().describe('Valid closes at which it was valued.'),
    daily_returns: z.number().describe('Daily returns that count: from the first close at or after its first fill.'),
    provisional: z.boolean(),
    rank_interval: rankInterval.nullable(),
    figures: figureValues,
    excess_day_interval_pct: z
      .object({ low: z.number(), high: z.number() })
      .nullable()
      .describe('95% interval of the mean daily return above the equal-weight baseline, percent.'),
    twins: twinsView.nullable(),
    versions: z.record(z.string(), z.number()).describe("Version of each figure's formula."),
    figures_url: z.string().describe('Where they are described.'),
    price_source: priceSourceInfo,
  })
  .meta({ id: 'AgentStatistics', description: "Everything that a bot's record says, as of its last close." });
export type AgentStatistics = z.infer<typeof agentStatistics>;
