import { expect, test } from 'vitest';
import { openBook } from './book.ts';
import { guarded, guardSeconds, meanPrice, observed, type Observed } from './guards.ts';
import { poolBook } from './book-file.ts';

const book = openBook(poolBook);
const pool = (name: string) =>
  [...book.pools.values()].find((p) => `${p.chain} ${p.base.symbol}/${p.quote.symbol} ${p.fee}` === name)!;
const block = { chain: 1, number: 5, hash: '0xab', at: 0 };
/** What an oracle says of a pool that stood at a tick with so much liquidity for the whole half hour. */
const stood = (name: string, tick: number, liquidity: bigint, startSpl = 0n): Observed =>
  observed(
    pool(name),
    {
      tickCumulatives: [7n, 7n + BigInt(tick) * BigInt(guardSeconds)],
      secondsPerLiquidityX128: [
        startSpl,
        (startSpl + ((1n << 128n) * BigInt(guardSeconds)) / liquidity) % (1n << 160n),
      ],
    },
    block,
  );

test('depth in the quote token, whichever of the two it is', () => {
  // USDC/USDT at 1: L = 10^12 is a depth of a million, quote = token1.
  expect(stood('1 USDC/USDT 100', 0, 10n ** 12n)).toMatchObject({ ok: true, meanTick: 0, cumulative: 7n });
  expect((stood('1 USDC/USDT 100', 0, 10n ** 12n) as { depth: number }).depth).toBeCloseTo(1e6, 3);
  // WETH/USDC: USDC is token0. At 2,000 USD the tick is about 200,311; x = L / sqrt(raw).
  const raw = 1.0001 ** 200_311;
  const l = BigInt(Math.round(3e6 * 1e6 * Math.sqrt(raw)));
  const eth = stood('1 WETH/USDC 500', 200_311, l) as { depth: number; meanTick: number };
  expect(eth.depth / 3e6).toBeCloseTo(1, 6);
  expect(1 / meanPrice(pool('1 WETH/USDC 500'), eth.meanTick)).toBeCloseTo(2_000, -1);
  // The accumulator wraps at 2^160.
  const wrapped = stood('1 USDC/USDT 100', 0, 10n ** 12n, (1n << 160n) - 5n) as { depth: number };
  expect(wrapped.depth).toBeCloseTo(1e6, 3);
});

test('a mean tick that no pool can have is no reading: the node mixed two states', () => {
  expect(stood('1 USDC/USDT 100', 887_272, 10n ** 12n)).toMatchObject({ ok: true });
  expect(stood('1 USDC/USDT 100', -887_273, 10n ** 12n)).toEqual({ ok: false, reason: 'no_answer' });
  const wrapped: readonly [bigint, bigint] = [7n, 7n + (200_311n << 32n)];
  const observation = { tickCumulatives: wrapped, secondsPerLiquidityX128: [0n, 1n] as const };
  expect(observed(pool('1 WETH/USDC 500'), observation, block)).toEqual({ ok: false, reason: 'no_answer' });
});

const deep = 10n ** 24n;
const read = (changes: Record<string, Observed | undefined>): Record<string, string> => {
  const all: Record<string, Observed | undefined> = {
    '1 USDC/USDT 100': stood('1 USDC/USDT 100', 0, 10n ** 15n),
    '1 WETH/USDC 500': stood('1 WETH/USDC 500', 200_311, deep),
    '1 LINK/WETH 3000': stood('1 LINK/WETH 3000', -50_000, deep),
    '42161 ARB/USDC 500': stood('42161 ARB/USDC 500', -280_000, deep),
    ...changes,
  };
  const names = Object.keys(all);
  const seen = new Map(names.flatMap((n) => (all[n] ? [[pool(n).id, all[n]] as const] : [])));
  const readings = guarded(names.map(pool), seen, [pool('1 USDC/USDT 100')]);
  return Object.fromEntries(
    names.map((n) => {
      const r = readings.get(pool(n).id)!;
      return [n, r.ok ? 'ok' : r.reason];
    }),
  );
};

test('which pools have a reading', () => {
  const fine = Object.fromEntries(Object.keys(read({})).map((n) => [n, 'ok']));
  expect(read({})).toEqual(fine);
  expect(read({ '1 LINK/WETH 3000': stood('1 LINK/WETH 3000', -50_000, 10n ** 19n) })).toEqual({
    ...fine,
    '1 LINK/WETH 3000': 'thin',
  });
  expect(read({ '1 LINK/WETH 3000': undefined })).toEqual({ ...fine, '1 LINK/WETH 3000': 'no_answer' });
  expect(read({ '1 LINK/WETH 3000': { ok: false, reason: 'reorg' } })).toEqual({
    ...fine,
    '1 LINK/WETH 3000': 'reorg',
  });
});

test('a dollar coin that is off by more than 50 bps, or whose peg cannot be read, is no dollar on any chain', () => {
  const dollars = (reason: string) => ({
    '1 WETH/USDC 500': reason,
    '42161 ARB/USDC 500': reason,
    '1 LINK/WETH 3000': 'ok',
  });
  const peg = (tick: number) => ({ '1 USDC/USDT 100': stood('1 USDC/USDT 100', tick, 10n ** 15n) });
  expect(read(peg(49))).toMatchObject(dollars('ok'));
  expect(read(peg(-50))).toMatchObject(dollars('ok'));
  expect(read(peg(50))).toMatchObject({ ...dollars('peg'), '1 USDC/USDT 100': 'ok' });
  expect(read(peg(-51))).toMatchObject(dollars('peg'));
  expect(read({ '1 USDC/USDT 100': { ok: false, reason: 'no_answer' } })).toMatchObject(dollars('no_answer'));
});
