/**
 * Four recorded days, 2023-08-14..17, played again: ETH-USD, pool 1 = the Polygon pool, pool 2 = the Ethereum pool. What the service
 * fills at is compared, digit for digit over all 12 digits and without tolerance, with a plain calculation of its own over the rows
 * (plain-twap.ts).
 *
 * - The real process over HTTP at 3,600 times real time: a mark every 83 ms. It plays two days, 48 seconds; PAPERTAPE_REPLAY_DAYS=4
 *   plays all.
 * - The stepped clock: every one of the 1,146 windows of the four days, pools made to differ by 2%, and a gap of 90 minutes.
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createClient, PapertapeError } from '../../../client/src/index.ts';
import type { OrderView } from 'papertape-contract/order';
import { createReplaySource } from '../../src/sources/replay/replay.ts';
import { openStorage, type StorageTarget } from '../../src/storage/storage.ts';
import { createTestDatabase, testEngine, type TestDatabase } from '../harness/database.ts';
import { openLeague, type Bot, type League } from '../harness/league.ts';
import { plainWindow, type PlainWindow } from './plain-twap.ts';
import { makeReplayFolder, recordedFrom, recordedTo, type ReplayFolder } from './recorded-days.ts';
import { endAll, startService, until } from './service-process.ts';

const minute = 60_000;
const mark = 5 * minute;
const window = 30 * minute;
const hour = 60 * minute;
/** First and last window start of the four days; the first rows count from 00:02. */
const firstStart = recordedFrom + mark;
const lastStart = recordedTo - window;
const windowsInAll = (lastStart - firstStart) / mark + 1;
/** Which windows are rejected is for the arithmetic, which is the same on both engines: PostgreSQL shows it for one day of the four. */
const rejectedWindows = testEngine === 'postgres' ? (24 * hour) / mark : windowsInAll;
/** What the real process plays. */
const playedDays = Number(process.env['PAPERTAPE_REPLAY_DAYS'] ?? '2');
const playedTo = recordedFrom + playedDays * 24 * hour;
const playedWindows = (playedTo - window - firstStart) / mark + 1;
const symbol = 'ETH-USD';

// oxlint-disable-next-line no-console -- what was measured must be seen
const say = (text: string): void => console.log(text);

