import { describe, expect, it } from 'vitest';
import { startService, type FakeService } from '../test/fake-service.ts';
import * as sample from '../test/samples.ts';
import { createClient, type Client } from './client.ts';

/** A service that has these pages of a list, and a client of it. */
async function listOf(pages: readonly object[]): Promise<{ service: FakeService; client: Client }> {
  const service = await startService(({ url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'));
    return { body: { ...pages[page - 1], page, pages: pages.length } };
  });
  const client = createClient({ baseUrl: service.url, agentId: sample.agentId, apiKey: sample.apiKey });
  return { service, client };
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}

const row = (id: string) => ({ ...sample.boardRow, agent_id: id });
const order = (id: string) => ({ ...sample.filledOrder, order_id: id });
const trade = (id: string, symbol: string) => ({ ...sample.filledOrder.trades[0], order_id: id, symbol });
const week = (name: string) => ({ ...sample.champions.champions[0], week: name });

describe('iteration', () => {
  it('gives every row of every page once, also when the list grows meanwhile', async () => {
    const { service, client } = await listOf([
      { ...sample.orders, orders: [order('c'), order('b')] },
      { ...sample.orders, orders: [order('b'), order('a')] },
    ]);
    await using _ = service;
    expect((await all(client.orderRows())).map((o) => o.order_id)).toEqual(['c', 'b', 'a']);
    expect(service.asked.map((asked) => asked.url)).toEqual([
      `/api/agents/${sample.agentId}/orders?page=1&per_page=100`,
      `/api/agents/${sample.agentId}/orders?page=2&per_page=100`,
    ]);
  });

  it('asks for no page that is not needed', async () => {
    const { service, client } = await listOf([
      { ...sample.board, rows: [row('a'), row('b')] },
      { ...sample.board, rows: [row('c')] },
    ]);
    await using _ = service;
    for await (const { agent_id } of client.leaderboardRows({ league: 'multi', week: '2026-W10', perPage: 2 })) {
      if (agent_id === 'b') break;
    }
    expect(service.asked.map((asked) => asked.url)).toEqual([
      '/api/leaderboard?league=multi&week=2026-W10&page=1&per_page=2',
    ]);
    expect((await all(client.leaderboardRows())).map((r) => r.agent_id)).toEqual(['a', 'b', 'c']);
  });

  it('does not mix the boards of two closes', async () => {
    const { service, client } = await listOf([
      { ...sample.board, as_of: null, rows: [row('a')] },
      { ...sample.board, rows: [row('b')] },
    ]);
    await using _ = service;
    await expect(all(client.leaderboardRows())).rejects.toMatchObject({ code: 'board_changed' });
  });

  it('trades, champions, bots of a maker, an empty list', async () => {
    const trades = await listOf([
      { ...sample.trades, trades: [trade('b', 'X'), trade('b', 'Y')] },
      { ...sample.trades, trades: [trade('b', 'Y'), trade('a', 'X')] },
    ]);
    const champions = await listOf([{ ...sample.champions, champions: [week('2'), week('1')] }]);
    const maker = await listOf([{ ...sample.maker, bots: [] }]);
    await using _ = trades.service;
    await using __ = champions.service;
    await using ___ = maker.service;
    expect((await all(trades.client.tradeRows())).map((t) => t.order_id + t.symbol)).toEqual(['bX', 'bY', 'aX']);
    expect((await all(champions.client.championRows('multi'))).map((w) => w.week)).toEqual(['2', '1']);
    expect(await all(maker.client.makerBots('mkr_x'))).toEqual([]);
  });

  it('ends between two pages when the signal says so', async () => {
    const { service, client } = await listOf([
      { ...sample.orders, orders: [order('a')] },
      { ...sample.orders, orders: [order('b')] },
    ]);
    await using _ = service;
    const controller = new AbortController();
    const rows = client.orderRows({ signal: controller.signal });
    await rows.next();
    controller.abort(new Error('enough'));
    await expect(rows.next()).rejects.toThrow('enough');
    expect(service.asked).toHaveLength(1);
  });
});
