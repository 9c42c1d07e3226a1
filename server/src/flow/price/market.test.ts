import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pool, Route } from '../../league/symbol.ts';
import { createSimulatedSource } from '../../sources/simulated/simulated.ts';
import { markMs, windowMs } from '../../lib/time.ts';
import { agreedPrice, appendMarket, decodeMarket, marketAt, marketOfWindow, poolsAt } from './market.ts';
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

/** Versions from an instant each. */
const versionsFrom = (...from: number[]) => from.map((f) => ({ from: f }));

it('prices a window by the version that was in force before it began, whenever that is done', () => {
  const versions = versionsFrom(at, at + markMs, at + 3 * markMs);
  const priced = (start: number) => marketOfWindow(versions, start)?.from;
  expect(priced(at), 'the first window of all').toBe(at);
  expect(priced(at + markMs), 'one that begins with a version has the version before').toBe(at);
  expect(priced(at + markMs + 1)).toBe(at + markMs);
  expect(priced(at + 3 * markMs)).toBe(at + markMs);
  expect(priced(at + 4 * markMs)).toBe(at + 3 * markMs);
  expect(marketOfWindow([], at)).toBeUndefined();
});

it('is the version that the mark before the window names', () => {
  const mark = fc.integer({ min: 0, max: 40 }).map((n) => at + n * markMs);
  fc.assert(
    fc.property(fc.uniqueArray(mark, { minLength: 1, maxLength: 6 }), mark, (from, start) => {
      const versions = versionsFrom(...from.toSorted((a, b) => a - b));
      const before = start - markMs;
      expect(marketOfWindow(versions, start)).toBe(marketAt(versions, before));
    }),
  );
});

it('has the agreed price of a symbol that is gone by now', () => {
  const pools = new Map(['a', 'b'].map((id): [string, Pool] => [id, { id, label: id, average: 'arithmetic' }]));
  const route: Route = { symbol: 'X-USD', primary: [{ pool: 'a' }], second: [{ pool: 'b' }] };
  const cadSymbols = new Set<string>();
  const market = { pools, routes: new Map([['X-USD', route]]), cadSymbols };
  const read = (cumulative: bigint) =>
    new Map(['a', 'b'].map((id) => [id, { ok: true, cumulative, since: at } as const]));
  const price = 5n * 10n ** 24n;
  const over = ['X-USD', read(0n), read(price * 1800n), at + windowMs] as const;
  expect(agreedPrice(market, ...over)).toBe(price);
  expect(agreedPrice({ pools: new Map(), routes: new Map(), cadSymbols }, ...over)).toBeUndefined();
});

it('decodes what was read by the pools of that mark', () => {
  const pool = (average: Pool['average']) => new Map([['a', { id: 'a', label: 'a', average }]]);
  const versions = [
    { from: at, pools: pool('geometric') },
    { from: at + markMs, pools: pool('arithmetic') },
  ].map((v) => ({
    ...v,
    routes: new Map(),
    cadSymbols: new Set<string>(),
    leagues: new Map(),
  }));
  expect(poolsAt(versions, at).get('a')?.average).toBe('geometric');
  expect(poolsAt(versions, at + markMs).get('a')?.average).toBe('arithmetic');
  expect(poolsAt([], at).size).toBe(0);
});
