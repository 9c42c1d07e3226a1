/**
 * The part of JSON Schema (draft 2020-12) that answers are described by, and its check. Each task's schema is complete in itself.
 *
 * Keywords: type (a name or a list of names), const, enum, oneOf; minimum, maximum; minLength, maxLength (in code points), pattern; items,
 * minItems, maxItems, uniqueItems; properties, required, additionalProperties, minProperties, maxProperties. `description` and
 * `contentEncoding` say something to the reader and are not checked. Members that `properties` does not name are allowed unless
 * `additionalProperties` is false or a schema. Numbers are integers: an answer holds no fraction.
 *
 * In: a schema and a value. Out: null, or what is wrong with the first fault, such as "orders must be a list". A test holds the check
 * against ajv.
 */
import { canonicalJson, isList, isRecord, type Json, type JsonRecord } from './json.ts';
import type { Understood } from './source.ts';

export const idSchema: JsonRecord = { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,60}$' };
export const centsSchema: JsonRecord = { type: 'integer', minimum: 0, maximum: 1_000_000_000_000 };
export const textSchema: JsonRecord = { type: 'string', minLength: 1, maxLength: 400 };

const typeNames: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'an integer',
  boolean: 'true or false',
  null: 'null',
};

type Check = (schema: JsonRecord, value: Json, name: string) => string | null;

export function schemaFault(schema: JsonRecord, value: Json): string | null {
  return hasFraction(value) ? 'numbers must be integers' : faultOf(schema, value, 'the answer');
}

/** An answer is understood, as it stands, where its schema takes it: for sources that ask for nothing more. */
export function understoodBy(schema: JsonRecord, answer: Json): Understood {
  const why = schemaFault(schema, answer);
  return why === null ? { as: answer } : { why };
}

function hasFraction(value: Json): boolean {
  if (typeof value === 'number') return !Number.isSafeInteger(value);
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some(hasFraction);
}

/** @param name how a fault calls the value. */
function faultOf(schema: JsonRecord, value: Json, name: string): string | null {
  for (const check of checks) {
    const fault = check(schema, value, name);
    if (fault !== null) return fault;
  }
  return null;
}

/** Of a schema itself: a keyword that is none of the subset, or null. */
export function unknownKeyword(schema: Json): string | null {
  if (!isRecord(schema)) return null;
  for (const [keyword, value] of Object.entries(schema)) {
    if (!keywords.has(keyword)) return keyword;
    const below = keyword === 'properties' && isRecord(value) ? Object.values(value) : [];
    const parts = keyword === 'oneOf' && isList(value) ? value : [];
    const single = keyword === 'items' || keyword === 'additionalProperties' ? [value] : [];
    for (const each of [...below, ...parts, ...single]) {
      const unknown = unknownKeyword(each);
      if (unknown !== null) return unknown;
    }
  }
  return null;
}

const keywords = new Set(
  (
    'type const enum oneOf minimum maximum minLength maxLength pattern items minItems maxItems uniqueItems ' +
    'properties required additionalProperties minProperties maxProperties description contentEncoding'
  ).split(' '),
);

const checks: readonly Check[] = [typeOf, oneOf, constants, numbers, texts, lists, members];

function typeOf({ type }: JsonRecord, value: Json, name: string): string | null {
  if (type === undefined) return null;
  const names = textsOf(isList(type) ? type : [type]);
  if (names.some((each) => isOfType(each, value))) return null;
  return `${name} must be ${names.map((each) => typeNames[each] ?? each).join(' or ')}`;
}

function isOfType(type: string, value: Json): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return isList(value);
  if (type === 'object') return isRecord(value);
  return typeof value === type;
}

function oneOf({ oneOf: options }: JsonRecord, value: Json, name: string): string | null {
  if (!isList(options)) return null;
  const faults = options.map((option) => faultOf(option as JsonRecord, value, name));
  const fitting = faults.filter((fault) => fault === null).length;
  if (fitting === 1) return null;
  return fitting > 1 ? `${name} has more than one of the allowed forms` : `${[...new Set(faults)].join(', or ')}`;
}

function constants(schema: JsonRecord, value: Json, name: string): string | null {
  const allowed = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (!isList(allowed)) return null;
  const text = canonicalJson(value);
  if (allowed.some((each) => canonicalJson(each) === text)) return null;
  return `${name} must be one of ${allowed.map((each) => canonicalJson(each)).join(', ')}`;
}

function numbers({ minimum, maximum }: JsonRecord, value: Json, name: string): string | null {
  if (typeof value !== 'number') return null;
  if (typeof minimum === 'number' && value < minimum) return `${name} must be at least ${minimum}`;
  return typeof maximum === 'number' && value > maximum ? `${name} must be at most ${maximum}` : null;
}

function texts({ minLength, maxLength, pattern }: JsonRecord, value: Json, name: string): string | null {
  if (typeof value !== 'string') return null;
  const length = Array.from(value).length;
  if (typeof minLength === 'number' && length < minLength) return `${name} must have ${minLength} characters or more`;
  if (typeof maxLength === 'number' && length > maxLength) return `${name} must have at most ${maxLength} characters`;
  if (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value)) return null;
  return `${name} must match ${pattern}`;
}

function lists(schema: JsonRecord, value: Json, name: string): string | null {
  if (!isList(value)) return null;
  const { minItems, maxItems, uniqueItems, items } = schema;
  if (typeof minItems === 'number' && value.length < minItems) return `${name} must have ${minItems} entries or more`;
  if (typeof maxItems === 'number' && value.length > maxItems) return `${name} must have at most ${maxItems} entries`;
  if (uniqueItems === true && new Set(value.map(canonicalJson)).size < value.length)
    return `${name} must not have an entry twice`;
  if (!isRecord(items)) return null;
  return firstFault(value.map((entry, i) => [items, entry, name === 'the answer' ? `entry ${i}` : `${name}[${i}]`]));
}

function members(schema: JsonRecord, value: Json, name: string): string | null {
  if (!isRecord(value)) return null;
  const { required, minProperties, maxProperties, additionalProperties } = schema;
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(value);
  const missing = textsOf(required).find((each) => !Object.hasOwn(value, each));
  if (missing !== undefined) return `${called(name, missing)} is missing`;
  if (typeof minProperties === 'number' && names.length < minProperties)
    return `${name} must have ${minProperties} members or more`;
  if (typeof maxProperties === 'number' && names.length > maxProperties)
    return `${name} must have at most ${maxProperties} members`;
  const extra = names.filter((each) => !Object.hasOwn(properties, each));
  if (additionalProperties === false && extra[0] !== undefined)
    return `${called(name, shortened(extra[0]))} is no member of it`;
  return firstFault(
    names.flatMap((each): [JsonRecord, Json, string][] => {
      const own = Object.hasOwn(properties, each) ? properties[each] : additionalProperties;
      return isRecord(own) ? [[own, value[each] as Json, called(name, shortened(each))]] : [];
    }),
  );
}

function firstFault(parts: readonly (readonly [JsonRecord, Json, string])[]): string | null {
  for (const [schema, value, name] of parts) {
    const fault = faultOf(schema, value, name);
    if (fault !== null) return fault;
  }
  return null;
}

function textsOf(list: Json | undefined): string[] {
  return isList(list) ? list.filter((each) => typeof each === 'string') : [];
}

function called(name: string, member: string): string {
  return name === 'the answer' ? member : `${name}.${member}`;
}

/** The name of a member is the bot's text, and a fault is shown: no more of it than an id is long. */
function shortened(member: string): string {
  return member.length > 60 ? `${member.slice(0, 60)}…` : member;
}
