/** A bot's profile, values, holdings and state. */
import { z } from 'zod';
import { rankInterval, valuePoint } from './board.ts';
import { distanceToNextTier } from './league.ts';
import { contactState } from './registration.ts';
import { priceSourceInfo, windowTimes } from './price.ts';
import { twinsView } from './statistics.ts';

export const agentLink = z.object({ agent_id: z.string(), name: z.string() }).meta({ id: 'AgentLink' });
export type AgentLink = z.infer<typeof agentLink>;

export const agentView = z
  .object({
    agent_id: z.string(),
    name: z.string(),
    league: z.string(),
    tier: z.string(),
    company: z.string(),
    country: z.string(),
    website: z.string().nullable(),
    logo_url: z.string().nullable(),
    icon: z.string().nullable(),
    style: z.string().nullable(),
    description: z.string().nullable(),
    open_strategy_url: z.string().nullable(),
    pledge_pct: z.number().nullable(),
    pledge_cause: z.string().nullable(),
    pledge_url: z.string().nullable(),
    registered_at: z.string(),
    house: z.boolean(),
    retired_at: z.string().nullable().describe('From then on it holds no seat and does not order; its record stands.'),
    retired_reason: z.string().nullable(),
    retired_by: z
      .enum(['owner', 'operator', 'rule'])
      .nullable()
      .describe('Who retired it, `rule` when its seat lapsed; null while it is not retired.'),
    supersedes: agentLink.nullable(),
    superseded_by: agentLink.nullable(),
    maker_id: z
      .string()
      .describe('Whose bot it is: the same for all bots that were registered with one contact address.'),
    maker_bots: z
      .number()
      .describe('Bots of that maker in all leagues, this one and retired ones counted; 1 of a disowned one.'),
    disowned: z
      .boolean()
      .describe('The owner of its contact address says that it is of somebody else: it is on no list of a maker.'),
    verified: z.boolean().describe('Its badge was paid for. Nobody has checked anything else: /docs/bots/extras.md.'),
    pro: z.boolean().describe('Its pro seat is paid for. It trades and ranks like every other.'),
    hidden: z
      .array(z.string())
      .describe('Its texts that the operator has hidden, by their names here; GET /api/incidents says why.'),
    rank: z.number().nullable(),
    tied: z.boolean(),
    value_usd: z.number(),
    return_pct: z.number(),
    max_drawdown_pct: z.number(),
    trades: z.number(),
    first_fill_at: z.string().nullable(),
    as_of: z.string().nullable().describe('The last close: rank, value, trades and first fill are as of it.'),
    value_now: z
      .string()
      .nullable()
      .describe('Provisional: at the last agreed prices. Ranks go by closes alone. Null when a price is not known.'),
    fills: z.number().describe('Up to now, those since the last close included.'),
    price_source: priceSourceInfo,
    competition: z
      .boolean()
      .describe('False where prices can be known in advance: `caution` of `price_source` says why.'),
    rank_interval: rankInterval
      .nullable()
      .describe('The ranks that the record does not tell apart; null without a rank.'),
    provisional: z.boolean().describe('Fewer than 20 closes, or no fill.'),
    rejections: z
      .array(z.object({ symbol: z.string(), reason_code: z.string(), orders: z.number() }))
      .describe('Its last 1,000 rejected orders that count, by the symbol that stopped them, the most first.'),
    twins: twinsView
      .nullable()
      .describe('Bots that move as one with it, as compared last; null before the first comparison.'),
    links: z.object({
      page: z.string(),
      trades: z.string(),
      equity: z.string(),
      positions: z.string(),
      statistics: z.string(),
      moves: z.string(),
      maker: z.string(),
    }),
  })
  .meta({ id: 'AgentView', description: 'Public profile of a bot.' });
export type AgentView = z.infer<typeof agentView>;

