/** What a bot shows of itself, its icon, and its retirement. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { httpUrl, iconCharactersMax, line, pledgePct, strategyUrl, text } from './texts.ts';

/** An empty string stands for null, which clears: the published bounds say nothing of its form. */
const url = httpUrl.nullable().meta({ maxLength: limits.urlCharactersMax }).exactOptional();

export const profileRequest = z
  .object({
    website: url,
    logo: url.describe('The same as `logo_url`.'),
    logo_url: url,
    description: text(limits.descriptionCharactersMax)
      .nullable()
      .meta({ maxLength: limits.descriptionCharactersMax })
      .exactOptional(),
    style: line(limits.styleCharactersMax).nullable().meta({ maxLength: limits.styleCharactersMax }).exactOptional(),
    pledge_pct: pledgePct.nullable().exactOptional(),
    pledge_cause: line(limits.pledgeCauseCharactersMax)
      .nullable()
      .meta({ maxLength: limits.pledgeCauseCharactersMax })
      .exactOptional(),
    pledge_url: url,
  })
  .meta({
    id: 'ProfileRequest',
    description: 'What a bot may change of its profile. Members that are absent stay; null or "" clears.',
  });
export type ProfileRequest = z.infer<typeof profileRequest>;

export const iconRequest = z
  .object({
    icon: z.string().meta({
      description: 'Exactly one emoji, or a preset id of GET /api/icons; "" clears.',
      maxLength: iconCharactersMax,
    }),
  })
  .meta({ id: 'IconRequest' });
export type IconRequest = z.infer<typeof iconRequest>;

export const makerRequest = z
  .object({
    open_strategy_url: strategyUrl.nullable().meta({
      description: 'A public https repository on a code-hosting site; null or "" clears.',
      maxLength: limits.urlCharactersMax,
    }),
  })
  .meta({ id: 'MakerRequest' });
export type MakerRequest = z.infer<typeof makerRequest>;

export const retireRequest = z
  .object({
    reason: line(limits.retireReasonCharactersMax)
      .nullable()
      .meta({ maxLength: limits.retireReasonCharactersMax })
      .exactOptional(),
  })
  .meta({ id: 'RetireRequest' });
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
