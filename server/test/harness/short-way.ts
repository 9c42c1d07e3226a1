/** A POST of a bot by both ways: whole, so that it is answered before the framework, and in two parts, so that the framework answers it. */
import { connect } from 'node:net';
import { expect } from 'vitest';
import { expectError, onSocket, type Answer } from './http.ts';
import type { ErrorCode } from 'papertape-contract/errors';
import type { Bot, League } from './league.ts';

export interface Sent {
  readonly body?: string;
  readonly key?: string;
  readonly path?: string;
  readonly headers?: readonly string[];
}

export interface BothWays {
  readonly inOne: (sent: Sent) => Promise<Answer>;
  /** Its body is sent when the server has read the head: the framework takes it. */
  readonly inTwo: (sent: Sent) => Promise<Answer>;
  /** How often the short way was gone. */
  readonly gone: () => number;
}

/** @param good what is sent where a test says nothing else. */
export function bothWays(league: League, bot: Bot, good: { readonly path: string; readonly body: string }): BothWays {
  let gone = 0;
  const { shortWays } = league.app.deps;
  const found = shortWays.find(good.path);
  if (!found) throw new Error(`${good.path} has no short way`);
  shortWays.set(found.operation, (request) => {
    gone++;
    return found.way(request);
  });
  function partsOf({ body = good.body, key = bot.key, path = good.path, headers = [] }: Sent) {
    const lines = [
      `POST ${path} HTTP/1.1`,
      'Host: x',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Authorization: Bearer ${key}`,
      ...headers,
    ];
    return [`${lines.join('\r\n')}\r\n\r\n`, body] as const;
  }
  return {
    gone: () => gone,
    inOne: async (sent) => (await onSocket(league, partsOf(sent).join('')))[0] as Answer,
    async inTwo(sent) {
      const [head, body] = partsOf(sent);
      const { hostname, port } = new URL(league.url);
      const begun = new Promise<void>((resolve) => league.app.http.server.once('request', () => resolve()));
      const socket = connect(Number(port), hostname, () => socket.write(head));
      await begun;
      await new Promise(setImmediate);
      const bytes = await new Promise<Buffer>((resolve) => {
        socket.once('data', resolve);
        socket.write(body);
      });
      socket.destroy();
      const [first = '', text = ''] = bytes.toString().split('\r\n\r\n');
      const [status = '', ...lines] = first.split('\r\n');
      const headers = new Headers(lines.map((l) => l.split(': ', 2) as [string, string]));
      return { status: Number(status.split(' ')[1]), headers, text, json: JSON.parse(text) as unknown };
    },
  };
}

/** What both ways have in common: all but instants, ids and how much is left of the limits. */
function comparable({ status, headers, text }: Answer, withText = true): unknown {
  const head = Object.fromEntries(headers);
  const left = (head['ratelimit'] ?? '').replaceAll(/;r=\d+;t=\d+/g, '');
  return { status, head: { ...head, date: '', 'x-request-id': '', ratelimit: left }, text: withText ? text : '' };
}

/** @param first the answer of the short way to what `keyed` sends. */
export async function expectSameAnswers(both: BothWays, keyed: Sent, first: Answer): Promise<void> {
  const gone = both.gone();
  const behind = await both.inTwo({});
  expect(both.gone()).toBe(gone);
  expect(comparable(behind, false)).toEqual(comparable(first, false));
  const [again, againBehind] = [await both.inOne(keyed), await both.inTwo(keyed)];
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.text).toBe(first.text);
  expect(comparable(againBehind)).toEqual(comparable(again));
}

export async function expectSameFailure(both: BothWays, sent: Sent, code: ErrorCode): Promise<void> {
  const gone = both.gone();
  const [short, behind] = [await both.inOne(sent), await both.inTwo(sent)];
  expect(both.gone()).toBe(gone + 1);
  expectError(short, code);
  expect(comparable(short)).toEqual(comparable(behind));
  expect(short.headers.get('ratelimit')).not.toBeNull();
}
