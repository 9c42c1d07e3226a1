/** The evidence from which fills, closes and receipts can be computed again. */
import { z } from 'zod';
import { logInclusion, markSeen } from './log.ts';
import { markDownProof } from './mark-down.ts';
import { orderView, receipt } from './order.ts';
import { paged } from './paged.ts';
import { priceSourceInfo, windowTimes } from './price.ts';

export const markProof = z
  .object({
    mark: z.string(),
    readings: z
      .array(z.object({ mark: z.string(), attempt: z.number(), text: z.string() }))
      .describe(
        'What was read at this mark: of the mark itself (attempt 0), and late answers of earlier ones. `text` as it is hashed.',
      ),
    log: logInclusion.describe('The entry that begins the mark in the public log; it has the hash of `readings`.'),
    how: z.string(),
  })
  .meta({ id: 'MarkProof' });
export type MarkProof = z.infer<typeof markProof>;

export const orderProof = z
  .object({
    order_id: z.string(),
    receipt: z.string(),
    mark: z.string(),
    anchored: z.boolean().describe('False until the mark has passed.'),
    log: logInclusion
      .nullable()
      .describe('Its entry in the public log, which says whether it counts; null until the mark has passed.'),
    how: z.string(),
  })
  .meta({ id: 'OrderProof' });
export type OrderProof = z.infer<typeof orderProof>;

export const readingProof = z
  .object({
    attempt: z.number().describe('0 = had at the mark itself; late answers count up.'),
    read_at: z.string().describe('The mark at which it was had.'),
    used: z.boolean().describe('Is it the one that counts?'),
    cumulative: z.string().nullable().describe("The pool's cumulative at the mark, exact; null when there was none."),
    reason: z.string().nullable().describe('Why there was none.'),
    since: z.string().nullable().describe('Since when the pool was covered without a break.'),
    block: z
      .object({ chain: z.number(), number: z.number(), hash: z.string(), time: z.string() })
      .nullable()
      .describe('The block in whose state it was read; null for prices that are on no chain.'),
  })
  .meta({
    id: 'ReadingProof',
    description: 'An answer of a pool for a mark, as it is stored and hashed (/docs/bots/proof.md).',
  });
export type ReadingProof = z.infer<typeof readingProof>;

export const poolProof = z
  .object({
    pool: z.string(),
    label: z.string(),
    average: z.enum(['arithmetic', 'geometric', 'point']),
    decimal_shift: z.number().nullable().describe('Of a geometric pool: decimals of token0 less those of token1.'),
    start: z
      .array(readingProof)
      .describe('Answers for the mark at which the window starts, and for the one at which it ends.'),
    end: z.array(readingProof),
    mean_tick: z
      .string()
      .nullable()
      .describe('Mean tick over the window, 12 places at most; null where the average is another one.'),
    mean_price: z
      .string()
      .nullable()
      .describe('Mean price of the pool over the window, 12 significant digits; null when it has none.'),
  })
  .meta({ id: 'PoolProof' });
export type PoolProof = z.infer<typeof poolProof>;

export const windowProof = z
  .object({
    window: windowTimes,
    known_at: z.string().describe('Answers that came after this mark were not known yet.'),
    symbols: z.array(
      z.object({
        symbol: z.string(),
        priced_in: z.enum(['USD', 'CAD']),
        primary: z.array(z.object({ pool: z.string(), inverted: z.boolean() })),
        second: z.array(z.object({ pool: z.string(), inverted: z.boolean() })),
        spread_bps: z
          .string()
          .describe('What a trade of it pays of what it moves, in basis points: 1 decimal at most.'),
        state: z.enum(['agreed', 'apart', 'unavailable']),
        price: z.string().nullable().describe("In the symbol's own currency, 12 significant digits."),
        second_price: z.string().nullable(),
        bps: z.string().nullable(),
        reason: z.string().nullable(),
        pool: z.string().nullable().describe('The pool that `reason` is about.'),
      }),
    ),
    pools: z.array(poolProof),
  })
  .meta({ id: 'WindowProof', description: 'What the pools say of one window.' });
export type WindowProof = z.infer<typeof windowProof>;

export const usedPrice = z
  .object({
    symbol: z.string(),
    state: z
      .enum(['agreed', 'apart', 'unavailable', 'frozen', 'stale'])
      .describe(
        '`frozen`: suspended, at its last agreed price. `stale`: at a close without an agreed price, the last one.',
      ),
    usd: z.string().nullable(),
    window: z.number().nullable().describe('Index into `windows`; null when no window has anything to say of it.'),
    incident: z.number().nullable().describe('Number of the incident that suspended it, when it is frozen.'),
    mark_down: markDownProof
      .nullable()
      .describe('At a close, of a frozen or stale price that can be held; null of every other one, and in a fill.'),
  })
  .meta({ id: 'UsedPrice', description: 'The price that a fill or a close used of a symbol, in USD.' });
export type UsedPrice = z.infer<typeof usedPrice>;

export const portfolioProof = z
  .object({
    cash: z.string(),
    holdings: z.record(z.string(), z.string()).describe('Units by symbol, symbols in order.'),
  })
  .meta({ id: 'PortfolioProof' });
export type PortfolioProof = z.infer<typeof portfolioProof>;

export const delistingProof = z
  .object({ at: z.string(), symbol: z.string(), units: z.string(), price: z.string(), cash: z.string() })
  .meta({ id: 'DelistingProof' });
export type DelistingProof = z.infer<typeof delistingProof>;

