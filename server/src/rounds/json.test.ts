import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, type Json } from './json.ts';

const values = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, false),
    fc.maxSafeInteger(),
    fc.string({ unit: 'binary' }),
    fc.array(tie('any')),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('any')),
  ),
})).any;

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member as Json)]),
  );
}

test('the text is JSON of the same value, whatever the order of members was', () => {
  fc.assert(
    fc.property(values, (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
      expect(canonicalJson(reversed(value))).toBe(text);
    }),
  );
});

test('members stand by code units, numbers are integers', () => {
  expect(canonicalJson({ b: [1, null], a: 'x', B: -0, '\u{1F600}': 1, '\uFFFF': 2 })).toBe(
    '{"B":0,"a":"x","b":[1,null],"\u{1F600}":1,"\uFFFF":2}',
  );
  for (const number of [0.5, Number.NaN, Infinity, 2 ** 53])
    expect(() => canonicalJson({ a: number })).toThrow('not an integer');
});
