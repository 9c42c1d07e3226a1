/**
 * Canonical JSON: one text for each value, so that a hash of it can be made again in any language.
 *
 * Members stand in the order of their names by UTF-16 code units, there are no spaces, and numbers are integers within ±(2^53 − 1). Answers and
 * keys of tasks hold no fractions: a decimal is a string. `undefined`, fractions and numbers that are not finite are errors of the caller.
 *
 * Example: { b: [1, null], a: "x" } is {"a":"x","b":[1,null]}.
 */
export type Json = null | boolean | number | string | readonly Json[] | JsonRecord;
export interface JsonRecord {
  readonly [name: string]: Json;
}

/** @throws RangeError for a number that is no safe integer. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`not an integer that is exact as a double: ${value}`);
    return Object.is(value, -0) ? '0' : String(value);
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value).toSorted(byCodeUnit);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Json)}`).join(',')}}`;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isRecord(value: Json | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The order of JavaScript's `<` on texts, which no locale changes. */
export function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
