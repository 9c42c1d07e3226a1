/**
 * JSON as it is meant to be sent: the platform's own parser for the grammar, and on top of it what it lets through and a league
 * must not: duplicate members, deep nesting, lone surrogates, control characters, and numbers rounded to doubles (every number
 * comes out as its text).
 */
import { isUtf8 } from 'node:buffer';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { controlCharacter, shown } from '../text.ts';
import { JsonNumber } from './json-number.ts';
import { parsePlainObject } from './plain-json.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a body that must be one JSON object. Throws ApiError. */
export function parseObject(bytes: Buffer): JsonObject {
  const text = decode(bytes);
  return parsePlainObject(text) ?? parseClosely(text);
}

/** The whole check, for any text. */
export function parseClosely(text: string): JsonObject {
  checkDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text, keepNumbers);
  } catch (e) {
    throw new ApiError(
      'invalid_json',
      `The body is not JSON: ${e instanceof Error ? e.message : 'it does not parse'}.`,
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber) {
    throw new ApiError('invalid_json', 'The body is JSON, but not a JSON object.');
  }
  checkMembers(text);
  checkText(value, '');
  return value as JsonObject;
}

function decode(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ApiError('invalid_json', 'The body is not UTF-8.');
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text; // a byte order mark is no part of the text
}

function keepNumbers(this: unknown, _key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? new JsonNumber(context?.source ?? String(value)) : value;
}

const quote = 34;
const backslash = 92;

/** Counts open brackets outside strings; runs before the parser, so it must stand any text. */
function checkDepth(text: string): void {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === quote) i = endOfString(text, i);
    else if (c === 123 || c === 91) {
      if (++depth > limits.jsonDepthMax)
        throw new ApiError('json_too_deep', `The JSON is nested more than ${limits.jsonDepthMax} levels deep.`);
    } else if (c === 125 || c === 93) depth--;
  }
}

/** Index of the closing quote of the string that opens at `i`. */
function endOfString(text: string, i: number): number {
  for (i++; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === backslash) i++;
    else if (c === quote) return i;
  }
  return i;
}

/** Finds a member named twice. The text is valid JSON here: a string followed by a colon is a member's name. */
function checkMembers(text: string): void {
  const open: Set<string>[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 123) open.push(new Set());
    else if (c === 125) open.pop();
    else if (c === quote) {
      const end = endOfString(text, i);
      let next = end + 1;
      while (text.charCodeAt(next) <= 32) next++;
      if (text.charCodeAt(next) === 58) {
        const name = JSON.parse(text.slice(i, end + 1)) as string;
        const names = open.at(-1);
        if (names?.has(name))
          throw new ApiError('duplicate_member', `The member "${shown(name)}" stands twice in one object.`);
        names?.add(name);
      }
      i = end;
    }
  }
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

/** Members that nobody knows are ignored, and named. */
export function unknownMembers(body: JsonObject, known: readonly string[]): string[] {
  return Object.keys(body)
    .filter((k) => !known.includes(k))
    .map((k) => `Unknown member "${shown(k)}" was ignored.`);
}
