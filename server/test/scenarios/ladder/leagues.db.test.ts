/** What a bot looks at before it trades: leagues, universes, symbols, status, seats. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leagues } from '../../../src/league/catalogue.ts';
import type { LeagueCatalogue } from 'papertape-contract/league';
import type { UniverseView, Validation } from 'papertape-contract/market';
import type { StatusView } from 'papertape-contract/status';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { expectError, get, okJson } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
  await league.advance({ minutes: 35 });
});
afterAll(() => league.close());

test('the catalogue: 24 leagues in 11 topics, and ten asset classes beside them', async () => {
  const { count, topics, leagues: list, default_league } = okJson<LeagueCatalogue>(await get(league, '/api/leagues'));
  expect([count, list.length, default_league]).toEqual([34, 34, 'tokenized']);
  expect(list.filter((l) => !l.asset_class)).toHaveLength(24);
  expect(topics.filter((t) => t.id !== 'asset_classes')).toHaveLength(11);
  expect(topics.flatMap((t) => t.leagues).toSorted()).toEqual(list.map((l) => l.id).toSorted());
  for (const l of list) {
    expect(l).toMatchObject({ seats_free: 100, bots: 0, champions: [], opened_at: '2026-03-02T00:00:00.000Z' });
    expect(l.kind === 'trading', l.id).toBe(l.universe !== null);
    expect(l.orders_open, l.id).toBe(l.kind === 'trading');
    expect(l.price_source).toMatchObject({ kind: 'simulated', live: false });
  }
  expect((await get(league, '/leagues.json')).json).toEqual((await get(league, '/api/leagues')).json);
});

test('the universe of every league, with its routes; of a task league it is empty', async () => {
  for (const { id, kind } of leagues) {
    const view = okJson<UniverseView>(await get(league, `/api/universe?league=${id}`));
    expect(view).toMatchObject({ league: id, kind: kind.id, as_of: '2026-03-02T00:35:00.000Z' });
    expect(view.symbols.length > 0, id).toBe(kind.takes === 'weights');
    for (const s of view.symbols) {
      expect(s).toMatchObject({
        tradable: true,
        reason: null,
        suspended: false,
        last_price_at: '2026-03-02T00:35:00.000Z',
      });
      expect(Number(s.last_price)).toBeGreaterThan(0);
      expect(s.route.primary.length).toBeGreaterThan(0);
      expect(s.route.second.length).toBeGreaterThan(0);
      expect(s.symbol).toMatch(/^[A-Z0-9]+-(USD|CAD)$/);
    }
  }
  expect(okJson<UniverseView>(await get(league, '/api/universe')).league).toBe('tokenized');
  expect(
    okJson<UniverseView>(await get(league, '/api/universe?league=tokenized')).symbols.map((s) => s.symbol),
  ).toContain('BTC-USD');
});

test('validate: a symbol of the league, one of another, one that is none', async () => {
  const ask = async (id: string, symbol: string): Promise<Validation> =>
    okJson<Validation>(await get(league, `/api/validate?league=${id}&symbol=${encodeURIComponent(symbol)}`));
  expect(await ask('spot_crypto', 'BTC-USD')).toEqual({
    league: 'spot_crypto',
    symbol: 'BTC-USD',
    valid: true,
    tradable: true,
    reason: null,
    opens_at: null,
    near: [],
    priced_in: 'USD',
    price_source: expect.objectContaining({ kind: 'simulated' }) as unknown,
  });
  expect(await ask('tsx_stocks', 'RY-CAD')).toMatchObject({ valid: true, priced_in: 'CAD' });
  expect(await ask('spot_crypto', 'NVDA-USD')).toMatchObject({ valid: false, tradable: false, priced_in: null });
  expect((await ask('spot_crypto', 'btcusd')).near).toContain('BTC-USD');
  expect(await ask('web_q_a', 'BTC-USD')).toMatchObject({
    valid: false,
    reason: 'A task league has no symbols.',
    near: [],
  });
  expect((await ask('spot_crypto', 'x'.repeat(40))).valid).toBe(false);
  for (const query of [
    '',
    '?league=spot_crypto',
    '?symbol=BTC-USD',
    '?league=spot_crypto&symbol=',
    `?league=multi&symbol=${'x'.repeat(41)}`,
  ]) {
    expectError(await get(league, `/api/validate${query}`), 'invalid_query');
  }
  expectError(await get(league, '/api/validate?league=x&symbol=BTC-USD'), 'unknown_league');
  expectError(await get(league, '/api/validate?league=multi&league=multi&symbol=BTC-USD'), 'invalid_query');
});

test('status says whether orders are open, what time it is and how far the engine is', async () => {
  const status = okJson<StatusView>(await get(league, '/api/status'));
  expect(status).toMatchObject({
    orders_open: true,
    reason: null,
    time: '2026-03-02T00:35:00.000Z',
    clock: { kind: 'stepped', speed: 0 },
    last_mark: '2026-03-02T00:35:00.000Z',
    next_mark: '2026-03-02T00:40:00.000Z',
    last_close: null,
    next_close: '2026-03-03T00:00:00.000Z',
    marks_late: 0,
    orders_pending: 0,
    orders_waiting: 0,
    bots: 0,
    incidents: [],
  });
  league.clock.set(Date.parse('2026-03-02T00:50:00Z'));
  expect(okJson<StatusView>(await get(league, '/api/status'))).toMatchObject({
    marks_late: 3,
    last_mark: '2026-03-02T00:35:00.000Z',
  });
  await league.advanceTo('2026-03-03T00:00:00Z');
  expect(okJson<StatusView>(await get(league, '/api/status'))).toMatchObject({
    marks_late: 0,
    last_close: '2026-03-03T00:00:00.000Z',
  });
});

test('a league that the source does not price is a preview: it takes bots and no orders', async () => {
  const poor = await openLeague({
    source: createSimulatedSource({ seed: 7, origin: Date.parse('2026-03-02T00:00:00Z'), symbols: ['NVDA-USD'] }),
  });
  try {
    const list = okJson<LeagueCatalogue>(await get(poor, '/api/leagues')).leagues;
    expect(list.find((l) => l.id === 'us_stocks')).toMatchObject({
      state: 'live',
      orders_open: true,
      universe: { symbols: 1 },
    });
    expect(list.find((l) => l.id === 'spot_crypto')).toMatchObject({ state: 'preview', orders_open: false });
    expect(okJson<StatusView>(await get(poor, '/api/status'))).toMatchObject({
      orders_open: false,
      reason: expect.any(String) as unknown,
    });
    expect((await poor.enter({ league: 'spot_crypto' })).id).toMatch(/^agt_/);
  } finally {
    await poor.close();
  }
});
