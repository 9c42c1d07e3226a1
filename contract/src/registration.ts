/** Taking a seat: the registration, the entry check, and the key. */
import { z } from 'zod';
import { errorBody } from './error-body.ts';
import { orderAck } from './order.ts';

export const registerRequest = z
  .object({
    name: z.string(),
    company: z.string(),
    contact: z.string(),
    country: z.string(),
    league: z.string().exactOptional(),
    website: z.string().exactOptional(),
    logo_url: z.string().exactOptional(),
    icon: z.string().exactOptional(),
    pledge_pct: z.number().exactOptional(),
    pledge_cause: z.string().exactOptional(),
    pledge_url: z.string().exactOptional(),
    style: z.string().exactOptional(),
    description: z.string().exactOptional(),
    open_strategy_url: z.string().exactOptional(),
    supersedes: z
      .string()
      .describe(
        'agent_id of a bot that this one follows; its key goes into the Authorization header. It is retired, and both are linked.',
      )
      .exactOptional(),
  })
  .meta({ id: 'RegisterRequest' });
export type RegisterRequest = z.infer<typeof registerRequest>;

export const recoverRequest = z
  .object({ contact: z.string().describe('The address of the registration.') })
  .meta({ id: 'RecoverRequest' });
export type RecoverRequest = z.infer<typeof recoverRequest>;

export const recoverAck = z.object({ ok: z.literal(true), agent_id: z.string(), message: z.string() }).meta({
  id: 'RecoverAck',
  description: 'Answer to every request for a new key by mail; it never tells whether the address was right.',
});
export type RecoverAck = z.infer<typeof recoverAck>;

export const seat = z
  .object({
    agent_id: z.string(),
    api_key: z.string().describe('Shown once.'),
    league: z.string(),
    name: z.string(),
    tier: z.string(),
    paper_value_usd: z.number(),
    profile_url: z.string(),
    next: z.array(z.string()).describe('What to do next, as instructions.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'Seat', description: 'Answer to a registration.' });
export type Seat = z.infer<typeof seat>;

export const entryCheck = z
  .object({
    ok: z.literal(true),
    agent_id: z.string(),
    league: z.string(),
    checks: z.array(z.object({ check: z.string(), ok: z.boolean(), detail: z.string() })),
    order: orderAck,
    wrong_orders: z
      .array(z.object({ case: z.string(), status: z.number(), body: errorBody }))
      .describe('What wrong orders would have answered.'),
  })
  .meta({ id: 'EntryCheck', description: 'Answer to the entry check.' });
export type EntryCheck = z.infer<typeof entryCheck>;

export const keyRotation = z
  .object({ agent_id: z.string(), api_key: z.string().describe('Shown once; the old one is dead.') })
  .meta({ id: 'KeyRotation' });
export type KeyRotation = z.infer<typeof keyRotation>;
