/** The types that the interface document names, as checks of values. */

export type Kind = (value: unknown) => boolean;

export const text: Kind = (v) => typeof v === 'string' && v !== '';
export const number: Kind = (v) => typeof v === 'number' && Number.isFinite(v);
export const integer: Kind = Number.isSafeInteger;
export const boolean: Kind = (v) => typeof v === 'boolean';
export const orNull =
  (kind: Kind): Kind =>
  (v) =>
    v === null || kind(v);
export const oneOf =
  (...values: readonly unknown[]): Kind =>
  (v) =>
    values.includes(v);
/** ISO 8601, UTC, such as 2026-03-02T00:00:00.000Z. */
export const instant: Kind = (v) => typeof v === 'string' && new Date(v).toISOString() === v;
/** Decimal text, such as 0.01348. */
export const decimal: Kind = (v) => typeof v === 'string' && /^\d+(?:\.\d+)?$/.test(v);
export const arrayOf =
  (kind: Kind): Kind =>
  (v) =>
    Array.isArray(v) && v.every(kind);
export const anyObject: Kind = (v) => typeof v === 'object' && v !== null && !Array.isArray(v);
/** It has these members and no others; a name that ends with `?` may be absent. */
export const object =
  (members: Readonly<Record<string, Kind>>): Kind =>
  (v) => {
    if (!anyObject(v)) return false;
    const given = v as Readonly<Record<string, unknown>>;
    const named = Object.entries(members).map(([name, kind]) => [name.replace(/\?$/, ''), name, kind] as const);
    return (
      Object.keys(given).every((name) => named.some(([bare]) => bare === name)) &&
      named.every(([bare, name, kind]) => (bare in given ? kind(given[bare]) : bare !== name))
    );
  };
/** It has these members, and may have more. */
export const having =
  (members: Readonly<Record<string, Kind>>): Kind =>
  (v) =>
    anyObject(v) && Object.entries(members).every(([name, kind]) => kind((v as Record<string, unknown>)[name]));
