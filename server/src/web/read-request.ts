/** Query and body of a request, read as an operation declares them. */
import { ApiError } from 'papertape-contract/errors';
import type { BodySpec } from 'papertape-contract/operation-facts';
import type { QueryShape, Refusal } from 'papertape-contract/parameters';
import { bodyBytes, objectOf, readBody, type Asked } from './request.ts';
import { shown } from '../lib/text.ts';
import type { JsonObject } from '../lib/json/strict-json.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;
type Values = Readonly<Record<string, unknown>>;

/** Reads the parameters that are declared, in their order; all others are nobody's business. Throws ApiError. */
export function queryReader(shape: QueryShape): (query: Query) => Values {
  const readers = Object.entries(shape);
  if (readers.length === 0) return () => nothing;
  const needed = readers.filter(([, reader]) => !reader.safeParse(undefined).success).map(([name]) => name);
  return (query) => {
    for (const name of needed)
      if ((query[name] ?? '') === '') throw new ApiError('invalid_query', `The parameter ${name} is missing.`);
    const values: Record<string, unknown> = {};
    for (const [name, reader] of readers) values[name] = readParameter(name, reader, query[name]);
    return values;
  };
}

const nothing: Values = {};

function readParameter(name: string, reader: QueryShape[string], text: string | string[] | undefined): unknown {
  if (Array.isArray(text)) throw new ApiError('invalid_query', `The parameter ${name} stands more than once.`);
  const { success, data, error } = reader.safeParse(text);
  if (success) return data;
  const [issue] = error.issues;
  const refusal = issue?.code === 'custom' ? (issue.params?.['refusal'] as Refusal | undefined) : undefined;
  if (refusal) throw new ApiError(refusal.code, refusal.detail(shown(text ?? '')));
  throw new ApiError('invalid_query', `${name} is "${shown(text ?? '')}"; ${issue?.message ?? ''}`);
}

export interface ReadBody {
  /** Undefined when the handler reads the bytes itself, and when the operation takes no body. */
  readonly body: unknown;
  /** Members that were ignored. */
  readonly warnings: readonly string[];
}

export function bodyReader(spec: BodySpec | undefined): (request: Asked) => ReadBody {
  const reads = spec?.reads;
  if (!reads) return () => noBody;
  return (request) => {
    const bytes = bodyBytes(request);
    const sent = !spec.required && bytes.length === 0 ? {} : objectOf(bytes);
    const { value, warnings } = readBody(reads, spec.emptyIsNull ? emptyIsNull(sent) : sent);
    return { body: value, warnings };
  };
}

const noBody: ReadBody = { body: undefined, warnings: [] };

/** An empty string clears, as null does. */
function emptyIsNull(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]));
}
