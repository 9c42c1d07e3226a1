import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededUniform } from '../../lib/seeded-random.ts';
import { realityCheck } from './reality-check.ts';

/** Days of normal numbers (Box and Muller). */
function noise(days: number, uniform: () => number): number[] {
  return Array.from(
    { length: days },
    () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  );
}

/** The share of `runs` sweeps without skill in which the luck of the best is at most `level`. */
function calledSkilled(runs: number, level: number, make: (uniform: () => number) => number[][]): number {
  const uniform = seededUniform(7);
  let called = 0;
  for (let i = 0; i < runs; i++) {
    const lucks = realityCheck(make(uniform), uniform, 200);
    if (Math.min(...lucks.map((luck) => luck ?? 1)) <= level) called++;
  }
  return called / runs;
}

// Of 1,000 runs at 5% three standard deviations are 2.1%; blocks and tails of 100 days add some.
test.each<[string, (uniform: () => number) => number[][]]>([
  ['one try', (u) => [noise(100, u)]],
  ['ten that have nothing in common', (u) => Array.from({ length: 10 }, () => noise(100, u))],
  [
    'ten that are nearly the same',
    (u) => {
      const common = noise(100, u);
      return Array.from({ length: 10 }, () => noise(100, u).map((x, i) => 0.3 * x + (common[i] as number)));
    },
  ],
  ['bold and timid ones', (u) => Array.from({ length: 10 }, (_, k) => noise(100, u).map((x) => x * 10 ** (k - 5)))],
])('1,000 sweeps without skill are called lucky at the stated rate: %s', (_name, make) => {
  const share = calledSkilled(1_000, 0.05, make);
  expect(share).toBeGreaterThan(0.025);
  expect(share).toBeLessThan(0.075);
});

test('counting one try alone, ten without skill would be called skilled at eight times the rate', () => {
  const uniform = seededUniform(7);
  let called = 0;
  for (let i = 0; i < 300; i++) {
    const alone = Array.from({ length: 10 }, () => realityCheck([noise(100, uniform)], uniform, 200)[0] ?? 1);
    if (Math.min(...alone) <= 0.05) called++;
  }
  expect(called / 300).toBeGreaterThan(0.3);
});

test('what has skill is told apart, and luck orders tries as their t does', () => {
  const uniform = seededUniform(3);
  const skilled = noise(200, uniform).map((x) => x + 0.5);
  const lucks = realityCheck([...Array.from({ length: 20 }, () => noise(200, uniform)), skilled], uniform);
  expect(lucks.at(-1)).toBeLessThan(0.001);
  expect(Math.min(...lucks.slice(0, -1).map((luck) => luck ?? 1))).toBeGreaterThan(0.05);
});

/** Returns of at least a hundredth of a percent, or none: nothing is near the limit below which a series counts as flat. */
const series = fc.array(
  fc.integer({ min: -2_000, max: 2_000 }).map((n) => n / 10_000),
  { minLength: 20, maxLength: 60 },
);

test('a try more never makes luck smaller, the same try twice changes nothing, and the size of bets does not count', () => {
  fc.assert(
    fc.property(series, fc.integer(), fc.integer({ min: 1, max: 6 }), (days, seed, power) => {
      const shifted = days.map((_, i) => days[(i * 7 + 3) % days.length] as number);
      const luck = (...tries: readonly (readonly number[])[]) =>
        realityCheck(tries, seededUniform(seed), 50)[0] ?? null;
      const alone = luck(days);
      expect(luck(days, days)).toBe(alone);
      expect(luck(days, shifted) ?? 1).toBeGreaterThanOrEqual(alone ?? 0);
      // Times a power of two every digit stays.
      expect(
        luck(
          days.map((x) => x * 2 ** power),
          shifted,
        ),
      ).toBe(luck(days, shifted));
    }),
  );
});

test('a record that is too short or never differs from the market has no luck', () => {
  expect(realityCheck([Array.from({ length: 19 }, (_, i) => i)], seededUniform(1))).toEqual([null]);
  expect(realityCheck([Array.from({ length: 30 }, () => 0), noise(30, seededUniform(1))], seededUniform(1))).toEqual([
    null,
    expect.any(Number),
  ]);
  expect(realityCheck([], seededUniform(1))).toEqual([]);
});
