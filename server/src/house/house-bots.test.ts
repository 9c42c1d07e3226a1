import { describe, expect, test } from 'vitest';
import { isHouseName, nameKey } from '../bots/name-key.ts';
import { registerForm } from '../bots/icon-form.ts';
import { decideOrder, houseBots, samplesMax } from './house-bots.ts';
import type { PriceSample } from './strategies/price-rule.ts';

/** Prices of some days: each symbol grows by its own factor a day. */
const growing = (days: number, factors: Record<string, number>): PriceSample[] =>
  Array.from(
    { length: days },
    (_, day) => new Map(Object.entries(factors).map(([symbol, factor]) => [symbol, 100 * factor ** day])),
  );
const four = { 'A-USD': 1.02, 'B-USD': 0.97, 'C-USD': 1.01, 'D-USD': 0.99 };
const bot = (id: string): (typeof houseBots)[number] =>
  houseBots.find((b) => b.id === id) as (typeof houseBots)[number];
const decide = (id: string, days: number, factors: Record<string, number> = four) =>
  decideOrder(bot(id), growing(days, factors));

describe('house bots', () => {
  test('have names that only the service may use, four different ones, and profiles that the registration takes', () => {
    expect(houseBots.map((b) => b.name)).toEqual([
      'House · Equal weight',
      'House · Momentum',
      'House · Minimum variance',
      'House · Mean reversion',
    ]);
    expect(houseBots.every((b) => isHouseName(b.name))).toBe(true);
    expect(new Set(houseBots.map((b) => nameKey(b.name))).size).toBe(houseBots.length);
    for (const { name, icon, rule } of houseBots) {
      const request = { name, icon, company: 'P', contact: 'h@p.invalid', country: 'CA', style: rule.kind };
      expect(registerForm.safeParse(request).error).toBeUndefined();
    }
  });

  test('decide by their strategies once they have seen enough', () => {
    expect(decide('equal_weight', 1).weights).toEqual({
      'A-USD': '0.2500',
      'B-USD': '0.2500',
      'C-USD': '0.2500',
      'D-USD': '0.2500',
    });
    expect(decide('momentum', 8)).toEqual({
      weights: { 'A-USD': '0.3333', 'C-USD': '0.3333' },
      reason: 'Holds the 3 that rose most over 7 prices.',
    });
    expect(decide('momentum', 8, { 'A-USD': 0.9 }).weights).toEqual({});
    expect(Object.keys(decide('mean_reversion', 4).weights)).toEqual(['B-USD', 'D-USD', 'C-USD']);
    const calm = decide('min_variance', samplesMax, { 'A-USD': 1, 'B-USD': 1 });
    expect(Object.keys(calm.weights)).toEqual(['A-USD', 'B-USD']);
  });

  test.each(houseBots.map((b) => [b.id, b.rule.samples] as const))(
    '%s holds equal weights until it has seen %i prices, and says so',
    (id, samples) => {
      const equal = decide('equal_weight', 1).weights;
      for (let days = 1; days < samples; days++) {
        const { weights, reason } = decide(id, days);
        expect(weights).toEqual(equal);
        expect(reason).toContain(`needs the prices of ${samples} days in a row and has ${days}`);
      }
      expect(decide(id, samples).reason).toBe(bot(id).rule.description);
    },
  );

  test('weights never sum to more than 1', () => {
    for (const n of [1, 2, 3, 7, 25, 200]) {
      const many = Object.fromEntries(Array.from({ length: n }, (_, i) => [`S${i}-USD`, 1 + i / 1_000]));
      for (const { id } of houseBots) {
        const sum = Object.values(decide(id, samplesMax, many).weights).reduce(
          (total, w) => total + BigInt(w.replace('.', '')),
          0n,
        );
        expect(sum, `${id} of ${n}`).toBeLessThanOrEqual(10_000n);
      }
    }
  });
});
