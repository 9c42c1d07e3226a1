/** openapi.json as most readers take it: parameters and responses that operations share stand where they are referred to. */

interface Shared {
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
}

/** @param document its references to schemas stay. */
export function inPlace<D extends object>(document: D): D {
  const { components } = document as unknown as Shared;
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref: reference } = value as { readonly $ref?: unknown };
    const [, kind = '', name = ''] =
      typeof reference === 'string' ? (/^#\/components\/(parameters|responses)\/(.+)$/.exec(reference) ?? []) : [];
    if (kind !== '') return resolved(components[kind]?.[name]);
    return Object.fromEntries(Object.entries(value).map(([member, v]) => [member, resolved(v)]));
  };
  return resolved(document) as D;
}
