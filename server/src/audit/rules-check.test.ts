import { describe, expect, test } from 'vitest';
import { markMs } from '../lib/time.ts';
import { rulesVersionOf } from '../league/rules-version.ts';
import { createDifferences } from './differences.ts';
import { createRulesCheck } from './rules-check.ts';

const start = Date.parse('2026-03-02T12:00:00Z');
const first = rulesVersionOf('1.0', { seats: 100 });
const second = rulesVersionOf('1.0', { seats: 120 });
const next = start + 100 * markMs;

/** Two versions: the second one came into force two seconds before its first mark. */
const log = [
  { number: 1, version: first.version, ruleBook: '1.0', from: start, firstMark: start },
  {
    number: 2,
    version: second.version,
    ruleBook: '1.0',
    from: start + 10 * markMs - 2_000,
    firstMark: start + 10 * markMs,
  },
] as const;
const texts = new Map([
  [1, first.text],
  [2, second.text],
]);

type Entry = { -readonly [K in keyof (typeof log)[number]]: string | number };

function found(change: Partial<Entry> = {}, changedTexts: ReadonlyMap<number, string> = texts): string[] {
  const differences = createDifferences();
  const entries = [log[0], { ...log[1], ...change }] as unknown as Parameters<typeof createRulesCheck>[0];
  createRulesCheck(entries, changedTexts, next, differences);
  return differences.list().map((d) => `${d.table} ${d.key} ${d.field}`);
}

describe('the log of versions', () => {
  test('as it was kept has no fault', () => {
    expect(found()).toEqual([]);
  });

  test.each([
    ['a number is left out', { number: 3 }, ['number', 'rules']],
    ['the name of another text', { version: first.version }, ['rules', 'rules_version']],
    ['another rule book than the text says', { ruleBook: '1.1' }, ['rule_book']],
    ['in force before the version before it', { from: start - 1 }, ['in_force_from', 'first_mark']],
    ['a first mark that is none', { firstMark: start + 10 * markMs + 1 }, ['first_mark']],
    ['a first mark long after it came into force', { firstMark: start + 12 * markMs }, ['first_mark']],
    ['a first mark that is not done yet', { from: next, firstMark: next + markMs }, ['first_mark']],
  ])('%s', (_, change, fields) => {
    const number = 'number' in change ? change.number : 2;
    expect(found(change as Partial<Entry>)).toEqual(fields.map((f) => `ledger.rules_versions ${number} ${f}`));
  });

  test('a text that was altered', () => {
    expect(found({}, new Map([...texts, [2, second.text.replace('120', '121')]]))).toEqual([
      'ledger.rules_versions 2 rules',
    ]);
  });
});

describe('what an order and a mark carry', () => {
  const check = (receivedAt: number, version: string): number => {
    const differences = createDifferences();
    createRulesCheck(log, texts, next, differences).order('agt_a 1', receivedAt, version);
    return differences.count();
  };
  const change = log[1].from;

  test('an order carries the version in force on its arrival; at the millisecond of a change it may be either', () => {
    expect([check(change - 1, first.version), check(change - 1, second.version)]).toEqual([0, 1]);
    expect([check(change, first.version), check(change, second.version)]).toEqual([0, 0]);
    expect([check(change + 1, first.version), check(change + 1, second.version)]).toEqual([1, 0]);
    expect(check(start - 1, first.version)).toBe(1);
  });

  test('a mark is done under one version: that of the last first mark up to it', () => {
    const rules = createRulesCheck(log, texts, next, createDifferences());
    expect(rules.atMark(start - markMs)).toBeNull();
    expect(rules.atMark(start)).toBe(first.version);
    expect(rules.atMark(start + 9 * markMs)).toBe(first.version);
    expect(rules.atMark(start + 10 * markMs)).toBe(second.version);
  });
});
