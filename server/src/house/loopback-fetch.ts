/**
 * What the published client needs of `fetch`, over plain node:http: the built-in one keeps some megabytes for itself, and the
 * house bots send a few requests a day.
 */
import { httpRequest } from '../lib/node-http.ts';

/** @param headersOf headers to add to a request, by its path. */
export function createLoopbackFetch(
  headersOf: (path: string) => Readonly<Record<string, string>>,
): (url: string, init: RequestInit) => Promise<Response> {
  return (address, init) =>
    new Promise((resolve, reject) => {
      const url = new URL(address);
      const body = typeof init.body === 'string' ? init.body : undefined;
      const outgoing = httpRequest(
        url,
        {
          method: init.method ?? 'GET',
          headers: {
            ...(init.headers as Record<string, string>),
            ...headersOf(url.pathname),
            ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          },
          // Nothing is left open that a stopping service would wait for.
          agent: false,
          ...(init.signal ? { signal: init.signal } : {}),
        },
        (incoming) => {
          const parts: Buffer[] = [];
          incoming.on('data', (part: Buffer) => parts.push(part));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const status = incoming.statusCode ?? 0;
            const get = (name: string): string | null => {
              const value = incoming.headers[name];
              return Array.isArray(value) ? value.join(', ') : (value ?? null);
            };
            resolve({
              ok: status >= 200 && status < 300,
              status,
              headers: { get },
              arrayBuffer: () => Promise.resolve(new Uint8Array(Buffer.concat(parts)).buffer),
            } as unknown as Response);
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}
