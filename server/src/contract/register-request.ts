/** The registration request: fields, forms and limits of the interface document. */
import { z } from 'zod';
import { iconPresets } from '../html/icons.ts';
import { limits } from 'papertape-contract/limits';
import type { ProfileRequest } from 'papertape-contract/profile';
import type { RegisterRequest } from 'papertape-contract/registration';

/** Characters are Unicode code points, as in JSON Schema: an emoji of one code point is one character. */
const hasAtMost = (max: number) => (s: string) => s.length <= max || Array.from(s).length <= max;

const atMost = (max: number) =>
  z
    .string()
    .refine(hasAtMost(max), { error: `must have at most ${max} characters`, abort: true })
    .meta({ maxLength: max });

/** Marks that turn the direction of what follows, or hide in it: what a reader sees would not be what is written. */
const turnsText = /[\u202A-\u202E\u2066-\u2069]/u;

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .refine(hasAtMost(max), `must have at most ${max} characters`)
    .refine((s) => !turnsText.test(s), 'must have no marks that change the direction of text')
    .meta({ maxLength: max });

/** Line breaks, and marks that turn the direction of what follows: on a page they would spill over what stands beside. */
const breaksOut = /[\t\n\r\u0085\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

const line = (max: number) =>
  text(max)
    .refine((s) => !breaksOut.test(s), 'must be one line without marks that change the direction of text')
    .meta({ maxLength: max });

const httpUrl = atMost(limits.urlCharactersMax)
  .refine((s) => isUrl(s, ['http:', 'https:']), 'must be an absolute http or https URL')
  .meta({ maxLength: limits.urlCharactersMax, format: 'uri' });

/** Code-hosting sites that an open strategy may live on; an edit of data, not of code. */
export const codeHosts: readonly string[] = [
  'github.com',
  'gitlab.com',
  'codeberg.org',
  'bitbucket.org',
  'git.sr.ht',
  'gitea.com',
  'huggingface.co',
];

const strategyUrl = atMost(limits.urlCharactersMax)
  .refine(
    (s) => isUrl(s, ['https:']) && isRepository(s),
    `must be a public https repository on one of: ${codeHosts.join(', ')}`,
  )
  .meta({ maxLength: limits.urlCharactersMax, format: 'uri' });

function isUrl(s: string, protocols: readonly string[]): boolean {
  // The parser would drop white space around a URL and line breaks within.
  const url = !/\s/.test(s) && !breaksOut.test(s) && URL.canParse(s) ? new URL(s) : undefined;
  return (
    url !== undefined &&
    protocols.includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.hostname.includes('.')
  );
}

function isRepository(s: string): boolean {
  const url = new URL(s);
  const path = url.pathname.split('/').filter((p) => p !== '');
  return codeHosts.includes(url.hostname.replace(/^www\./, '')) && path.length >= 2;
}

/** One emoji: the sequences that Unicode recommends for interchange, with the variation selector added where it was left out. */
const emojiPattern = /^(?!\p{Emoji_Modifier}$)\p{RGI_Emoji}$/v;

/** @returns the emoji in its fully qualified form, or undefined when the text is not exactly one. */
export function canonicalEmoji(s: string): string | undefined {
  if (emojiPattern.test(s)) return s;
  for (const candidate of withSelectors(s)) if (emojiPattern.test(candidate)) return candidate;
  return undefined;
}

/** Unqualified forms lack U+FE0F after one of their code points or several: `❤`, `1⃣`, `👁‍🗨`. */
function withSelectors(s: string): string[] {
  const points = Array.from(s);
  if (points.length > 8 || s.includes('\uFE0F') || s.includes('\uFE0E')) return [];
  const candidates: string[] = [];
  for (let mask = 1; mask < 1 << points.length; mask++) {
    candidates.push(points.map((p, i) => (mask & (1 << i) ? `${p}\uFE0F` : p)).join(''));
  }
  return candidates;
}

/** What an icon is, in words. */
export const iconRule = 'exactly one emoji or a preset id from GET /api/icons';

/** @returns the icon as it is kept: a preset id, or an emoji in its fully qualified form; undefined when the text is neither. */
export function readIcon(s: string): string | undefined {
  return iconPresets.has(s) ? s : s.length <= emojiUnitsMax ? canonicalEmoji(s) : undefined;
}

/** No emoji has more UTF-16 units. */
const emojiUnitsMax = 64;

const icon = z.string().transform((s, c) => {
  const kept = readIcon(s);
  if (kept === undefined) c.addIssue({ code: 'custom', message: `must be ${iconRule}` });
  return kept ?? s;
});

const pledgePct = z
  .number()
  .min(limits.pledgePctMin, `must be ${limits.pledgePctMin} to ${limits.pledgePctMax}`)
  .max(limits.pledgePctMax, `must be ${limits.pledgePctMin} to ${limits.pledgePctMax}`);

const optionalText = {
  website: httpUrl,
  logo_url: httpUrl,
  pledge_cause: line(limits.pledgeCauseCharactersMax),
  pledge_url: httpUrl,
  style: line(limits.styleCharactersMax),
  description: text(limits.descriptionCharactersMax),
} as const;

export const registerRequest = z.object({
  name: line(limits.nameCharactersMax),
  company: line(limits.companyCharactersMax),
  contact: atMost(limits.contactCharactersMax).pipe(z.email('must be an e-mail address')),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1 alpha-2), such as CA'),
  league: z.string().optional(),
  website: optionalText.website.optional(),
  logo_url: optionalText.logo_url.optional(),
  icon: icon.optional(),
  pledge_pct: pledgePct.optional(),
  pledge_cause: optionalText.pledge_cause.optional(),
  pledge_url: optionalText.pledge_url.optional(),
  style: optionalText.style.optional(),
  description: optionalText.description.optional(),
  open_strategy_url: strategyUrl.optional(),
  supersedes: z.string().optional(),
});

export type RegisterInput = z.infer<typeof registerRequest>;

/** Does not compile when the schema and what is published of it name different members. */
true satisfies [keyof RegisterInput, keyof RegisterRequest] extends [keyof RegisterRequest, keyof RegisterInput]
  ? true
  : false;

/** What a bot may change of its profile; null clears. The same checks as at registration. */
export const profileRequest = z.object({
  website: optionalText.website.nullable().optional(),
  logo: optionalText.logo_url.nullable().optional(),
  logo_url: optionalText.logo_url.nullable().optional(),
  description: optionalText.description.nullable().optional(),
  style: optionalText.style.nullable().optional(),
  pledge_pct: pledgePct.nullable().optional(),
  pledge_cause: optionalText.pledge_cause.nullable().optional(),
  pledge_url: optionalText.pledge_url.nullable().optional(),
});

export type ProfileInput = z.infer<typeof profileRequest>;

true satisfies [keyof ProfileInput, keyof ProfileRequest] extends [keyof ProfileRequest, keyof ProfileInput]
  ? true
  : false;

export const makerRequest = z.object({ open_strategy_url: strategyUrl.nullable() });

export const retireRequest = z.object({ reason: line(limits.retireReasonCharactersMax).nullable().optional() });

/** The address is compared, and never written to: any text is taken, so that the answer tells nothing. */
export const recoverRequest = z.object({ contact: atMost(limits.contactCharactersMax) });
