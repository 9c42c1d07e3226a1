import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accumulatorsAt, poolSteps, type PoolLog } from './swap-logs.ts';

const swap = (at: number, tick: number, liquidity = 5n): PoolLog => ({ kind: 'swap', at, tick, liquidity });

test('the worked example', () => {
  const steps = poolSteps([swap(900, 10), swap(970, 20)]);
  expect(accumulatorsAt(steps, { at: 1_000, tickCumulative: 50_000n }, [940, 970, 1_000])).toMatchObject([
    { tickCumulative: 49_100n },
    { tickCumulative: 49_400n },
    { tickCumulative: 50_000n },
  ]);
});

test('before the first log that tells a tick nothing is known, and nothing is guessed', () => {
  const reference = { at: 1_000, tickCumulative: 0n };
  const range: PoolLog = { kind: 'range', at: 800, lower: -10, upper: 10, liquidity: 7n };
  expect(accumulatorsAt(poolSteps([range, swap(900, 10)]), reference, [899])).toBeUndefined();
  expect(accumulatorsAt(poolSteps([range, swap(900, 10)]), reference, [900])).toHaveLength(1);
  expect(accumulatorsAt(poolSteps([range]), reference, [900])).toBeUndefined();
  expect(accumulatorsAt([], reference, [900])).toBeUndefined();
  expect(accumulatorsAt(poolSteps([{ kind: 'initialize', at: 800, tick: 3 }]), reference, [900])).toMatchObject([
    { tickCumulative: -300n },
  ]);
  expect(() => accumulatorsAt(poolSteps([swap(900, 10)]), reference, [1_001])).toThrow('after the reference');
});

test('liquidity in range: a range counts while the tick is within it, its upper end excluded', () => {
  const range = (at: number, lower: number, upper: number, liquidity: bigint): PoolLog => ({
    kind: 'range',
    at,
    lower,
    upper,
    liquidity,
  });
  const steps = poolSteps([
    { kind: 'initialize', at: 1, tick: 10 },
    range(2, 10, 20, 100n),
    range(3, 0, 10, 1_000n),
    range(4, -50, 50, 1n),
    swap(5, 15, 77n),
    range(6, -50, 50, -7n),
  ]);
  expect(steps.map((s) => s.liquidity)).toEqual([0n, 100n, 100n, 101n, 77n, 70n]);
});

test('any pool, against its accumulators counted second by second', () => {
  const log = fc.oneof(
    fc.record({
      kind: fc.constant('swap' as const),
      at: fc.integer({ min: 0, max: 60 }),
      tick: fc.integer({ min: -887_272, max: 887_272 }),
      liquidity: fc.bigInt(0n, 10n ** 24n),
    }),
    fc.record({
      kind: fc.constant('range' as const),
      at: fc.integer({ min: 0, max: 60 }),
      lower: fc.integer({ min: -887_272, max: 0 }),
      upper: fc.integer({ min: 1, max: 887_272 }),
      liquidity: fc.bigInt(0n, 10n ** 20n),
    }),
  );
  fc.assert(
    fc.property(fc.array(log, { maxLength: 20 }), fc.integer({ min: -9, max: 9 }), (raw, first) => {
      const logs: PoolLog[] = [{ kind: 'initialize', at: 0, tick: first }, ...raw.toSorted((a, b) => a.at - b.at)];
      const steps = poolSteps(logs);
      // Second by second, upwards, as a pool does it.
      const ticks = [0n];
      const spl = [0n];
      let tick = first;
      let liquidity = 0n;
      for (let t = 0; t < 70; t++) {
        for (const l of logs.filter((x) => x.at === t)) {
          if (l.kind === 'initialize') tick = l.tick;
          else if (l.kind === 'swap') [tick, liquidity] = [l.tick, l.liquidity];
          else if (l.lower <= tick && tick < l.upper) liquidity += l.liquidity;
        }
        ticks.push(ticks[t]! + BigInt(tick));
        spl.push(spl[t]! + (1n << 128n) / (liquidity || 1n));
      }
      const seconds = [0, 1, 17, 30, 59, 61, 70];
      const found = accumulatorsAt(steps, { at: 70, tickCumulative: ticks[70]! }, seconds)!;
      for (const [i, t] of seconds.entries()) {
        expect(found[i]!.tickCumulative).toBe(ticks[t]);
        const off = found[i]!.secondsPerLiquidityX128 - (spl[t]! - spl[70]!);
        expect(off > -200n && off < 200n).toBe(true);
      }
    }),
  );
});
