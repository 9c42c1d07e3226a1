/** Reading requests: their bodies, and what they count against. Everything throws ApiError. */
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError, errorCatalogue, type ErrorCode } from 'papertape-contract/errors';
import type { RateLimitName } from 'papertape-contract/limits';
import { JsonNumber } from '../lib/json/json-number.ts';
import type { RateLimiter } from './rate-limit/rate-limiter.ts';
import { parseBody } from '../lib/json/object-within.ts';
import type { JsonObject } from '../lib/json/strict-json.ts';
import { unknownMembers } from '../lib/json/unknown-members.ts';
import { systemRandom } from '../lib/system-random.ts';
import { shown } from '../lib/text.ts';
import { mendBody, type MendedBody } from './mend-body.ts';

/** What operations are told of a request, whichever way it came. */
export type Asked = Pick<FastifyRequest, 'method' | 'headers' | 'client' | 'params' | 'query' | 'body' | 'taken'> &
  Partial<Pick<FastifyRequest, 'ip' | 'url'>>;

/** Counts the request against a limit, and has its answer tell what is left. Rejects with ApiError (429) past the limit. */
export async function countAgainst(
  limiter: RateLimiter,
  request: Asked,
  name: RateLimitName,
  who: string,
): Promise<void> {
  const taken = await limiter.take(name, who);
  if (taken) request.taken.push(taken);
}

export function bodyBytes(request: Asked): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** A body that must be one JSON object; an empty one is no JSON. */
export function objectOf(bytes: Buffer): JsonObject {
  if (bytes.length === 0) throw new ApiError('invalid_json', 'The body is empty.');
  return parseBody(bytes);
}

/**
 * Checks a body against a schema. Members that it does not know are ignored and named in `warnings`. A refusal shows the body that was meant.
 * @param example a body that passes.
 */
export function readBody<S extends z.ZodObject>(
  schema: S,
  body: JsonObject,
  example: unknown,
): { value: z.infer<S>; warnings: string[] } {
  const plain = Object.fromEntries(
    Object.keys(schema.shape).flatMap((k) => (k in body ? [[k, plainValue(body[k])]] : [])),
  );
  const result = schema.safeParse(plain);
  if (!result.success) throw fieldsError(result.error.issues, plain, mendBody(schema, body, ownExample(example)));
  return { value: result.data, warnings: unknownMembers(body, Object.keys(schema.shape)) };
}

/** Numbers become doubles. One that no double can hold stays as it was sent: no schema takes it, and its refusal names the digits. */
function plainValue(v: unknown): unknown {
  if (!(v instanceof JsonNumber)) return v;
  const n = v.valueOf();
  return Number.isFinite(n) ? n : v;
}

/** All that is wrong, so that one more request is enough; the code is that of what is named first, and what is missing is. */
function fieldsError(issues: readonly z.core.$ZodIssue[], body: JsonObject, mended: MendedBody | undefined): ApiError {
  const firstOf = new Map<string, z.core.$ZodIssue>();
  for (const issue of issues) {
    const name = String(issue.path[0] ?? 'body');
    if (!firstOf.has(name)) firstOf.set(name, issue);
  }
  const missing = [...firstOf.keys()].filter((name) => !Object.hasOwn(body, name));
  const sentences = [...firstOf]
    .filter(([name]) => !missing.includes(name))
    .map(([name, issue]) => fieldFault(name, issue, body[name]));
  const code = missing.length === 0 ? codeOf(issues) : 'missing_field';
  const how = mended && mendedOptions(mended, errorCatalogue[code].fix);
  if (missing.length === 0) return new ApiError(code, sentences.join(' '), how);
  const names = missing.map((name) => `"${shown(name)}"`).join(', ');
  const first = missing.length === 1 ? `The member ${names} is missing.` : `The members ${names} are missing.`;
  return new ApiError(code, [first, ...sentences].join(' '), how);
}

/** @param otherwise what to do where it is not plain what was meant. */
function mendedOptions({ body, fixes, sure }: MendedBody, otherwise: string) {
  if (sure) return { fix: fixes.join(' '), corrected: { body } };
  return { fix: [otherwise, ...fixes].join(' ').trim(), example: { body } };
}

/** As an error of JSON that is broken; where an object is found in it, that object is mended, too. */
export function mendedJson(e: unknown, schema: z.ZodObject, example: unknown): unknown {
  const inner = e instanceof ApiError ? e.corrected?.body : undefined;
  if (!(e instanceof ApiError) || !inner) return e;
  const mended = mendBody(schema, inner, ownExample(example));
  return new ApiError(
    e.code,
    e.message,
    mended ? mendedOptions({ ...mended, fixes: [e.fix, ...mended.fixes] }, '') : {},
  );
}

/** Two clients that leave the same out are not shown the same: a name is taken once, and a maker has so many bots. */
function ownExample(example: unknown): unknown {
  const { name, contact, ...rest } = example as { readonly name?: string; readonly contact?: string };
  const own = systemRandom(3).toString('hex');
  return {
    ...rest,
    ...(name === undefined ? {} : { name: `${name} ${own}` }),
    ...(contact === undefined ? {} : { contact: contact.replace('@', `-${own}@`) }),
  };
}

/** A schema may have a code of its own for what it refuses. */
function codeOf(issues: readonly z.core.$ZodIssue[]): ErrorCode {
  for (const issue of issues)
    if (issue.code === 'custom' && issue.params) return issue.params['errorCode'] as ErrorCode;
  return 'invalid_field';
}

function fieldFault(name: string, issue: z.core.$ZodIssue, value: unknown): string {
  if (value instanceof JsonNumber && issue.code === 'invalid_type')
    return `${name} is ${shown(value.text)}, which is no number that can be used.`;
  if (issue.code !== 'invalid_type') return `${name} ${issue.message}.`;
  const is = value === null ? 'null' : withArticle(Array.isArray(value) ? 'array' : typeof value);
  return `${name} must be ${withArticle(issue.expected)}, not ${is}.`;
}

/** Names of JSON's types: an array and an object, a string, a number, a boolean. */
function withArticle(type: string): string {
  return `${/^[ao]/.test(type) ? 'an' : 'a'} ${type}`;
}
