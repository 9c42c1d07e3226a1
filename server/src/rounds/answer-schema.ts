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
import { createLeast } from '../lib/least-recent.ts';
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

/** Where a value stands in the answer; null is the answer itself. It becomes a name only where a fault is told: nearly every answer has none. */
type Place = { readonly within: Place; readonly at: string | number } | null;

type Check = (schema: JsonRecord, value: Json, place: Place) => string | null;

export function schemaFault(schema: JsonRecord, value: Json): string | null {
  return hasFraction(value) ? 'numbers must be integers' : faultOf(schema, value, null);
}

/** An answer is understood, as it stands, where its schema takes it: for sources that ask for nothing more. */
export function understoodBy(schema: JsonRecord, answer: Json): Understood {
  const why = schemaFault(schema, answer);
  return why === null ? { as: answer } : { why };
}

function hasFraction(value: Json): boolean {
  if (typeof value === 'number') return !Number.isSafeInteger(value);
  if (value === null || typeof value !== 'object') return false;
  return isList(value) ? value.some(hasFraction) : Object.values(value).some(hasFraction);
}

function faultOf(schema: JsonRecord, value: Json, place: Place): string | null {
  for (const check of checks) {
    const fault = check(schema, value, place);
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

function typeOf({ type }: JsonRecord, value: Json, place: Place): string | null {
  if (type === undefined) return null;
  if (isList(type) ? type.some((each) => isOfType(each, value)) : isOfType(type, value)) return null;
  const names = textsOf(isList(type) ? type : [type]);
  return `${nameOf(place)} must be ${names.map((each) => typeNames[each] ?? each).join(' or ')}`;
}

function isOfType(type: Json, value: Json): boolean {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return isList(value);
  if (type === 'object') return isRecord(value);
  return typeof value === type;
}

function oneOf({ oneOf: options }: JsonRecord, value: Json, place: Place): string | null {
  if (!isList(options)) return null;
  const faults = options.map((option) => faultOf(option as JsonRecord, value, place));
  const fitting = faults.filter((fault) => fault === null).length;
  if (fitting === 1) return null;
  return fitting > 1 ? `${nameOf(place)} has more than one of the allowed forms` : [...new Set(faults)].join(', or ');
}

function constants(schema: JsonRecord, value: Json, place: Place): string | null {
  const allowed = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (!isList(allowed) || allowed.some((each) => isSame(each, value))) return null;
  return `${nameOf(place)} must be one of ${allowed.map((each) => canonicalJson(each)).join(', ')}`;
}

function isSame(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return false;
  return canonicalJson(one) === canonicalJson(other);
}

function numbers({ minimum, maximum }: JsonRecord, value: Json, place: Place): string | null {
  if (typeof value !== 'number') return null;
  if (typeof minimum === 'number' && value < minimum) return `${nameOf(place)} must be at least ${minimum}`;
  return typeof maximum === 'number' && value > maximum ? `${nameOf(place)} must be at most ${maximum}` : null;
}

function texts({ minLength, maxLength, pattern }: JsonRecord, value: Json, place: Place): string | null {
  if (typeof value !== 'string') return null;
  if (typeof minLength === 'number' && codePoints(value) < minLength)
    return `${nameOf(place)} must have ${minLength} characters or more`;
  if (typeof maxLength === 'number' && value.length > maxLength && codePoints(value) > maxLength)
    return `${nameOf(place)} must have at most ${maxLength} characters`;
  if (typeof pattern !== 'string' || patterns.get(pattern, () => new RegExp(pattern, 'u')).test(value)) return null;
  return `${nameOf(place)} must match ${pattern}`;
}

/** Generators have a few dozen, and packs as many as they have items. */
const patterns = createLeast<RegExp>(500);

function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i++)
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  return count;
}

function lists(schema: JsonRecord, value: Json, place: Place): string | null {
  if (!isList(value)) return null;
  const { minItems, maxItems, uniqueItems, items } = schema;
  if (typeof minItems === 'number' && value.length < minItems)
    return `${nameOf(place)} must have ${minItems} entries or more`;
  if (typeof maxItems === 'number' && value.length > maxItems)
    return `${nameOf(place)} must have at most ${maxItems} entries`;
  if (uniqueItems === true && new Set(value.map(canonicalJson)).size < value.length)
    return `${nameOf(place)} must not have an entry twice`;
  if (!isRecord(items)) return null;
  for (let at = 0; at < value.length; at++) {
    const fault = faultOf(items, value[at] as Json, { within: place, at });
    if (fault !== null) return fault;
  }
  return null;
}

function members(schema: JsonRecord, value: Json, place: Place): string | null {
  if (!isRecord(value)) return null;
  const { required, minProperties, maxProperties, additionalProperties } = schema;
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(value);
  for (const each of isList(required) ? required : [])
    if (typeof each === 'string' && !Object.hasOwn(value, each)) return `${called(nameOf(place), each)} is missing`;
  if (typeof minProperties === 'number' && names.length < minProperties)
    return `${nameOf(place)} must have ${minProperties} members or more`;
  if (typeof maxProperties === 'number' && names.length > maxProperties)
    return `${nameOf(place)} must have at most ${maxProperties} members`;
  const extra = additionalProperties === false ? names.find((each) => !Object.hasOwn(properties, each)) : undefined;
  if (extra !== undefined) return `${called(nameOf(place), shortened(extra))} is no member of it`;
  for (const at of names) {
    const own = Object.hasOwn(properties, at) ? properties[at] : additionalProperties;
    const fault = isRecord(own) ? faultOf(own, value[at] as Json, { within: place, at }) : null;
    if (fault !== null) return fault;
  }
  return null;
}

function textsOf(list: Json | undefined): string[] {
  return isList(list) ? list.filter((each) => typeof each === 'string') : [];
}

/** How a fault calls a value. */
function nameOf(place: Place): string {
  if (place === null) return 'the answer';
  const { within, at } = place;
  const name = nameOf(within);
  if (typeof at === 'string') return called(name, shortened(at));
  return name === 'the answer' ? `entry ${at}` : `${name}[${at}]`;
}

function called(name: string, member: string): string {
  return name === 'the answer' ? member : `${name}.${member}`;
}

/** The name of a member is the bot's text, and a fault is shown: no more of it than an id is long. */
function shortened(member: string): string {
  return member.length > 60 ? `${member.slice(0, 60)}…` : member;
}
