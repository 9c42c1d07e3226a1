/** What a run of a strategy does when it is refused, asked to wait, or told to stop, and when the strategy fails. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReceiptError, type Strategy, type StrategyState } from '../../../../client/src/index.ts';
import { createReplaySource } from '../../../src/sources/replay/replay.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { folderOfTest } from '../../harness/of-test.ts';
import { writeSessions } from '../../harness/session-recording.ts';
import { emptyDisk, runOnce, type RunOf } from './runs.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
  await league.advanceTo('2026-03-04T00:10:00Z');
});
afterAll(() => league.close());

const half: Strategy = () => ({ 'BTC-USD': 0.5 });
const options = { now: true, once: true, sandbox: false };

async function runHere(of: Partial<RunOf> = {}) {
  const bot = await league.enter();
  return { bot, ...(await runOnce({ league, bot, decide: half, ...of, options: { ...options, ...of.options } })) };
}

test('the first run waits for the next instant, after an order that is a test; the fill is told', async () => {
  const own = await openLeague({ start: '2026-03-04T22:00:00Z' });
  await own.advance({ hours: 1 });
  const bot = await own.enter();
  const { told, slept } = await runOnce({
    league: own,
    bot,
    decide: half,
    async onSleep(_, stop) {
      await own.advance({ minutes: 15 });
      if (own.now() >= Date.parse('2026-03-05T01:00:00Z')) stop();
    },
  });
  const { orders } = await bot.orders();
  expect(orders.map((o) => [o.sandbox, o.reason, o.received_at])).toEqual([
    [false, 'half, decided for 2026-03-05T00:00:00.000Z', '2026-03-05T00:00:00.000Z'],
    [true, 'half, tested for 2026-03-04T00:00:00.000Z', '2026-03-04T23:00:00.000Z'],
  ]);
  expect(told.map(({ event, at }) => [event, at])).toEqual([
    ['start', undefined],
    ['decided', '2026-03-04T00:00:00.000Z'],
    ['sent', '2026-03-04T00:00:00.000Z'],
    ['order', '2026-03-04T00:00:00.000Z'],
    ['decided', '2026-03-05T00:00:00.000Z'],
    ['sent', '2026-03-05T00:00:00.000Z'],
    ['order', '2026-03-05T00:00:00.000Z'],
    ['stop', undefined],
  ]);
  expect(told.at(-2)?.text).toMatch(/^Order ord_\w+ filled: Filled at/);
  expect(new Set(slept)).toEqual(new Set([1000]));
  await own.close();
});

test('a refusal is told with its remedy and what was meant, and the run goes on', async () => {
  const { bot, told, disk } = await runHere({ decide: () => ({ BTCUSD: 0.5 }) });
  const said = told.find(({ event }) => event === 'refused');
  expect(said).toMatchObject({ code: 'unknown_symbol', corrected: { body: { weights: { 'BTC-USD': 0.5 } } } });
  expect(said?.text).toMatch(/^Refused, unknown_symbol: .+ Fix: BTCUSD is BTC-USD here. Corrected: \{"body":/);
  expect(disk.state).toMatchObject({ outcome: 'refused', done: '2026-03-04T00:00:00.000Z', decision: null });
  expect((await bot.orders()).total).toBe(0);
});

test.each([
  [
    (): never => {
      throw new Error('no luck');
    },
    /^Decided for .*: The strategy threw: Error: no luck\n +at /,
  ],
  [() => Promise.resolve({}), 'The strategy returned a promise'],
  [() => ({ 'BTC-USD': 0 / 0 }), 'The weight of BTC-USD is NaN, which is no number'],
  [() => ({ 'BTC-USD': '0,5' }), 'The weight of BTC-USD is "0,5", which is no number'],
  [() => [0.5], 'The strategy returned an array, which is no weights.'],
  [() => 0.5, 'The strategy returned 0.5'],
  [({ history }: StrategyState): void => void history('NIX-USD', 1), 'there is no symbol "NIX-USD"'],
  [({ history }: StrategyState): void => void history('BTC-USD', 0), 'n is 0; it must be a whole number'],
] as const)(
  'a strategy that fails sends nothing, and is asked again at the next instant (%#)',
  async (decide, said) => {
    const { bot, told, disk } = await runHere({ decide: decide as unknown as Strategy });
    const text = told.find(({ event }) => event === 'failed')?.text ?? '';
    if (typeof said === 'string') expect(text).toContain(said);
    else expect(text).toMatch(said);
    expect(disk.state).toMatchObject({ outcome: 'failed', done: '2026-03-04T00:00:00.000Z' });
    expect((await bot.orders()).total).toBe(0);
  },
);

test('nothing is no order', async () => {
  const { bot, disk } = await runHere({ decide: () => undefined, options: { ...options, sandbox: true } });
  expect(disk.state).toMatchObject({ outcome: 'nothing', rehearsed: true });
  expect((await bot.orders()).total).toBe(0);
});

test('a strategy sees 10 days at most, and is told when it asks for more than was fetched', async () => {
  const own = await openLeague();
  await own.advance({ days: 14 });
  let seen = 0;
  const decide: Strategy = ({ history }) => {
    seen = history('BTC-USD', 40).length;
  };
  const { told } = await runOnce({ league: own, bot: await own.enter(), decide, options });
  expect(seen).toBe(11);
  expect(told.filter(({ event }) => event === 'history')).toHaveLength(1);
  await own.close();
});

test('Math.random is seeded while the strategy decides, by the instant', async () => {
  const drawn: number[] = [];
  const decide: Strategy = ({ random }) => void drawn.push(Math.random(), random());
  const own = Math.random;
  await runHere({ decide });
  await runHere({ decide });
  await runHere({ decide, every: 'hour' });
  expect(Math.random).toBe(own);
  expect(drawn.slice(0, 2)).toEqual(drawn.slice(2, 4));
  expect(new Set(drawn).size).toBe(2);
  await runHere({ decide, options: { strategy: { name: 'half', seed: '2', decide } } });
  expect(new Set(drawn).size).toBe(4);
});

/** Answers so many orders with 503, or not at all, before it lets one through. */
function failing(times: number, answer: () => Promise<Response>): typeof fetch {
  let left = times;
  return async (input, init) => {
    if (init?.method === 'POST' && left-- > 0) return await answer();
    return await fetch(input, init);
  };
}

