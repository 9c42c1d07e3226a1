/**
 * The quick way through a plain body: one pass over the text, for objects whose strings have no escapes and nothing unusual in them,
 * which is what bots send. Whatever it meets beyond that, a fault included, it leaves to strict-json.ts, which decides and explains:
 * a body means the same either way (strict-json.test.ts compares them).
 */
import { limits } from 'papertape-contract/limits';
import { JsonNumber } from './json-number.ts';

interface Reader {
  readonly text: string;
  at: number;
  depth: number;
}

/** Thrown as a value: something that this way does not deal with. */
const notPlain = Symbol('not plain');

/** @returns the object, or undefined when the text has to be looked at closely. */
export function parsePlainObject(text: string): Record<string, unknown> | undefined {
  const r: Reader = { text, at: 0, depth: 0 };
  const value = readValue(r);
  if (value === notPlain || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) || value instanceof JsonNumber || r.at !== text.length) return undefined;
  return value as Record<string, unknown>;
}

function skipSpace(r: Reader): number {
  for (;;) {
    const c = r.text.charCodeAt(r.at);
    if (c !== 32 && c !== 10 && c !== 13 && c !== 9) return c;
    r.at++;
  }
}

/** Reads a value and the space after it. */
function readValue(r: Reader): unknown {
  const c = skipSpace(r);
  let value: unknown;
  if (c === 123) value = readObject(r);
  else if (c === 34) value = readString(r);
  else if (c === 91) value = readArray(r);
  else if (c === 45 || (c >= 48 && c <= 57)) value = readNumber(r);
  else value = readWord(r);
  if (value !== notPlain) skipSpace(r);
  return value;
}

function readObject(r: Reader): unknown {
  if (++r.depth > limits.jsonDepthMax) return notPlain;
  const object: Record<string, unknown> = {};
  r.at++;
  let c = skipSpace(r);
  while (c !== 125) {
    if (c !== 34) return notPlain;
    const name = readString(r);
    if (typeof name !== 'string' || name === '__proto__' || Object.hasOwn(object, name)) return notPlain;
    if (skipSpace(r) !== 58) return notPlain;
    r.at++;
    const value = readValue(r);
    if (value === notPlain) return notPlain;
    object[name] = value;
    c = r.text.charCodeAt(r.at);
    if (c === 44) {
      r.at++;
      c = skipSpace(r);
      if (c === 125) return notPlain;
    } else if (c !== 125) return notPlain;
  }
  r.at++;
  r.depth--;
  return object;
}

function readArray(r: Reader): unknown {
  if (++r.depth > limits.jsonDepthMax) return notPlain;
  const array: unknown[] = [];
  r.at++;
  let c = skipSpace(r);
  while (c !== 93) {
    const value = readValue(r);
    if (value === notPlain) return notPlain;
    array.push(value);
    c = r.text.charCodeAt(r.at);
    if (c === 44) {
      r.at++;
      c = skipSpace(r);
      if (c === 93) return notPlain;
    } else if (c !== 93) return notPlain;
  }
  r.at++;
  r.depth--;
  return array;
}

function readString(r: Reader): string | typeof notPlain {
  const start = r.at + 1;
  for (let i = start; i < r.text.length; i++) {
    const c = r.text.charCodeAt(i);
    if (c === 34) {
      r.at = i + 1;
      return r.text.slice(start, i);
    }
    // A backslash, a control character, half of a character beyond the basic plane.
    if (c === 92 || c < 32 || c === 127 || (c >= 0xd800 && c <= 0xdfff)) return notPlain;
  }
  return notPlain;
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function readNumber(r: Reader): JsonNumber | typeof notPlain {
  numberPattern.lastIndex = r.at;
  const text = numberPattern.exec(r.text)?.[0];
  if (text === undefined) return notPlain;
  r.at += text.length;
  return new JsonNumber(text);
}

function readWord(r: Reader): unknown {
  for (const [word, value] of words) {
    if (r.text.startsWith(word, r.at)) {
      r.at += word.length;
      return value;
    }
  }
  return notPlain;
}

const words: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
