/** The whole history of a bot, page by page: what a pro seat exports. */
import { z } from 'zod';
import { historyParts } from './history-parts.ts';
import { orderView } from './order.ts';

export const historyClose = z
  .object({
    close: z.string(),
    value: z.string().describe('USD, 8 places.'),
    return_pct: z.number(),
    rank: z.number(),
    tied: z.boolean(),
    move: z.number().nullable(),
    stale: z.boolean(),
    max_drawdown_pct: z.number(),
    trades: z.number().describe('So far.'),
    voided_at: z.string().nullable().describe('The operator voided the close then: it counts for nothing.'),
  })
  .meta({ id: 'HistoryClose', description: 'A valuation of the bot, and its rank.' });
export type HistoryClose = z.infer<typeof historyClose>;

export const historyLine = z
  .object({
    at: z.string().describe('The mark at which the cash changed.'),
    kind: z.enum(['trade', 'delisting', 'payout']),
    id: z.string().describe('The order, the symbol that was delisted, or what was paid out.'),
    symbol: z.string().nullable(),
    side: z.enum(['buy', 'sell']).nullable(),
    units: z.string().nullable(),
    price: z.string().nullable(),
    cost: z.string().nullable(),
    fee: z.string().nullable(),
    spread: z.string().nullable(),
    change: z.string().describe('Of the cash: USD, 8 places.'),
    cash: z.string().describe('After it.'),
  })
  .meta({ id: 'HistoryLine', description: 'A change of the cash of the bot.' });
export type HistoryLine = z.infer<typeof historyLine>;

export const historyPage = z
  .object({
    agent_id: z.string(),
    part: z.enum(historyParts),
    rows: z.array(z.union([orderView, historyClose, historyLine])).describe('The oldest first.'),
    next: z.string().describe('Where to read on: send it as `after`.'),
    more: z.boolean().describe('Are there more now?'),
    final: z.boolean().describe('The page never changes.'),
  })
  .meta({ id: 'HistoryPage' });
export type HistoryPage = z.infer<typeof historyPage>;
