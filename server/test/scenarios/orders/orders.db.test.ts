/** An order from the outside: its window at exact marks, its acknowledgement, exact numbers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderAck } from 'papertape-contract/order';
import { expectError, get, okJson, post, type Answer } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

const date = '2026-03-02';
let league: League;
let bot: Bot;

function place(weights: string, more = ''): Promise<Answer> {
  return post(league, `/api/agents/${bot.id}/weights`, `{"date":"${date}","weights":${weights}${more}}`, {
    key: bot.key,
  });
}

beforeAll(async () => {
  league = await openLeague();
  bot = await league.enter();
});
afterAll(() => league.close());

test('the window starts at the first mark strictly after arrival', async () => {
  for (const [arrival, start, end] of [
    ['2026-03-02T00:00:00.000Z', '00:05', '00:35'],
    ['2026-03-02T00:04:59.999Z', '00:05', '00:35'],
    ['2026-03-02T00:05:00.000Z', '00:10', '00:40'],
    ['2026-03-02T00:05:00.001Z', '00:10', '00:40'],
    ['2026-03-02T23:29:59.999Z', '23:30', '24:00'],
    ['2026-03-02T23:30:00.000Z', '23:35', '24:05'],
    ['2026-03-02T23:59:59.999Z', '24:00', '24:30'],
  ] as const) {
    await league.advanceTo(arrival);
    const ack = await bot.weights({ 'BTC-USD': 0.5 });
    const at = (time: string): string =>
      new Date(
        Date.parse('2026-03-02T00:00Z') + (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * 60_000,
      ).toISOString();
    expect(ack.received_at).toBe(arrival);
    expect(ack.window).toEqual({ start: at(start), end: at(end) });
    expect(ack.fills_by).toBe(at(end));
  }
});

test('the acknowledgement, member by member', async () => {
  const answer = await place(
    '{"ETH-USD":0.25,"BTC-USD":0.5}',
    ',"sandbox":false,"reason":"because","note":1}'.slice(0, -1),
  );
  const ack = okJson<OrderAck>(answer);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(Object.keys(ack)).toEqual([
    'ok',
    'agent_id',
    'league',
    'order_id',
    'state',
    'sandbox',
    'received_at',
    'date',
    'window',
    'fills_by',
    'weights',
    'weights_text',
    'cash_weight',
    'reason',
    'receipt',
    'rules_version',
    'price_source',
    'warnings',
  ]);
  expect(ack).toMatchObject({
    ok: true,
    state: 'pending',
    sandbox: false,
    date,
    weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.25 },
    weights_text: '{"BTC-USD":"0.5","ETH-USD":"0.25"}',
    cash_weight: 0.25,
    reason: 'because',
    price_source: { kind: 'simulated', live: false },
    warnings: ['Unknown member "note" was ignored; did you mean "reason"? Known: date, weights, sandbox, reason.'],
  });
  expect(ack.order_id).toMatch(/^ord_[0-9a-v]{16}$/);
  expect(ack.receipt.hash).toMatch(/^[0-9a-f]{64}$/);
});

test('sum and sign are exact on the digits as sent', async () => {
  for (const good of [
    '{}',
    '{"BTC-USD":1}',
    '{"BTC-USD":1.0}',
    '{"BTC-USD":1e0}',
    '{"BTC-USD":10E-1}',
    '{"BTC-USD":0.1,"ETH-USD":0.2,"SOL-USD":0.7}',
    '{"BTC-USD":0.333333333333333333,"ETH-USD":0.333333333333333333,"SOL-USD":0.333333333333333334}',
    '{"BTC-USD":0.9999999999999999999999999999}',
    '{"BTC-USD":1,"ETH-USD":-0}',
    '{"BTC-USD":-0.0e5}',
    '{"BTC-USD":1e-6}',
  ]) {
    okJson(await place(good));
  }
  for (const above of [
    '{"BTC-USD":1,"ETH-USD":1e-6}',
    '{"BTC-USD":1.00000001}',
    '{"BTC-USD":1.0000000010000000001}',
    '{"BTC-USD":0.1,"ETH-USD":0.2,"SOL-USD":0.7000000011}',
    '{"BTC-USD":2}',
    '{"BTC-USD":1e300}',
  ]) {
    expect(expectError(await place(above), 'weights_sum').detail).toMatch(/^The weights sum to /);
  }
  for (const below of ['{"BTC-USD":-1e-30}', '{"BTC-USD":0.5,"ETH-USD":-0.1}', '{"BTC-USD":-1e-400}']) {
    expectError(await place(below), 'negative_weight');
  }
});

test('a weight above zero and below a millionth is refused, however it is written', async () => {
  for (const tiny of ['1e-400', '1e-19', '9.9e-7', '0.000000999999999', '0.00000099999999999999999']) {
    const { detail, error } = expectError(await place(`{"BTC-USD":0.5,"ETH-USD":${tiny}}`), 'invalid_weights');
    expect(detail).toBe(`The weight of ETH-USD is ${tiny}; the least is 0.000001.`);
    expect(error.fix).toBe('Leave it out, or name it with 0: it is sold if you hold it.');
  }
});

test('a sum above 1 by no more than a computer rounds counts as 1, with a warning, in the receipt as it was sent; the fill spends no more than there is', async () => {
  const third = 0.3333333333333334;
  const weights = { 'BTC-USD': third, 'ETH-USD': third, 'SOL-USD': third };
  const warning = 'sum_rounded: the weights sum to 1.0000000000000002 and count as 1.';
  const own = await league.enter();
  expect(await own.preview(weights)).toMatchObject({ warnings: [warning] });
  // The client checks the receipt against what it sent.
  const ack = await own.weights(weights);
  expect(ack).toMatchObject({ warnings: [warning], cash_weight: 0, weights });
  const bound = await own.weights({ 'BTC-USD': '1.000000001' });
  expect(bound.warnings).toEqual(['sum_rounded: the weights sum to 1.000000001 and count as 1.']);
  expect(bound.weights_text).toBe('{"BTC-USD":"1.000000001"}');
  expect((await own.weights({ 'BTC-USD': 1 })).warnings).toEqual([]);
  await league.advance({ minutes: 35 });
  for (const { order_id } of [ack, bound]) {
    const order = await own.order(order_id);
    expect(order).toMatchObject({ state: 'filled', cash_weight: 0 });
    expect(Number(order.cash_after)).toBeGreaterThanOrEqual(0);
    expect(Number(order.cash_after)).toBeLessThan(0.01);
  }
});

test('a number that is a weight but is written too long is told so, with a fix that works', async () => {
  const long = `0.${'1'.repeat(63)}`;
  for (const [text, detail] of [
    [long, 'The weight of BTC-USD has 65 characters; a weight is written in at most 64.'],
    ['1e-401', 'The weight of BTC-USD is 1e-401; an exponent is at least -400 and at most 400.'],
    ['0e401', 'The weight of BTC-USD is 0e401; an exponent is at least -400 and at most 400.'],
  ] as const) {
    const refused = expectError(await place(`{"BTC-USD":${text}}`), 'invalid_weights');
    expect(refused.detail).toBe(detail);
    expect(refused.error.fix).toBe('Round each weight to 18 decimal places; more are not kept.');
  }
  okJson(await place(`{"BTC-USD":${long.slice(0, 20)}}`));
  const rules = okJson<{ limits: object }>(await get(league, '/rules.json'));
  expect(rules.limits).toMatchObject({ weightCharactersMax: 64, weightExponentMax: 400 });
});

test('digits below the 18th place and zeros are left out of what is stored; the rest is cash', async () => {
  const ack = okJson<OrderAck>(await place('{"BTC-USD":0,"ETH-USD":0e-19,"SOL-USD":0.1000000000000000009}'));
  expect(ack.weights).toEqual({ 'SOL-USD': 0.1 });
  expect(ack.cash_weight).toBe(0.9);
  expect(okJson<OrderAck>(await place('{}'))).toMatchObject({ weights: {}, cash_weight: 1 });
});

test('an unknown symbol is named with those that look like it', async () => {
  for (const [wrong, near] of [
    ['BTCUSD', 'BTC-USD'],
    ['btc-usd', 'BTC-USD'],
    ['BTC', 'BTC-USD'],
    ['ETH-USDT', 'ETH-USD'],
    ['DOGEE-USD', 'DOGE-USD'],
  ] as const) {
    const { detail, error } = expectError(await place(JSON.stringify({ [wrong]: 0.1 })), 'unknown_symbol');
    expect(detail).toContain(wrong);
    expect(error.fix, wrong).toContain(near);
  }
  expect(expectError(await place('{"QQQQQQQQ":0}'), 'unknown_symbol').error.fix).toContain('GET /api/universe');
  // A symbol of another league is unknown here.
  expectError(await place('{"NVDA-USD":0.1}'), 'unknown_symbol');
});

test('a reason has at most 500 characters, counted as code points', async () => {
  for (const reason of ['r'.repeat(500), '🤖'.repeat(500)]) {
    const ack = await bot.weights({}, { reason });
    expect((await bot.order(ack.order_id)).reason).toBe(reason);
  }
  for (const reason of ['r'.repeat(501), '🤖'.repeat(501)]) {
    expectError(await place('{}', `,"reason":${JSON.stringify(reason)}`), 'invalid_field');
  }
  for (const none of ['""', 'null']) {
    const ack = okJson<OrderAck>(await place('{}', `,"reason":${none}`));
    expect((await bot.order(ack.order_id)).reason).toBeNull();
  }
});

test('the client date is recorded and decides nothing', async () => {
  const ack = await bot.weights({}, { date: '1999-12-31' });
  expect(ack.date).toBe('1999-12-31');
  expect(ack.received_at).toBe(new Date(league.now()).toISOString());
});

test('a hundred symbols may be named, a hundred and one not', async () => {
  const named = (n: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: n }, (_, i) => [`N${i}-USD`, 0])));
  expectError(await place(named(100)), 'unknown_symbol');
  expectError(await place(named(101)), 'invalid_weights');
});
