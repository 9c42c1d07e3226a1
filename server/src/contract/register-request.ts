/** The registration request: fields, forms and limits of the interface document. */
import { z } from 'zod';
import { limits } from './limits.ts';
import type { RegisterRequest } from './wire.ts';

/** Characters are Unicode code points, as in JSON Schema: an emoji of one code point is one character. */
const hasAtMost = (max: number) => (s: string) => s.length <= max || Array.from(s).length <= max;

const atMost = (max: number) =>
  z
    .string()
    .refine(hasAtMost(max), { error: `must have at most ${max} characters`, abort: true })
    .meta({ maxLength: max });

const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .refine(hasAtMost(max), `must have at most ${max} characters`)
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
  const url = !/\s/.test(s) && URL.canParse(s) ? new URL(s) : undefined;
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

/** Preset icon ids come with GET /api/icons; until they are there an icon is one emoji. */
const icon = z
  .string()
  .max(64, 'must be exactly one emoji')
  .transform((s, c) => {
    const emoji = canonicalEmoji(s);
    if (emoji === undefined) c.addIssue({ code: 'custom', message: 'must be exactly one emoji' });
    return emoji ?? s;
  });

export const registerRequest = z.object({
  name: line(limits.nameCharactersMax),
  company: line(limits.companyCharactersMax),
  contact: atMost(limits.contactCharactersMax).pipe(z.email('must be an e-mail address')),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters (ISO 3166-1 alpha-2), such as CA'),
  league: z.string().optional(),
  website: httpUrl.optional(),
  logo_url: httpUrl.optional(),
  icon: icon.optional(),
  pledge_pct: z
    .number()
    .min(limits.pledgePctMin, `must be ${limits.pledgePctMin} to ${limits.pledgePctMax}`)
    .max(limits.pledgePctMax, `must be ${limits.pledgePctMin} to ${limits.pledgePctMax}`)
    .optional(),
  pledge_cause: line(limits.pledgeCauseCharactersMax).optional(),
  pledge_url: httpUrl.optional(),
  style: line(limits.styleCharactersMax).optional(),
  description: text(limits.descriptionCharactersMax).optional(),
  open_strategy_url: strategyUrl.optional(),
});

export type RegisterInput = z.infer<typeof registerRequest>;

/** Does not compile when the schema and what is published of it name different members. */
true satisfies [keyof RegisterInput, keyof RegisterRequest] extends [keyof RegisterRequest, keyof RegisterInput]
  ? true
  : false;
