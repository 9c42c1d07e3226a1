/**
 * A port of loopback that nobody listens on now, and that nobody is given by chance until it is used: it is below those from which the system
 * takes one for whoever asks for any (`net.ipv4.ip_local_port_range`), and workers of the tests take theirs from parts of their own.
 */
import { createServer } from 'node:net';

const first = 10_240;
const ofEach = 1_400;
const parts = 16;
const part = first + (Number(process.env['VITEST_POOL_ID'] ?? process.pid) % parts) * ofEach;
/** Not where the process before it in this part began. */
let next = process.pid % ofEach;

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < ofEach; tries++) {
    const port = part + next;
    next = (next + 1) % ofEach;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${part} on is free`);
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (e: NodeJS.ErrnoException) => {
      if (e.code === 'EADDRINUSE' || e.code === 'EACCES') resolve(false);
      else reject(e);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
