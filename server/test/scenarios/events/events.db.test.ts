/** Events of a bot over the wire: every kind of them, in order, from any cursor; what is refused; streams that are told at once. */
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import type { AgentEvent, EventList } from '../../../../client/src/index.ts';
import { askToVoid } from '../../../src/desk/admin-acts.ts';
import { encodeCursor, firstCursor } from '../../../src/events/cursor.ts';
import { limits } from 'papertape-contract/limits';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { expectError, get, okJson } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { openStream, type OpenStream } from '../../harness/stream.ts';

const at = (time: string): number => Date.parse(`2026-03-02T${time}:00Z`);
const list = async (league: League, bot: Bot, query = ''): Promise<EventList> =>
  okJson<EventList>(await get(league, `/api/agents/${bot.id}/events${query}`, { key: bot.key }));
const short = (e: AgentEvent): string => `${e.at.slice(5, 16)} ${e.type}`;

describe('a bot of two weeks', () => {
  let league: League;
  let bot: Bot;
  let all: readonly AgentEvent[];
  const orders: Record<'filled' | 'rejected' | 'sandbox', string> = { filled: '', rejected: '', sandbox: '' };

  beforeAll(async () => {
    league = await openLeague({
      source: createSimulatedSource({
        seed: 3,
        origin: at('00:00'),
        faults: [{ kind: 'apart', pool: 'sim:BTC-USD:2', from: at('01:05'), to: at('01:40'), factor: 1.05 }],
      }),
    });
    await league.advance({ minutes: 35 });
    bot = await league.enter();
    // A tier promotes when ten of its bots have a fill. These nine lose nothing and gain nothing.
    for (let i = 0; i < 9; i++) await (await league.enter()).weights({ 'PAXG-USD': 0.000_001 });
    orders.filled = (await bot.weights({ 'ETH-USD': 0.5, 'DOGE-USD': 0.4 })).order_id;
    await league.advance({ minutes: 29 });
    orders.rejected = (await bot.weights({ 'BTC-USD': 0.5 })).order_id;
    orders.sandbox = (await bot.weights({ 'ETH-USD': 0.1 }, { sandbox: true })).order_id;
    const { db } = league.app.deps;
    await league.advanceTo('2026-03-03T01:00:00Z');
    await insertAction(db, {
      id: 'act_0',
      at: league.now(),
      action: 'suspend',
      about: { kind: 'symbol', id: 'DOGE-USD' },
      reason: 'Gone.',
    });
    await league.advanceTo('2026-03-06T01:05:00Z');
    await insertAction(db, {
      id: 'act_1',
      at: league.now(),
      action: 'delist',
      about: { kind: 'symbol', id: 'DOGE-USD' },
      reason: 'Gone.',
    });
    // Long enough for a Monday that promotes, whose close is voided, and the Tuesday that decides the week instead.
    await league.advanceTo('2026-03-09T00:30:00Z');
    await askToVoid(
      db,
      { league: 'spot_crypto', date: '2026-03-09', reason: 'A wrong price.' },
      { now: league.now(), nextMark: league.now() + 300_000 },
    );
    // Retired at the mark of a close, at which it is ranked a last time.
    await league.advanceTo('2026-03-09T23:58:00Z');
    await insertAction(db, {
      id: 'act_2',
      at: league.now(),
      action: 'retire',
      about: { kind: 'bot', id: bot.id },
      reason: 'It left.',
    });
    await league.advanceTo('2026-03-10T00:00:00Z');
    all = (await list(league, bot, '?limit=100')).events;
  });
  afterAll(() => league.close());

  it('is told of everything that happened to it, in order of time', async () => {
    const state = await bot.state();
    expect(all.map(short)).toEqual([
      '03-02T00:35 order_received',
      '03-02T01:04 order_received',
      '03-02T01:04 order_received',
      '03-02T01:10 order_filled',
      '03-02T01:35 order_rejected',
      '03-02T01:35 order_filled',
      '03-03T00:00 close',
      ...['04', '05', '06'].map((day) => `03-${day}T00:00 close`),
      '03-06T01:10 delisting',
      ...['07', '08', '09'].map((day) => `03-${day}T00:00 close`),
      '03-09T00:00 tier_move',
      '03-09T00:00 champion',
      '03-09T00:35 close_voided',
      '03-09T00:35 tier_move',
      '03-10T00:00 close',
      '03-10T00:00 tier_move',
      '03-10T00:00 champion',
      '03-10T00:00 agent_retired',
    ]);
    expect(new Set(all.map((e) => e.id)).size).toBe(all.length);
    const closes = all.filter((e) => e.type === 'close');
    expect(closes.at(-1)?.data).toMatchObject({ league: 'spot_crypto', date: '2026-03-10', rank: 1, of: 10, move: 0 });
    expect(closes.at(-1)?.data.value_usd).toBe(state.value_usd);
  });

  it('says what the other calls say', async () => {
    const of = (id: string): AgentEvent | undefined => all.find((e) => e.id === id);
    const filled = await bot.order(orders.filled);
    expect(of(`order_filled/${orders.filled}`)).toMatchObject({
      at: filled.decided_at,
      data: { order_id: orders.filled, sandbox: false, trades: filled.trades, cash_after: filled.cash_after },
    });
    expect(filled.trades).toHaveLength(2);
    const rejected = await bot.order(orders.rejected);
    expect(of(`order_rejected/${orders.rejected}`)).toMatchObject({
      data: { reason_code: 'pools_apart', message: rejected.message, rejection: { symbol: 'BTC-USD' } },
    });
    expect(of(`order_filled/${orders.sandbox}`)).toMatchObject({ data: { sandbox: true } });
    expect(of(`order_received/${orders.filled}`)).toMatchObject({
      at: filled.received_at,
      data: { window: filled.window, receipt: filled.receipt.hash, sequence: 1, weights: { 'ETH-USD': 0.5 } },
    });
    expect(all.find((e) => e.type === 'delisting')).toMatchObject({ data: { symbol: 'DOGE-USD' } });
    expect(all.flatMap((e) => (e.type === 'tier_move' ? [`${e.data.why} ${e.data.from} > ${e.data.to}`] : []))).toEqual(
      ['promoted Qualifying > Division 4', 'voided Division 4 > Qualifying', 'promoted Qualifying > Division 4'],
    );
    expect(all.find((e) => e.type === 'close_voided')).toMatchObject({
      data: { date: '2026-03-09', reason: 'A wrong price.' },
    });
    expect(all.find((e) => e.type === 'agent_retired')).toMatchObject({
      at: (await bot.agent()).retired_at,
      data: { league: 'spot_crypto', reason: 'It left.' },
    });
  });

  it('reads on from every cursor, by every page length, and nothing is left out or comes twice', async () => {
    const ids = all.map((e) => e.id);
    for (const [i, e] of all.entries()) {
      const rest = await list(league, bot, `?since=${e.cursor}&limit=100`);
      expect(rest.events.map((x) => x.id)).toEqual(ids.slice(i + 1));
    }
    for (const limit of [1, 2, 3, 7]) {
      const read: string[] = [];
      for (let next = ''; ;) {
        const page = await list(league, bot, `?limit=${limit}${next === '' ? '' : `&since=${next}`}`);
        expect(page.events.length).toBeLessThanOrEqual(limit);
        read.push(...page.events.map((x) => x.id));
        next = page.next;
        if (!page.more) break;
      }
      expect(read).toEqual(ids);
    }
    const now = await list(league, bot, '?since=now');
    expect(now).toMatchObject({ events: [], more: false });
    expect((await list(league, bot, `?since=${all.at(-1)?.cursor}`)).events).toEqual([]);
    expect(await bot.events({ limit: 2 })).toEqual(await list(league, bot, '?limit=2'));
  });

  it('refuses what is no cursor of the bot, and lengths beyond the limit', async () => {
    const other = await league.enter();
    const own = (await list(league, other)).next;
    const wrong = ['nonsense', 'evt_', 'evt_AAAA', all[0]?.cursor ?? '', `${own}A`, own.toUpperCase()];
    for (const since of wrong) {
      const path = `/api/agents/${other.id}/events?since=${since}`;
      expectError(await get(league, path, { key: other.key }), 'invalid_query');
      expectError(
        await get(league, `/api/agents/${other.id}/events`, {
          key: other.key,
          headers: { accept: 'text/event-stream', 'last-event-id': since },
        }),
        'invalid_query',
      );
    }
    const ask = (limit: number | string) =>
      get(league, `/api/agents/${bot.id}/events?limit=${limit}`, { key: bot.key });
    okJson(await ask(limits.eventsPerPageMax));
    for (const limit of [limits.eventsPerPageMax + 1, 0, 'all']) expectError(await ask(limit), 'invalid_query');
    expectError(await get(league, `/api/agents/${bot.id}/events`), 'missing_key');
    expectError(await get(league, `/api/agents/${bot.id}/events`, { key: other.key }), 'wrong_bot');
    const elsewhere = await openLeague();
    try {
      // The same bot before its order: a copy of the data that was set back.
      const fresh = await elsewhere.enter();
      const page = await list(elsewhere, fresh);
      expect(page.events).toEqual([]);
      const later = encodeCursor(fresh.id, { ...firstCursor, orders: 1 });
      const refused = await get(elsewhere, `/api/agents/${fresh.id}/events?since=${later}`, { key: fresh.key });
      expect(expectError(refused, 'invalid_query').error.fix).toContain('earlier copy');
    } finally {
      await elsewhere.close();
    }
  });
});