describe('2023-08-14..17, played again', () => {
  const folders: ReplayFolder[] = [];
  const made = (folder: ReplayFolder): ReplayFolder => {
    folders.push(folder);
    return folder;
  };
  const leagues: League[] = [];
  const databases: TestDatabase[] = [];
  afterEach(async () => {
    await endAll();
    for (const league of leagues.splice(0)) await league.close();
    for (const database of databases.splice(0)) await database.drop();
  });
  afterAll(() => {
    for (const folder of folders) folder.remove();
  });

  async function replay(folder: ReplayFolder): Promise<League> {
    const league = await openLeague({
      start: '2023-08-14T00:00:00Z',
      source: createReplaySource({ folder: folder.folder }),
      overrides: { botsPerTier: 1000 },
    });
    leagues.push(league);
    return league;
  }

  test('the real process at 3,600 times real time: every fill is at the average of its window', async () => {
    const folder = made(makeReplayFolder());
    const database = await createTestDatabase();
    databases.push(database);
    const service = await startService({
      ...database.env,
      PAPERTAPE_PRICES: `replay:${folder.folder}`,
      PAPERTAPE_CLOCK_START: '2023-08-14T00:00:00Z',
      PAPERTAPE_CLOCK_SPEED: '3600',
    });
    const bots = await Promise.all(
      ['Ada', 'Bohr', 'Curie', 'Darwin'].map(async (name) => {
        const seat = await createClient({ baseUrl: service.url }).register({
          name,
          company: 'Test Works',
          contact: `${name}@example.test`,
          country: 'CA',
          league: 'spot_crypto',
        });
        return createClient({ baseUrl: service.url, agentId: seat.agent_id, apiKey: seat.api_key });
      }),
    );
    const acknowledged = (await Promise.all(bots.map((bot, i) => postUntil(bot, playedTo - window, i)))).flat();
    await until('the last mark of what is played', async () => {
      const { last_mark: last } = await bots[0]!.status();
      return last !== null && Date.parse(last) >= playedTo ? last : undefined;
    });
    const orders = (await Promise.all(bots.map(allOrders)))
      .flat()
      .filter((o) => Date.parse(o.window.start) <= playedTo - window);
    await service.stop();

    expect(new Set(orders.map((o) => o.order_id))).toEqual(new Set(acknowledged));
    const { compared, bpsMax } = compareFills(orders, folder);
    const vectors = await compareVectors(database.target, folder);
    say(
      `real process: ${orders.length} orders over ${compared.size} of ${playedWindows} windows, all filled; largest difference between the pools ${bpsMax.toFixed(4)} bps`,
    );
    // Every window in which an order arrived. How many that are is up to the machine: an idle one sends orders into 97% of them, one with
    // five times as much to do as it can into 40%. The stepped clock below has all of them.
    expect(compared.size).toBeGreaterThanOrEqual(Math.floor(playedWindows * 0.1));
    expect(vectors).toBeGreaterThanOrEqual(compared.size);
    expect(bpsMax).toBeLessThanOrEqual(63);
  });

  test('the stepped clock: all 1,146 windows are filled at their average', async () => {
    expect(windowsInAll).toBe(1146);
    const folder = made(makeReplayFolder());
    const league = await replay(folder);
    const bot = await league.enter();
    await postEveryMark(league, bot, firstStart, lastStart);
    await league.advanceTo(recordedTo);
    const orders = await allOrders(bot);
    const { compared, bpsMax } = compareFills(orders, folder);
    expect(compared.size).toBe(windowsInAll);
    expect(await compareVectors(league.database.target, folder)).toBe(windowsInAll);
    say(
      `stepped clock: all ${compared.size} windows filled; largest difference between the pools ${bpsMax.toFixed(4)} bps`,
    );
    expect(bpsMax).toBeLessThanOrEqual(63);
    expect(bpsMax).toBeGreaterThan(60);
  });

  test('with the second pool 2% higher every window is rejected, with both prices and the difference', async () => {
    const folder = made(makeReplayFolder({ secondScale: '1.02' }));
    const league = await replay(folder);
    const bot = await league.enter();
    const last = firstStart + (rejectedWindows - 1) * mark;
    await postEveryMark(league, bot, firstStart, last);
    await league.advanceTo(last + window);
    const orders = await allOrders(bot);
    expect(orders).toHaveLength(rejectedWindows);
    for (const order of orders) {
      const start = Date.parse(order.window.start);
      const plain = expected(plainWindow(folder.first, scaled(folder), start));
      expect(order).toMatchObject({
        state: 'rejected',
        reason_code: 'pools_apart',
        decided_at: order.window.end,
        trades: [],
      });
      expect(order.rejection).toMatchObject({ symbol, price: plain.first, second_price: plain.second, reason: null });
      expect(Number(order.rejection?.bps)).toBeCloseTo(plain.bps, 3);
      expect(Number(order.rejection?.bps)).toBeGreaterThan(100);
    }
  });

  test('with 90 minutes missing the orders concerned wait six hours, the others are filled, none is lost', async () => {
    const gap = { from: '2023-08-15 06:00:00', to: '2023-08-15 07:30:00' };
    const folder = made(makeReplayFolder({ secondGap: gap }));
    const league = await replay(folder);
    // One bot that orders at every mark, and one bot for each window around the gap: nothing of its own stands before its order.
    const busy = await league.enter();
    const from = Date.parse('2023-08-15T05:00:00Z');
    const to = Date.parse('2023-08-15T08:30:00Z');
    const single = new Map<string, Bot>();
    await league.advanceTo(from - 2 * minute);
    for (let start = from; start <= to; start += mark) {
      const bot = await league.enter();
      await league.advanceTo(start - 2 * minute);
      single.set((await bot.weights({ [symbol]: 0.5 })).order_id, bot);
      await busy.weights({ [symbol]: start % (2 * mark) === 0 ? 0.3 : 0.7 });
    }
    const look = async (): Promise<OrderView[]> => Promise.all([...single].map(([id, bot]) => bot.order(id)));
    const concerned = (o: OrderView): boolean =>
      plainWindow(folder.first, folder.second, Date.parse(o.window.start)) === undefined;
    const lastMs = 6 * hour;
    let waits = 0;
    // Every mark from the first window's end until the last concerned order is six hours past its own.
    for (let now = to + window; now <= to + window + lastMs; now += mark) {
      await league.advanceTo(now);
      for (const order of await look()) {
        const end = Date.parse(order.window.end);
        if (!concerned(order)) expect(order).toMatchObject({ state: 'filled', decided_at: order.window.end });
        else if (now < end + lastMs) {
          expect(order).toMatchObject({ state: 'pending', reason_code: 'waiting_for_price', decided_at: null });
          waits++;
        } else {
          expect(order).toMatchObject({
            state: 'rejected',
            reason_code: 'price_unavailable',
            decided_at: new Date(end + lastMs).toISOString(),
            rejection: { symbol, price: null, second_price: null, bps: null },
          });
        }
      }
    }
    const orders = [...(await look()), ...(await allOrders(busy))];
    expect(orders).toHaveLength(2 * single.size);
    const rejected = orders.filter((o) => o.state === 'rejected');
    const filled = orders.filter((o) => o.state === 'filled');
    expect(rejected.length + filled.length).toBe(orders.length);
    expect(rejected.every(concerned)).toBe(true);
    expect(filled.some(concerned)).toBe(false);
    expect(compareFills(filled, folder).compared.size).toBe(filled.length / 2);
    // Rows of 06:00 to 07:29 are missing: no price from 06:02 (one is bridged) to 07:31, so 24 windows have a hole: 05:35 to 07:30.
    expect(rejected).toHaveLength(2 * 24);
    expect(waits).toBeGreaterThan(0);
    expect((await league.client.status()).orders_pending).toBe(0);
  });

  function scaled(folder: ReplayFolder): Map<number, bigint> {
    return new Map([...folder.second].map(([at, price]) => [at, (price * 102n) / 100n]));
  }
});

