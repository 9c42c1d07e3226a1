/** Broken HTTP on a bare socket: 400 in the shape of every error, and the connection ends. */
import { expect, test } from 'vitest';
import { limits } from 'papertape-contract/limits';
import { expectError, expectKnownError, onSocket, send, type Answer } from '../../harness/http.ts';
import type { Bot, League } from '../../harness/league.ts';
import { leagueOfFile } from '../../harness/of-test.ts';

let league: League;
let bot: Bot;
leagueOfFile((own) => ({ league, bot } = own));

const head = (lines: string): string => `POST /api/agents/register HTTP/1.1\r\nHost: x\r\n${lines}\r\n`;
const json = 'Content-Type: application/json\r\n';

test.each([
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['TLS on a plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['a header with a NUL', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n'],
  ['two lengths', head(`${json}Content-Length: 2\r\nContent-Length: 3\r\n`)],
  ['a length that is no number', head(`${json}Content-Length: two\r\n`)],
  ['a negative length', head(`${json}Content-Length: -1\r\n`)],
  ['length and chunks', head(`${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n`)],
  ['chunks that are none', `${head(`${json}Transfer-Encoding: chunked\r\n`)}zz\r\n{}\r\n`],
  ['an unknown transfer coding', head(`${json}Transfer-Encoding: gzip\r\n`)],
])('%s: 400 in our shape, and the connection ends', async (_name, bytes) => {
  const [answer] = await onSocket(league, Buffer.from(bytes, 'latin1'));
  expectError(answer as Answer, 'invalid_json');
  expect(answer?.headers.get('connection')).toBe('close');
});

test('chunks are a body like any other; too many of them are too large', async () => {
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
  const line = `POST /api/agents/${bot.id}/weights HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bot.key}\r\n${json}Transfer-Encoding: chunked\r\n\r\n`;
  const [ok] = await onSocket(league, `${line}${chunk('{"date":"2026-03-02",')}${chunk('"weights":{}}')}0\r\n\r\n`);
  expect(ok?.status).toBe(200);
  const [large] = await onSocket(
    league,
    `${line}${chunk(' '.repeat(limits.requestBodyBytesMax))}${chunk('{}')}0\r\n\r\n`,
  );
  expectError(large as Answer, 'body_too_large');
});

test('a body longer than its length: what follows it is no request, and the connection ends', async () => {
  const answers = await onSocket(league, `${head(`${json}Content-Length: 2\r\n`)}{}{}{}\r\n\r\n`, 2);
  const last = answers.at(-1) as Answer;
  expectError(last, 'invalid_json');
  expect(last.headers.get('connection')).toBe('close');
});

test('a body without a type, and a type without a body', async () => {
  const [untyped] = await onSocket(league, `${head('Content-Length: 2\r\n')}{}`);
  expectError(untyped as Answer, 'unsupported_media_type');
  const [bodyless] = await onSocket(league, head(`${json}Content-Length: 0\r\n`));
  expectError(bodyless as Answer, 'invalid_json');
  const [nothing] = await onSocket(league, head(''));
  expectError(nothing as Answer, 'invalid_json');
});

test('paths that cannot be read, and very long ones', async () => {
  for (const path of [
    '/%',
    '/%zz',
    '/%ff',
    '/api/agents/%',
    `/api/agents/${'a'.repeat(500)}`,
    '/api/agents/../../etc/passwd',
  ]) {
    const [answer] = await onSocket(league, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect([404]).toContain(answer?.status);
    expectKnownError(answer as Answer);
  }
  const [star] = await onSocket(league, 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(star?.status).toBeLessThan(500);
});

test('methods that nobody takes', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expectError(await send(league, method, '/api/leagues'), 'method_not_allowed');
  const [trace] = await onSocket(league, 'TRACE /api/leagues HTTP/1.1\r\nHost: x\r\n\r\n');
  expectError(trace as Answer, 'method_not_allowed');
  const [connect] = await onSocket(league, 'PROPFIND /api/leagues HTTP/1.1\r\nHost: x\r\n\r\n');
  expectKnownError(connect as Answer);
});
