/** Requests over keep-alive connections, orders with an Idempotency-Key, every acknowledgement written down: the load that kill -9 hits. */
import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: unknown;
}

export interface Connections {
  /** undefined: the connection broke before the answer was there. */
  post(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<Answer | undefined>;
  /** The answer is read and dropped. @returns its status, 0 when the connection broke. */
  get(path: string): Promise<number>;
  close(): void;
}

export function openConnections(url: string, count: number): Connections {
  const bot = new Agent({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
  const { hostname, port } = new URL(url);
  return {
    post: (path, body, headers) =>
      new Promise((resolve) => {
        const sent = request(
          {
            agent: bot,
            hostname,
            port,
            path,
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers },
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (part: string) => (text += part));
            response.on('error', () => resolve(undefined));
            response.on('close', () => resolve(undefined));
            response.on('end', () => {
              // An answer that was cut off ends as an error, not here.
              const replayed = response.headers['idempotency-replayed'] === 'true';
              resolve({ status: response.statusCode ?? 0, replayed, body: JSON.parse(text) as unknown });
            });
          },
        );
        sent.on('error', () => resolve(undefined));
        sent.end(body);
      }),
    get: (path) =>
      new Promise((resolve) => {
        const sent = request({ agent: bot, hostname, port, path }, (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode ?? 0));
          response.on('close', () => resolve(0));
        });
        sent.on('error', () => resolve(0));
        sent.end();
      }),
    close: () => bot.destroy(),
  };
}
