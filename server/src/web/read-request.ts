/** Query and body of a request, read as an operation declares them. */
import { ApiError } from 'papertape-contract/errors';
import type { BodySpec } from 'papertape-contract/operation-facts';
import { parametersOf, type QueryShape, type Refusal } from 'papertape-contract/parameters';
import { bodyBytes, mendedJson, objectOf, readBody, type Asked } from './request.ts';
import { shown } from '../lib/text.ts';
import type { JsonObject } from '../lib/json/strict-json.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;
type Values = Readonly<Record<string, unknown>>;

/** Reads the parameters that are declared, in their order; others are looked at in unknown-parameters.ts. Throws ApiError. */
export function queryReader(shape: QueryShape): (query: Query) => Values {
  const readers = Object.entries(shape);
  if (readers.length === 0) return () => nothing;
  const needed = neededParameters(shape);
  return (query) => {
    const missing = needed.filter((name) => (query[name] ?? '') === '');
    if (missing.length > 0) throw missingParameters(missing, shape);
    const values: Record<string, unknown> = {};
    for (const [name, reader] of readers) values[name] = readParameter(name, reader, query[name]);
    return values;
  };
}

const nothing: Values = {};

/** The parameters that must be there. */
export function neededParameters(shape: QueryShape): string[] {
  return Object.keys(shape).filter((name) => shape[name]?.safeParse(undefined).success === false);
}

/** A value of each parameter that passes. */
export function exampleParameters(names: readonly string[], shape: QueryShape): Record<string, string> {
  const examples = parametersOf(shape).filter(({ name }) => names.includes(name));
  return Object.fromEntries(examples.map(({ name, example }) => [name, String(example)]));
}

function missingParameters(names: readonly string[], shape: QueryShape): ApiError {
  const [first] = names;
  const detail =
    names.length === 1 ? `The parameter ${first} is missing.` : `The parameters ${names.join(', ')} are missing.`;
  return new ApiError('invalid_query', detail, { example: { query: exampleParameters(names, shape) } });
}

function readParameter(name: string, reader: QueryShape[string], text: string | string[] | undefined): unknown {
  if (Array.isArray(text))
    throw new ApiError('invalid_query', `The parameter ${name} stands more than once.`, { fix: 'Send it once.' });
  const { success, data, error } = reader.safeParse(text);
  if (success) return data;
  const [issue] = error.issues;
  const params = issue?.code === 'custom' ? (issue.params as IssueParams | undefined) : undefined;
  const sent = text ?? '';
  const corrected = (meant: string | undefined) => (meant === undefined ? undefined : { query: { [name]: meant } });
  if (params?.refusal) {
    const { code, detail, mend } = params.refusal;
    const mended = mend?.(sent);
    throw new ApiError(code, detail(shown(sent)), { fix: mended?.fix, corrected: corrected(mended?.meant) });
  }
  throw new ApiError('invalid_query', `${name} is "${shown(sent)}"; ${issue?.message ?? ''}`, {
    corrected: corrected(params?.meant),
  });
}

interface IssueParams {
  readonly refusal?: Refusal;
  /** The value that was meant, where that is plain. */
  readonly meant?: string;
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
  const read = (bytes: Buffer): JsonObject => {
    try {
      return objectOf(bytes);
    } catch (e) {
      throw mendedJson(e, reads, spec.example);
    }
  };
  return (request) => {
    const bytes = bodyBytes(request);
    const sent = !spec.required && bytes.length === 0 ? {} : read(bytes);
    const { value, warnings } = readBody(reads, spec.emptyIsNull ? emptyIsNull(sent) : sent, spec.example);
    return { body: value, warnings };
  };
}

const noBody: ReadBody = { body: undefined, warnings: [] };

/** An empty string clears, as null does. */
function emptyIsNull(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]));
}
