/** A version of the rules that an order or a close names: its text, and whether it was in force. */
import { describe, expect, test } from 'vitest';
import { versionOfText } from '../../league/rules-version.ts';
import type { RulesPeriod, RulesText } from 'papertape-contract/rules';
import { checkRules, inForceAt, inForceFromMark } from './check-rules.ts';
import type { Service } from './service.ts';
import { createSteps, MissingError } from './steps.ts';

const period: RulesPeriod = {
  from: '2026-03-02T23:58:00.000Z',
  until: '2026-03-05T01:58:00.000Z',
  first_mark: '2026-03-03T00:00:00.000Z',
};
const rules = { rule_book: '1.0', start: { value_usd: 100_000 } };
const version = versionOfText(JSON.stringify(rules));

/** What a service answers of one version; of all others there is nothing. */
function serviceWith(text: Partial<RulesText> = {}): Service {
  const answer = { rules_version: version, rule_book: '1.0', in_force: [period], sha256: '', rules, ...text };
  return {
    url: '',
    text: (path) => Promise.reject(new MissingError(path)),
    kept: (path) => Promise.reject(new MissingError(path)),
    bytes: (path) => Promise.reject(new MissingError(path)),
    async get<T>(path: string): Promise<T> {
      if (path !== `/api/rules/versions/${version}`) throw new MissingError(path);
      return answer as T;
    },
  };
}

async function differences(...[named, inForce, text]: [string, (p: RulesPeriod) => boolean, Partial<RulesText>?]) {
  const found: string[] = [];
  const steps = createSteps((step) => {
    if (step.status === 'differs') found.push(step.what);
  });
  await checkRules(serviceWith(text), steps, named, inForce);
  return found;
}

describe('an order', () => {
  test.each([
    ['before it was in force', '2026-03-02T23:57:59.999Z', false],
    ['at its first instant', period.from, true],
    ['within', '2026-03-04T00:00:00.000Z', true],
    ['at the instant of the change', '2026-03-05T01:58:00.000Z', true],
    ['after it', '2026-03-05T01:58:00.001Z', false],
  ])('that arrived %s', async (_, at, good) => {
    expect(await differences(version, inForceAt(at))).toEqual(good ? [] : ['these rules were in force']);
  });

  test('any of several periods will do, and the last one has no end', async () => {
    const later = { ...period, from: '2026-03-09T00:00:00.000Z', until: null };
    const text = { in_force: [period, later] };
    expect(await differences(version, inForceAt('2027-01-01T00:00:00.000Z'), text)).toEqual([]);
    expect(await differences(version, inForceAt('2026-03-08T00:00:00.000Z'), text)).not.toEqual([]);
  });
});

test('a close is at or after the first mark that was done under its rules', async () => {
  expect(await differences(version, inForceFromMark('2026-03-03T00:00:00.000Z'))).toEqual([]);
  expect(await differences(version, inForceFromMark('2026-03-02T00:00:00.000Z'))).toEqual([
    'these rules were in force',
  ]);
});

test('a text that has another name, a version that never was, and a name that is none are differences', async () => {
  const within = inForceAt('2026-03-04T00:00:00.000Z');
  expect(await differences(version, within, { rules: { ...rules, rule_book: '1.1' } })).toEqual([
    'version of the rules is the hash of their text',
  ]);
  expect(await differences('000000000000', within)).toEqual(['rules 000000000000']);
  expect(await differences('../../status', within)).toEqual(['rules ../../status']);
});
