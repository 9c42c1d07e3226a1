/**
 * Naughty strings in every header that the service reads, as bytes on a socket: what is no HTTP is refused as such, everything else is
 * answered as if the header were another client's mistake. And addresses of a megabyte.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectKnownError, onSocket } from '../harness/http.ts';
import { openLeague, type Bot, type League } from '../harness/league.ts';
import { each } from './doors.ts';
import { naughty } from './naughty.ts';

let league: League;
let bot: Bot;
beforeAll(async () => {
  league = await openLeague({ env: { PAPERTAPE_PROXIES: '127.0.0.1' } });
  await league.advance({ minutes: 35 });
  bot = await league.enter();
});
afterAll(() => league.close());

const mcp = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const order = JSON.stringify({ date: '2026-03-02', weights: {} });
const json = (body: string): string => `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;

/** Requests that read the header, without it. */
const readers: Readonly<
  Record<string, () => { readonly start: string; readonly head: string; readonly body?: string }>
> = {
  Authorization: () => ({ start: `GET /api/agents/${bot.id}/state`, head: '' }),
  'Idempotency-Key': () => ({
    start: `POST /api/agents/${bot.id}/weights`,
    head: `Authorization: Bearer ${bot.key}\r\n${json(order)}`,
    body: order,
  }),
  'If-None-Match': () => ({ start: 'GET /api/leaderboard', head: '' }),
  'X-Forwarded-For': () => ({ start: 'GET /api/status', head: '' }),
  Accept: () => ({ start: 'GET /api/agents/nobody', head: '' }),
  'Accept-Encoding': () => ({ start: 'GET /api/leagues', head: '' }),
  'Content-Type': () => ({
    start: `POST /api/agents/${bot.id}/icon`,
    head: `Authorization: Bearer ${bot.key}\r\nContent-Length: 11\r\n`,
    body: '{"icon":""}',
  }),
  Host: () => ({ start: 'POST /mcp', head: json(mcp), body: mcp }),
  Origin: () => ({ start: 'POST /mcp', head: json(mcp), body: mcp }),
  'MCP-Protocol-Version': () => ({ start: 'POST /mcp', head: json(mcp), body: mcp }),
};

test.each(Object.keys(readers))('%s', async (name) => {
  const { start, head, body = '' } = readers[name]!();
  let answered = 0;
  await each(naughty, 20, async (text) => {
    const host = name === 'Host' ? '' : 'Host: 127.0.0.1\r\n';
    // Line breaks would begin another header, which is the client's own.
    const value = text.toWellFormed().replaceAll(/[\r\n]+/g, ' ');
    const [answer] = await onSocket(league, `${start} HTTP/1.1\r\n${host}${head}${name}: ${value}\r\n\r\n${body}`);
    if (!answer) throw new Error(`no answer to ${name}: ${JSON.stringify(text)}`);
    answered++;
    expect(answer.status, `${name}: ${JSON.stringify(text)} ${answer.text}`).toBeLessThan(500);
    if (answer.status >= 400 && !answer.text.startsWith('{"jsonrpc"') && !isProblem(answer.headers))
      expectKnownError(answer);
    for (const [, sent] of answer.headers) expect(sent.includes('Set-Cookie')).toBe(false);
  });
  expect(answered).toBe(naughty.length);
});

function isProblem(headers: Headers): boolean {
  return headers.get('content-type') === 'application/problem+json';
}

test('an address of a megabyte is too long', async () => {
  for (const path of [
    `/${'a'.repeat(1_000_000)}`,
    `/api/validate?league=spot_crypto&symbol=${'%41'.repeat(300_000)}`,
  ]) {
    const [answer] = await onSocket(league, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(expectKnownError(answer!).error.code).toBe('head_too_large');
  }
});
