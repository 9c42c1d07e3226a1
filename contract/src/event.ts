/** What happens to a bot: events, and the webhook that delivers them. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { tierMoveView } from './league.ts';
import { orderView } from './order.ts';
import { windowTimes } from './price.ts';
import {
  answersReceivedEvent,
  roundOpenedEvent,
  roundReversedEvent,
  roundScoredEvent,
  roundVoidEvent,
} from './round-event.ts';

const eventTypes = [
  'order_received',
  'order_filled',
  'order_rejected',
  'close',
  'close_voided',
  'tier_move',
  'champion',
  'delisting',
  'agent_retired',
  'seat_notice',
  'answers_received',
  'round_opened',
  'round_scored',
  'round_void',
  'round_reversed',
] as const;

export const eventType = z
  .enum(eventTypes, { error: `must each be one of ${eventTypes.join(', ')}` })
  .meta({ id: 'EventType' });
export type EventType = z.infer<typeof eventType>;

export const orderReceivedEvent = z
  .object({
    id: z.string().describe('Names the event: the same however and how often it is read.'),
    type: z.literal('order_received'),
    at: z.string().describe('The arrival of the order.'),
    cursor: z.string().describe('Where to read on behind this event (`since`, `Last-Event-ID`).'),
    data: z.object({
      order_id: z.string(),
      sandbox: z.boolean(),
      window: windowTimes,
      weights: z.record(z.string(), z.number()),
      receipt: z.string().describe('Hash and sequence of its receipt.'),
      sequence: z.number(),
    }),
  })
  .meta({ id: 'OrderReceivedEvent' });
export type OrderReceivedEvent = z.infer<typeof orderReceivedEvent>;

export const orderFilledEvent = z
  .object({
    id: z.string(),
    type: z.literal('order_filled'),
    at: z.string().describe('The mark at which it was filled.'),
    cursor: z.string(),
    data: orderView.pick({
      order_id: true,
      sandbox: true,
      window: true,
      trades: true,
      cash_after: true,
      value_before: true,
      value_after: true,
    }),
  })
  .meta({ id: 'OrderFilledEvent' });
export type OrderFilledEvent = z.infer<typeof orderFilledEvent>;

export const orderRejectedEvent = z
  .object({
    id: z.string(),
    type: z.literal('order_rejected'),
    at: z.string(),
    cursor: z.string(),
    data: orderView.pick({
      order_id: true,
      sandbox: true,
      window: true,
      reason_code: true,
      message: true,
      rejection: true,
    }),
  })
  .meta({ id: 'OrderRejectedEvent' });
export type OrderRejectedEvent = z.infer<typeof orderRejectedEvent>;

export const closeEvent = z
  .object({
    id: z.string(),
    type: z.literal('close'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({
      league: z.string(),
      date: z.string(),
      value_usd: z.number(),
      return_pct: z.number(),
      rank: z.number(),
      tied: z.boolean(),
      of: z.number().describe('Bots that were ranked.'),
      move: z.number().nullable().describe('Places won since the close before; null at the first.'),
      stale: z.boolean(),
    }),
  })
  .meta({ id: 'CloseEvent', description: 'The bot was valued and ranked.' });
export type CloseEvent = z.infer<typeof closeEvent>;

export const closeVoidedEvent = z
  .object({
    id: z.string(),
    type: z.literal('close_voided'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({ league: z.string(), date: z.string(), reason: z.string() }),
  })
  .meta({
    id: 'CloseVoidedEvent',
    description:
      'The operator voided a close that the bot was in; what the ladder decided at it is taken back by `tier_move` events.',
  });
export type CloseVoidedEvent = z.infer<typeof closeVoidedEvent>;

export const tierMoveEvent = z
  .object({
    id: z.string(),
    type: z.literal('tier_move'),
    at: z.string(),
    cursor: z.string(),
    data: tierMoveView.omit({ agent_id: true, at: true }),
  })
  .meta({ id: 'TierMoveEvent' });
export type TierMoveEvent = z.infer<typeof tierMoveEvent>;

export const championEvent = z
  .object({
    id: z.string(),
    type: z.literal('champion'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({
      league: z.string(),
      week: z.string(),
      week_return_pct: z.number(),
      value_usd: z.number(),
      bots: z.number(),
    }),
  })
  .meta({
    id: 'ChampionEvent',
    description: 'The bot won a week. Void, too, when a `close_voided` of the day that decided it follows.',
  });
export type ChampionEvent = z.infer<typeof championEvent>;

export const delistingEvent = z
  .object({
    id: z.string(),
    type: z.literal('delisting'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({ symbol: z.string(), units: z.string(), price: z.string(), cash: z.string() }),
  })
  .meta({ id: 'DelistingEvent', description: 'A symbol that the bot held was delisted and turned into cash.' });
export type DelistingEvent = z.infer<typeof delistingEvent>;

export const agentRetiredEvent = z
  .object({
    id: z.string(),
    type: z.literal('agent_retired'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({ league: z.string(), by: z.enum(['operator', 'rule']), reason: z.string() }),
  })
  .meta({
    id: 'AgentRetiredEvent',
    description:
      'The operator retired the bot, or by rule its seat lapsed: it orders no more and is ranked at no later close.',
  });
export type AgentRetiredEvent = z.infer<typeof agentRetiredEvent>;

export const seatNoticeEvent = z
  .object({
    id: z.string(),
    type: z.literal('seat_notice'),
    at: z.string(),
    cursor: z.string(),
    data: z.object({
      league: z.string(),
      lapses_at: z.string().describe('The bot is retired then, unless an order that counts has filled with a trade.'),
    }),
  })
  .meta({ id: 'SeatNoticeEvent', description: 'The bot had no scored fill so far, and its seat lapses soon.' });
export type SeatNoticeEvent = z.infer<typeof seatNoticeEvent>;

export const agentEvent = z
  .union([
    orderReceivedEvent,
    orderFilledEvent,
    orderRejectedEvent,
    closeEvent,
    closeVoidedEvent,
    tierMoveEvent,
    championEvent,
    delistingEvent,
    agentRetiredEvent,
    seatNoticeEvent,
    answersReceivedEvent,
    roundOpenedEvent,
    roundScoredEvent,
    roundVoidEvent,
    roundReversedEvent,
  ])
  .meta({ id: 'AgentEvent', description: 'Something that happened to a bot.' });
export type AgentEvent = z.infer<typeof agentEvent>;

export const eventList = z
  .object({
    agent_id: z.string(),
    events: z.array(agentEvent).describe('The oldest first.'),
    next: z.string().describe('Where to read on: send it as `since`.'),
    more: z.boolean().describe('Are there more now?'),
  })
  .meta({ id: 'EventList' });
export type EventList = z.infer<typeof eventList>;

export const webhookRequest = z
  .object({
    url: z.string().meta({ description: 'An https URL; "" clears.', maxLength: limits.urlCharactersMax }),
    events: z
      .array(eventType)
      .max(eventTypes.length, { error: 'names a type more than once' })
      .describe('Types that are wanted; absent or empty = all.')
      .exactOptional(),
  })
  .meta({ id: 'WebhookRequest' });
export type WebhookRequest = z.infer<typeof webhookRequest>;

export const webhookView = z
  .object({
    agent_id: z.string(),
    webhook_id: z.string().nullable(),
    url: z.string().nullable().describe('Null when none is set.'),
    events: z.array(eventType).describe('All types that are sent.'),
    secret: z
      .string()
      .nullable()
      .describe('Signs the deliveries. Shown once, in the answer that set the webhook; null otherwise.'),
    state: z.enum(['none', 'working', 'retrying', 'paused']),
    reason: z
      .string()
      .nullable()
      .describe('Why the last attempt failed, or why there are no more; null when it did not fail.'),
    cursor: z.string().nullable().describe('Everything before it was delivered.'),
    last_delivery_at: z.string().nullable(),
    last_attempt_at: z.string().nullable(),
    last_status: z.number().nullable(),
    failures: z.number().describe('Attempts that failed since the last good one.'),
    next_attempt_at: z.string().nullable(),
    warnings: z.array(z.string()),
  })
  .meta({
    id: 'WebhookView',
    description: "Where a bot's events are sent, and how that goes. Instants are of the real clock.",
  });
export type WebhookView = z.infer<typeof webhookView>;