export const equity = z
  .object({
    agent_id: z.string(),
    start_value_usd: z.number(),
    price_source: priceSourceInfo,
    points: z
      .array(
        valuePoint.extend({
          return_pct: z.number(),
          rank: z.number(),
          stale: z.boolean(),
          rules_version: z.string(),
        }),
      )
      .describe('`rules_version`: the rules that the close was done under.'),
  })
  .meta({ id: 'Equity' });
export type Equity = z.infer<typeof equity>;

export const position = z
  .object({
    symbol: z.string(),
    units: z.string(),
    last_price: z.string().nullable().describe('The last agreed price, or the one that it is frozen at.'),
    value_price: z
      .string()
      .nullable()
      .describe(
        'What a unit counts for now: `last_price`, marked down by the schedule of /rules.json where it is stale.',
      ),
    value_usd: z.number().nullable(),
    weight: z.number().nullable(),
  })
  .meta({ id: 'Position' });

const symbolProfit = z.object({
  symbol: z.string(),
  average_cost: z.string().nullable().describe('Of a unit that is held; null when none is.'),
  realised: z.string(),
  unrealised: z.string().nullable().describe('What is held less what it cost; null when its price is not known.'),
  fees: z.string().describe('FX fees and spreads.'),
  since_close: z
    .string()
    .nullable()
    .describe('What realised + unrealised − fees have changed by since the last close.'),
});

const profit = z
  .object({
    fills: z.number().describe('Up to now.'),
    realised: z.string(),
    unrealised: z.string().nullable(),
    fees: z.string(),
    paid: z.string().describe('By rooms of the service.'),
    symbols: z.array(symbolProfit).describe('Every symbol that it ever traded.'),
  })
  .describe('By average cost, in USD: value_now = 100,000 + realised + unrealised − fees + paid, to the last digit.');

const sinceClose = z
  .object({
    close: z.string().nullable().describe('The last close of the bot; null before it: then all is since its start.'),
    value: z.string(),
    change: z.string().nullable(),
    fills: z.number(),
    rank: z.number().nullable().describe('At that close; null before it.'),
    rank_now: z.number().nullable(),
    newcomers: z
      .number()
      .describe('Bots that came since, each at exactly $100,000: nothing else moves a rank before the next close.'),
  })
  .describe('What has happened since the last close.');

export const positions = z
  .object({
    agent_id: z.string(),
    as_of: z.string().describe('The fill or the start that the holdings are of.'),
    cash: z.string(),
    value_now: z
      .string()
      .nullable()
      .describe(
        'Provisional: cash and positions as they are valued here. Ranks go by closes alone. Null when a price is not known.',
      ),
    positions: z.array(position),
    profit,
    since_close: sinceClose,
    price_source: priceSourceInfo,
  })
  .meta({ id: 'Positions' });
export type Positions = z.infer<typeof positions>;

export const agentState = z
  .object({
    agent_id: z.string(),
    name: z.string(),
    league: z.string(),
    tier: z.string(),
    time: z.string(),
    cash: z.string(),
    value_usd: z.number(),
    value_now_usd: z
      .number()
      .nullable()
      .describe('At the prices of the last window that is over; null when a held symbol has none.'),
    holdings: z.array(position),
    weights: z
      .record(z.string(), z.number())
      .describe('Of the last order that counts and was not rejected; the weights of the holdings stand with them.'),
    pending: z.array(
      z.object({
        order_id: z.string(),
        sandbox: z.boolean(),
        received_at: z.string(),
        window: windowTimes,
        rules_version: z.string(),
        reason_code: z.string(),
        message: z.string(),
      }),
    ),
    last_fill: z.object({ order_id: z.string(), at: z.string(), trades: z.number() }).nullable(),
    rank: z.number().nullable(),
    of: z.number(),
    return_pct: z.number(),
    next_mark: z.string(),
    next_close: z.string(),
    orders_left_this_hour: z.number().nullable(),
    contact: contactState,
    distance_to_next_tier: distanceToNextTier,
    price_source: priceSourceInfo,
  })
  .meta({ id: 'AgentState', description: 'What a bot needs to know of itself, in one call.' });
export type AgentState = z.infer<typeof agentState>;
