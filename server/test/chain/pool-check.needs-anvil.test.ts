/** The checks at boot, against real pools that are fit, thin, short of memory, or not there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSteppedClock } from '../../src/lib/clock.ts';
import type { BookData } from '../../src/sources/onchain/book-form.ts';
import { openBook, poolAddress } from '../../src/sources/onchain/book.ts';
import { checkBook } from '../../src/sources/onchain/check.ts';
import { createOnchainSource } from '../../src/sources/onchain/onchain.ts';
import { poolTable } from '../../src/cli/pools.ts';
import { anvilPath } from './anvil.ts';
import { openLocalMarket, type LocalMarket } from './local-market.ts';
import { startProxy } from './proxy.ts';

const start = Date.UTC(2026, 2, 1, 20) / 1000;
let market: LocalMarket;

beforeAll(async () => {
  if (anvilPath === undefined) return;
  market = await openLocalMarket({ start, slots: 300, goldSlots: 20, goldDepth: 200_000 });
  const { ethUsdc, goldUsdc } = market.pools;
  for (let i = 0; i < 40; i++) {
    await ethUsdc.tradeTo(2_001 + (i % 2), start + 7_200 + i * 24);
    await goldUsdc.tradeTo(2_701 + (i % 2), start + 7_200 + i * 24 + 12);
  }
});
afterAll(async () => market?.chain.close());

const check = async (data: BookData = market.data, urls: readonly string[] = [market.chain.url]) =>
  await checkBook(openBook(data), new Map([[data.chains[0]!.id, urls]]), 1_000);

describe.skipIf(anvilPath === undefined)('papertape pools check', () => {
  test('what is fit is tradable, what is not says why', async () => {
    const { pools, rates, without, unreachable, failing } = await check();
    const facts = (pool: keyof LocalMarket['pools']) => pools.get(market.id(market.pools[pool]))!;
    // Never traded: its first observation reaches back for ever, whether or not a second passed before its liquidity came.
    expect(facts('ethUsdt')).toMatchObject({ faults: [] });
    expect(facts('ethUsdt').reach).toBeGreaterThan(7_200);
    expect(facts('ethUsdc')).toMatchObject({ faults: [], slots: 300 });
    expect(facts('ethUsdc').depth! / 20e6).toBeCloseTo(1, 2);
    expect(facts('btcEth').depth! / 5e3).toBeCloseTo(1, 2);
    expect(facts('ethUsdc').reach).toBeGreaterThan(7_200);
    // 19 slots of 24 s each lie between the oldest and the newest.
    expect(facts('goldUsdc').faults).toEqual(['its ring buffer of 20 reaches back 456 s, 2700 s are needed']);
    expect([...without]).toEqual([['PAXG-USD', `GOLD/USDC 1% on Local: ${facts('goldUsdc').faults[0]}`]]);
    expect(unreachable.size).toBe(0);

    const source = createOnchainSource({ book: market.book, clock: createSteppedClock(start * 1000), without });
    expect([...source.routes.keys()]).toEqual(['ETH-USD', 'BTC-USD']);
    expect(source.description).toContain(
      'Not tradable until the next start: PAXG-USD (GOLD/USDC 1% on Local: its ring',
    );
    expect([...source.pools.keys()]).not.toContain(market.id(market.pools.goldUsdc));

    const table = poolTable({ pools, rates, without, unreachable, failing, misordered: new Map() });
    expect(table.split('\n').filter((l) => l.includes('GOLD/USDC'))).toHaveLength(2);
    expect(table).toMatch(/WETH\/USDC 0\.05% on Local +300 +\d+ min +\d+ USDC +fit/);
  });

  test('a quiet pool that is thin', async () => {
    await market.chain.mineAt(start + 14_400);
    const { pools } = await check();
    expect(pools.get(market.id(market.pools.goldUsdc))!.faults).toEqual([
      expect.stringMatching(/^it is thin: \d+ USDC deep, 250000 are needed$/),
    ]);
  });

  test('wrong decimals, and a pool that does not exist', async () => {
    const { data } = market;
    const tokens = data.tokens.map((t) => (t.symbol === 'WBTC' ? { ...t, decimals: 18 } : t));
    const { without } = await check({ ...data, tokens });
    expect(without.get('BTC-USD')).toBe('WBTC/USDC 0.3% on Local: WBTC has 8 decimals, not 18');
    expect(without.has('ETH-USD')).toBe(false);

    const { ethUsdt } = market.pools;
    const address = poolAddress(data.chains[0]!, ethUsdt.token0.address, ethUsdt.token1.address, 500);
    const pools = data.pools.map((p) => (p.address === ethUsdt.address ? { ...p, fee: 500, address } : p));
    const routes = data.routes.slice(0, 1).map((r) => ({ ...r, second: ['31337 WETH/USDT 500'] }));
    const gone = await check({ ...data, pools, routes });
    expect(gone.without.get('ETH-USD')).toBe('WETH/USDT 0.05% on Local: there is no pool at this address');
  });

  test('an endpoint that is down, or of another chain, is passed over; without any, nothing is judged', async () => {
    const proxy = await startProxy(market.chain.url);
    proxy.mode = 'down';
    try {
      const one = await check(market.data, [proxy.url, market.chain.url]);
      expect(one.pools.size).toBe(7);
      expect(one.failing.get('Local')).toMatch(/^127\.0\.0\.1:\d+: HTTP request failed/);
      expect(poolTable(one)).toContain('Local: not all endpoints answer (127.0.0.1');
      const none = await check(market.data, [proxy.url]);
      expect(none).toMatchObject({ pools: new Map(), without: new Map() });
      expect(none.unreachable.get('Local')).toMatch(/^127\.0\.0\.1:\d+: HTTP request failed/);
      const [chain] = market.data.chains;
      const elsewhere: BookData = {
        ...market.data,
        chains: [{ ...chain!, id: 5 }],
        tokens: market.data.tokens.map((t) => ({ ...t, chain: 5 })),
        pools: market.data.pools.map((p) => ({ ...p, chain: 5 })),
        routes: [],
        pegs: [],
      };
      expect((await check(elsewhere)).unreachable.get('Local')).toContain('it is chain 31337, not 5');
    } finally {
      await proxy.close();
    }
  });
});
