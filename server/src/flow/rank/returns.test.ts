import fc from 'fast-check';
import { expect, test } from 'vitest';
import { returnSince, weekReturn } from './returns.ts';

const dollar = 100_000_000n;

test('the example of the header', () => {
  expect(returnSince(102_500n * dollar, 10_352_500)).toBe(100);
  expect(weekReturn({ weekBase: 102_500n * dollar }, 10_352_500)).toBe(100);
});

test('on nothing there is no return, which ranks as 0; less than half a cent is nothing', () => {
  for (const weekBase of [0n, 499_999n]) {
    expect(returnSince(weekBase, 5_000)).toBeNull();
    expect(weekReturn({ weekBase }, 5_000)).toBe(0);
  }
  expect(returnSince(500_000n, 1)).toBe(0);
});

test('everything lost is -100%, and halves go away from zero', () => {
  expect(weekReturn({ weekBase: dollar }, 0)).toBe(-10_000);
  expect(weekReturn({ weekBase: 20_000n * dollar }, 2_000_100)).toBe(1);
  expect(weekReturn({ weekBase: 20_000n * dollar }, 1_999_900)).toBe(-1);
});

test('of two bots that began the week alike, the one that is worth more has no lower return', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000_000 });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10_000_000n * dollar }), cents, cents, (weekBase, a, b) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)];
      expect(weekReturn({ weekBase }, less)).toBeLessThanOrEqual(weekReturn({ weekBase }, more));
    }),
  );
});
