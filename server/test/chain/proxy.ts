/** A JSON-RPC endpoint between the service and a local chain that can be made to fail or to lie. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface RpcBlock {
  number: string;
  hash: string;
  timestamp: string;
}

export interface RpcAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RpcProxy {
  readonly url: string;
  /** `ok`, connections cut off, or no answer at all. */
  mode: 'ok' | 'down' | 'hangs';
  /** Changes every block that it tells about. */
  lie: ((block: RpcBlock, request: RpcRequest) => void) | undefined;
  /** Changes any answer; what it returns is sent. */
  change: ((body: RpcAnswer, request: RpcRequest) => RpcAnswer) | undefined;
  /** Called before a request is passed on. */
  before: ((request: RpcRequest) => Promise<void> | void) | undefined;
  /** Methods asked for so far. */
  readonly log: string[];
  close(): Promise<void>;
}

export async function startProxy(target: string): Promise<RpcProxy> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (d: Buffer) => chunks.push(d));
    request.on('end', () => {
      void answer(JSON.parse(Buffer.concat(chunks).toString()) as RpcRequest).then((text) => {
        if (text === undefined) request.socket.destroy();
        else if (text !== 'never') response.setHeader('content-type', 'application/json').end(text);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'ok',
    lie: undefined,
    change: undefined,
    before: undefined,
    log: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(rpc: RpcRequest): Promise<string | undefined> {
    proxy.log.push(rpc.method);
    if (proxy.mode === 'down') return undefined;
    if (proxy.mode === 'hangs') return 'never';
    await proxy.before?.(rpc);
    const headers = { 'content-type': 'application/json' };
    const passed = await fetch(target, { method: 'POST', headers, body: JSON.stringify(rpc) });
    const text = await passed.text();
    if (proxy.change) return JSON.stringify(proxy.change(JSON.parse(text) as RpcAnswer, rpc));
    if (!proxy.lie || rpc.method !== 'eth_getBlockByNumber') return text;
    const body = JSON.parse(text) as { result: RpcBlock | null };
    if (body.result) proxy.lie(body.result, rpc);
    return JSON.stringify(body);
  }
  return proxy;
}
