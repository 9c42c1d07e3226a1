/** A way to a service on which every byte that comes back is counted, heads included. What the service calls its address leads this way, too. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { openLeague, type League, type LeagueOptions } from './league.ts';

export interface CountedLeague {
  readonly league: League;
  /** The address that a client is told. */
  readonly url: string;
  /** Bytes that came from the service so far. */
  readonly received: () => number;
}

/** A league of a test behind such a way. */
export async function countedLeague(options: LeagueOptions = {}): Promise<CountedLeague> {
  let received = 0;
  let port = 0;
  const sockets = new Set<Socket>();
  const way = createServer((client) => {
    const service = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => sockets.delete(from));
      from.pipe(to);
    }
    service.on('data', (bytes) => (received += bytes.length));
  });
  await new Promise<void>((resolve) => void way.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(way.address() as AddressInfo).port}`;
  const league = await openLeague({ ...options, env: { BASE_URL: url } });
  port = (league.app.http.server.address() as AddressInfo).port;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => void way.close(resolve));
    await league.close();
  });
  return { league, url, received: () => received };
}
