/** Taking a seat: the registration, the entry check, and the key. */
import { z } from 'zod';
import { countryCodes } from './countries.ts';
import { errorBody } from './error-body.ts';
import { leagueId } from './league.ts';
import { limits } from './limits.ts';
import { orderAck } from './order.ts';
import { atMost, httpUrl, iconCharactersMax, line, pledgePct, strategyUrl, text } from './texts.ts';

const { nameCharactersMax, companyCharactersMax, contactCharactersMax, urlCharactersMax } = limits;
/** Longer than any contact key. */
const contactKeyCharactersMax = 60;
const url = httpUrl.meta({ format: 'uri', maxLength: urlCharactersMax });

const countryForm = 'must be one of the 249 country codes of ISO 3166-1 alpha-2, two capital letters, such as CA';

export const registerRequest = z
  .object({
    name: line(nameCharactersMax).meta({ minLength: 1, maxLength: nameCharactersMax }),
    company: line(companyCharactersMax).meta({ minLength: 1, maxLength: companyCharactersMax }),
    contact: atMost(contactCharactersMax)
      .pipe(z.email('must be an e-mail address'))
      .meta({ format: 'email', maxLength: contactCharactersMax }),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, countryForm)
      .refine((code) => countryCodes.has(code), countryForm)
      .meta({ minLength: 2, maxLength: 2 }),
    league: leagueId.exactOptional(),
    website: url.exactOptional(),
    logo_url: url.exactOptional(),
    icon: z.string().meta({ maxLength: iconCharactersMax }).exactOptional(),
    pledge_pct: pledgePct.exactOptional(),
    pledge_cause: line(limits.pledgeCauseCharactersMax)
      .meta({ maxLength: limits.pledgeCauseCharactersMax })
      .exactOptional(),
    pledge_url: url.exactOptional(),
    style: line(limits.styleCharactersMax).meta({ maxLength: limits.styleCharactersMax }).exactOptional(),
    description: text(limits.descriptionCharactersMax)
      .meta({ maxLength: limits.descriptionCharactersMax })
      .exactOptional(),
    open_strategy_url: strategyUrl.meta({ format: 'uri', maxLength: urlCharactersMax }).exactOptional(),
    contact_key: atMost(contactKeyCharactersMax)
      .meta({
        maxLength: contactKeyCharactersMax,
        description: 'Of a confirmed contact, whose page showed it: the bot is confirmed at once.',
      })
      .exactOptional(),
    supersedes: z
      .string()
      .meta({
        maxLength: 20,
        description:
          'agent_id of a bot that this one follows; its key goes into the Authorization header. It is retired, and both are linked.',
      })
      .exactOptional(),
  })
  .meta({ id: 'RegisterRequest' });
export type RegisterRequest = z.infer<typeof registerRequest>;

/** The address is compared, and never written to: any text is taken, so that the answer tells nothing. */
export const recoverRequest = z
  .object({
    contact: atMost(contactCharactersMax).meta({
      description: 'The address of the registration.',
      format: 'email',
      maxLength: contactCharactersMax,
    }),
  })
  .meta({ id: 'RecoverRequest' });
export type RecoverRequest = z.infer<typeof recoverRequest>;

export const recoverAck = z.object({ ok: z.literal(true), agent_id: z.string(), message: z.string() }).meta({
  id: 'RecoverAck',
  description: 'Answer to every request for a new key by mail; it never tells whether the address was right.',
});
export type RecoverAck = z.infer<typeof recoverAck>;

export const contactState = z
  .enum(['confirmed', 'unconfirmed', 'disowned'])
  .nullable()
  .describe(
    'What the owner of the contact address said of this bot: `unconfirmed` = nothing yet, `disowned` = that it is of somebody else; null where contacts are not confirmed.',
  );
export type ContactState = NonNullable<z.infer<typeof contactState>>;

export const confirmAck = z.object({ ok: z.literal(true), message: z.string() }).meta({
  id: 'ConfirmAck',
  description: 'Answer to every request for a link to confirm a contact; it never tells whether the address is known.',
});
export type ConfirmAck = z.infer<typeof confirmAck>;

export const seat = z
  .object({
    agent_id: z.string(),
    api_key: z.string().describe('Shown once.'),
    league: z.string(),
    name: z.string(),
    tier: z.string(),
    paper_value_usd: z.number(),
    contact: contactState,
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
