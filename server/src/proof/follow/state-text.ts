/** What a follower keeps, as text and back: JSON, and in it maps, sets, big integers and bytes. */

type Tagged = { readonly $: 'map' | 'set' | 'integer' | 'bytes'; readonly of: unknown };

function plain(value: unknown): unknown {
  const tagged = ($: Tagged['$'], of: unknown): Tagged => ({ $, of });
  if (typeof value === 'bigint') return tagged('integer', value.toString());
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return tagged('bytes', Buffer.from(value).toString('base64'));
  if (value instanceof Map) return tagged('map', [...value].map(plain));
  if (value instanceof Set) return tagged('set', [...value].map(plain));
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, plain(of)]));
}

function full(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$' in value)) return value;
  const { $, of } = value as Tagged;
  if ($ === 'integer') return BigInt(of as string);
  if ($ === 'bytes') return Buffer.from(of as string, 'base64');
  return $ === 'map' ? new Map(of as [unknown, unknown][]) : new Set(of as unknown[]);
}

export const encodeState = (state: unknown): string => JSON.stringify(plain(state));

/** Values that were undefined are absent. */
export const decodeState = (text: string): unknown => JSON.parse(text, full);
