/** MCP over HTTP without a library: every request is one POST, and no session is kept (protocol revision 2026-07-28). */

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

const version = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'papertape-example', version: '1.0.0' },
};

/** @param apiKey goes into the header, where no model sees it. */
export function connect(url: string, apiKey: string) {
  let id = 0;
  async function request<T>(method: string, params: { readonly name?: string }): Promise<T> {
    const response = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': method,
        ...(params.name === undefined ? {} : { 'mcp-name': params.name }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params: { ...params, _meta: meta } }),
    });
    const answer = (await response.json()) as { readonly result?: T; readonly error?: { readonly message: string } };
    if (answer.result === undefined) throw new Error(answer.error?.message ?? `HTTP ${response.status}`);
    return answer.result;
  }
  return {
    tools: async () => (await request<{ tools: McpTool[] }>('tools/list', {})).tools,
    call: (name: string, args: object) => request<ToolResult>('tools/call', { name, arguments: args } as object),
  };
}
