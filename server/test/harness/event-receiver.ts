/** A receiver of webhooks on loopback, which answers at once or lets deliveries wait. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What one delivery said, whether it was answered or not. */
export interface DeliveredEvents {
  /** Where it was sent: a webhook has a path of its own. */
  readonly path: string;
  readonly ids: readonly string[];
  /** Of `performance.now()`. */
  readonly at: number;
}

export interface EventReceiver {
  readonly url: string;
  readonly deliveries: readonly DeliveredEvents[];
  /** From now on deliveries get no answer. */
  hold(): void;
  /** How many wait for their answer. */
  waiting(): number;
  /** Answers those that wait, and again at once from now on. */
  release(): void;
  close(): Promise<void>;
}

export async function openEventReceiver(): Promise<EventReceiver> {
  const deliveries: DeliveredEvents[] = [];
  const held = new Set<ServerResponse>();
  let isHolding = false;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { events } = JSON.parse(Buffer.concat(parts).toString()) as { events: { id: string }[] };
      deliveries.push({ path: request.url ?? '', ids: events.map(({ id }) => id), at: performance.now() });
      response.on('close', () => held.delete(response));
      if (isHolding) held.add(response);
      else response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries,
    hold: () => void (isHolding = true),
    waiting: () => held.size,
    release() {
      isHolding = false;
      for (const response of held) response.writeHead(204).end();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
