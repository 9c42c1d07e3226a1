/**
 * Runs a tool: its arguments become requests of the HTTP interface, and their answers become one. What a tool reads from ready bytes is
 * counted as the route counts it, and is kept beside those bytes for as long as they are.
 */
import type { FastifyInstance } from 'fastify';
import { ApiError } from 'papertape-contract/errors';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { isoDate, type Clock } from '../../lib/clock.ts';
import type { JsonObject } from '../../lib/json/strict-json.ts';
import { errorText, type Log } from '../../lib/log.ts';
import type { LlmsFacts } from '../../published/llms.ts';
import { errorBody } from '../error-body.ts';
import { asApiError } from '../send-error.ts';
import { rateHeaders, type RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { ReadyBytes, ReadyEntry } from '../ready-bytes.ts';
import { callInside, limitsOf, type InsideAnswer, type Limits } from './inside-call.ts';
import type { Address } from '../nearest-address.ts';
import { createSayings, type Said } from './sayings.ts';
import { noSuchTool, understood } from './tool-slips.ts';
import { createToolWords } from './tool-words.ts';
import { createTools, type Tool } from './tools.ts';

export interface ToolDeps {
  readonly operations: readonly OperationFacts[];
  readonly clock: Clock;
  readonly log: Log;
  readonly ready: ReadyBytes;
  readonly limiter: RateLimiter;
}

export interface ToolCall {
  /** The arguments, numbers as they were sent. */
  readonly args: JsonObject;
  /** The key in the Authorization header. */
  readonly key: string | undefined;
  /** Whom requests are counted under. */
  readonly client: string;
  /** Told what the requests of a tool counted against. */
  readonly counted: (limits: Limits) => void;
}

export interface ToolAnswer {
  readonly said: () => Said;
  /** Another form of the answer, kept where the answer is. There is one such form. */
  readonly as: (form: (said: Said) => Buffer) => Buffer;
}

export interface ToolRunner {
  readonly tools: readonly Tool[];
  readonly toolOf: (name: string) => Tool | undefined;
  /** What is said of a tool that there is not. */
  readonly noSuchTool: (name: string) => string;
  /** Never throws: a failure is an answer, too. */
  readonly run: (tool: Tool, call: ToolCall) => Promise<ToolAnswer>;
}

/** Longest name under which an answer is kept. */
const keptNameLengthMax = 200;

export function createToolRunner(deps: ToolDeps, http: FastifyInstance, facts: () => LlmsFacts): ToolRunner {
  const { clock, log, ready, limiter, operations } = deps;
  const tools = createTools(operations);
  const toolByName = new Map(tools.map((t) => [t.name, t]));
  const words = createToolWords(operations, (id) => tools.find((t) => t.operations.includes(id))?.name);
  const { success, failure } = createSayings(words, facts);

  async function answerOf(tool: Tool, call: ToolCall): Promise<ToolAnswer> {
    const sent = Object.fromEntries(Object.entries(call.args).filter(([, value]) => value !== null));
    const { args, warnings } = understood(sent, tool.properties);
    const { api_key: _key, idempotency_key: repeated, ...rest } = args;
    const key = tool.takesKey ? keyOf(call, args) : undefined;
    if (repeated !== undefined && tool.idempotent && typeof repeated !== 'string')
      throw new ApiError('invalid_field', 'idempotency_key must be a text.');
    const requests = tool.requests(rest, isoDate(clock.now()));
    const [first] = requests;
    const needsKey = requests.some(({ operation, url }) => operation.key !== 'never' || url.includes('/agents/me'));
    const entry =
      first?.operation.method === 'get' && requests.length === 1 && !(needsKey && key !== undefined)
        ? ready.get(first.url)
        : undefined;
    if (entry) return await fromReady(entry, tool, call, args, warnings);
    const done: InsideAnswer[] = [];
    for (const request of requests) {
      const answer = await callInside(http, {
        method: request.operation.method === 'get' ? 'GET' : 'POST',
        url: request.url,
        client: call.client,
        key: needsKey ? key : undefined,
        body: request.body,
        ...(tool.idempotent && typeof repeated === 'string' ? { idempotencyKey: repeated } : {}),
      });
      call.counted(answer.limits);
      if (!answer.ok) return once(failure(answer, done, { tool, args, request }));
      done.push(answer);
    }
    const bodies = done.map((a) => a.body as JsonObject);
    return once(success(tool, bodies, args, warnings));
  }

  async function fromReady(
    entry: ReadyEntry,
    tool: Tool,
    call: ToolCall,
    args: JsonObject,
    warnings: readonly string[],
  ): Promise<ToolAnswer> {
    const taken = await limiter.take('readsPerAddress', call.client);
    if (taken) call.counted(limitsOf(rateHeaders([taken])));
    const said = (): Said =>
      success(tool, [JSON.parse(entry.form('identity').bytes.toString()) as JsonObject], args, warnings);
    const name = `${tool.name} ${JSON.stringify(args)}`;
    // An argument that the tool does not know may be anything, a key that is kept nowhere among them.
    const isKept = name.length <= keptNameLengthMax && unknownOf(tool, args).length === 0 && warnings.length === 0;
    return { said, as: (form) => (isKept ? entry.beside(name, () => form(said())) : form(said())) };
  }

  return {
    tools,
    toolOf: (name) => toolByName.get(name),
    noSuchTool: (name) => noSuchTool(name, tools, operations.map(addressOf)),
    async run(tool, call) {
      try {
        return await answerOf(tool, call);
      } catch (e) {
        if (!(e instanceof ApiError)) log.error('tool failed', { tool: tool.name, error: errorText(e) });
        const known = asApiError(e);
        call.counted(limitsOf(known.headers));
        const retryAfter = known.headers['Retry-After'];
        const retryAfterSeconds = retryAfter === undefined ? undefined : Number(retryAfter);
        return once(failure({ body: errorBody(known), retryAfterSeconds }, []));
      }
    },
  };
}

function addressOf(operation: OperationFacts): Address {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
  return { method: operation.method === 'get' ? 'GET' : 'POST', path, operation };
}

function once(said: Said): ToolAnswer {
  return { said: () => said, as: (form) => form(said) };
}

function unknownOf(tool: Tool, args: JsonObject): string[] {
  return Object.keys(args).filter((name) => !Object.hasOwn(tool.properties, name));
}

/** The key of the header, or of the argument; of two that differ none is taken. */
function keyOf(call: ToolCall, { api_key: given }: JsonObject): string | undefined {
  if (given === undefined) return call.key;
  if (typeof given !== 'string') throw new ApiError('invalid_field', 'api_key must be a text.');
  const bare = given.replace(/^Bearer\s+/i, '').trim();
  if (call.key !== undefined && call.key !== bare) {
    throw new ApiError(
      'invalid_field',
      'api_key is another key than the Authorization header of the connection sends.',
      {
        fix: 'Leave api_key out, or take the key out of the connection: one of them is of another bot.',
      },
    );
  }
  return bare;
}
