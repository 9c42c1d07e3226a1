import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlainObject } from './plain-json.ts';
import { parseClosely } from './strict-json.ts';

/** What the close way says of a text: its value as text (numbers digit for digit), or that it refuses it. */
function closely(text: string): string {
  try {
    return JSON.stringify(parseClosely(text));
  } catch {
    return 'refused';
  }
}

/** Whatever the quick way accepts, the close way accepts, and reads the same. */
function agrees(text: string): boolean {
  const quick = parsePlainObject(text);
  return quick === undefined || JSON.stringify(quick) === closely(text);
}

test('plain bodies go the quick way', () => {
  for (const text of [
    '{}',
    ' { "a" : 1 , "b" : [ true , false , null , -0.5e-3 , {} , [] ] }\n',
    '{"date":"2026-11-21","weights":{"BTC-USD":0.25},"reason":"ümlaut"}',
  ]) {
    expect(parsePlainObject(text)).toBeDefined();
    expect(JSON.stringify(parsePlainObject(text))).toBe(closely(text));
  }
});

test('what is not plain is left to the close way', () => {
  for (const text of [
    '{"a":1,"a":1}',
    '{"a":"\\n"}',
    '{"a":"\u0001"}',
    '{"a":"🤖"}',
    '{"__proto__":{}}',
    '{"a":01}',
    '{"a":1.}',
    '{"a":.5}',
    '{"a":+1}',
    '{"a":1,}',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{,}',
    '{"a" 1}',
    '{"a":}',
    '{a:1}',
    '{"a":1}x',
    '{"a":1',
    '{"a":tru}',
    '[]',
    '1',
    '',
    `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`,
    '{"a":"',
  ]) {
    expect(parsePlainObject(text), text).toBeUndefined();
  }
});

test('sixteen levels are plain', () => {
  expect(parsePlainObject(`${'{"a":'.repeat(16)}1${'}'.repeat(16)}`)).toBeDefined();
});

test('both ways mean the same, whatever comes', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '"b"',
    '1',
    '-0.5e3',
    '0',
    'true',
    'null',
    ' ',
    '\\',
    '\t',
    '🤖',
    '\u0000',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => agrees(`{${parts.join('')}}`)),
    { numRuns: 5_000 },
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => agrees(JSON.stringify(value))),
    { numRuns: 2_000 },
  );
});