test('Retry-After is waited for, also when it is long, and then it is the same order', async () => {
  const body = JSON.stringify({ detail: 'Busy.', error: { code: 'overloaded', fix: 'Wait.' } });
  const busy = async (): Promise<Response> =>
    new Response(body, { status: 503, headers: { 'content-type': 'application/json', 'retry-after': '900' } });
  const { bot, slept, told } = await runHere({ client: { fetch: failing(2, busy) }, onSleep: async () => undefined });
  expect(slept).toEqual([900_000, 900_000]);
  expect(told.filter(({ event }) => event === 'away').map(({ text }) => text)).toEqual(
    Array.from({ length: 2 }, () => 'overloaded: Busy. Sent again in 900 s, as the same order.'),
  );
  expect((await bot.orders()).total).toBe(1);
});

test('a service that took the order and did not answer is asked for it, and has one', async () => {
  let lost = 0;
  const losing: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method !== 'POST' || lost++ > 5) return answer;
    throw new TypeError('fetch failed');
  };
  const { bot, disk } = await runHere({ client: { fetch: losing, attemptsMax: 1 }, onSleep: async () => undefined });
  expect((await bot.orders()).total).toBe(1);
  expect(disk.state?.outcome).toBe('sent');
  // It was found among the orders of the bot, and not sent a second time.
  expect(lost).toBe(1);
});

