/** A way to a server on which every byte takes so long, in both directions. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SlowWay {
  readonly port: number;
  /** Bytes that come from now on take so long, milliseconds. */
  delay(ms: number): void;
  close(): Promise<void>;
}

export async function openSlowWay(to: { readonly hostname: string; readonly port: string }): Promise<SlowWay> {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  const way = createServer((client) => {
    const server = connect(Number(to.port), to.hostname);
    for (const [from, into] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
      // Nothing overtakes what was sent before it.
      let before = Promise.resolve();
      from.on('data', (bytes) => {
        const taken = new Promise((resolve) => setTimeout(resolve, delayMs));
        before = before.then(() => taken).then(() => void (into.writable && into.write(bytes)));
      });
    }
  });
  await new Promise<void>((resolve) => void way.listen(0, '127.0.0.1', resolve));
  return {
    port: (way.address() as AddressInfo).port,
    delay: (ms) => void (delayMs = ms),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void way.close(resolve));
    },
  };
}
