import { expect, test } from 'vitest';
import type { ApiError } from 'papertape-contract/errors';
import { objectWithin, parseBody } from './object-within.ts';

test.each([
  ["Here it is: {'a': True}", { a: true }],
  ['```json\n{"a": "b"}\n```', { a: 'b' }],
  ['"{\\"a\\": \\"b\\"}"', { a: 'b' }],
  ['[{"a": null}]', { a: null }],
  ["{'a': None, 'b': False,}", { a: null, b: false }],
  ['{a: {b: "c"}}', { a: { b: 'c' } }],
])('%s', (text, object) => {
  expect(objectWithin(text)).toEqual(object);
});

test.each([
  '',
  'nothing',
  '}{',
  '{',
  '{"a": NaN}',
  '[{},{}]',
  '{"a":1,"a":2}',
  `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`,
])('no object is meant by %s', (text) => {
  expect(objectWithin(text)).toBeUndefined();
});

test('what is JSON but may not be sent stays refused as it was', () => {
  expect(() => parseBody(Buffer.from('{"a":1,"a":2}'))).toThrow(
    expect.objectContaining({ code: 'duplicate_member', corrected: undefined }) as ApiError,
  );
  expect(() => parseBody(Buffer.from('> {"a":"b"}'))).toThrow(
    expect.objectContaining({ code: 'invalid_json', corrected: { body: { a: 'b' } } }) as ApiError,
  );
});
