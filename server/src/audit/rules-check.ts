/**
 * Versions of the rules: that each text has its name, that they follow each other, and which one an order or a close must carry.
 *
 * When a version came into force is a fact. An order carries the version that was in force on its arrival; at the very millisecond of a
 * change it may be either. A mark is done under exactly one version. Before the first version there is none.
 */
import { iso, type Instant } from '../lib/clock.ts';
import { markMs } from '../lib/time.ts';
import type { RulesInForce } from '../engine/rules.sql.ts';
import { versionOfText } from '../league/rules-version.ts';
import type { Differences } from './differences.ts';

export type RulesCheck = ReturnType<typeof createRulesCheck>;

/** @param next the first mark that is not done yet. @param texts by number of the entry. */
export function createRulesCheck(
  all: readonly RulesInForce[],
  texts: ReadonlyMap<number, string>,
  next: Instant,
  differences: Differences,
) {
  const differs = (rules: RulesInForce, field: string, expected: string | number, found: string | number): void =>
    differences.add('ledger.rules_versions', String(rules.number), field, expected, found);
  for (const [i, rules] of all.entries()) {
    const before = all[i - 1];
    const text = texts.get(rules.number) ?? '';
    if (rules.number !== i + 1) differs(rules, 'number', i + 1, rules.number);
    if (versionOfText(text) !== rules.version)
      differs(rules, 'rules', `a text named ${rules.version}`, versionOfText(text));
    else if (ruleBookOf(text) !== rules.ruleBook) differs(rules, 'rule_book', ruleBookOf(text), rules.ruleBook);
    if (before?.version === rules.version) differs(rules, 'rules_version', 'another than before', rules.version);
    if (before && rules.from < before.from)
      differs(rules, 'in_force_from', `${iso(before.from)} or later`, iso(rules.from));
    const earliest = before?.firstMark ?? 0;
    const latest = Math.min(next, rules.from + markMs);
    if (rules.firstMark < earliest || rules.firstMark > latest || rules.firstMark % markMs !== 0)
      differs(rules, 'first_mark', `a mark from ${iso(earliest)} to ${iso(latest)}`, iso(rules.firstMark));
  }

  function onArrival(at: Instant): (string | null)[] {
    const last = all.findLast((r) => r.from < at);
    return [last?.version ?? null, ...all.filter((r) => r.from === at).map((r) => r.version)];
  }

  return {
    /** @param key names the order. */
    order(key: string, receivedAt: Instant, found: string): void {
      const expected = onArrival(receivedAt);
      if (!expected.includes(found))
        differences.add('intake.orders', key, 'rules_version', expected.map(String).join(' or '), found);
    },
    /** The version that the close at a mark was done under. */
    atMark: (mark: Instant): string | null => all.findLast((r) => r.firstMark <= mark)?.version ?? null,
  };
}

function ruleBookOf(text: string): string {
  return String((JSON.parse(text) as { rule_book?: unknown }).rule_book);
}
