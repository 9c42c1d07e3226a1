/** However often and wherever a run dies, an instant has one order: no more, and no fewer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Strategy } from '../../../../client/src/index.ts';
import type { RunnerDeps } from '../../../../client/src/run-options.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { emptyDisk, runOnce } from './runs.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
  await league.advanceTo('2026-03-04T00:10:00Z');
});
afterAll(() => league.close());

const due = '2026-03-04T00:00:00.000Z';
const half: Strategy = ({ random }) => ({ 'BTC-USD': Math.floor(random() * 5e5) / 1e6, 'ETH-USD': '0.30' });

class Killed extends Error {}

/** The process dies at the `nth` thing that it does to the world: before it is done, or after it is done and before it is known. */
function dying(nth: number, when: 'before' | 'after'): (deps: RunnerDeps) => RunnerDeps {
  let count = 0;
  const deadly =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      count++;
      if (count === nth && when === 'before') throw new Killed();
      const result = await act(...args);
      if (count === nth && when === 'after') throw new Killed();
      return result;
    };
  return (deps) => ({
    ...deps,
    client: {
      ...deps.client,
      weights: deadly(deps.client.weights),
      orders: deadly(deps.client.orders),
      state: deadly(deps.client.state),
    },
    store: {
      load: () => deps.store.load(),
      save: deadly((state) => deps.store.save(state)),
      keepReceipt: deadly((ack) => deps.store.keepReceipt(ack)),
    },
  });
}

const options = { now: true, once: true };

/** The orders that there are, the test first. */
async function ordersOf(bot: Bot): Promise<string[]> {
  const { orders } = await bot.orders();
  return orders.toReversed().map(({ reason, sandbox, weights_text: w }) => `${sandbox} ${reason} ${w}`);
}

test('killed at each of the things that it does, and started again', async () => {
  const whole = await league.enter();
  await runOnce({ league, bot: whole, decide: half, options });
  const expected = await ordersOf(whole);
  expect(expected).toHaveLength(2);
  expect(expected.map((order) => order.split(' {')[0])).toEqual([
    `true half, tested for ${due}`,
    `false half, decided for ${due}`,
  ]);
  let deaths = 0;
  for (let nth = 1, died = true; died; nth++) {
    died = false;
    for (const when of ['before', 'after'] as const) {
      const bot = await league.enter();
      const disk = emptyDisk();
      const of = { league, bot, decide: half, options, disk };
      const first = await runOnce({ ...of, around: dying(nth, when) }).catch((error: unknown) => error);
      if (first instanceof Killed) deaths++;
      else expect(first).toMatchObject({ disk });
      died ||= first instanceof Killed;
      await runOnce(of);
      expect([nth, when, await ordersOf(bot)]).toEqual([nth, when, expected]);
      expect(disk.state).toMatchObject({ done: due, outcome: 'sent', decision: null, rehearsed: true });
      expect([...disk.receipts.keys()].toSorted()).toEqual(
        (await bot.orders()).orders.map((o) => o.order_id).toSorted(),
      );
    }
  }
  expect(deaths).toBeGreaterThan(20);
});

test('killed again and again', async () => {
  const bot = await league.enter();
  const disk = emptyDisk();
  for (let i = 1; i <= 12; i++)
    await runOnce({
      league,
      bot,
      decide: half,
      options,
      disk,
      around: dying((i % 4) + 1, i % 2 ? 'before' : 'after'),
    }).catch((error: unknown) => expect(error).toBeInstanceOf(Killed));
  await runOnce({ league, bot, decide: half, options, disk });
  expect(await ordersOf(bot)).toHaveLength(2);
});

test('two at once, and one whose state was lost, are one', async () => {
  const bot = await league.enter();
  await Promise.all(
    [1, 2, 3].map(() => runOnce({ league, bot, decide: half, options: { ...options, sandbox: false } })),
  );
  await runOnce({ league, bot, decide: half, options: { ...options, sandbox: false } });
  expect(await ordersOf(bot)).toHaveLength(1);
  // It decides otherwise than before, and is told that there is an order.
  const other = await runOnce({ league, bot, decide: () => ({}), options: { ...options, sandbox: false } });
  expect(other.disk.state).toMatchObject({ done: due, outcome: 'sent' });
  expect(await ordersOf(bot)).toHaveLength(1);
});

test('started again when the service has forgotten the key: the order is found among those of the bot', async () => {
  const own = await openLeague();
  await own.advanceTo('2026-03-09T00:10:00Z');
  const bot = await own.enter();
  const disk = emptyDisk();
  const of = { league: own, bot, decide: half, every: 'week', options: { ...options, sandbox: false }, disk };
  const afterSending = (deps: RunnerDeps): RunnerDeps => ({
    ...deps,
    client: {
      ...deps.client,
      weights: async (...args) => (await deps.client.weights(...args), Promise.reject(new Killed())),
    },
  });
  await expect(runOnce({ ...of, around: afterSending })).rejects.toThrow(Killed);
  expect(disk.state?.decision).not.toBeNull();
  await own.advance({ hours: 60 });
  const { told } = await runOnce(of);
  expect(told.filter(({ event }) => event === 'sent')).toHaveLength(1);
  expect((await bot.orders()).total).toBe(1);
  await own.close();
});

test('started again when the next instant is due: what was not sent is not sent any more, and what passed is told', async () => {
  const own = await openLeague();
  await own.advanceTo('2026-03-04T00:10:00Z');
  const bot = await own.enter();
  const disk = emptyDisk();
  const of = { league: own, bot, decide: half, options: { ...options, sandbox: false }, disk };
  const beforeSending = (deps: RunnerDeps): RunnerDeps => ({
    ...deps,
    client: { ...deps.client, weights: async () => Promise.reject(new Killed()) },
  });
  await expect(runOnce({ ...of, around: beforeSending })).rejects.toThrow(Killed);
  await own.advanceTo('2026-03-07T03:00:00Z');
  const { told } = await runOnce(of);
  expect(told.map(({ event, text }) => `${event}: ${text}`)).toEqual(
    expect.arrayContaining([
      `skipped: The next decision is due: that for ${due} is not sent any more.`,
      'skipped: 2 earlier instant(s) passed meanwhile, the first 2026-03-05T00:00:00.000Z: they are skipped.',
    ]),
  );
  expect((await bot.orders()).orders.map((order) => order.reason)).toEqual([
    'half, decided for 2026-03-07T00:00:00.000Z',
  ]);
  await own.close();
});
