/** POST /mcp: the Model Context Protocol over the operations of the service. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Request } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { document, unlisted } from 'papertape-contract/operation';
import { oneOf } from 'papertape-contract/parameters';
import { raw, type RawReply } from 'papertape-contract/replies';
import { isObject, type JsonObject } from '../../lib/json/strict-json.ts';
import type { DescribedService } from '../../published/described-service.ts';
import { errorBody } from '../error-body.ts';
import { rateHeaders } from '../rate-limit/rate-limiter.ts';
import { jsonType } from '../reply.ts';
import { objectOf } from '../request.ts';
import type { ShortWay, ShortWays } from '../serve-short.ts';
import { checkOrigin } from './guard.ts';
import { limitsOf, type Limits } from './inside-call.ts';
import type { ToolCall } from './run-tool.ts';
import type { McpDeps, McpFace } from './server.ts';

type Deps = McpDeps & {
  readonly http: () => FastifyInstance;
  readonly service: DescribedService;
  readonly shortWays: ShortWays;
};

/** One face for each service: the SDK is loaded with the first request. */
const faces = new WeakMap<DescribedService, Promise<McpFace>>();

export const serveMcp = unlisted({
  method: 'post',
  path: '/mcp',
  freshness: 'private',
  countsAsRead: true,
  bodyBytesMax: limits.drawingBodyBytesMax,
  query: {
    results: oneOf(['structured', 'text'], {
      description: 'text: answers of tools are JSON as text, for clients that show their model nothing else.',
      example: 'text',
    }),
  },
  answer: document('application/json'),
  async handle(call, deps: Deps) {
    checkOrigin(call.headers as IncomingHttpHeaders, deps.baseUrl());
    const message = readMessage(call.bytes);
    if (message instanceof ApiError) return parseError(call.bytes, message);
    let face = faces.get(deps.service);
    if (!face) {
      face = openFace(deps);
      faces.set(deps.service, face);
      face.catch(() => faces.delete(deps.service));
    }
    const { answer } = await face;
    const counted = [limitsOf(call.limits())];
    const { status, headers, payload } = await answer({
      ...toolCall(call.headers, message, call.client, counted),
      headers: call.headers,
      message,
      asText: call.query.results === 'text' || isBeforeStructured(call.headers['mcp-protocol-version']),
      plainMessage: () => JSON.parse(call.bytes.toString().replace(/^\uFEFF/, '')) as unknown,
    });
    return raw(status, { ...latestOf(counted), ...headers }, payload);
  },
});

/** Revisions before 2025-06-18 have no structured answers; the header came with that one. */
function isBeforeStructured(revision: string | readonly string[] | undefined): boolean {
  return typeof revision !== 'string' || revision < '2025-06-18';
}

/** The SDK is loaded with the first request: a service that nobody asks this way does not pay for it. */
async function openFace(deps: Deps): Promise<McpFace> {
  const { createMcpFace } = await import('./server.ts');
  const face = createMcpFace(deps, deps.http(), deps.service.facts);
  deps.shortWays.set(serveMcp, shortWay(deps, face));
  return face;
}

/** Answers tool calls whose envelope is known before the framework sees them. */
function shortWay({ baseUrl }: Deps, { known }: McpFace): ShortWay {
  return ({ headers, body }) => {
    checkOrigin(headers, baseUrl());
    const message = objectOf(body);
    const answer = known(headers, message);
    return (
      answer &&
      (async (client, taken) => {
        const counted = taken.map((each) => limitsOf(rateHeaders([each])));
        const payload = await answer(toolCall(headers, message, client, counted));
        const fields = { ...latestOf(counted), 'Content-Type': jsonType };
        return { head: Object.entries(fields).flat(), payload };
      })
    );
  };
}

/** @param counted what the requests of the tool count against is added here. */
function toolCall(headers: Request['headers'], { params }: JsonObject, client: string, counted: Limits[]): ToolCall {
  return {
    args: isObject(params) && isObject(params['arguments']) ? params['arguments'] : {},
    key: /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1],
    client,
    counted: (limits) => counted.push(limits),
  };
}

function readMessage(bytes: Buffer): JsonObject | ApiError {
  try {
    return objectOf(bytes);
  } catch (e) {
    if (e instanceof ApiError) return e;
    throw e;
  }
}

/** What cannot be read as one message is answered in the words of JSON-RPC, with the service's own beside them. */
function parseError(bytes: Buffer, e: ApiError): RawReply {
  const said =
    e.code === 'invalid_json' && isBatch(bytes)
      ? { code: -32_600, message: 'Invalid request: send one message at a time.' }
      : { code: -32_700, message: `Parse error: ${e.message}` };
  const error = { ...said, data: errorBody(new ApiError(e.code, e.message)) };
  return raw(400, { 'Content-Type': jsonType }, JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}

/** Several messages in one list, as earlier revisions had it; a list that breaks off is no JSON. */
function isBatch(bytes: Buffer): boolean {
  try {
    return Array.isArray(JSON.parse(bytes.toString()));
  } catch {
    return false;
  }
}

/** What the call and the requests of its tool counted against, as header fields. */
function latestOf(counted: readonly Limits[]): Readonly<Record<string, string>> {
  const limits = counted.filter((l) => l.left !== '');
  if (limits.length === 0) return {};
  return {
    RateLimit: latest(limits.map((l) => l.left)),
    'RateLimit-Policy': latest(limits.map((l) => l.policy)),
  };
}

/** Of several counts of one limit the last one holds. */
function latest(lists: readonly string[]): string {
  const byName = new Map(lists.flatMap((list) => list.split(', ')).map((item) => [item.split(';')[0], item]));
  return [...byName.values()].join(', ');
}
