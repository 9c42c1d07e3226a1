/** Where prices come from, the window that they are averaged over, and the prices of the past. */
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

const priceColumn = z.array(z.number().nullable());

/** Why there is no mean over a step: `apart`, what the operator or the engine did, or why a pool gave no reading. */
const gapReasons = [
  'apart',
  'suspended',
  'delisted',
  'no_answer',
  'stale',
  'gap',
  'not_listed',
  'non_positive',
  'thin',
  'reorg',
  'old_observation',
  'peg',
  'jump',
  'rate',
] as const;

export const priceGap = z
  .object({
    every: z
      .enum(['1d', '1h', '30m', '5m'])
      .describe('Which steps have no mean: those of the answer, or the five-minute steps inside them.'),
    start: z.string(),
    end: z.string(),
    reason: z.enum(gapReasons).describe('Why; `price_reasons` of /rules.json says it in words.'),
  })
  .meta({ id: 'PriceGap' });
export type PriceGap = z.infer<typeof priceGap>;

export const priceSeries = z
  .object({
    symbol: z.string(),
    mean: priceColumn
      .exactOptional()
      .describe('Average over the step in USD, as a fill makes it of its window; at most 12 significant digits.'),
    open: priceColumn.exactOptional().describe('First five-minute mean inside the step.'),
    high: priceColumn.exactOptional().describe('Highest five-minute mean inside the step.'),
    low: priceColumn.exactOptional().describe('Lowest five-minute mean inside the step.'),
    close: priceColumn.exactOptional().describe('Last five-minute mean inside the step.'),
    gaps: z.array(priceGap).describe('Every step without a mean, in runs: nothing is filled in.'),
  })
  .meta({ id: 'PriceSeries' });
export type PriceSeries = z.infer<typeof priceSeries>;

export const priceHistory = z
  .object({
    league: z.string().nullable().describe('Null when symbols were asked for by name.'),
    every: z.enum(['1d', '1h', '30m', '5m']),
    from: z.string().describe('The bounds of what was asked for; `to` is the last mark when none was said.'),
    to: z.string(),
    final: z.boolean().describe('Can nothing change this answer any more?'),
    next: z
      .string()
      .nullable()
      .describe('`from` of the next page, with the `to` of this answer; null when this is the last.'),
    meaning: z.record(z.string(), z.string()),
    price_source: priceSourceInfo,
    starts: z.array(z.string()).describe('When each step begins; every list below is as long.'),
    series: z.array(priceSeries),
  })
  .meta({ id: 'PriceHistory' });
export type PriceHistory = z.infer<typeof priceHistory>;

export const priceMark = z
  .object({
    mark: z.string().describe('When the five minutes were over; an id to go on from.'),
    prices: z
      .record(z.string(), z.number().nullable())
      .describe('Symbol to its average price in USD over these five minutes; null where there is none.'),
    gaps: z.record(z.string(), z.string()).describe('Why, for each symbol without one.'),
  })
  .meta({ id: 'PriceMark' });
export type PriceMark = z.infer<typeof priceMark>;

export const priceMarks = z
  .object({
    marks: z.array(priceMark),
    next: z.string().describe('`since` of the next question.'),
    more: z.boolean().describe('Are there more now?'),
  })
  .meta({ id: 'PriceMarks' });
export type PriceMarks = z.infer<typeof priceMarks>;
