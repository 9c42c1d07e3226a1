/** Nobody changes a rule that decides outcomes without saying so in the rule book, and nothing else changes `rules_version`. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { currentRules, decidingSections } from './deciding-rules.ts';
import { limits } from 'papertape-contract/limits';
import { rulesChangelog } from './rules-changelog.ts';
import { isForReading, rulesVersionOf } from '../league/rules-version.ts';
import { rulesDocument, type ServiceFacts } from './rules.ts';

const settings = { botsPerTier: limits.botsPerTierMax };
const facts: ServiceFacts = {
  ...settings,
  baseUrl: 'http://127.0.0.1:4000',
  rateLimited: true,
  confirmsContacts: false,
  keepAnswersHours: limits.idempotencyKeptHours,
  priceSource: { kind: 'simulated', live: false, competition: false, caution: 'Among friends.', note: '' },
};
const versionOf = (f: ServiceFacts): unknown => rulesDocument(f).rules_version;

test('the newest entry of the rule book is of the rules as they are: a changed rule needs an entry of its own', () => {
  expect(currentRules(settings).version, 'add an entry to published/rules-changelog.ts that says what changed').toBe(
    rulesChangelog[0].rulesVersion,
  );
});

test('entries are newest first, each with a version and rules of its own, and say something', () => {
  const numbers = rulesChangelog.map((e) => e.version.split('.').map(Number) as [number, number]);
  for (const [i, [major, minor]] of numbers.entries()) {
    const before = numbers[i + 1];
    if (before) expect(major > before[0] || (major === before[0] && minor > before[1])).toBe(true);
  }
  expect(new Set(rulesChangelog.map((e) => e.rulesVersion)).size).toBe(rulesChangelog.length);
  expect(rulesChangelog.map((e) => e.date)).toEqual(
    rulesChangelog
      .map((e) => e.date)
      .toSorted()
      .toReversed(),
  );
  for (const e of rulesChangelog) expect(e.changes.join('').length).toBeGreaterThan(20);
});

describe('rules_version', () => {
  test('is that of the text, with any SHA-256, and is what /rules.json says', () => {
    const { version, text } = currentRules(settings);
    expect(version).toBe(createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 12));
    expect(versionOf(facts)).toBe(version);
    expect(rulesDocument(facts)).toMatchObject({ rule_book: rulesChangelog[0].version });
  });

  test('the text has every section that /rules.json names, and nothing else', () => {
    const { rule_book, ...sections } = JSON.parse(currentRules(settings).text) as Record<string, unknown>;
    const document = rulesDocument(facts);
    expect(rule_book).toBe(rulesChangelog[0].version);
    expect(Object.keys(sections)).toEqual((document['rules_version_of'] as { sections: string[] }).sections);
    for (const [name, section] of Object.entries(sections))
      expect(document[name], name).toMatchObject(section as object);
  });

  test('changes with seats and with any deciding number, word or place of a list', () => {
    expect(versionOf({ ...facts, botsPerTier: 99 })).not.toBe(versionOf(facts));
    const sections = decidingSections(settings);
    const own = rulesVersionOf('1.0', sections).version;
    const seen = new Set([own]);
    const others = [
      { ...sections, price: { ...(sections['price'] as object), pools_apart_bps_max: 101 } },
      { ...sections, close: { ...(sections['close'] as object), time: '01:00 UTC' } },
      { ...sections, rank: { ...(sections['rank'] as object), by: ['value_usd'] } },
      { ...sections, suspension: undefined },
    ];
    for (const other of others) seen.add(rulesVersionOf('1.0', other).version);
    seen.add(rulesVersionOf('1.1', sections).version);
    expect(seen.size).toBe(others.length + 2);
  });

  test('does not change with addresses, rate limits, the price source, or words for reading alone', () => {
    const other: ServiceFacts = {
      ...facts,
      baseUrl: 'https://league.example',
      rateLimited: false,
      confirmsContacts: true,
      keepAnswersHours: 1,
      priceSource: { kind: 'onchain', live: true, competition: true, caution: null, note: 'Real ones.' },
    };
    expect(versionOf(other)).toBe(versionOf(facts));
    const sections = { a: { limit: 1, meaning: 'one', where: '/api/here', doc: 'docs/a.md#b' } };
    const same = { a: { limit: 1, meaning: 'another', where: '/api/there', doc: 'docs/c.md' } };
    expect(rulesVersionOf('1.0', same)).toEqual(rulesVersionOf('1.0', sections));
  });

  test('exactly these members are left out of it: no rule hides in a sentence with an address', () => {
    const left = new Set<string>();
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [member, v] of Object.entries(value)) {
        const at = `${path}${Array.isArray(value) ? '[]' : `.${member}`}`;
        if (isForReading(member, v)) left.add(at.slice(1));
        else walk(v, at);
      }
    };
    walk(decidingSections(settings), '');
    expect([...left].toSorted()).toEqual([
      'baselines.line',
      'figures.list[].meaning',
      'operator.public',
      'prices.closed_markets.doc',
      'prices.doc',
      'prices.finality.doc',
      'prices.finality.where',
      'prices.first_route.doc',
      'prices.first_route.in_force',
      'prices.guards[].doc',
      'prices.guards[].meaning',
      'prices.market.doc',
      'prices.orders_open.doc',
      'proofs.bot',
      'proofs.close',
      'proofs.fill',
      'suspension.public',
      'tiers.moves',
      'void_closes.public',
      'weeks.champions',
      'weeks.earlier_boards',
      'weeks.ranking_of',
    ]);
  });
});
