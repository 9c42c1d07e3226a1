/** What a bad or broken client can send: always a failure of the catalogue in its shape, never a 5xx, never a stored order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from 'papertape-contract/limits';
import type { OrderAck } from 'papertape-contract/order';
import { expectError, expectKnownError, get, okJson, post, type Answer } from '../../harness/http.ts';
import type { Bot, League } from '../../harness/league.ts';
import { leagueOfFile } from '../../harness/of-test.ts';
import { art } from '../../harness/showcase.ts';
import { call, failureOf, structured } from '../mcp/tool-calls.ts';

let league: League;
let bot: Bot;
leagueOfFile((own) => ({ league, bot } = own));

function order(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
  return post(league, `/api/agents/${bot.id}/weights`, body, { key: bot.key, headers });
}

const withWeights = (weights: string): string => `{"date":"2026-03-02","weights":${weights}}`;

describe('JSON', () => {
  test.each([
    '',
    ' ',
    'null',
    'true',
    '5',
    '"text"',
    '[]',
    '[{"date":"2026-03-02"}]',
    '{',
    '}',
    '{"date":}',
    '{"date":"2026-03-02",}',
    "{'date':'2026-03-02'}",
    '{date:1}',
    withWeights('{"BTC-USD":NaN}'),
    withWeights('{"BTC-USD":Infinity}'),
    withWeights('{"BTC-USD":.5}'),
    withWeights('{"BTC-USD":+0.5}'),
    withWeights('{"BTC-USD":00.5}'),
    withWeights('{"BTC-USD":0x1}'),
    withWeights('{"BTC-USD":1_0}'),
    `${withWeights('{}')}{}`,
    `${withWeights('{}')}x`,
    '// comment\n{}',
    '{"a":"\u0001"}',
    '{"a":"\\x"}',
    '{"a":"\\u12"}',
  ])('no JSON object: %j', async (body) => {
    expectError(await order(body), 'invalid_json');
  });

  test('bytes that are not UTF-8', async () => {
    const [head = '', tail = ''] = withWeights('{"?":0}').split('?');
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xf5, 0x80, 0x80, 0x80]]) {
      expectError(
        await order(Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)])),
        'invalid_json',
      );
    }
    expectError(await order(Buffer.from(withWeights('{}'), 'utf16le')), 'invalid_json');
  });

  test('a byte order mark is no fault', async () => {
    okJson(await order(`\uFEFF${withWeights('{}')}`));
    expectError(await order(`\uFEFF\uFEFF${withWeights('{}')}`), 'invalid_json');
  });

  test('a member named twice, also when one of the names is escaped, at any depth', async () => {
    for (const body of [
      '{"date":"2026-03-02","weights":{},"date":"2026-03-02"}',
      '{"date":"2026-03-02","weights":{},"\\u0064ate":"2026-03-02"}',
      withWeights('{"BTC-USD":0.1,"BTC-USD":0.1}'),
      withWeights('{"BTC-USD" :0.1,"BTC\\u002dUSD"\n:\t0.2}'),
      '{"date":"2026-03-02","weights":{},"x":[[{"\\u0061":1,"a":2}]]}',
      '{"__proto__":1,"__proto__":2}',
    ]) {
      expectError(await order(body), 'duplicate_member');
    }
    okJson(await order('{"date":"2026-03-02","weights":{},"a":[{"b":":"},{"b":"\\":"}],"c":"a"}'));
  });

  test('sixteen levels are taken, seventeen not, and a wall of brackets quickly', async () => {
    const nested = (depth: number): string =>
      `{"date":"2026-03-02","weights":{},"x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    okJson(await order(nested(limits.jsonDepthMax)));
    expectError(await order(nested(limits.jsonDepthMax + 1)), 'json_too_deep');
    expectError(await order('['.repeat(limits.requestBodyBytesMax)), 'json_too_deep');
    expectError(await order('{"a":'.repeat(10_000)), 'json_too_deep');
    expectError(await order(`"${'['.repeat(60_000)}`), 'invalid_json');
    expectError(await order('['.repeat(1_048_576)), 'body_too_large');
    okJson(await order(`{"date":"2026-03-02","weights":{},"x":"${'['.repeat(1_000)}"}`));
  });

  test('lone surrogates and control characters are no text, wherever they stand', async () => {
    for (const text of ['\\ud800', '\\udc00', 'a\\udfffb', '\\u0000', '\\u001b[31m', '\\u007f', '\\b']) {
      expectError(await order(`{"date":"2026-03-02","weights":{},"reason":"${text}"}`), 'invalid_text');
      expectError(await order(`{"date":"2026-03-02","weights":{},"${text}":1}`), 'invalid_text');
      expectError(await order(withWeights(`{"${text}":0.1}`)), 'invalid_text');
    }
    okJson(await order('{"date":"2026-03-02","weights":{},"reason":"\\ud83e\\udd16 tab\\tline\\n"}'));
  });

  test('numbers that no double holds', async () => {
    expectError(await order(withWeights('{"BTC-USD":1e400}')), 'weights_sum');
    expectError(await order(withWeights('{"BTC-USD":1e999999999}')), 'invalid_weights');
    expectError(await order(withWeights(`{"BTC-USD":0.${'9'.repeat(60_000)}}`)), 'invalid_weights');
    expectError(await order(withWeights('{"BTC-USD":-1e400}')), 'negative_weight');
    expectError(await order(withWeights('{"BTC-USD":1e-400}')), 'invalid_weights');
  });

  test('__proto__ is a name like any other', async () => {
    expectError(await order('{"__proto__":{"date":"2026-03-02","weights":{}}}'), 'missing_field');
    expectError(await order(withWeights('{"__proto__":0.5}')), 'unknown_symbol');
    expectError(await order(withWeights('{"constructor":0.5,"toString":0}')), 'unknown_symbol');
    const ack = okJson<OrderAck>(await order('{"date":"2026-03-02","weights":{},"__proto__":{"sandbox":true}}'));
    expect(ack).toMatchObject({
      sandbox: false,
      warnings: ['Unknown member "__proto__" was ignored. Known: date, weights, sandbox, reason.'],
    });
  });

  test('members of the wrong type', async () => {
    for (const [body, code] of [
      ['{"date":5,"weights":{}}', 'invalid_field'],
      ['{"date":null,"weights":{}}', 'invalid_field'],
      ['{"date":["2026-03-02"],"weights":{}}', 'invalid_field'],
      ['{"date":"2026-3-2","weights":{}}', 'invalid_field'],
      ['{"date":"2026-02-29","weights":{}}', 'invalid_field'],
      ['{"date":"2026-03-02T00:00:00Z","weights":{}}', 'invalid_field'],
      ['{"date":"2026-03-02","weights":{},"sandbox":"true"}', 'invalid_field'],
      ['{"date":"2026-03-02","weights":{},"sandbox":null}', 'invalid_field'],
      ['{"date":"2026-03-02","weights":{},"reason":{}}', 'invalid_field'],
      ['{"date":"2026-03-02","weights":"all"}', 'invalid_weights'],
      ['{"date":"2026-03-02","weights":1}', 'invalid_weights'],
      ['{"date":"2026-03-02","weights":{"BTC-USD":null}}', 'invalid_weights'],
      ['{"date":"2026-03-02","weights":{"BTC-USD":true}}', 'invalid_weights'],
      ['{"date":"2026-03-02","weights":{"BTC-USD":{"text":"0.5"}}}', 'invalid_weights'],
      ['{"date":"2026-03-02","weights":{"BTC-USD":[0.5]}}', 'invalid_weights'],
    ] as const) {
      expectError(await order(body), code);
    }
  });
});

test('each body may have exactly as many bytes as its limit says: the greater one where it may hold a drawing', async () => {
  const { requestBodyBytesMax: usual, drawingBodyBytesMax: larger } = limits;
  const padded = (text: string, bytes: number): string => text.padEnd(bytes, ' ');
  const tooLarge = async (answer: Promise<Answer>, max: number): Promise<void> =>
    expect(expectError(await answer, 'body_too_large').detail).toBe(`The body is larger than ${max} bytes.`);
  const { key } = bot;
  for (const path of [`/api/agents/${bot.id}/weights`, `/api/agents/${bot.id}/weights?preview=true`]) {
    okJson(await post(league, path, padded(withWeights('{}'), usual), { key }));
    await tooLarge(post(league, path, padded(withWeights('{}'), usual + 1), { key }), usual);
  }
  await tooLarge(post(league, '/api/agents/register', padded('{}', usual + 1)), usual);
  await tooLarge(
    post(league, '/newsletter', padded('email=x', usual + 1), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    usual,
  );
  const entry = JSON.stringify({ agent_id: bot.id, ...art });
  okJson(await post(league, '/api/showcase', padded(entry, larger), { key }));
  await tooLarge(post(league, '/api/showcase', padded(entry, larger + 1), { key }), larger);
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const headers = { accept: 'application/json, text/event-stream' };
  okJson(await post(league, '/mcp', padded(ping, larger), { headers }));
  await tooLarge(post(league, '/mcp', padded(ping, larger + 1), { headers }), larger);
  // A drawing of the most bytes fits, also where each of them has to be escaped.
  expect(2 * limits.svgBytesMax).toBeLessThan(larger - 4_096);
});

test('a tool passes on no more than its operation takes', async () => {
  const args = { date: '2026-03-02', weights: {}, reason: ' '.repeat(limits.requestBodyBytesMax) };
  const headers = { ...structured, authorization: `Bearer ${bot.key}` };
  expect(failureOf(await call(league, 'arena_submit_weights', args, headers)).error.code).toBe('body_too_large');
});

test('types of bodies', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8']) {
    okJson(await order(withWeights('{}'), { 'content-type': type }));
  }
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'json',
    '/',
  ]) {
    expectError(await order(withWeights('{}'), { 'content-type': type }), 'unsupported_media_type');
  }
});

test('keys: a header that is none', async () => {
  for (const authorization of [
    'Basic eDp5',
    'Bearer',
    'Bearer ',
    `Bearer ${bot.key} x`,
    `Token ${bot.key}`,
    bot.key,
    `Bearer ${'x'.repeat(5_000)}`,
  ]) {
    expectError(
      await post(league, `/api/agents/${bot.id}/weights`, '{}', { headers: { authorization } }),
      'malformed_key',
    );
  }
  okJson(await get(league, `/api/agents/${bot.id}/state`, { headers: { authorization: `bearer ${bot.key}` } }));
});

const someJson = fc.jsonValue({ maxDepth: 3 });
const weightsLike = fc.dictionary(
  fc.oneof(fc.constantFrom('BTC-USD', 'ETH-USD', 'NO'), fc.string()),
  fc.oneof(fc.double(), fc.string(), someJson),
  {
    maxKeys: 6,
  },
);
const bodies = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 200 }),
  someJson.map((v) => JSON.stringify(v)),
  fc
    .record(
      {
        date: fc.oneof(fc.constant('2026-03-02'), someJson),
        weights: fc.oneof(weightsLike, someJson),
        sandbox: someJson,
        reason: someJson,
      },
      { requiredKeys: [] },
    )
    .map((v) => JSON.stringify(v)),
  fc
    .record(
      {
        name: someJson,
        company: fc.oneof(fc.string(), someJson),
        contact: fc.constant('f@uzz.test'),
        country: fc.oneof(fc.constant('CA'), someJson),
        league: someJson,
        icon: someJson,
        pledge_pct: someJson,
      },
      { requiredKeys: [] },
    )
    .map((v) => JSON.stringify(v)),
);

test('fuzz: any body on any POST is taken or refused from the catalogue, never a fault', async () => {
  const paths = [
    '/api/agents/register',
    `/api/agents/${bot.id}/weights`,
    `/api/agents/${bot.id}/weights?preview=true`,
    `/api/agents/${bot.id}/check`,
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), bodies, async (path, body) => {
      const answer = await post(league, path, body, { key: bot.key });
      if (answer.status !== 200) expect(expectKnownError(answer).error.code).not.toBe('internal');
    }),
    { numRuns: 400 },
  );
});

test('fuzz: any query and any path', async () => {
  const part = fc.string({ unit: 'binary', maxLength: 30 }).map((s) => encodeURIComponent(s.toWellFormed()));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        '/api/leaderboard',
        '/api/universe',
        '/api/validate',
        `/api/agents/${bot.id}/trades`,
        '/api/agents',
        '/api/proofs/marks',
        '/api/x',
      ),
      fc.oneof(
        part,
        fc.string({ maxLength: 10 }).map((s) => s.replaceAll(/[^\x21-\x7e]|[#?/\\]/g, '%')),
      ),
      fc.dictionary(fc.constantFrom('league', 'symbol', 'page', 'per_page', 'format', 'x'), part, { maxKeys: 3 }),
      async (path, below, query) => {
        const q = Object.entries(query)
          .map(([k, v]) => `${k}=${v}`)
          .join('&');
        for (const url of [`${path}?${q}`, `${path}/${below}?${q}`]) {
          const answer = await get(league, url);
          if (answer.status >= 400) expect(expectKnownError(answer).error.code, url).not.toBe('internal');
        }
      },
    ),
    { numRuns: 300 },
  );
});
