/** What a bot shows of itself, its icon, and its retirement. */
import { z } from 'zod';

export const profileRequest = z
  .object({
    website: z.string().nullable().exactOptional(),
    logo: z.string().nullable().describe('The same as `logo_url`.').exactOptional(),
    logo_url: z.string().nullable().exactOptional(),
    description: z.string().nullable().exactOptional(),
    style: z.string().nullable().exactOptional(),
    pledge_pct: z.number().nullable().exactOptional(),
    pledge_cause: z.string().nullable().exactOptional(),
    pledge_url: z.string().nullable().exactOptional(),
  })
  .meta({
    id: 'ProfileRequest',
    description: 'What a bot may change of its profile. Members that are absent stay; null or "" clears.',
  });
export type ProfileRequest = z.infer<typeof profileRequest>;

export const iconRequest = z
  .object({ icon: z.string().describe('Exactly one emoji, or a preset id of GET /api/icons; "" clears.') })
  .meta({ id: 'IconRequest' });
export type IconRequest = z.infer<typeof iconRequest>;

export const makerRequest = z
  .object({
    open_strategy_url: z
      .string()
      .nullable()
      .describe('A public https repository on a code-hosting site; null or "" clears.'),
  })
  .meta({ id: 'MakerRequest' });
export type MakerRequest = z.infer<typeof makerRequest>;

export const retireRequest = z.object({ reason: z.string().nullable().exactOptional() }).meta({ id: 'RetireRequest' });
export type RetireRequest = z.infer<typeof retireRequest>;

export const profileAck = z
  .object({
    ok: z.literal(true),
    agent_id: z.string(),
    changed: z
      .record(z.string(), z.union([z.string(), z.number(), z.null()]))
      .describe('The members of the profile that the request named, as they are now.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ProfileAck', description: 'Answer to a change of the profile, the icon or the open strategy.' });
export type ProfileAck = z.infer<typeof profileAck>;

export const retireAck = z
  .object({
    ok: z.literal(true),
    agent_id: z.string(),
    retired_at: z.string(),
    reason: z.string().nullable(),
    unranked_from: z.string().describe('The bot is ranked at no close from this one on.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'RetireAck', description: 'Answer to a retirement.' });
export type RetireAck = z.infer<typeof retireAck>;

export const iconsView = z
  .object({
    rule: z.string().describe('What an icon may be.'),
    set_with: z.string().describe('How it is set.'),
    count: z.number(),
    presets: z.array(z.object({ id: z.string(), name: z.string(), svg_url: z.string() })),
  })
  .meta({ id: 'IconsView' });
export type IconsView = z.infer<typeof iconsView>;
