/**
 * The MCP server: tools, resources and a prompt over the HTTP interface, stateless, for both eras of the protocol (2026-07-28 and the
 * ones with `initialize`). Loaded with the first request to /mcp, since the SDK takes memory that a service without such clients saves.
 */
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import type { Request as Asked } from 'papertape-contract/call';
import type { JsonObject } from '../../lib/json/strict-json.ts';
import { shown } from '../../lib/text.ts';
import type { LlmsFacts } from '../../published/llms.ts';
import { jsonType } from '../reply.ts';
import { callInside } from './inside-call.ts';
import { howToEnter, instructions } from './prompt.ts';
import { createQuickCalls, type QuickCalls } from './quick-call.ts';
import { boardTemplate, publicForMs, resources, resourceUrl } from './resources.ts';
import { createToolRunner, type ToolCall, type ToolDeps } from './run-tool.ts';
import { untrusted, type Said } from './sayings.ts';

export interface McpDeps extends ToolDeps {
  readonly baseUrl: () => string;
  readonly version: string;
}

/** One POST to /mcp. */
export interface McpCall extends ToolCall {
  readonly headers: Asked['headers'];
  /** The message, numbers as they were sent. */
  readonly message: JsonObject;
  /** The same, numbers as doubles. */
  readonly plainMessage: () => unknown;
  /** The client knows no structured answers, or wants none: each is text. */
  readonly asText: boolean;
}

export interface McpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is passed on as it comes. */
  readonly payload: Buffer | string | Response | undefined;
}

export interface McpFace {
  readonly answer: (call: McpCall) => Promise<McpReply>;
  /** @returns what answers a tool call whose envelope the SDK has accepted before; undefined for all else. */
  readonly known: QuickCalls['known'];
}

const cached = { ttlMs: publicForMs, cacheScope: 'public' } as const;

/** For answers of people whom a server asks something; this one asks nobody, and the standard one costs a compiler per request. */
const noValidator = {
  getValidator: (): never => {
    throw new Error('nobody is asked anything here');
  },
};

/** Answers by way of the SDK, but for tool calls whose envelope the SDK has accepted before. */
export function createMcpFace(deps: McpDeps, http: FastifyInstance, facts: () => LlmsFacts): McpFace {
  const info = { name: 'papertape', title: 'Papertape', version: deps.version, websiteUrl: deps.baseUrl() };
  const runner = createToolRunner(deps, http, facts);
  const quick = createQuickCalls(runner, info);
  const calls = new WeakMap<Request, McpCall>();
  const listed = runner.tools.map((tool) => tool.listed);
  // A client that is told what a structured answer holds wants one.
  const withoutOutput = listed.map(({ outputSchema: _output, ...rest }) => rest);

  function createServer(call: McpCall): Server {
    const server = new Server(info, {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions,
      jsonSchemaValidator: noValidator,
      cacheHints: {
        'tools/list': cached,
        'prompts/list': cached,
        'resources/list': cached,
        'resources/templates/list': cached,
        'server/discover': cached,
      },
    });
    server.setRequestHandler('tools/list', () => ({ tools: call.asText ? withoutOutput : listed }));
    server.setRequestHandler('tools/call', async ({ params: { name } }) => {
      const tool = runner.toolOf(name);
      if (!tool) throw invalid(runner.noSuchTool(name));
      return toolResult((await runner.run(tool, call)).said(), call.asText);
    });
    server.setRequestHandler('prompts/list', () => ({ prompts: [howToEnter.listed] }));
    server.setRequestHandler('prompts/get', ({ params }) => {
      if (params.name !== howToEnter.listed.name) throw invalid(`There is no prompt "${shown(params.name)}".`);
      return howToEnter.get(facts(), params.arguments ?? {});
    });
    server.setRequestHandler('resources/list', () => ({ resources }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [boardTemplate] }));
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => await readResource(http, uri, call));
    return server;
  }

  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo && calls.get(requestInfo);
      if (!call) throw new Error('a request that was not announced');
      return createServer(call);
    },
    { onerror: (e) => deps.log.debug('mcp request refused', { error: e.message }) },
  );

  async function fromSdk(call: McpCall): Promise<McpReply> {
    const request = new Request('http://papertape.invalid/mcp', {
      method: 'POST',
      headers: messageHeaders(call.headers),
    });
    calls.set(request, call);
    return await replyOf(await handler.fetch(request, { parsedBody: call.plainMessage() }));
  }

  return {
    known: quick.known,
    async answer(call) {
      const answer = call.asText ? undefined : quick.known(call.headers, call.message);
      if (answer) return { status: 200, headers: { 'Content-Type': jsonType }, payload: await answer(call) };
      const shape = quick.shapeOf(call.headers, call.message);
      const reply = await fromSdk(call);
      if (shape && typeof reply.payload === 'string' && reply.payload.startsWith('{"result":')) quick.accepted(shape);
      return reply;
    },
  };
}

const jsonHeaders = { 'Content-Type': 'application/json' };

/** The headers that the protocol looks at; the key is none of them. */
function messageHeaders(headers: Asked['headers']): Headers {
  const kept = new Headers(jsonHeaders);
  for (const [name, value] of Object.entries(headers))
    if ((name === 'accept' || name.startsWith('mcp-')) && typeof value === 'string') kept.set(name, value);
  return kept;
}

async function replyOf(response: Response): Promise<McpReply> {
  const { status } = response;
  const type = response.headers.get('content-type');
  if (type?.startsWith('text/event-stream') === true) return { status, headers: {}, payload: response };
  const allow = response.headers.get('allow');
  const headers = {
    ...(allow === null ? {} : { Allow: allow }),
    ...(type === null ? {} : { 'Content-Type': type }),
  };
  const text = await response.text();
  return { status, headers, payload: type === null && text === '' ? undefined : text };
}

/** The answer stands in the result once: as text, or structured and with a line of text beside it. */
function toolResult({ json, line, isError }: Said, asText: boolean) {
  const failed = isError ? { isError } : {};
  if (asText) return { content: [{ type: 'text' as const, text: json }], ...failed };
  return {
    content: [{ type: 'text' as const, text: line }],
    structuredContent: JSON.parse(json) as JsonObject,
    ...failed,
  };
}

async function readResource(http: FastifyInstance, uri: string, call: ToolCall) {
  const url = resourceUrl(uri);
  if (url === undefined) throw invalid(`There is no resource "${shown(uri)}".`, { uri });
  const answer = await callInside(http, { method: 'GET', url: url.path, client: call.client });
  call.counted(answer.limits);
  if (!answer.ok) throw new ProtocolError(ProtocolErrorCode.InternalError, 'The resource cannot be read.', answer.body);
  const marked = url.untrusted.length > 0 ? { untrusted: untrusted(url.untrusted), ...answer.body } : answer.body;
  const text = JSON.stringify(marked);
  return { contents: [{ uri, mimeType: 'application/json', text }], ttlMs: url.ttlMs, cacheScope: 'public' as const };
}

function invalid(message: string, data?: unknown): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);
}
