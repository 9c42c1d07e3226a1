/**
 * Holds every answer that an app gives in a test against openapi.json: the status has to be one that the operation names, the body has
 * to be of its schema, and an object may have no member that the schema does not know. A refusal, wherever it comes from, has a code of
 * the catalogue that the operation names, with its status and headers (refusals.ts). Violations are collected and thrown at the end.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorCatalogue } from 'papertape-contract/errors';
import { openapiDocument } from '../../src/published/openapi.ts';
import { inPlace } from './openapi.ts';
import { codesOnTheWay, operations, type Operation } from './operations.ts';
import { mcpProblem, refusalProblem } from './refusals.ts';

interface Answers {
  /** Throws what was not as the document says, each such answer once. */
  check(): void;
}

const routesOf = (of: readonly Operation[]): ReadonlyMap<string, Operation> =>
  new Map(of.map((o) => [`${o.method.toUpperCase()} ${o.path.replace(/\{(\w+)\}/g, ':$1')}`, o]));
/** The same answer under a second name. */
const otherNames: Readonly<Record<string, string>> = {
  'GET /leaderboard.json': 'GET /api/leaderboard',
  'GET /leagues.json': 'GET /api/leagues',
};

type Responses = Readonly<
  Record<string, { readonly content?: Readonly<Record<string, { readonly schema: unknown }>> }>
>;

/** Statuses that any request may be answered with; the description says them once, of all operations. */
export const statusesOnTheWay: ReadonlySet<number> = new Set(codesOnTheWay.map((code) => errorCatalogue[code].status));

/** Says what is wrong with an answer of an operation of the list. */
function createJudge(of: readonly Operation[]) {
  const document = closed(inPlace(openapiDocument(of, 'test'))) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allowUnionTypes: true });
  ajv.addSchema(document, 'openapi');
  const validators = new Map<string, ValidateFunction>();
  function problemOf(o: Operation, status: number, type: string, text: string): string | undefined {
    const response = document.paths[o.path]?.[o.method]?.responses[status];
    // What any request may be answered is said once, of all of them; refusals.ts looks at its code.
    if (!response && statusesOnTheWay.has(status)) return undefined;
    if (!response) return `it answered ${status}, which is not declared: ${text.slice(0, 200)}`;
    if (status === 304) return undefined;
    const asked = type.split(';')[0] ?? '';
    // The description says once of all failures that they may be had so: the same members, and four more.
    const media = status >= 400 && asked === 'application/problem+json' ? 'application/json' : asked;
    if (!response.content?.[media]) return `it answered ${media}, which is not declared`;
    if (!media.endsWith('json')) return undefined;
    const pointer = ['paths', o.path, o.method, 'responses', String(status), 'content', media, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    let validate = validators.get(pointer);
    if (!validate) validators.set(pointer, (validate = ajv.compile({ $ref: `openapi#/${pointer}` })));
    const body: unknown = JSON.parse(text);
    if (validate(body)) return undefined;
    return (
      ajv.errorsText(validate.errors?.slice(0, 3)) + JSON.stringify(validate.errors?.map((e) => e.params)).slice(0, 200)
    );
  }

  return { byRoute: routesOf(of), problemOf };
}

const standard = createJudge(operations);

/** @param of the operations of the app, when they are not those of the standard rooms. */
export function watchAnswers(http: FastifyInstance, of?: readonly Operation[]): Answers {
  const { byRoute, problemOf } = of ? createJudge(of) : standard;
  const violations: string[] = [];
  const wrong = (request: FastifyRequest, problem: string | undefined): void => {
    if (problem !== undefined) violations.push(`${request.method} ${request.url.slice(0, 300)}: ${problem}`);
  };
  /** What an operation answered last, by encoding: what everyone is answered is not looked at twice. */
  const last = new Map<string, Buffer>();
  http.addHook('onSend', (request, reply, payload, done) => {
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const operation = byRoute.get(otherNames[route] ?? route);
    const status = reply.statusCode;
    if (route === 'POST /mcp' && isResponse(payload)) {
      // A stream: looked at when it is over, and never held up.
      void payload
        .clone()
        .text()
        .then((text) => wrong(request, mcpProblem(request.body, text)));
    } else if (operation || status >= 400) {
      const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : '');
      const encoding = String(reply.getHeader('content-encoding') ?? '');
      const type = String(reply.getHeader('content-type') ?? '');
      const form = `${route} ${status} ${type} ${encoding}`;
      if (last.get(form)?.equals(bytes) !== true || status >= 400) {
        const text = textOf(bytes, encoding);
        if (operation) wrong(request, problemOf(operation, status, type, text));
        if (operation) last.set(form, bytes);
        if (status >= 400) wrong(request, refusalProblem(request, reply, operation, text));
      }
    }
    if (route === 'POST /mcp' && typeof payload === 'string') wrong(request, mcpProblem(request.body, payload));
    done(null, payload);
  });
  return {
    check() {
      const found = violations.splice(0);
      if (found.length > 0)
        throw new Error(`${found.length} answers are not what openapi.json says:\n${found.slice(0, 5).join('\n')}`);
    },
  };
}

function isResponse(payload: unknown): payload is Response {
  return payload instanceof Response;
}

function textOf(bytes: Buffer, encoding: string): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
}

/** The same schema, but an object has no other members than those that are named. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([k, v]) => [k, closed(v)]));
  // Problem details have four members more than ErrorBody.
  const isObject = members['type'] === 'object' && members['properties'] !== undefined;
  const isError =
    isObject && 'error' in (members['properties'] as object) && 'detail' in (members['properties'] as object);
  return isObject && !isError ? { ...members, additionalProperties: false } : members;
}
