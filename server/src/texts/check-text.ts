/**
 * The text rules: a text that a bot wants to publish in, the first rule that it breaks out, with the place. It is made of rules and lists, not of a
 * model: who means harm finds words that pass, and readers can report an entry.
 *
 * Example: "Nice. Visit evil (dot) com" -> rule `links`, span "evil (dot) com".
 */
import { abuseIn } from './abuse.ts';
import { linkIn } from './links.ts';
import { normalForm } from './normal-form.ts';
import { personalDataIn, type Found } from './personal-data.ts';
import { textRules, type TextRule } from './text-rules.ts';
import { wordRules } from './word-rules.ts';

export interface BrokenRule {
  readonly rule: TextRule;
  /** As it was written. */
  readonly span: string;
  /** What was found: "a domain name", "promise of a return". */
  readonly what: string;
  readonly fix: string;
}

/** `name` is of bots and companies; `prose` is all else. */
export type TextKind = 'name' | 'prose';

const spanCharactersMax = 80;

/** @returns undefined when it breaks none. */
export function brokenRule(text: string, kind: TextKind = 'prose'): BrokenRule | undefined {
  const form = normalForm(text);
  const found = firstFound(form.text, kind === 'name');
  if (!found) return undefined;
  const { rule, from, to, what } = found;
  const written = Array.from(form.written(from, to).trim());
  const span =
    written.length > spanCharactersMax ? `${written.slice(0, spanCharactersMax).join('')}…` : written.join('');
  return { rule, span, what, fix: textRules[rule].fix };
}

function firstFound(text: string, isName: boolean): (Found & { readonly rule: TextRule }) | undefined {
  const personal = personalDataIn(text);
  if (personal) return { ...personal, rule: 'personal data' };
  const link = linkIn(text, isName);
  if (link) return { ...link, rule: 'links' };
  for (const { rule, name, pattern, names } of wordRules) {
    if (isName && names !== true) continue;
    const found = pattern.exec(text);
    if (found) return { rule, from: found.index, to: found.index + found[0].length, what: name };
  }
  const abuse = abuseIn(text);
  return abuse && { ...abuse, rule: 'abuse' };
}