test('told to stop while the service is away: what was decided is kept, and sent by the next run', async () => {
  const bot = await league.enter();
  const disk = emptyDisk();
  const away: typeof fetch = async (input, init) =>
    init?.method === 'POST' ? Promise.reject(new TypeError('fetch failed')) : await fetch(input, init);
  const of = { league, bot, decide: half, options, disk };
  const { told } = await runOnce({ ...of, client: { fetch: away } });
  expect(told.at(-1)?.text).toBe('Told to stop: what was decided is kept.');
  expect(disk.state?.decision).toEqual({
    at: '2026-03-04T00:00:00.000Z',
    sandbox: false,
    weights: { 'BTC-USD': '0.5' },
  });
  await runOnce(of);
  expect(disk.state).toMatchObject({ outcome: 'sent', decision: null });
  expect((await bot.orders()).total).toBe(1);
});

test('an exchange that is closed is waited for; where the next decision comes first, it is left at that', async () => {
  // A Friday, 00:00 UTC: New York opens at 14:30.
  const from = Date.parse('2026-11-25T00:00:00Z');
  const folder = folderOfTest();
  writeSessions(folder, from, 7, 60);
  const own = await openLeague({ start: '2026-11-25T00:00:00Z', source: createReplaySource({ folder }) });
  await own.advanceTo('2026-11-27T00:00:00Z');
  const of = { league: own, decide: () => ({ 'SPY-USD': 0.5 }), options };
  const hourly = await own.enter({ league: 'etfs' });
  const { told } = await runOnce({ ...of, bot: hourly, every: 'hour' });
  expect(told.find(({ event }) => event === 'refused')).toMatchObject({ code: 'market_closed' });
  const daily = await own.enter({ league: 'etfs' });
  const waited = await runOnce({ ...of, bot: daily, onSleep: () => own.advance({ minutes: 5 }) });
  const text = waited.told.find(({ event }) => event === 'waiting')?.text ?? '';
  const opens = /It is sent at (\S+)\.$/.exec(text)?.[1] ?? '';
  const { orders } = await daily.orders();
  expect(orders.map(({ received_at, reason }) => [received_at, reason])).toEqual([
    [opens, 'half, decided for 2026-11-27T00:00:00.000Z'],
  ]);
  expect(opens.slice(0, 10)).toBe('2026-11-27');
  await own.close();
});

test('a key that is dead ends the run, and so does a receipt that does not hold; the order is kept', async () => {
  const bot = await league.enter();
  const wrong = runOnce({ league, bot: { id: bot.id, key: (await league.enter()).key }, decide: half, options });
  await expect(wrong).rejects.toMatchObject({ code: 'wrong_bot' });
  const disk = emptyDisk();
  const forging: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method !== 'POST') return answer;
    const ack = (await answer.json()) as { receipt: { hash: string } };
    return Response.json({ ...ack, receipt: { ...ack.receipt, hash: '0'.repeat(64) } });
  };
  const forged = runOnce({ league, bot, decide: half, options, disk, client: { fetch: forging } });
  await expect(forged).rejects.toThrow(ReceiptError);
  expect(disk.state).toMatchObject({ outcome: 'sent', decision: null });
  expect([...disk.receipts.values()]).toMatchObject([{ receipt: { hash: '0'.repeat(64) } }]);
  const retired = await league.enter();
  await retired.retire('enough');
  const end = runOnce({ league, bot: retired, decide: half, options });
  await expect(end).rejects.toMatchObject({ code: 'agent_retired' });
});

test('before the first mark there is nothing to see, and it begins all the same', async () => {
  const own = await openLeague();
  const bot = await own.enter();
  const { disk } = await runOnce({
    league: own,
    bot,
    decide: ({ prices }) => (Object.keys(prices).length > 0 ? {} : undefined),
  });
  expect(disk.state).toMatchObject({ done: '2026-03-02T00:00:00.000Z', rehearsed: true });
  await own.close();
});
