/** A way to a server whose answers can be held back, so that they come in one piece with whatever the server sends after them. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface HoldingWay {
  readonly port: number;
  /**
   * On the next connection, what the server answers since these words were sent for the given time is held back until the server ends it.
   * @returns once they have been sent on.
   */
  hold(words: string, time: number): Promise<void>;
  close(): Promise<void>;
}

export async function openHoldingWay(to: { readonly hostname: string; readonly port: string }): Promise<HoldingWay> {
  const sockets = new Set<Socket>();
  let asked: { readonly words: string; left: number; readonly sent: () => void } | undefined;
  const way = createServer((client) => {
    const server = connect(Number(to.port), to.hostname);
    const held: Buffer[] = [];
    const hold = asked;
    asked = undefined;
    let isHeld = false;
    for (const socket of [client, server])
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    sockets.add(client).add(server);
    client.on('data', (bytes) => {
      server.write(bytes);
      if (hold === undefined || !bytes.includes(hold.words) || --hold.left !== 0) return;
      isHeld = true;
      hold.sent();
    });
    client.on('close', () => server.destroy());
    server.on('data', (bytes) => void (isHeld ? held.push(bytes) : client.write(bytes)));
    server.on('end', () => client.end(Buffer.concat(held)));
  });
  await new Promise<void>((resolve) => void way.listen(0, '127.0.0.1', resolve));
  return {
    port: (way.address() as AddressInfo).port,
    hold: (words, time) => new Promise((sent) => (asked = { words, left: time, sent })),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void way.close(resolve));
    },
  };
}
