/** Calls of tools as plain JSON-RPC, and what comes back. */
import { post, type Served } from '../../harness/http.ts';

export type Json = Readonly<Record<string, unknown>>;
export interface Parts {
  readonly arguments: Json;
}
export interface Failure {
  readonly detail: string;
  readonly error: { readonly code: string; readonly fix: string; readonly corrected?: Parts; readonly example?: Parts };
}
export interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Json;
}

export const structured = { 'mcp-protocol-version': '2025-11-25' };

export async function message(
  league: Served,
  method: string,
  params: Json,
  headers: Record<string, string> = structured,
  query = '',
) {
  const { text } = await post(
    league,
    `/mcp${query}`,
    { jsonrpc: '2.0', id: 1, method, params },
    { headers: { accept: 'application/json, text/event-stream', ...headers } },
  );
  const json = JSON.parse(text.replace(/^event: message\ndata: /, '')) as {
    readonly result: unknown;
    readonly error?: { readonly message: string };
  };
  return { ...json, length: text.length };
}

export async function call(
  league: Served,
  name: string,
  args: Json,
  headers?: Record<string, string>,
  query?: string,
): Promise<Result> {
  return (await message(league, 'tools/call', { name, arguments: args }, headers, query)).result as Result;
}

export const failureOf = ({ structuredContent }: Result): Failure => structuredContent as unknown as Failure;
