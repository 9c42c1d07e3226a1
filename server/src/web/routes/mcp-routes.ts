/** /mcp, and the documents that lead there. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import { realNow } from '../../lib/real-clock.ts';
import { errorBody } from '../error-body.ts';
import type { Routes } from '../http.ts';
import { aiCatalog, apiCatalog, securityText, serverCard } from '../mcp/documents.ts';
import { checkOrigin } from '../mcp/guard.ts';
import type { McpFace } from '../mcp/server.ts';
import { rateHeaders } from '../rate-limit/rate-limiter.ts';
import { bodyBytes, bodyObject } from '../request.ts';
import type { JsonObject } from '../../lib/json/strict-json.ts';
import type { RouteDeps } from './deps.ts';
import { jsonType, sendPublic, sendReady } from './reply.ts';

const forAnHour = { 'Cache-Control': 'public, max-age=3600' };

export function mcpRoutes(routes: Routes, deps: RouteDeps): void {
  let face: Promise<McpFace> | undefined;

  routes.call('/mcp', async (request, reply) => {
    checkOrigin(request.headers, deps.baseUrl());
    const message = readMessage(request);
    if (message instanceof ApiError) return sendParseError(request, reply, message);
    face ??= openFace(deps, request).catch((e: unknown) => {
      face = undefined;
      throw e;
    });
    const { answer } = await face;
    const counted: { left: string; policy: string }[] = [];
    const response = await answer({
      headers: messageHeaders(request),
      message: message.value,
      args: message.args,
      key: /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1],
      client: request.client,
      counted: (limits) => counted.push(limits),
    });
    return send(request, reply, response, counted);
  });

  const facts = () => ({ baseUrl: deps.baseUrl(), version: deps.version });
  const document = (path: string, type: string, make: () => unknown, headers: Readonly<Record<string, string>> = {}) =>
    routes.get(path, (request, reply) =>
      sendReady(deps, request, reply, 'documents', type, async () => JSON.stringify(make()), {
        ...forAnHour,
        ...headers,
      }),
    );
  // The last two are where crawlers looked before the card had its place.
  for (const path of ['/mcp/server-card', '/.well-known/mcp/server-card.json', '/.well-known/mcp.json'])
    document(path, 'application/mcp-server-card+json', () => serverCard(facts()));
  document('/.well-known/ai-catalog.json', 'application/ai-catalog+json', () => aiCatalog(facts()));
  document(
    '/.well-known/api-catalog',
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    () => apiCatalog(facts()),
    { Link: '</.well-known/api-catalog>; rel="api-catalog"' },
  );
  routes.get('/.well-known/security.txt', async (request, reply) => {
    if (deps.securityContact === undefined) {
      throw new ApiError('not_found', 'The operator of this service has named no contact.', {
        fix: 'Ask the operator; PAPERTAPE_SECURITY_CONTACT names one.',
      });
    }
    const text = securityText(facts(), deps.securityContact, realNow());
    return sendPublic(request, reply, text, 'text/plain; charset=utf-8');
  });
}

/** The SDK is loaded with the first request: a service that nobody asks this way does not pay for it. */
async function openFace(deps: RouteDeps, request: FastifyRequest): Promise<McpFace> {
  const { createMcpFace } = await import('../mcp/server.ts');
  return createMcpFace(deps, request.server, deps.service.facts);
}

/** The message as the SDK reads it, and the arguments of a tool call with their numbers as they were sent; or why it is none. */
function readMessage(request: FastifyRequest): { readonly value: unknown; readonly args: JsonObject } | ApiError {
  try {
    const { params } = bodyObject(request);
    const args = isObject(params) && isObject(params['arguments']) ? params['arguments'] : {};
    return {
      value: JSON.parse(
        bodyBytes(request)
          .toString()
          .replace(/^\uFEFF/, ''),
      ) as unknown,
      args,
    };
  } catch (e) {
    if (e instanceof ApiError) return e;
    throw e;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What cannot be read as one message is answered in the words of JSON-RPC, with the service's own beside them. */
function sendParseError(request: FastifyRequest, reply: FastifyReply, e: ApiError): FastifyReply {
  const said =
    e.code === 'invalid_json' && isBatch(bodyBytes(request))
      ? { code: -32_600, message: 'Invalid request: send one message at a time.' }
      : { code: -32_700, message: `Parse error: ${e.message}` };
  const error = { ...said, data: errorBody(e) };
  return reply
    .code(400)
    .header('Cache-Control', 'no-store')
    .type(jsonType)
    .send(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
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
function messageHeaders({ headers }: FastifyRequest): Headers {
  const kept = new Headers({ 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers))
    if ((name === 'accept' || name.startsWith('mcp-')) && typeof value === 'string') kept.set(name, value);
  return kept;
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  response: Response,
  counted: readonly { readonly left: string; readonly policy: string }[],
): Promise<FastifyReply> {
  const own = rateHeaders(request.taken);
  const limits = [{ left: own.RateLimit, policy: own['RateLimit-Policy'] }, ...counted].filter((l) => l.left !== '');
  if (limits.length > 0) {
    reply.header('RateLimit', latest(limits.map((l) => l.left)));
    reply.header('RateLimit-Policy', latest(limits.map((l) => l.policy)));
  }
  reply.header('Cache-Control', 'no-store');
  // A stream goes on as it comes; one body is sent whole.
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) return reply.send(response);
  const type = response.headers.get('content-type');
  const allow = response.headers.get('allow');
  if (allow !== null) reply.header('Allow', allow);
  reply.code(response.status);
  const text = await response.text();
  return type === null ? reply.send(text === '' ? undefined : text) : reply.type(type).send(text);
}

/** Of several counts of one limit the last one holds. */
function latest(lists: readonly string[]): string {
  const byName = new Map(lists.flatMap((list) => list.split(', ')).map((item) => [item.split(';')[0], item]));
  return [...byName.values()].join(', ');
}
