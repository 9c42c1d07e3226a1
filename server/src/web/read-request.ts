/** Query and body of a request, read as an operation declares them. */
import { ApiError, type ErrorCode } from 'papertape-contract/errors';
import type { BodySpec } from 'papertape-contract/operation-facts';
import { parametersOf, type QueryShape } from 'papertape-contract/parameters';
import { bodyBytes, mendedJson, objectOf, readBody, type Asked } from './request.ts';
import { shown } from '../lib/text.ts';
import { paramsOf, valueMeant } from './mend-query.ts';
import type { JsonObject } from '../lib/json/strict-json.ts';

export type Query = Readonly<Record<string, string | string[] | undefined>>;
type Values = Readonly<Record<string, unknown>>;
type Reader = QueryShape[string];

/** Reads the parameters that are declared, in their order; others are looked at in unknown-parameters.ts. Throws ApiError. */
export function queryReader(shape: QueryShape): (query: Query) => Values {
  const readers = Object.entries(shape);
  if (readers.length === 0) return () => nothing;
  const needed = neededParameters(shape);
  return (query) => {
    const missing = needed.filter((name) => (query[name] ?? '') === '');
    if (missing.length > 0) throw missingParameters(missing, shape);
    const values: Record<string, unknown> = {};
    const faults: Fault[] = [];
    for (const [name, reader] of readers) {
      const text = query[name];
      const read = Array.isArray(text) ? undefined : reader.safeParse(text);
      if (read?.success) values[name] = read.data;
      else faults.push(faultOf(name, reader, text));
    }
    if (faults.length > 0) throw valuesRefused(faults, shape);
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

interface Fault {
  readonly name: string;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly fix: string | undefined;
  /** Undefined where it is not plain. */
  readonly meant: string | undefined;
}

function faultOf(name: string, reader: Reader, text: string | string[] | undefined): Fault {
  const code = 'invalid_query';
  if (Array.isArray(text)) {
    const detail = `The parameter ${name} stands more than once.`;
    return { name, code, detail, fix: 'Send it once.', meant: new Set(text).size === 1 ? text[0] : undefined };
  }
  const sent = text ?? '';
  const [issue] = reader.safeParse(text).error?.issues ?? [];
  const { refusal } = paramsOf(issue);
  const meant = valueMeant(reader, sent);
  if (!refusal)
    return { name, code, detail: `${name} is "${shown(sent)}"; ${issue?.message ?? ''}`, fix: undefined, meant };
  return { name, code: refusal.code, detail: refusal.detail(shown(sent)), fix: refusal.mend?.(sent).fix, meant };
}

/** All values that cannot be read are told at once, under the code of the first. What is shown has each as it was meant, or else the usual. */
function valuesRefused(faults: readonly Fault[], shape: QueryShape): ApiError {
  const [{ code, fix } = { code: 'invalid_query' as const, fix: undefined }] = faults;
  const needed = neededParameters(shape);
  const query = faults.map(({ name, meant }): [string, string | null] => {
    const other = needed.includes(name) ? exampleParameters([name], shape)[name] : undefined;
    return [name, meant ?? other ?? null];
  });
  const parts = { query: Object.fromEntries(query) };
  const isPlain = faults.every(({ meant }) => meant !== undefined);
  const how = { fix: faults.length === 1 ? fix : undefined, ...(isPlain ? { corrected: parts } : { example: parts }) };
  return new ApiError(code, faults.map(({ detail }) => detail).join(' '), how);
}

export interface ReadBody {
  /** Undefined when the handler reads the bytes itself, and when the operation takes no body. */
  readonly body: unknown;
  /** Members that were ignored. */
  readonly warnings: readonly string[];
}

/** @param takesForm is a form read, too? */
export function bodyReader(spec: BodySpec | undefined, takesForm = false): (request: Asked) => ReadBody {
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
    const bytes = takesForm && isForm(request) ? jsonOfForm(bodyBytes(request)) : bodyBytes(request);
    const sent = !spec.required && bytes.length === 0 ? {} : read(bytes);
    const { value, warnings } = readBody(reads, spec.emptyIsNull ? emptyIsNull(sent) : sent, spec.example);
    return { body: value, warnings };
  };
}

function isForm({ headers }: Asked): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '');
}

/** What a form says, as JSON, so that both are held to the same: names that stand twice stay twice. A field that is left empty is absent. */
function jsonOfForm(bytes: Buffer): Buffer {
  const pairs = [...new URLSearchParams(bytes.toString('utf8'))].filter(([, value]) => value !== '');
  return Buffer.from(`{${pairs.map((pair) => pair.map((text) => JSON.stringify(text)).join(':')).join(',')}}`);
}

const noBody: ReadBody = { body: undefined, warnings: [] };

/** An empty string clears, as null does. */
function emptyIsNull(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]));
}
