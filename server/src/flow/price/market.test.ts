import { describe, expect, it } from 'vitest';
import type { Pool, Route } from '../../league/symbol.ts';
import { createSimulatedSource } from '../../sources/simulated/simulated.ts';
import { windowMs } from '../../lib/time.ts';
import { agreedPriceAt, appendMarket, decodeMarket, marketAt } from './market.ts';
import { createUniverse } from '../../league/universe.ts';

const at = Date.parse('2026-03-02T00:00:00Z');
const universe = (...symbols: string[]) => createUniverse(createSimulatedSource({ seed: 1, origin: at, symbols }));

describe('what is kept of a market', () => {
  it('brings back pools, routes, currencies and universes', () => {
    const made = universe('BTC-USD', 'ETH-USD', 'RY-CAD');
    const [version, ...more] = decodeMarket(appendMarket(undefined, made, at));
    expect(more).toEqual([]);
    expect(version?.from).toBe(at);
    expect([...(version?.routes ?? [])]).toEqual([...made.routes]);
    expect([...(version?.pools.keys() ?? [])]).toEqual([...made.pools.keys()]);
    expect(version?.cadSymbols).toEqual(made.cadSymbols);
    expect(version?.leagues.get('spot_crypto')).toEqual({
      symbols: ['BTC-USD', 'ETH-USD'],
      largest: ['BTC-USD', 'ETH-USD'],
    });
    expect(version?.leagues.has('deal_finder')).toBe(false);
  });

  it('says the same as before at a start that changed nothing', () => {
    const kept = appendMarket(undefined, universe('BTC-USD'), at);
    expect(appendMarket(kept, universe('BTC-USD'), at + windowMs)).toBe(kept);
  });

  it('appends a version that holds from the next mark, and forgets one that never held', () => {
    const first = appendMarket(undefined, universe('BTC-USD'), at);
    const second = appendMarket(first, universe('BTC-USD', 'ETH-USD'), at + windowMs);
    const third = appendMarket(second, universe('BTC-USD', 'SOL-USD'), at + windowMs);
    const versions = decodeMarket(third);
    expect(versions.map((v) => v.from)).toEqual([at, at + windowMs]);
    const symbols = (mark: number) => [...(marketAt(versions, mark)?.routes.keys() ?? [])];
    expect(symbols(at)).not.toContain('SOL-USD');
    expect(symbols(at + windowMs - 1)).not.toContain('SOL-USD');
    expect(symbols(at + windowMs)).toContain('SOL-USD');
  });
});

it('finds the last agreed price under the version of its mark, although the symbol is gone by now', () => {
  const pools = new Map(['a', 'b'].map((id): [string, Pool] => [id, { id, label: id, average: 'arithmetic' }]));
  const route: Route = { symbol: 'X-USD', primary: [{ pool: 'a' }], second: [{ pool: 'b' }] };
  const none = { cadSymbols: new Set<string>(), leagues: new Map() };
  const versions = [
    { from: at, pools, routes: new Map([['X-USD', route]]), ...none },
    { from: at + windowMs + 1, pools: new Map(), routes: new Map(), ...none },
  ];
  const read = (cumulative: bigint) =>
    new Map(['a', 'b'].map((id) => [id, { ok: true, cumulative, since: at } as const]));
  const price = 5n * 10n ** 24n;
  expect(agreedPriceAt(versions, 'X-USD', at + windowMs, read(0n), read(price * 1800n))).toBe(price);
  expect(agreedPriceAt(versions.slice(1), 'X-USD', at + windowMs, read(0n), read(price * 1800n))).toBeUndefined();
});
