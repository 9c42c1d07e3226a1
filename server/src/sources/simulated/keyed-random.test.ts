import { expect, test } from 'vitest';
import { chachaBlock, createKeyedNumbers, keyOf } from './keyed-random.ts';

test('the block function is that of RFC 8439, 2.3.2', () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 32 }, (_, i) => i));
  const key = Uint32Array.from({ length: 8 }, (_, i) => bytes.readUInt32LE(4 * i));
  const block = new Uint32Array(16);
  chachaBlock(key, 1, [0x09000000, 0x4a000000, 0], block);
  expect([...block].map((word) => word.toString(16).padStart(8, '0')).join(' ')).toBe(
    'e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 466482d2 09aa9f07 05d7c214 a2028bd9 d19c12b5 b94e16de e883d0cb 4e3c50a2',
  );
});

test('the key has 256 bits of the seed, so that no two seeds share a path', () => {
  const keys = Array.from({ length: 1000 }, (_, i) => keyOf(String(i), 'own:BTC-USD').join());
  expect(new Set(keys).size).toBe(keys.length);
  expect(keyOf('1', 'a')).toHaveLength(8);
});

test('numbers are the same whatever was asked for before, and look normal', () => {
  const key = keyOf('7', 'market:crypto');
  const other = keyOf('7', 'market:stocks');
  const all = Array.from({ length: 4000 }, (_, i) => createKeyedNumbers([key], 3).normal(0, i));
  const others = Array.from({ length: 20 }, (_, i) => createKeyedNumbers([other], 3).normal(0, i));
  const numbers = createKeyedNumbers([other, key], 3);
  for (const i of [5, 4, 3999, 0, 1, 2, 3, 17]) {
    expect(numbers.normal(1, i)).toBe(all[i]);
    expect(numbers.normal(0, i % 20)).toBe(others[i % 20]);
  }
  expect(others).not.toEqual(all.slice(0, 20));
  const mean = all.reduce((sum, x) => sum + x, 0) / all.length;
  const variance = all.reduce((sum, x) => sum + (x - mean) ** 2, 0) / all.length;
  expect(Math.abs(mean)).toBeLessThan(0.06);
  expect(Math.abs(variance - 1)).toBeLessThan(0.08);
  expect(createKeyedNumbers([key], 4).normal(0, 0)).not.toBe(all[0]);
});
