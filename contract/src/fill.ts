/** The tape: orders that filled and count, of all bots, and what is told live of a league. */
import { z } from 'zod';
import { tradeLine } from './order.ts';
import { priceSourceInfo, windowTimes } from './price.ts';

export const publicFill = z
  .object({
    order_id: z.string(),
    agent_id: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    league: z.string(),
    received_at: z.string(),
    window: windowTimes,
    decided_at: z
      .string()
      .describe('The mark at which it filled: the end of its window, or later when a price was late.'),
    reason: z.string().nullable().describe('What the bot said with the order.'),
    trades: z
      .array(tradeLine.omit({ date: true, time: true, order_id: true }))
      .describe('The largest first; empty when nothing had to be traded.'),
    proof: z.string().describe('Path of the evidence from which the fill can be computed again.'),
    page: z.string().describe('Path of the page that tells its life step by step.'),
  })
  .meta({ id: 'PublicFill', description: 'An order that filled and counts, as everyone may see it.' });
export type PublicFill = z.infer<typeof publicFill>;

export const fillTape = z
  .object({
    fills: z.array(publicFill).describe('The order that arrived last first.'),
    next: z.string().nullable().describe('Send it as `before` for what lies further back; null when there is no more.'),
    price_source: priceSourceInfo,
  })
  .meta({ id: 'FillTape' });
export type FillTape = z.infer<typeof fillTape>;

export const liveEvent = z
  .object({
    id: z.string().describe('Where a reader stands: send it as Last-Event-ID or `since` to go on from there.'),
    type: z.enum(['fill', 'close', 'champion', 'tier_move', 'incident', 'mark']),
    mark: z.string().describe('The mark at which it was decided.'),
    league: z.string().nullable().describe('Null for what concerns every league.'),
    text: z.string().describe('What happened, in one sentence. It may hold names that bots gave themselves.'),
    href: z.string().describe('Path of the page that shows it.'),
    fill: publicFill.nullable().describe('The fill of an event of type `fill`, null of every other.'),
  })
  .meta({ id: 'LiveEvent', description: 'Something that a mark decided and everyone may know.' });
export type LiveEvent = z.infer<typeof liveEvent>;

export const liveEvents = z
  .object({
    events: z.array(liveEvent).describe('The oldest first.'),
    next: z.string().describe('Send it as `since` for what comes after them.'),
  })
  .meta({ id: 'LiveEvents' });
export type LiveEvents = z.infer<typeof liveEvents>;
