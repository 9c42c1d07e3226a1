import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../json.ts';
import {
  gradeCost,
  gradeExact,
  gradeFields,
  gradeNumber,
  gradeRules,
  gradeSet,
  gradeTests,
  gradeValue,
  share,
} from './graders.ts';
import { normalForm, normalText } from './normal.ts';

const amounts = fc.integer({ min: 0, max: 1_000_000_000_000 });

describe('normal forms', () => {
  test.each([
    [' “São  Paulo.” ', 'são paulo'],
    ['"Foo".', 'foo'],
    ["'a'b'", "a'b"],
    ['STRASSE', normalText('straße')],
    ['ﬁve', 'five'],
    ['2026-11-25 03:15', normalText('2026-11-25T03:15')],
    ['2026-11-25T03:15:00', normalText('2026-11-25T03:15')],
    ['...', ''],
  ])('%s', (text, form) => expect(normalText(text)).toBe(form));

  test('a normal form is its own normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normalText(normalText(text))).toBe(normalText(text));
      }),
    );
  });

  test('a list is a set, and texts are not integers', () => {
    expect(normalForm(['B', 'a', 'b.'])).toBe(normalForm(['a', 'B']));
    expect(normalForm({ b: ['x'], a: 1 })).toBe('{"a":1,"b":["x"]}');
    expect(normalForm('1')).not.toBe(normalForm(1));
  });
});

test('exact: the answer or an alias of it', () => {
  expect(gradeExact('Calder', ' calder. ').score).toBe(1_000_000);
  expect(gradeExact({ accept: ['Calder', 'Port Calder'] }, 'port  calder').score).toBe(1_000_000);
  expect(gradeExact('Calder', 'Calde').score).toBe(0);
  expect(gradeExact(12, '12').score).toBe(0);
});

test('number: within the tolerance, to the last digit', () => {
  for (const [x, score] of [
    [95, 1_000_000],
    [94, 0],
    [105, 1_000_000],
    [106, 0],
    ['105', 1_000_000],
    ['1e2', 0],
    [null, 0],
  ] as const)
    expect(gradeNumber(5, 100, x).score).toBe(score);
  expect(gradeNumber(0, Number.MAX_SAFE_INTEGER, String(Number.MAX_SAFE_INTEGER)).score).toBe(1_000_000);
  expect(gradeNumber(0, Number.MAX_SAFE_INTEGER, '9007199254740992').score).toBe(0);
});

test('fields: by weight, and what needs another field counts only with it', () => {
  const key = { action: 'refund', amount: 1200, ids: ['a', 'b'] };
  const weights = { action: 4, amount: 3, ids: 3 };
  expect(gradeFields(weights, key, { ...key, ids: ['b', 'a'], more: 1 }).score).toBe(1_000_000);
  expect(gradeFields(weights, key, { action: 'refund', amount: 1200 }).score).toBe(700_000);
  expect(gradeFields(weights, key, { amount: 1200, ids: ['b', 'a'] }, { amount: 'action' }).score).toBe(300_000);
  expect(gradeFields(weights, key, []).score).toBe(0);
  const inherited = JSON.parse('{"__proto__":{"action":"refund"}}') as Json;
  expect(gradeFields(weights, key, inherited).score).toBe(0);
});

test('set: F1 of what is named', () => {
  expect(gradeSet(['d03.4', 'd11.2', 'd17.1'], ['d03.4', 'd11.2', 'd05.9']).score).toBe(666_666);
  expect(gradeSet(['a'], ['A.', 'a']).score).toBe(1_000_000);
  expect(gradeSet(['a'], []).score).toBe(0);
  expect(gradeSet(['a'], 'a').score).toBe(0);
});

describe('cost and value', () => {
  test.each([
    [6_300, 6_600, 809_524],
    [3_900, 4_400, 487_180],
    [740, 790, 729_730],
    [4_180, 4_390, 799_044],
  ])('least %d, cost %d: %d', (least, cost, score) => expect(gradeCost(4, least, cost).score).toBe(score));

  test('k = 1 and value', () => {
    expect(gradeCost(1, 360, 600).score).toBe(333_334);
    expect(gradeValue(4, 521, 514).score).toBe(946_258);
    expect(gradeValue(1, 6_516, 6_317).score).toBe(969_460);
  });

  test('never above the best, never below 0, falling as the answer gets worse', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), amounts, amounts, amounts, (k, best, x, y) => {
        const [near, far] = x < y ? [x, y] : [y, x];
        const [a, b] = [gradeCost(k, best, best + near), gradeCost(k, best, best + far)];
        expect(Number.isInteger(a.score) && a.score >= b.score && b.score >= 0 && a.score <= 1_000_000).toBe(true);
        expect(a.score === 1_000_000).toBe(near === 0 || (best > 0 && k * 1_000_000 * near < best));
        expect(a.beatsKey).toBeUndefined();
        expect(gradeValue(k, best + far + 1, best).score).toBeLessThanOrEqual(
          gradeValue(k, best + far + 1, best + far).score,
        );
      }),
    );
  });

  test('an answer that is better than the key says that the key is wrong', () => {
    expect(gradeCost(4, 100, 99).beatsKey).toBe(true);
    expect(gradeValue(4, 100, 101).beatsKey).toBe(true);
  });
});

test('tests and rules', () => {
  expect(gradeTests({ visiblePass: true, passed: 21, base: 15, total: 24 }).score).toBe(666_666);
  expect(gradeTests({ visiblePass: true, passed: 15, base: 15, total: 24 }).score).toBe(0);
  expect(gradeTests({ visiblePass: true, passed: 2, base: 15, total: 24 }).score).toBe(0);
  expect(gradeTests({ visiblePass: false, passed: 24, base: 15, total: 24 }).score).toBe(0);
  expect(gradeRules(true, 5, 6).score).toBe(833_333);
  expect(gradeRules(false, 6, 6).score).toBe(0);
});

test('a share is exact where doubles are not', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (part, more) => {
      const whole = Math.min(Number.MAX_SAFE_INTEGER, part + more);
      fc.pre(whole > 0);
      expect(BigInt(share(part, whole))).toBe((1_000_000n * BigInt(part)) / BigInt(whole));
    }),
  );
  expect(share(0, 0)).toBe(0);
});
