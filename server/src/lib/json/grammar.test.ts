import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiError } from 'papertape-contract/errors';
import { parseObject } from './strict-json.ts';

/** What is read of a text, as the platform prints it (numbers digit for digit), or the code of the refusal. */
function read(text: string): string {
  try {
    return JSON.stringify(parseObject(Buffer.from(text)));
  } catch (e) {
    return (e as ApiError).code;
  }
}

function keepDigits(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? JSON.rawJSON(context?.source ?? '') : value;
}

/** What the platform's own parser makes of it: the same form, with the digits of its source. */
function platform(text: string): string {
  try {
    const value: unknown = JSON.parse(text, keepDigits);
    return text.trimStart().startsWith('{') ? JSON.stringify(value) : 'invalid_json';
  } catch {
    return 'invalid_json';
  }
}

/** Reads the same as the platform, but for what it refuses on purpose. */
function agrees(text: string): boolean {
  const found = read(text);
  if (found === 'duplicate_member' || found === 'invalid_text') return platform(text) !== 'invalid_json';
  return found === 'json_too_deep' || found === platform(text);
}

test('what a bot sends is read digit for digit', () => {
  expect(read(' { "a" : 1.50 , "b" : [ true , false , null , -0.5e-3 , {} , [] ] }\n')).toBe(
    '{"a":1.50,"b":[true,false,null,-0.5e-3,{},[]]}',
  );
  expect(read('{"date":"2026-11-21","weights":{"BTC-USD":0.25},"reason":"ümlaut \\n 🤖"}')).toBe(
    '{"date":"2026-11-21","weights":{"BTC-USD":0.25},"reason":"ümlaut \\n 🤖"}',
  );
});

test('what is no JSON object is told in the words of the platform', () => {
  for (const text of [
    ...'{"a":01}|{"a":1.}|{"a":.5}|{"a":+1}|{"a":1,}|{"a":[1,]}|{"a":[,1]}|{"a":[1 2]}|{,}|{"a" 1}|{"a":}|{a:1}'.split(
      '|',
    ),
    ...'{"a":1}x|{"a":1|{"a":tru}|{"a":"|{"a":"\\x"}|{"a":"\u0001"}|'.split('|'),
  ]) {
    let why = '';
    try {
      JSON.parse(text);
    } catch (e) {
      why = (e as Error).message;
    }
    expect(() => parseObject(Buffer.from(text)), text).toThrow(`The body is not JSON: ${why}.`);
  }
  for (const text of ['[]', '1', 'null', '"a"']) expect(read(text)).toBe('invalid_json');
});

test('a member that stands twice, whatever way it is written, is refused', () => {
  for (const text of ['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"b":[{"__proto__":1,"__proto__":{}}]}'])
    expect(read(text)).toBe('duplicate_member');
  expect(read('{"__proto__":{"a":1},"b":{"a":2}}')).toBe('{"__proto__":{"a":1},"b":{"a":2}}');
});

test('sixteen levels are read, and one more is not, whether it is closed or not', () => {
  const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  expect(read(nested(16))).toBe(nested(16));
  expect(read(nested(17))).toBe('json_too_deep');
  expect(read('{"a":'.repeat(17))).toBe('json_too_deep');
});

test('it reads what the platform reads, whatever comes', () => {
  const pieces = fc.constantFrom(
    ...'{ } [ ] , : " "a" "b" 1 -0.5e3 0 true null \\ \\n \\u0061 🤖'.split(' '),
    ' ',
    '\t',
    '\u0000',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => agrees(`{${parts.join('')}}`)),
    { numRuns: 5_000 },
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => agrees(JSON.stringify(value))),
    { numRuns: 500 },
  );
});