/** Posts without end, another target each time, until an order's window would end after the recorded days. @returns the ids within. */
async function postUntil(bot: ReturnType<typeof createClient>, last: number, salt: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = salt; ; i++) {
    const ack = await bot.weights({ [symbol]: i % 2 === 0 ? '0.2' : '0.8' }).catch((e: unknown) => {
      // At the mark of 00:00 the recordings have not begun; up to the next one the symbol counts as not listed.
      if (ids.length === 0 && e instanceof PapertapeError && e.code === 'symbol_not_tradable') return undefined;
      throw e;
    });
    if (!ack) continue;
    if (Date.parse(ack.window.start) > last) return ids;
    ids.push(ack.order_id);
    // Pace, not synchronisation: a few orders per mark and bot are enough.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** One order for every window start in first..last, stamped two minutes before it. */
async function postEveryMark(league: League, bot: Bot, first: number, last: number): Promise<void> {
  for (let start = first; start <= last; start += mark) {
    // The first order comes before the first mark (00:00), at which the recordings have not begun.
    if (start === first) league.clock.set(start - 2 * minute);
    else await league.advanceTo(start - 2 * minute);
    const ack = await bot.weights({ [symbol]: start % (2 * mark) === 0 ? '0.2' : '0.8' });
    expect(Date.parse(ack.window.start)).toBe(start);
  }
}

async function allOrders(bot: Pick<Bot, 'orders'>): Promise<OrderView[]> {
  const first = await bot.orders({ perPage: 100 });
  const orders = [...first.orders];
  for (let page = 2; page <= first.pages; page++) orders.push(...(await bot.orders({ page, perPage: 100 })).orders);
  expect(orders).toHaveLength(first.total);
  return orders;
}

function expected(plain: PlainWindow | undefined): PlainWindow {
  if (!plain) throw new Error('the plain calculation has no price for this window');
  return plain;
}

/** Every order is filled at the end of its window, at the plain average. @returns the windows seen. */
function compareFills(orders: readonly OrderView[], folder: ReplayFolder): { compared: Set<number>; bpsMax: number } {
  const compared = new Set<number>();
  const withTrade = new Set<number>();
  let bpsMax = 0;
  for (const order of orders) {
    const start = Date.parse(order.window.start);
    const plain = expected(plainWindow(folder.first, folder.second, start));
    expect(order, order.message).toMatchObject({ state: 'filled' });
    expect(Date.parse(order.window.end) - start).toBe(window);
    expect(Date.parse(order.received_at)).toBeLessThan(start);
    expect(Date.parse(order.received_at)).toBeGreaterThanOrEqual(start - mark);
    for (const trade of order.trades) {
      expect([order.window.start, trade.symbol, trade.fill_price]).toEqual([order.window.start, symbol, plain.first]);
      withTrade.add(start);
    }
    compared.add(start);
    bpsMax = Math.max(bpsMax, plain.bps);
  }
  // Each window has at least one fill that shows its price.
  expect(withTrade).toEqual(compared);
  return { compared, bpsMax };
}

/** The ledger's price vectors against the plain calculation. @returns how many. */
async function compareVectors(target: StorageTarget, folder: ReplayFolder): Promise<number> {
  const storage = openStorage(target, { connections: 1 });
  try {
    const rows = await storage.db.selectFrom('ledger.price_vectors').selectAll().orderBy('window_end').execute();
    // The close of 2023-08-14 00:00 looks back to before the first row.
    const within = rows.filter(
      (row) => Number(row.window_end) >= firstStart + window && Number(row.window_end) <= recordedTo,
    );
    for (const row of within) {
      const end = Number(row.window_end);
      const plain = expected(plainWindow(folder.first, folder.second, end - window));
      const [state, first, second, bps] = (JSON.parse(row.prices) as Record<string, string[]>)[symbol] ?? [];
      expect([end, state, first, second]).toEqual([end, 'agreed', plain.first, plain.second]);
      expect(Number(bps)).toBeCloseTo(plain.bps, 3);
    }
    return within.length;
  } finally {
    await storage.close();
  }
}
