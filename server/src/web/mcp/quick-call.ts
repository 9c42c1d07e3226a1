/**
 * The short way for `tools/call` of the newest revision, which is nearly all that is asked. What the SDK makes of such a call is always
 * the same: it checks the envelope, hands the tool its arguments, and wraps the answer. Here an envelope that the SDK has accepted
 * (the headers and `_meta`, which a client sends alike with every call) is known again, and the answer is wrapped as the SDK wraps it;
 * quick-call.db.test.ts compares the two byte for byte. Every other message is left to the SDK.
 */
import type { Request } from 'papertape-contract/call';
import { JsonNumber } from '../../lib/json/json-number.ts';
import { isObject, type JsonObject } from '../../lib/json/strict-json.ts';
import { mcpRevisions } from './documents.ts';
import type { ToolCall, ToolRunner } from './run-tool.ts';
import type { Said } from './sayings.ts';
import type { Tool } from './tools.ts';

/** A message that has the form of a tool call, whether its envelope is known or not. */
export interface CallShape {
  readonly tool: Tool;
  /** The message's id as JSON. */
  readonly id: string;
  /** What of headers and message the SDK looks at, beside the tool, its arguments and the id. */
  readonly envelope: string;
}

export interface QuickCalls {
  /** @returns undefined for what is no tool call of the newest revision. */
  readonly shapeOf: (headers: Request['headers'], message: JsonObject) => CallShape | undefined;
  /** Notes an envelope that the SDK has accepted. */
  readonly accepted: (shape: CallShape) => void;
  /** @returns what answers a call whose envelope was accepted; undefined for what only the SDK may answer. */
  readonly known: (
    headers: Request['headers'],
    message: JsonObject,
  ) => ((call: ToolCall) => Promise<Buffer>) | undefined;
}

const envelopesMax = 1_000;
const envelopeLengthMax = 2_000;
const members = ['jsonrpc', 'id', 'method', 'params'];
const paramMembers = ['name', 'arguments', '_meta'];
const headersOfCall = ['mcp-protocol-version', 'mcp-method', 'mcp-name'];

/** @param server how the server names itself. */
export function createQuickCalls(runner: ToolRunner, server: Readonly<Record<string, string>>): QuickCalls {
  /** In the order in which they were accepted: the oldest makes room. */
  const known = new Set<string>();
  const end = `,"resultType":"complete","_meta":${JSON.stringify({ 'io.modelcontextprotocol/serverInfo': server })}}`;
  const wrapped = ({ json, line, isError }: Said): Buffer =>
    Buffer.from(
      `{"result":{"content":[{"type":"text","text":${JSON.stringify(line)}}],"structuredContent":${json}${isError ? ',"isError":true' : ''}${end}`,
    );

  function shapeOf(headers: Request['headers'], message: JsonObject): CallShape | undefined {
    const { jsonrpc, id, method, params } = message;
    if (jsonrpc !== '2.0' || method !== 'tools/call' || !isObject(params) || !hasOnly(message, members))
      return undefined;
    const { name, arguments: args = {}, _meta: meta } = params;
    if (typeof name !== 'string' || !isObject(args) || !isObject(meta) || !hasOnly(params, paramMembers))
      return undefined;
    const tool = runner.toolOf(name);
    const idText = jsonOfId(id);
    if (!tool || idText === undefined) return undefined;
    if (headers['mcp-protocol-version'] !== mcpRevisions[0] || headers['mcp-name'] !== name) return undefined;
    for (const header in headers) if (header.startsWith('mcp-') && !headersOfCall.includes(header)) return undefined;
    return {
      tool,
      id: idText,
      envelope: `${headers['mcp-method'] as string}\n${headers.accept ?? ''}\n${JSON.stringify(meta)}`,
    };
  }

  return {
    shapeOf,
    accepted({ envelope }) {
      if (envelope.length > envelopeLengthMax) return;
      known.add(envelope);
      if (known.size <= envelopesMax) return;
      for (const oldest of known) {
        known.delete(oldest);
        break;
      }
    },
    known(headers, message) {
      const shape = shapeOf(headers, message);
      if (!shape || !known.has(shape.envelope)) return undefined;
      const { tool, id } = shape;
      return async (call) => {
        const answer = await runner.run(tool, call);
        return Buffer.concat([answer.as(wrapped), Buffer.from(`,"jsonrpc":"2.0","id":${id}}`)]);
      };
    },
  };
}

/** A text or a whole number, as the protocol wants it. */
function jsonOfId(id: unknown): string | undefined {
  const value: unknown = id instanceof JsonNumber ? id.valueOf() : id;
  return typeof value === 'string' || Number.isSafeInteger(value) ? JSON.stringify(value) : undefined;
}

function hasOnly(object: JsonObject, names: readonly string[]): boolean {
  for (const name in object) if (!names.includes(name)) return false;
  return true;
}
