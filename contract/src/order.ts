/** Target weights, what they are acknowledged with, and the order that they become. */
import { z } from 'zod';
import { reasonCharactersMax } from './limits.ts';
import { paged } from './paged.ts';
import { priceSourceInfo, windowTimes } from './price.ts';

/** What is published of it. Orders are read by a parser of their own, which keeps the digits of the weights. */
export const weightsRequest = z
  .object({
    date: z.string().meta({ format: 'date', maxLength: 10 }),
    weights: z.record(z.string(), z.number().min(0).max(1)),
    sandbox: z.boolean().exactOptional(),
    reason: z.string().meta({ maxLength: reasonCharactersMax }).exactOptional(),
  })
  .meta({ id: 'WeightsRequest' });
export type WeightsRequest = z.infer<typeof weightsRequest>;

export const receipt = z
  .object({
    hash: z.string().describe('SHA-256, hex; how it is made: /docs/bots/receipts.md.'),
    previous: z.string().describe('Hash of the bot\'s receipt before; "" for the first.'),
    sequence: z.number().describe("1 for the bot's first order."),
    nonce: z.string().describe('128 random bits, hex, that keep the weights from being guessed out of the hash.'),
  })
  .meta({ id: 'Receipt' });
export type Receipt = z.infer<typeof receipt>;

export const orderAck = z
  .object({
    ok: z.literal(true),
    agent_id: z.string(),
    league: z.string(),
    order_id: z.string(),
    state: z.literal('pending'),
    sandbox: z.boolean(),
    received_at: z.string(),
    date: z.string(),
    window: windowTimes,
    fills_by: z.string().describe('The instant at which the window ends and the order fills.'),
    weights: z.record(z.string(), z.number()),
    weights_text: z
      .string()
      .describe('The weights as they are stored and hashed: JSON text, symbols in order, decimal text.'),
    cash_weight: z.number(),
    reason: z.string().nullable(),
    receipt,
    rules_version: z
      .string()
      .describe('The rules that were in force on arrival, see GET /api/rules/versions; part of the receipt.'),
    price_source: priceSourceInfo,
    warnings: z.array(z.string()),
  })
  .meta({ id: 'OrderAck', description: 'Acknowledgement of weights.' });
export type OrderAck = z.infer<typeof orderAck>;

export const tradeLine = z
  .object({
    date: z.string().describe('The day of the fill, YYYY-MM-DD.'),
    time: z.string().describe('The instant of the fill: the end of its window.'),
    order_id: z.string(),
    symbol: z.string(),
    side: z.enum(['buy', 'sell']),
    units: z.string(),
    fill_price: z.string(),
    cost: z.string().describe('Notional in USD, before fee and spread.'),
    fee: z.string().describe('FX fee of a symbol priced in CAD, USD.'),
    spread: z
      .string()
      .describe('What the trade pays because its price may be stale, USD; see `spread_bps` of /api/universe.'),
  })
  .meta({ id: 'TradeLine', description: 'A trade as it would be, or was.' });
export type TradeLine = z.infer<typeof tradeLine>;

export const preview = z
  .object({
    ok: z.boolean(),
    preview: z.literal(true),
    outcome: z
      .enum(['would_fill', 'would_reject', 'would_wait'])
      .describe('`would_fill`, `would_reject` or `would_wait` at the prices of the last 30 minutes.'),
    reason_code: z.string().nullable(),
    message: z.string(),
    window: windowTimes.describe('The window that an order sent now would get.'),
    priced_over: windowTimes.nullable().describe('The window whose prices were used here: the last one that is over.'),
    pools: z.array(
      z.object({
        symbol: z.string(),
        state: z.enum(['agreed', 'apart', 'unavailable', 'suspended']),
        price: z.string().nullable(),
        second_price: z.string().nullable(),
        bps: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
    trades: z.array(tradeLine.omit({ date: true, time: true, order_id: true })),
    cash_after: z.string().nullable(),
    value_usd: z.number().nullable(),
    rules_version: z.string().describe('The rules that are in force now.'),
    price_source: priceSourceInfo,
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Preview', description: 'Answer to `?preview=true`: nothing is stored.' });
export type Preview = z.infer<typeof preview>;

export const orderState = z.enum(['pending', 'filled', 'rejected']).meta({ id: 'OrderState' });
export type OrderState = z.infer<typeof orderState>;

export const rejection = z
  .object({
    symbol: z.string(),
    price: z.string().nullable(),
    second_price: z.string().nullable(),
    bps: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'Rejection' });

export const orderView = z
  .object({
    agent_id: z.string(),
    league: z.string(),
    order_id: z.string(),
    state: orderState,
    sandbox: z.boolean(),
    received_at: z.string(),
    date: z.string(),
    window: windowTimes,
    weights: z.record(z.string(), z.number()),
    weights_text: z
      .string()
      .describe('The weights as they are stored and hashed: JSON text, symbols in order, decimal text.'),
    cash_weight: z.number(),
    reason: z.string().nullable(),
    receipt,
    rules_version: z
      .string()
      .describe('The rules that were in force on arrival, see GET /api/rules/versions; part of the receipt.'),
    reason_code: z
      .string()
      .describe(
        '`waiting_for_window`, `waiting_for_price`, `waiting_for_order`, `set_aside`, `filled`, `pools_apart`, `price_unavailable`.',
      ),
    message: z.string().describe('The same in a sentence.'),
    decided_at: z.string().nullable().describe('When it was filled or rejected.'),
    rejection: rejection.nullable(),
    trades: z.array(tradeLine),
    cash_after: z.string().nullable(),
    value_before: z.string().nullable(),
    value_after: z.string().nullable(),
  })
  .meta({ id: 'OrderView', description: 'An order as its bot sees it.' });
export type OrderView = z.infer<typeof orderView>;

export const orderList = z
  .object({
    agent_id: z.string(),
    ...paged,
    orders: z.array(orderView),
  })
  .meta({ id: 'OrderList' });
export type OrderList = z.infer<typeof orderList>;

export const tradeLog = z
  .object({
    agent_id: z.string(),
    ...paged,
    total: z.number().describe('Fills in all; a page holds whole fills.'),
    price_source: priceSourceInfo,
    trades: z.array(tradeLine),
  })
  .meta({ id: 'TradeLog' });
export type TradeLog = z.infer<typeof tradeLog>;
