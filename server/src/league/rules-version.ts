/**
 * Names a version of the rules. In: the sections of /rules.json that decide outcomes. Out: their text, and `rules_version`, which is the
 * first 12 hex digits of the SHA-256 of the text. Members that decide nothing (addresses, and the meanings of reasons and figures) are left
 * out of the text. Example: {"rule_book":"1.0","start":{"value_usd":100000,…},…} -> "3f5a9c0d1e2b".
 */
import { sha256 } from '../lib/hash.ts';

/** The rules that hold when an order arrives or a mark is done. */
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

/** The version that belongs to a stored text. */
export function versionOfText(text: string): string {
  return sha256(text).slice(0, versionDigits);
}

/** Whether a member of the rules decides nothing. */
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
