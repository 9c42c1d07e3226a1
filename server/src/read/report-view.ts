/** The strategy report: every figure of a bot's record with its formula, and an interval where one can be had honestly. */
import type { StrategyReport } from 'papertape-contract/payment';
import type { AgentStatistics } from 'papertape-contract/statistics';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { Bot } from '../bots/bot.ts';
import { startValue } from '../flow/fill/fill.ts';
import { dailyReturn } from '../flow/rank/record.ts';
import { riskReturnsMin } from '../flow/rank/statistics.ts';
import { computedFigures, figureCatalogue, type FigureId } from '../flow/rank/statistics/catalogue.ts';
import { seededUniform } from '../lib/seeded-random.ts';
import type { Db } from '../storage/storage.ts';
import { closesOf } from './closes.sql.ts';
import { agentStatistics, bootstrapSeed } from './figures-view.ts';
import { growthInterval, wilson } from './report-intervals.ts';

type Interval = StrategyReport['figures'][number]['interval'];

const note =
  'Paper trading: no real money, and not financial advice. A figure of a short record says little; an interval says how little. ' +
  'Whoever compares many bots finds some that look good by chance: the figure of luck says how likely that is.';

export async function strategyReport(
  db: Db,
  bot: Bot,
  {
    reference,
    priceSource,
    baseUrl,
  }: { readonly reference: string; readonly priceSource: PriceSourceInfo; readonly baseUrl: string },
): Promise<StrategyReport> {
  const statistics = await agentStatistics(db, bot, priceSource, baseUrl);
  const returns = await dailyReturnsOf(db, bot.botId);
  const intervals = intervalsOf(statistics, returns, bot.botId);
  return {
    reference,
    agent_id: bot.botId,
    name: bot.name,
    league: bot.league,
    as_of: statistics.as_of,
    closes: statistics.closes,
    daily_returns: statistics.daily_returns,
    provisional: statistics.provisional,
    note,
    figures: computedFigures.map((id) => {
      const { name, unit, meaning, formula, needs, source } = figureCatalogue[id];
      const value = statistics.figures[id];
      const interval = value === null ? null : (intervals[id] ?? null);
      return { id, name, unit, value, interval, means: meaning, formula, needs, source };
    }),
    rank_interval: statistics.rank_interval,
    price_source: priceSource,
    html_url: `${baseUrl}/pay/${reference}/report`,
  };
}

/** Of the closes that count as daily returns in the record: from the first one at or after the first fill. */
async function dailyReturnsOf(db: Db, botId: string): Promise<number[]> {
  const closes = await closesOf(db, [botId], 0);
  return closes.flatMap((c, i) => {
    const daily = c.firstFillAt === null ? undefined : dailyReturn(closes[i - 1]?.value ?? startValue, c.value);
    return daily === undefined ? [] : [daily];
  });
}

function intervalsOf(
  { as_of: asOf, excess_day_interval_pct: excess }: AgentStatistics,
  returns: readonly number[],
  botId: string,
): Partial<Record<FigureId, Interval>> {
  if (asOf === null || returns.length < riskReturnsMin) return {};
  const grown = growthInterval(returns, seededUniform(bootstrapSeed(botId, Date.parse(asOf))));
  return {
    ...(grown && {
      return_pct: {
        ...grown,
        says: `95% interval of the mean daily log return by the circular block bootstrap, over ${returns.length} days: what so many days of the same kind might have brought.`,
      },
    }),
    hit_rate_pct: {
      ...wilson(returns.filter((r) => r > 0).length, returns.length),
      says: "95% interval by Wilson's method, as if days were independent; they are not quite, so it is somewhat wider in truth.",
    },
    ...(excess && {
      excess_day_pct: {
        ...excess,
        says: '95% interval of the mean by the circular block bootstrap (docs/bots/statistics.md).',
      },
    }),
  };
}