describe('a stream', () => {
  let league: League;
  let bot: Bot;
  const beats = new Set<() => void>();
  const beat = (): void => beats.forEach((b) => b());
  const streams: OpenStream[] = [];
  const open = async (headers: Record<string, string> = {}, query = ''): Promise<OpenStream> => {
    const stream = await openStream(league, `/api/agents/${bot.id}/events${query}`, bot.key, headers);
    streams.push(stream);
    return stream;
  };
  beforeAll(async () => {
    league = await openLeague({
      overrides: {
        events: {
          heartbeat(b) {
            beats.add(b);
            return () => void beats.delete(b);
          },
        },
      },
    });
    await league.advance({ minutes: 35 });
    bot = await league.enter();
  });
  afterEach(() => {
    for (const s of streams.splice(0)) s.close();
  });
  afterAll(() => league.close());

  test('is told at once, and a reader that comes back with the last id goes on behind it', async () => {
    const first = await open();
    const ack = await bot.weights({ 'ETH-USD': 0.5 });
    const [received] = await first.take(1);
    expect(received).toMatchObject({ id: `order_received/${ack.order_id}` });
    expect(first.head).toMatchObject({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    first.close();
    await league.advance({ minutes: 35 });
    const second = await open({ 'last-event-id': received?.cursor ?? '' });
    expect(await second.take(1)).toMatchObject([{ id: `order_filled/${ack.order_id}` }]);
    const next = await bot.weights({ 'ETH-USD': 0.4 });
    expect(await second.take(1)).toMatchObject([{ id: `order_received/${next.order_id}` }]);
    await league.advance({ minutes: 35 });
    expect(await second.take(1)).toMatchObject([{ id: `order_filled/${next.order_id}` }]);
  });

  test('with `since=now` begins at the end, and has an id to come back with before the first event', async () => {
    const stream = await open({}, '?since=now');
    const { next } = await bot.events({ since: 'now' });
    expect(await stream.firstId()).toBe(next);
    const ack = await bot.weights({});
    expect(await stream.take(1)).toMatchObject([{ data: { order_id: ack.order_id } }]);
  });

  test('hears of a close and of what the operator does, without an order of its own', async () => {
    await bot.weights({ 'DOGE-USD': 0.5 });
    await league.advance({ minutes: 35 });
    const { db } = league.app.deps;
    await insertAction(db, {
      id: 'act_0',
      at: league.now(),
      action: 'suspend',
      about: { kind: 'symbol', id: 'DOGE-USD' },
      reason: 'Gone.',
    });
    await league.advance({ hours: 73 });
    const stream = await open({}, '?since=now');
    await stream.firstId();
    await insertAction(db, {
      id: 'act_1',
      at: league.now(),
      action: 'delist',
      about: { kind: 'symbol', id: 'DOGE-USD' },
      reason: 'Gone.',
    });
    await league.advance({ minutes: 5 });
    expect((await stream.take(1)).map((e) => e.type)).toEqual(['delisting']);
    await league.advanceTo('2026-03-06T00:00:00Z');
    expect((await stream.take(1)).map((e) => e.type)).toEqual(['close']);
  });

  test('beats while nothing happens; at most four for a bot, and the fifth comes when one has gone', async () => {
    const four = [await open(), await open(), await open(), await open()];
    expect(limits.streamsPerBotMax).toBe(4);
    const ask = () =>
      get(league, `/api/agents/${bot.id}/events`, { key: bot.key, headers: { accept: 'text/event-stream' } });
    expectError(await ask(), 'too_many_streams');
    await Promise.all(four.map((s) => s.firstId()));
    const heard = Promise.all(four.map((s) => s.comment()));
    beat();
    await heard;
    four[0]?.close();
    // The service sees the end of the connection in its own time.
    let fifth = await open();
    while (fifth.status !== 200) fifth = await open();
  });

  test('an old key is dead in an open stream, too', async () => {
    const stream = await open();
    await stream.firstId();
    const { api_key: key } = await bot.rotateKey();
    beat();
    await expect(stream.ended()).resolves.toBeUndefined();
    bot = { ...bot, key, ...createClient({ baseUrl: league.url, agentId: bot.id, apiKey: key }) };
  });
});
