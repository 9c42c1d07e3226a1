/**
 * The rules that decide outcomes in, the text that is kept of them and its name out: `rules_version` is the first 12 hex digits of the
 * SHA-256 of that text. What a member of /rules.json says for reading alone is left out of it: addresses, and meanings of reasons and
 * figures. Example: {"rule_book":"1.0","start":{"value_usd":100000,…},…} -> "3f5a9c0d1e2b".
 */
import { createHash } from 'node:crypto';

/** Rules under which orders arrive and marks are done. */
export interface RulesVersion {
  readonly version: string;
  /** Version of the rule book (rules-changelog.ts). */
  readonly ruleBook: string;
  /** Compact JSON, UTF-8. */
  readonly text: string;
}

const versionDigits = 12;

export function rulesVersionOf(ruleBook: string, sections: Readonly<Record<string, unknown>>): RulesVersion {
  const text = JSON.stringify({ rule_book: ruleBook, ...sections }, (member, value: unknown) =>
    isForReading(member, value) ? undefined : value,
  );
  return { version: versionOfText(text), ruleBook, text };
}

/** The name that a kept text must have. */
export function versionOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, versionDigits);
}

/** Is a member of no weight for any outcome? */
export function isForReading(member: string, value: unknown): boolean {
  return member === 'meaning' || (typeof value === 'string' && /\/api\/|\bdocs\//.test(value));
}

export const rulesVersionPaths = {
  all: '/api/rules/versions',
  one: (version: string): string => `/api/rules/versions/${version}`,
} as const;

export function isRulesVersion(text: string): boolean {
  return /^[0-9a-f]{12}$/.test(text);
}
