import { expect, test } from 'vitest';
import type { Route } from '../../league/symbol.ts';
import { confirmers, isConfirmed, isJump, type LegMean } from './jump.ts';

const ticks = (factor: number): number => Math.log(factor) / Math.log1p(0.0001);

test.each([
  [1.25, false],
  [1.2501, true],
  [0.75, false],
  [0.7499, true],
  [1, false],
])('a price of base in quote that is %f times the one at the close: %s', (factor, jump) => {
  // A hair within, for what a logarithm loses.
  const move = ticks(factor) * (1 - 1e-12);
  expect(isJump(200_000, 200_000 + move, true)).toBe(jump);
  expect(isJump(200_000, 200_000 - move, false)).toBe(jump);
});

const routes: Route[] = [
  { symbol: 'ETH-USD', primary: [{ pool: 'a', invert: true }], second: [{ pool: 'b' }] },
  { symbol: 'X-USD', primary: [{ pool: 'r' }, { pool: 'a', invert: true }], second: [{ pool: 'm' }, { pool: 'b' }] },
];
const tick = (price: number, decimalShift = 0): LegMean => ({
  tick: ticks(price / 10 ** decimalShift),
  decimalShift,
});
const means = (changes: Record<string, LegMean | undefined>) =>
  new Map(
    Object.entries({
      a: tick(1 / 2_600, -12),
      b: tick(2_600, 12),
      r: { value: 1.2 },
      m: tick(1.2),
      ...changes,
    } as Record<string, LegMean>).filter(([, v]) => v !== undefined),
  );

test('routes of one symbol that agree within 1% confirm a move, and no others do', () => {
  expect(isConfirmed('a', routes, means({}))).toBe(true);
  expect(isConfirmed('b', routes, means({}))).toBe(true);
  expect(isConfirmed('a', routes, means({ b: tick(2_600 * 1.0099, 12) }))).toBe(true);
  expect(isConfirmed('a', routes, means({ b: tick(2_600 * 1.0101, 12) }))).toBe(false);
  expect(isConfirmed('a', routes, means({ b: tick(2_600 * 0.9899, 12) }))).toBe(false);
  expect(isConfirmed('a', routes, means({ b: undefined }))).toBe(false);
  expect(isConfirmed('z', routes, means({}))).toBe(false);
});

test('one of several routes over it is enough', () => {
  // ETH-USD disagrees, the longer route of X-USD agrees.
  const changed = means({ b: tick(2_550, 12), m: tick((1.2 * 2_600) / 2_550) });
  expect(isConfirmed('a', routes.slice(0, 1), changed)).toBe(false);
  expect(isConfirmed('a', routes, changed)).toBe(true);
});

test('what confirms a pool: everything on both routes of the symbols over it', () => {
  expect([...confirmers('a', routes)].toSorted()).toEqual(['a', 'b', 'm', 'r']);
  expect([...confirmers('m', routes)].toSorted()).toEqual(['a', 'b', 'm', 'r']);
  expect([...confirmers('a', routes.slice(0, 1))].toSorted()).toEqual(['a', 'b']);
});
