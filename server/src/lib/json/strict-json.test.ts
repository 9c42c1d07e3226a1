import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from 'papertape-contract/errors';
import { JsonNumber } from './json-number.ts';
import { parseObject } from './strict-json.ts';
import { shown } from '../text.ts';

const parse = (text: string) => parseObject(Buffer.from(text));

function plain(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, plain(v)]));
  return value;
}

test('numbers come out as they were sent, digit for digit', () => {
  for (const text of [
    '0',
    '-0',
    '1.0000000000000000001',
    '1e400',
    '-1E-400',
    '0.1e+1',
    '123456789012345678901234567890',
  ]) {
    const n = parse(`{"a":[{"b":${text}}]}`)['a'] as [{ b: JsonNumber }];
    expect(n[0].b).toBeInstanceOf(JsonNumber);
    expect(n[0].b.text).toBe(text);
  }
});

test('what the platform prints comes back the same', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 4 })), (value) => {
      const text = JSON.stringify(value);
      let back: unknown;
      try {
        back = parse(text);
      } catch (e) {
        expect((e as ApiError).code).toBe('invalid_text');
        return;
      }
      expect(plain(back)).toEqual(JSON.parse(text));
    }),
  );
});

test('any bytes: an object, or an ApiError of status 400', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ':',
    ',',
    '"a"',
    '\\"',
    '1',
    'e',
    '\\ud800',
    ' ',
    'null',
    '\n',
    'é',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.array(pieces, { maxLength: 30 }).map((p) => Buffer.from(p.join(''))),
      ),
      (bytes) => {
        try {
          expect(typeof parseObject(Buffer.from(bytes))).toBe('object');
        } catch (e) {
          expect(e).toBeInstanceOf(ApiError);
          expect((e as ApiError).status).toBe(400);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a string may hold what looks like structure', () => {
  expect(plain(parse('{"a":"{\\"a\\":1,\\"a\\":2}","b":"[[[[[[[[[[[[[[[[[[[[","c\\\\":":","d":"\\\\"}'))).toEqual({
    a: '{"a":1,"a":2}',
    b: '['.repeat(20),
    'c\\': ':',
    d: '\\',
  });
});

test('what is shown of a client’s text is short and well-formed', () => {
  expect(shown('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
  expect(shown('a\u0000\u001b\ud800b')).toBe('a\uFFFD\uFFFD\uFFFDb');
  expect(shown(`a${'🤖'.repeat(60)}`)).toBe(`a${'🤖'.repeat(59)}…`);
  expect(shown('🤖'.repeat(60))).toBe('🤖'.repeat(60));
  fc.assert(fc.property(fc.string({ unit: 'binary', minLength: 50, maxLength: 140 }), (s) => shown(s).isWellFormed()));
});
