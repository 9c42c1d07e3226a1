/** The text rules over the members of a request. */
import { ApiError } from 'papertape-contract/errors';
import { brokenRule, type BrokenRule, type TextKind } from './check-text.ts';

/** Members that are names; all others are prose. */
const names: readonly string[] = ['name', 'company'];

/** @param texts by the names of their members; what is absent or null is no text. @throws ApiError (text_refused) for the first that breaks a rule. */
export function checkTexts(texts: Readonly<Record<string, string | null | undefined>>): void {
  for (const [member, text] of Object.entries(texts)) {
    if (text === null || text === undefined) continue;
    const kind: TextKind = names.includes(member) ? 'name' : 'prose';
    const broken = brokenRule(text, kind);
    if (broken) throw textRefused(member, broken);
  }
}

export function textRefused(member: string, { rule, what, span, fix }: BrokenRule): ApiError {
  return new ApiError('text_refused', `${member} breaks the rule "${rule}" (${what}): "${span}".`, { fix });
}
