/**
 * JSON as it is meant to be sent, read in one pass: the platform's grammar, but what it lets through and a league must not is refused
 * (duplicate members, deep nesting, lone surrogates, control characters), and every number comes out as its text and is not rounded to a
 * double. What is no JSON is told in the words of the platform's own parser, and a property test holds the two against each other.
 */
import { isUtf8 } from 'node:buffer';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { controlCharacter, shown } from '../text.ts';
import { JsonNumber } from './json-number.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object among JSON values. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

interface Reader {
  readonly text: string;
  at: number;
  depth: number;
  /** The first member that stands twice. */
  duplicate: string | undefined;
  /** A string has an escape or a character that has to be looked at. */
  isUnusual: boolean;
}

/** Stands for a value: the text is no JSON. */
const noJson = Symbol('no JSON');

/** Parses a body that must be one JSON object. Throws ApiError. */
export function parseObject(bytes: Buffer): JsonObject {
  const text = decode(bytes);
  const r: Reader = { text, at: 0, depth: 0, duplicate: undefined, isUnusual: false };
  const value = readValue(r);
  if (value === noJson || r.at !== text.length)
    throw new ApiError('invalid_json', `The body is not JSON: ${whatIsWrong(text)}.`);
  if (!isObject(value)) throw new ApiError('invalid_json', 'The body is JSON, but not a JSON object.');
  if (r.duplicate !== undefined)
    throw new ApiError('duplicate_member', `The member "${shown(r.duplicate)}" stands twice in one object.`);
  if (r.isUnusual) checkText(value, '');
  return value;
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ApiError('invalid_json', 'The body is not UTF-8.');
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text; // a byte order mark is no part of the text
}

function whatIsWrong(text: string): string {
  try {
    JSON.parse(text);
  } catch (e) {
    if (e instanceof Error) return e.message;
  }
  return 'it does not parse';
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
  if (value !== noJson) skipSpace(r);
  return value;
}

function readObject(r: Reader): unknown {
  const object: Record<string, unknown> = {};
  let c = enter(r);
  while (c !== 125) {
    const name = c === 34 ? readString(r) : noJson;
    if (name === noJson || skipSpace(r) !== 58) return noJson;
    r.at++;
    const value = readValue(r);
    if (value === noJson) return noJson;
    if (Object.hasOwn(object, name)) r.duplicate ??= name;
    if (name !== '__proto__') object[name] = value;
    else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
    c = afterMember(r, 125);
  }
  r.at++;
  r.depth--;
  return object;
}

function readArray(r: Reader): unknown {
  const array: unknown[] = [];
  let c = enter(r);
  while (c !== 93) {
    const value = c === -1 ? noJson : readValue(r);
    if (value === noJson) return noJson;
    array.push(value);
    c = afterMember(r, 93);
  }
  r.at++;
  r.depth--;
  return array;
}

/** Passes a bracket that opens. @returns what stands behind it. */
function enter(r: Reader): number {
  if (++r.depth > limits.jsonDepthMax)
    throw new ApiError('json_too_deep', `The JSON is nested more than ${limits.jsonDepthMax} levels deep.`);
  r.at++;
  return skipSpace(r);
}

/** Passes a comma. @returns what stands behind it, or the bracket that closes; -1 when neither may follow. */
function afterMember(r: Reader, close: number): number {
  const c = r.text.charCodeAt(r.at);
  if (c !== 44) return c === close ? c : -1;
  r.at++;
  const next = skipSpace(r);
  return next === close ? -1 : next;
}

function readString(r: Reader): string | typeof noJson {
  const start = r.at + 1;
  let hasEscape = false;
  for (let i = start; i < r.text.length; i++) {
    const c = r.text.charCodeAt(i);
    if (c === 34) {
      r.at = i + 1;
      return hasEscape ? unescaped(r.text.slice(start - 1, r.at)) : r.text.slice(start, i);
    }
    if (c === 92) {
      hasEscape = r.isUnusual = true;
      i++;
    } else if (c < 32) return noJson;
    else if (c === 127 || (c >= 0xd800 && c <= 0xdfff)) r.isUnusual = true;
  }
  return noJson;
}

function unescaped(quoted: string): string | typeof noJson {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return noJson;
  }
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function readNumber(r: Reader): JsonNumber | typeof noJson {
  numberPattern.lastIndex = r.at;
  const text = numberPattern.exec(r.text)?.[0];
  if (text === undefined) return noJson;
  r.at += text.length;
  return new JsonNumber(text);
}

function readWord(r: Reader): unknown {
  for (const value of [true, false, null]) {
    if (!r.text.startsWith(String(value), r.at)) continue;
    r.at += String(value).length;
    return value;
  }
  return noJson;
}

function checkText(value: unknown, path: string): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      throw new ApiError('invalid_text', `${shown(path) || 'A text'} has a lone surrogate (\\ud800 to \\udfff).`);
    if (controlCharacter.test(value))
      throw new ApiError('invalid_text', `${shown(path) || 'A text'} has a control character.`);
  } else if (typeof value === 'object' && value !== null && !(value instanceof JsonNumber)) {
    for (const [key, member] of Object.entries(value)) {
      checkText(key, 'A member name');
      checkText(member, key);
    }
  }
}
