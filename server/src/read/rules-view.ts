/** Which rules were in force when, and what they said. */
import type { RulesPeriod, RulesText, RulesVersions } from 'papertape-contract/rules';
import { rulesVersionPaths } from '../league/rules-version.ts';
import { iso } from '../lib/clock.ts';
import { sha256 } from '../lib/hash.ts';
import type { Db } from '../storage/storage.ts';
import { allRules, rulesTexts, type RulesInForce } from '../engine/rules.sql.ts';
import { paged, skipped, type Page } from './paging.ts';

export async function rulesVersions(db: Db, at: Page, rulesVersion: string): Promise<RulesVersions> {
  const all = await allRules(db);
  return {
    rules_version: rulesVersion,
    ...paged(at, all.length),
    versions: periods(all)
      .toReversed()
      .slice(skipped(at), skipped(at) + at.per_page)
      .map(({ rules, period }) => ({
        rules_version: rules.version,
        rule_book: rules.ruleBook,
        ...period,
        text: rulesVersionPaths.one(rules.version),
      })),
  };
}

/** @returns undefined when there never was such a version. */
export async function rulesText(db: Db, version: string): Promise<RulesText | undefined> {
  const own = periods(await allRules(db)).filter(({ rules }) => rules.version === version);
  const first = own[0]?.rules;
  if (!first) return undefined;
  const text = (await rulesTexts(db, [first.number])).get(first.number) ?? '';
  return {
    rules_version: version,
    rule_book: first.ruleBook,
    in_force: own.map(({ period }) => period),
    sha256: sha256(text),
    rules: JSON.parse(text) as RulesText['rules'],
  };
}

function periods(all: readonly RulesInForce[]): { readonly rules: RulesInForce; readonly period: RulesPeriod }[] {
  return all.map((rules, i) => {
    const next = all[i + 1];
    const period = { from: iso(rules.from), until: next ? iso(next.from) : null, first_mark: iso(rules.firstMark) };
    return { rules, period };
  });
}
