import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { agentId, apiKey } from '../test/samples.ts';
import { createClient } from './client.ts';
import type { AgentEvent } from './wire.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A service that answers each request for the stream in its turn. */
async function service(...answers: ((response: ServerResponse) => void)[]) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answers[Math.min(asked.length, answers.length) - 1]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const waits: number[] = [];
  const bot = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    agentId,
    apiKey,
    attemptsMax: 1,
    random: () => 0.5,
    sleep: async (ms) => void waits.push(ms),
  });
  return { bot, asked, waits };
}

const event = (n: number): string =>
  `id: evt_${n}\nevent: close\ndata: ${JSON.stringify({ id: `close/${n}`, type: 'close', at: '', cursor: `evt_${n}`, data: {} })}\n\n`;
const head = { 'content-type': 'text/event-stream' };

async function take(events: AsyncGenerator<AgentEvent, void>, count: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const e of events) {
    ids.push(e.id);
    if (ids.length === count) break;
  }
  return ids;
}

it('comes back behind the last whole event, however the connection broke', async () => {
  const { bot, asked, waits } = await service(
    (r) => r.writeHead(200, head).write('retry: 1\nid: evt_0\n\n', () => r.destroy()),
    (r) => r.writeHead(200, head).end(`${event(1)}: \n\n${event(2)}${event(3).slice(0, -1)}`),
    (r) => r.writeHead(503, { 'retry-after': '7' }).end(),
    (r) => r.destroy(),
    (r) => void r.writeHead(200, head).write(event(3) + event(4)),
  );
  expect(await take(bot.stream({ since: 'now' }), 4)).toEqual(['close/1', 'close/2', 'close/3', 'close/4']);
  expect(asked.map((r) => new URL(r.url ?? '', 'http://x').searchParams.get('since'))).toEqual([
    'now',
    'evt_0',
    'evt_2',
    'evt_2',
    'evt_2',
  ]);
  expect(asked[0]?.headers).toMatchObject({ accept: 'text/event-stream', authorization: `Bearer ${apiKey}` });
  // What the service asked for is waited, and failures in a row wait longer.
  expect(waits[2]).toBe(7_000);
  expect(waits[3]).toBeGreaterThan(waits[0] ?? 0);
});

it('a silent connection is taken for dead', async () => {
  const { bot, asked } = await service(
    (r) => void r.writeHead(200, head).write(event(1)),
    (r) => void r.writeHead(200, head).write(event(2)),
  );
  expect(await take(bot.stream({ silenceMsMax: 500 }), 2)).toEqual(['close/1', 'close/2']);
  expect(asked).toHaveLength(2);
});

it('a refusal that no repetition changes is thrown as the service says it', async () => {
  const refusal = JSON.stringify({
    detail: 'No bot has this API key.',
    error: { code: 'unknown_key', fix: 'Use it.' },
  });
  const { bot, asked } = await service((r) => r.writeHead(401, { 'content-type': 'application/json' }).end(refusal));
  await expect(take(bot.stream(), 1)).rejects.toMatchObject({ status: 401, code: 'unknown_key' });
  expect(asked).toHaveLength(2);
});

it('ends when it is told to', async () => {
  const end = new AbortController();
  const { bot } = await service((r) => void r.writeHead(200, head).write(event(1)));
  const ids: string[] = [];
  for await (const e of bot.stream({ signal: end.signal })) {
    ids.push(e.id);
    end.abort();
  }
  expect(ids).toEqual(['close/1']);
});
