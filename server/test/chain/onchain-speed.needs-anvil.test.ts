/** What one mark of sixty pools costs, beside the bare call that reads them. */
import { expect, test } from 'vitest';
import { createSteppedClock } from '../../src/lib/clock.ts';
import { openBook } from '../../src/sources/onchain/book.ts';
import { createEndpoint } from '../../src/sources/onchain/endpoint.ts';
import { createOnchainSource } from '../../src/sources/onchain/onchain.ts';
import { anvilPath, startChain } from './anvil.ts';
import { startProxy } from './proxy.ts';
import { deployUniswap, type LocalPool } from './uniswap.ts';

const start = Date.UTC(2026, 2, 1, 20) / 1000;
const symbols = ['A', 'B', 'C', 'D', 'E', 'F'];

test.skipIf(anvilPath === undefined)('sixty pools: two round trips, and little more than the call itself', async () => {
  const chain = await startChain(start);
  const proxy = await startProxy(chain.url);
  try {
    const uniswap = await deployUniswap(chain, Object.fromEntries(symbols.map((s) => [s, 18])));
    const made: LocalPool[] = [];
    for (const [i, base] of symbols.entries())
      for (const quote of symbols.slice(i + 1))
        for (const fee of [100, 500, 3000, 10_000])
          made.push(await uniswap.createPool({ base, quote, fee, price: 2, depth: 1e6, slots: 20 }));
    const mark = start + 7_200;
    await chain.mineAt(mark + 36);
    const book = openBook({
      id: 'many',
      chains: [uniswap.chain],
      tokens: uniswap.tokens,
      pools: made,
      rates: [],
      routes: [],
      dollars: [],
      pegs: [],
      depthMin: Object.fromEntries(symbols.map((s) => [s, 1])),
    });
    const legs = [...book.pools.keys()].map((pool) => ({ pool }));
    const source = createOnchainSource({
      book: { ...book, routes: new Map([['X-USD', { symbol: 'X-USD', primary: legs, second: legs }]]) },
      rpcUrls: new Map([[31_337, [proxy.url]]]),
      clock: createSteppedClock((mark + 40) * 1000),
    });
    const endpoint = createEndpoint(chain.url, 5_000);
    const head = await endpoint.head();
    const bare: number[] = [];
    const whole: number[] = [];
    for (let i = 0; i < 5; i++) {
      let before = performance.now();
      await endpoint.readAt(head.hash, [...book.pools.values()], [1_836, 36], []);
      bare.push(performance.now() - before);
      before = performance.now();
      const readings = await source.read(mark * 1000);
      whole.push(performance.now() - before);
      expect([...readings.values()].filter((r) => r.ok)).toHaveLength(60);
    }
    // A head, then all pools and the header once more, at the same time.
    expect(proxy.log).toHaveLength(5 * 3);
    expect(proxy.log.filter((m) => m === 'eth_call')).toHaveLength(5);
    const [best, bestWhole] = [Math.min(...bare), Math.min(...whole)];
    if (process.env['PAPERTAPE_TEST_SHOW'])
      process.stdout.write(`bare ${best.toFixed(1)} ms, mark ${bestWhole.toFixed(1)} ms\n`);
    expect(bestWhole - best).toBeLessThan(150);
  } finally {
    await proxy.close();
    await chain.close();
  }
});
