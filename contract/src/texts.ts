/** Forms of texts and addresses that requests bring. Each `error` ends a sentence that begins with the member's name. */
import { z } from 'zod';
import { limits } from './limits.ts';

/** Characters are Unicode code points, as in JSON Schema: an emoji of one code point is one character. */
const hasAtMost = (max: number) => (s: string) => s.length <= max || Array.from(s).length <= max;

export const atMost = (max: number) =>
  z.string().refine(hasAtMost(max), { error: `must have at most ${max} characters`, abort: true });

/** Marks that turn the direction of what follows, or hide in it: what a reader sees would not be what is written. */
const turnsText = /[\u202A-\u202E\u2066-\u2069]/u;

/** Text of several lines, without white space around it. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .refine((s) => s !== '', 'must not be empty')
    .refine(hasAtMost(max), `must have at most ${max} characters`)
    .refine((s) => !turnsText.test(s), 'must have no marks that change the direction of text');

/** Line breaks, and marks that turn the direction of what follows: on a page they would spill over what stands beside. */
const breaksOut = /[\t\n\r\u0085\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

export const line = (max: number) =>
  text(max).refine((s) => !breaksOut.test(s), 'must be one line without marks that change the direction of text');

export const httpUrl = atMost(limits.urlCharactersMax).refine(
  (s) => isUrl(s, ['http:', 'https:']),
  'must be an absolute http or https URL',
);

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

export const strategyUrl = atMost(limits.urlCharactersMax).refine(
  (s) => isUrl(s, ['https:']) && isRepository(s),
  `must be a public https repository on one of: ${codeHosts.join(', ')}`,
);

/** Longer than any preset id and any emoji: the longest sequence, a family with skin tones, has 11 code points. */
export const iconCharactersMax = 64;

export const pledgePct = z
  .number()
  .min(limits.pledgePctMin, `must be ${limits.pledgePctMin} to ${limits.pledgePctMax}`)
  .max(limits.pledgePctMax, `must be ${limits.pledgePctMin} to ${limits.pledgePctMax}`);

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
