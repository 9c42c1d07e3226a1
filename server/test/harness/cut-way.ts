/** A way to a server that can be cut as a network is: the client's connections end, and the server does not hear of it. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CutWay {
  readonly port: number;
  /** Cuts every connection there is; new ones can be made. */
  cut(): void;
  close(): Promise<void>;
}

export async function openCutWay(to: { readonly hostname: string; readonly port: string }): Promise<CutWay> {
  const servers = new Set<Socket>();
  const clients = new Set<Socket>();
  const way = createServer((client) => {
    const server = connect(Number(to.port), to.hostname);
    servers.add(server);
    clients.add(client);
    let isCut = false;
    client.on('error', () => undefined).on('data', (bytes) => server.write(bytes));
    client.on('cut', () => (isCut = true));
    client.on('close', () => {
      clients.delete(client);
      if (!isCut) server.destroy();
    });
    // What comes after the cut is taken, and goes nowhere.
    server.on('error', () => undefined).on('data', (bytes) => client.writable && client.write(bytes));
    server.on('close', () => {
      servers.delete(server);
      client.destroy();
    });
  });
  await new Promise<void>((resolve) => void way.listen(0, '127.0.0.1', resolve));
  return {
    port: (way.address() as AddressInfo).port,
    cut() {
      for (const client of clients) {
        client.emit('cut');
        client.destroy();
      }
    },
    async close() {
      for (const socket of [...clients, ...servers]) socket.destroy();
      await new Promise((resolve) => void way.close(resolve));
    },
  };
}