export const payoutProof = z
  .object({
    at: z.string(),
    room: z.string().describe('What decided it.'),
    id: z.string().describe('What the room calls it: a bot gets one payout of this name at most.'),
    cash: z.string().describe('USD, 8 places, exact; negative when the bot paid.'),
  })
  .meta({ id: 'PayoutProof', description: "A fact: what it follows from is the room's own." });
export type PayoutProof = z.infer<typeof payoutProof>;

export const portfolioOrigin = z
  .object({
    previous_fill: z
      .string()
      .nullable()
      .describe("The bot's fill before, sandbox orders left out; null = it began with $100,000 in cash."),
    delistings: z.array(delistingProof),
    payouts: z.array(payoutProof),
  })
  .meta({
    id: 'PortfolioOrigin',
    description: 'Where a portfolio comes from: recompute the fill before, then what delistings and payouts did since.',
  });
export type PortfolioOrigin = z.infer<typeof portfolioOrigin>;

export const formulaNames = z
  .object({ average: z.string(), price: z.string(), fill: z.string(), close: z.string() })
  .meta({ id: 'FormulaNames', description: 'How a number is made; /docs/bots/proof.md describes each name.' });
export type FormulaNames = z.infer<typeof formulaNames>;

export const fillProof = z
  .object({
    format: z.literal('papertape-fill-proof/1'),
    order_id: z.string(),
    agent_id: z.string(),
    league: z.string(),
    sandbox: z.boolean(),
    received_at: z.string(),
    date: z.string(),
    window: windowTimes,
    weights_text: z.string(),
    reason: z.string().nullable(),
    receipt,
    rules_version: z
      .string()
      .describe('The rules that were in force on arrival, see GET /api/rules/versions; part of the receipt.'),
    state: z.enum(['filled', 'rejected']),
    reason_code: z.string().nullable(),
    rejection: orderView.shape.rejection,
    decided_at: z.string(),
    seen: z
      .array(markSeen)
      .describe('The mark under which the order stands in the log, and that at which it was decided.'),
    prices: z.array(usedPrice),
    windows: z.array(windowProof),
    before: portfolioProof,
    before_from: portfolioOrigin,
    trades: z.array(
      z.object({
        symbol: z.string(),
        side: z.enum(['buy', 'sell']),
        units: z.string(),
        price: z.string(),
        cost: z.string(),
        fee: z.string(),
        spread: z.string(),
      }),
    ),
    after: portfolioProof,
    value_before: z.string().nullable(),
    value_after: z.string().nullable(),
    outcome_text: z
      .string()
      .describe('What its entry `outcome` in the public log is the SHA-256 of. A sandbox order has no such entry.'),
    formulas: formulaNames,
    rounding: z.array(z.string()),
    price_source: priceSourceInfo,
    links: z.object({ receipt: z.string(), mark: z.string(), previous_fill: z.string().nullable() }),
  })
  .meta({ id: 'FillProof', description: "Everything that an order's outcome follows from." });
export type FillProof = z.infer<typeof fillProof>;

export const closeVoiding = z
  .object({ at: z.string().describe('The mark from which on it counted for nothing.'), reason: z.string() })
  .meta({
    id: 'CloseVoiding',
    description:
      'That the operator voided a close: it counts for nothing. The public log has the entry, kind `close_voided`.',
  });
export type CloseVoiding = z.infer<typeof closeVoiding>;

export const closeProof = z
  .object({
    format: z.literal('papertape-close-proof/1'),
    league: z.string(),
    date: z.string(),
    close: z.string(),
    voided: closeVoiding.nullable().describe('Null when it counts.'),
    rules_version: z.string().describe('The rules that the close was done under, see GET /api/rules/versions.'),
    prices: z.array(usedPrice).describe("Of the league's symbols; with `agent_id` of those held."),
    windows: z.array(windowProof),
    bot: z
      .object({
        agent_id: z.string(),
        portfolio: portfolioProof,
        portfolio_from: portfolioOrigin,
        value: z.string().describe('USD, 8 places, exact.'),
        stale: z.boolean(),
        value_kept: z
          .number()
          .nullable()
          .describe(
            'Null when it was valued; else the number of the incident that says that it could not be, and keeps its value of the close before.',
          ),
      })
      .nullable(),
    formulas: formulaNames,
    rounding: z.array(z.string()),
    price_source: priceSourceInfo,
    links: z.object({ mark: z.string() }),
  })
  .meta({
    id: 'CloseProof',
    description: "The prices of a close, and with `agent_id` what they make of one bot's portfolio.",
  });
export type CloseProof = z.infer<typeof closeProof>;

export const agentProofs = z
  .object({
    agent_id: z.string(),
    league: z.string(),
    start_value_usd: z.number(),
    ...paged,
    total: z.number().describe('Orders in all.'),
    orders: z.array(
      z.object({
        order_id: z.string(),
        sequence: z.number(),
        state: z.enum(['filled', 'rejected']),
        decided_at: z.string(),
        proof: z.string(),
      }),
    ),
    delistings: z.array(
      delistingProof.extend({
        usd: z.string().nullable().describe('Its last agreed price, of the first window.'),
        mark_down: markDownProof.nullable(),
        windows: z.array(windowProof),
      }),
    ),
    payouts: z.array(payoutProof),
    closes: z
      .array(z.object({ date: z.string(), voided: closeVoiding.nullable(), proof: z.string() }))
      .describe('Voided ones too: their values can be proved, and count for nothing.'),
  })
  .meta({
    id: 'AgentProofs',
    description: 'All of a bot that can be proved, oldest first: what has an outcome and counts.',
  });
export type AgentProofs = z.infer<typeof agentProofs>;
