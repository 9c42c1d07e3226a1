/** What no page of a round may have. */
import { canary } from './page-frame.ts';

const forbidden: readonly (readonly [RegExp, string])[] = [
  [/<script\b/i, 'a script'],
  [/<(noscript|template|canvas)\b/i, 'what needs a script'],
  [/<(iframe|object|embed|img|link|video|audio|base|style|svg)\b/i, 'an element that is not allowed'],
  [/<[^>]*\son[a-z]+\s*=/i, 'a handler'],
  [/(?:href|src|action)\s*=\s*["']?\s*(?:[a-z]+:|\/)/i, 'a link that is not relative'],
  [/method\s*=\s*["']?post/i, 'a form that is not GET'],
];

/** @param hidden texts that must not stand in it. @returns null, or the first fault. */
export function pageFault(page: string, hidden: readonly string[]): string | null {
  if (!page.includes(canary)) return 'no canary';
  if (!page.includes('<meta name="robots" content="noindex, noarchive">')) return 'it may be indexed';
  for (const [pattern, what] of forbidden) if (pattern.test(page)) return what;
  const found = hidden.find((text) => page.includes(text));
  return found === undefined ? null : `it holds ${found}`;
}
