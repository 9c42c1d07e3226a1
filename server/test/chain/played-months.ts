/**
 * A chain on which weeks pass in seconds, for what happens mark after mark: endpoints on loopback that replay the answers of a real
 * local chain. Heads get the number, hash and time that they would have by then; what is asked of the contracts is asked of the
 * real chain the first time, and is the same ever after, since it is asked in seconds before the head.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RpcAnswer, RpcRequest } from './proxy.ts';

export interface PlayedChain {
  readonly urls: readonly string[];
  /** Timestamp of the head from now on. */
  goTo(timestamp: number): void;
  close(): Promise<void>;
}

/** @param target URL of the real chain. @param endpoints how many to open. */
export async function playChain(target: string, endpoints: number): Promise<PlayedChain> {
  const ask = async (method: string, params: readonly unknown[]): Promise<RpcAnswer> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await answer.json()) as RpcAnswer;
  };
  const real = (await ask('eth_getBlockByNumber', ['latest', false])).result as Record<string, string>;
  const began = Number(real['timestamp']);
  const kept = new Map<string, unknown>();
  let now = began;

  /** Blocks are 12 s apart. */
  const blockAt = (timestamp: number): Record<string, string> => {
    const number = Math.floor(timestamp / 12);
    const hex = (n: number): string => `0x${n.toString(16)}`;
    return {
      ...real,
      number: hex(number),
      hash: `0x${number.toString(16).padStart(64, '0')}`,
      timestamp: hex(timestamp),
    };
  };

  async function answer({ method, params }: RpcRequest): Promise<unknown> {
    if (method === 'eth_getBlockByNumber')
      return blockAt(params[0] === 'latest' ? now : Math.min(now, (Number(params[0]) + 1) * 12 - 1));
    if (method !== 'eth_call') throw new Error(`${method} is not played`);
    const [call] = params as [{ readonly data: string }];
    if (!kept.has(call.data)) {
      const { result } = await ask(method, [call, { blockHash: real['hash'] }]);
      kept.set(call.data, result);
    }
    return kept.get(call.data);
  }

  const servers: Server[] = [];
  for (let i = 0; i < endpoints; i++) {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (d: Buffer) => chunks.push(d));
      request.on('end', () => {
        const rpc = JSON.parse(Buffer.concat(chunks).toString()) as RpcRequest;
        void answer(rpc).then((result) =>
          response
            .setHeader('content-type', 'application/json')
            .end(JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result })),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
  }
  return {
    urls: servers.map((s) => `http://127.0.0.1:${(s.address() as AddressInfo).port}`),
    goTo(timestamp) {
      now = timestamp;
    },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
