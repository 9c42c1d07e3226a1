/** An event stream as a plain reader sees it: its messages one by one, comments and ids without data among them. */
import { request, type IncomingHttpHeaders } from 'node:http';
import type { AgentEvent } from 'papertape-contract/event';
import type { Served } from './http.ts';

export interface OpenStream {
  readonly status: number;
  readonly head: IncomingHttpHeaders;
  /** The next events; resolves when they are there. */
  take(count: number): Promise<AgentEvent[]>;
  /** The first id without an event. */
  firstId(): Promise<string>;
  /** Resolves at the next comment. */
  comment(): Promise<void>;
  /** Resolves when the other side has ended it. */
  ended(): Promise<void>;
  close(): void;
}

export async function openStream(
  { url }: Served,
  path: string,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenStream> {
  const events: AgentEvent[] = [];
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
      { agent: false, headers: { accept: 'text/event-stream', authorization: `Bearer ${key}`, ...headers } },
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
              const event = JSON.parse(data) as AgentEvent;
              if (event.cursor !== id || event.type !== type) reject(new Error(`not one event: ${part}`));
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
