/** The registration request: fields, forms and limits of the interface document. */
import { z } from 'zod';
import { limits } from './limits.ts';

const text = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`);

const httpUrl = z
  .string()
  .max(limits.urlCharactersMax, `must have at most ${limits.urlCharactersMax} characters`)
  .refine((s) => isUrl(s, ['http:', 'https:']), 'must be an absolute http or https URL');

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

const strategyUrl = z
  .string()
  .max(limits.urlCharactersMax, `must have at most ${limits.urlCharactersMax} characters`)
  .refine(
    (s) => isUrl(s, ['https:']) && isRepository(s),
    `must be a public https repository on one of: ${codeHosts.join(', ')}`,
  );

function isUrl(s: string, protocols: readonly string[]): boolean {
  const url = URL.canParse(s) ? new URL(s) : undefined;
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
  const points = [...s];
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
  name: text(limits.nameCharactersMax),
  company: text(limits.companyCharactersMax),
  contact: z
    .string()
    .max(limits.contactCharactersMax, `must have at most ${limits.contactCharactersMax} characters`)
    .pipe(z.email('must be an e-mail address')),
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
  pledge_cause: text(limits.pledgeCauseCharactersMax).optional(),
  pledge_url: httpUrl.optional(),
  style: text(limits.styleCharactersMax).optional(),
  description: text(limits.descriptionCharactersMax).optional(),
  open_strategy_url: strategyUrl.optional(),
});

export type RegisterInput = z.infer<typeof registerRequest>;
