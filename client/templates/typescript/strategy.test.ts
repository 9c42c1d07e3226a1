import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StrategyState } from 'papertape-client';
import momentum from './strategy.ts';

/** A state with these prices, the last one that of now. */
function stateOf(prices: Readonly<Record<string, readonly (number | null)[]>>): StrategyState {
  const symbols = Object.keys(prices);
  return {
    date: '2026-03-02',
    at: '2026-03-02T00:00:00.000Z',
    symbols,
    prices: Object.fromEntries(symbols.map((symbol) => [symbol, prices[symbol]?.at(-1) ?? 0])),
    cash: 100_000,
    value: 100_000,
    holdings: {},
    weights: {},
    history: (symbol, n) => prices[symbol]?.slice(-n) ?? [],
    random: () => 0.5,
  };
}

const week = (first: number | null, last: number): (number | null)[] => [first, 1, 1, 1, 1, 1, 1, last];

test('it holds the three that rose most', () => {
  const state = stateOf({
    A: week(100, 101),
    B: week(100, 104),
    C: week(100, 103),
    D: week(100, 102),
    E: week(100, 99),
  });
  assert.deepEqual(momentum(state), { B: 0.33, C: 0.33, D: 0.33 });
});

test('what fell, has no price or no week yet is left out', () => {
  const state = stateOf({ A: week(100, 99), B: week(null, 104), C: [100, 103] });
  assert.deepEqual(momentum(state), {});
});
