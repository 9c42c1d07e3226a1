/** The bounds of a connection: how long it may take, how long it may idle, how many there are. A server that holds to them. */
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from 'papertape-contract/limits';
import { createServer } from '../lib/node-http.ts';

/** What a connection may take, milliseconds. Node looks at it once per `checkMs`, so that much may come on top. */
export interface HttpBounds {
  readonly headMs: number;
  /** Head and body. */
  readonly requestMs: number;
  readonly checkMs: number;
  /** Between two requests. Longer than a proxy's usual minute, so that it is the proxy that ends an idle connection. */
  readonly idleMs: number;
  /** Of one that was refused for what it sent. */
  readonly lingerMs: number;
  readonly connectionsMax: number;
}

const standardBounds: HttpBounds = {
  headMs: limits.requestHeadSeconds * 1000,
  requestMs: limits.requestSeconds * 1000,
  checkMs: 1_000,
  idleMs: 65_000,
  lingerMs: 2_000,
  connectionsMax: limits.connectionsMax,
};

/** How often connections are looked at while the server closes. */
const idleLookMs = 50;

export interface BoundedServer {
  readonly server: Server;
  /**
   * Ends the connections that never asked for anything, which are not among the idle ones that Node lets go when it closes, and from now on each
   * that is idle after the answer to a request that was under way.
   */
  endSilent(): void;
}

export function boundsOf(bounds: Partial<HttpBounds> | undefined): HttpBounds {
  return { ...standardBounds, ...bounds };
}

export function createBoundedServer(bounds: HttpBounds, listener: RequestListener): BoundedServer {
  const sockets = new Set<Socket>();
  const options = {
    headersTimeout: bounds.headMs,
    requestTimeout: bounds.requestMs,
    connectionsCheckingInterval: bounds.checkMs,
    keepAliveTimeout: bounds.idleMs,
    maxHeaderSize: limits.requestHeadBytesMax,
  };
  const server = createServer(options, listener);
  server.maxConnections = bounds.connectionsMax;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return {
    server,
    endSilent() {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      const idle = setInterval(() => server.closeIdleConnections(), idleLookMs).unref();
      server.once('close', () => clearInterval(idle));
    },
  };
}
