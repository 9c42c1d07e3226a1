/** POST /mcp: the Model Context Protocol over the operations of the service. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Request } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { raw, type RawReply } from 'papertape-contract/replies';
import { parseObject, type JsonObject } from '../../lib/json/strict-json.ts';
import type { DescribedService } from '../../published/described-service.ts';
import { errorBody } from '../error-body.ts';
import { jsonType } from '../reply.ts';
import { checkOrigin } from './guard.ts';
import type { McpDeps, McpFace } from './server.ts';

type Deps = McpDeps & {
  readonly http: () => FastifyInstance;
  readonly service: DescribedService;
};

/** One face for each service: the SDK is loaded with the first request. */
const faces = new WeakMap<DescribedService, Promise<McpFace>>();

export const serveMcp = unlisted({
  method: 'post',
  path: '/mcp',
  freshness: 'private',
  countsAsRead: true,
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
    const counted: { left: string; policy: string }[] = [];
    const response = await answer({
      headers: messageHeaders(call.headers),
      message: message.value,
      args: message.args,
      key: /^Bearer\s+(\S+)\s*$/i.exec(call.headers.authorization ?? '')?.[1],
      client: call.client,
      counted: (limits) => counted.push(limits),
    });
    const own = call.limits();
    return await passedOn(response, [
      { left: own['RateLimit'] ?? '', policy: own['RateLimit-Policy'] ?? '' },
      ...counted,
    ]);
  },
});

/** The SDK is loaded with the first request: a service that nobody asks this way does not pay for it. */
async function openFace(deps: Deps): Promise<McpFace> {
  const { createMcpFace } = await import('./server.ts');
  return createMcpFace(deps, deps.http(), deps.service.facts);
}

/** The message as the SDK reads it, and the arguments of a tool call with their numbers as they were sent; or why it is none. */
function readMessage(bytes: Buffer): { readonly value: unknown; readonly args: JsonObject } | ApiError {
  try {
    const { params } = objectOf(bytes);
    const args = isObject(params) && isObject(params['arguments']) ? params['arguments'] : {};
    return {
      value: JSON.parse(bytes.toString().replace(/^\uFEFF/, '')) as unknown,
      args,
    };
  } catch (e) {
    if (e instanceof ApiError) return e;
    throw e;
  }
}

/** As every body is read; an empty one is no JSON. */
function objectOf(bytes: Buffer): JsonObject {
  if (bytes.length === 0) throw new ApiError('invalid_json', 'The body is empty.');
  return parseObject(bytes);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What cannot be read as one message is answered in the words of JSON-RPC, with the service's own beside them. */
function parseError(bytes: Buffer, e: ApiError): RawReply {
  const said =
    e.code === 'invalid_json' && isBatch(bytes)
      ? { code: -32_600, message: 'Invalid request: send one message at a time.' }
      : { code: -32_700, message: `Parse error: ${e.message}` };
  const error = { ...said, data: errorBody(e) };
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

/** The headers that the protocol looks at; the key is none of them. */
function messageHeaders(headers: Request['headers']): Headers {
  const kept = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers))
    if ((name === 'accept' || name.startsWith('mcp-')) && typeof value === 'string') kept.set(name, value);
  return kept;
}

async function passedOn(
  response: Response,
  counted: readonly { readonly left: string; readonly policy: string }[],
): Promise<RawReply> {
  const limits = counted.filter((l) => l.left !== '');
  const head: Record<string, string> = {};
  if (limits.length > 0) {
    head['RateLimit'] = latest(limits.map((l) => l.left));
    head['RateLimit-Policy'] = latest(limits.map((l) => l.policy));
  }
  const type = response.headers.get('content-type');
  // A stream goes on as it comes; one body is sent whole.
  if (type?.startsWith('text/event-stream') === true) return raw(response.status, head, response);
  const allow = response.headers.get('allow');
  if (allow !== null) head['Allow'] = allow;
  if (type !== null) head['Content-Type'] = type;
  const text = await response.text();
  return raw(response.status, head, type === null && text === '' ? undefined : text);
}

/** Of several counts of one limit the last one holds. */
function latest(lists: readonly string[]): string {
  const byName = new Map(lists.flatMap((list) => list.split(', ')).map((item) => [item.split(';')[0], item]));
  return [...byName.values()].join(', ');
}
