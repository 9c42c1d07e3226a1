/** A stream as a plain reader sees it: its messages one by one, comments and ids without data among them. */
import { request, type IncomingHttpHeaders } from 'node:http';
import type { AgentEvent } from 'papertape-contract/event';
import type { Served } from './http.ts';

/** @param T what a message carries. */
export interface OpenStream<T = AgentEvent> {
  readonly status: number;
  readonly head: IncomingHttpHeaders;
  /** The next messages; resolves when they are there. */
  take(count: number): Promise<T[]>;
  /** The first id without a message. */
  firstId(): Promise<string>;
  /** Resolves at the next comment. */
  comment(): Promise<void>;
  /** Resolves when the other side has ended it. */
  ended(): Promise<void>;
  close(): void;
}

/** The events of a bot. */
export async function openStream(
  served: Served,
  path: string,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenStream> {
  const withKey = { authorization: `Bearer ${key}`, ...headers };
  return await openMessages(served, path, withKey, (e: AgentEvent) => [e.cursor, e.type]);
}

/** @param named the id and the type that a message must have. */
export async function openMessages<T>(
  { url }: Served,
  path: string,
  headers: Readonly<Record<string, string>>,
  named: (message: T) => readonly [id: string, type: string],
): Promise<OpenStream<T>> {
  const events: T[] = [];
  const ids: string[] = [];
  let comments = 0;
  let isOver = false;
  let changed: () => void = () => undefined;
  const until = async (there: () => boolean): Promise<void> => {
    while (!there()) {
      if (isOver) throw new Error('the stream ended');
      await new Promise<void>((go) => (changed = go));
    }
  };
  return await new Promise((resolve, reject) => {
    const asked = request(
      url + path,
      { agent: false, headers: { accept: 'text/event-stream', ...headers } },
      (response) => {
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const parts = (rest + text).split('\n\n');
          rest = parts.pop() ?? '';
          for (const part of parts) {
            const lines = part.split('\n');
            const of = (name: string): string | undefined =>
              lines.find((l) => l.startsWith(`${name}: `))?.slice(name.length + 2);
            const [id, type, data] = [of('id'), of('event'), of('data')];
            if (data !== undefined) {
              const event = JSON.parse(data) as T;
              const [ownId, ownType] = named(event);
              if (ownId !== id || ownType !== type) reject(new Error(`not one message: ${part}`));
              events.push(event);
            } else if (id !== undefined) ids.push(id);
            else if (lines.every((l) => l.startsWith(':'))) comments++;
          }
          changed();
        });
        const over = (): void => {
          isOver = true;
          changed();
        };
        response.on('end', over).on('error', over).on('close', over);
        resolve({
          status: response.statusCode ?? 0,
          head: response.headers,
          async take(count) {
            await until(() => events.length >= count);
            return events.splice(0, count);
          },
          async firstId() {
            await until(() => ids.length > 0);
            return ids[0] as string;
          },
          async comment() {
            const before = comments;
            await until(() => comments > before);
          },
          async ended() {
            while (!isOver) await new Promise<void>((go) => (changed = go));
          },
          close: () => asked.destroy(),
        });
      },
    );
    asked.on('error', reject).end();
  });
}
