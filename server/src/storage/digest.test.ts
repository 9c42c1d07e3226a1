import { expect, test } from 'vitest';
import { createTableDigest, type HeldRow } from './digest.ts';

function digestOf(...rows: HeldRow[]): string {
  const digest = createTableDigest(['a', 'b']);
  for (const row of rows) digest.add([row]);
  return digest.value().digest;
}

test('the order of rows and of their columns makes no difference, and everything else does', () => {
  const row = { a: 'x', b: 1n };
  const other = { a: 'y', b: null };
  expect(digestOf()).toBe('0'.repeat(64));
  expect(digestOf(row, other)).toBe(digestOf(other, { b: 1n, a: 'x' }));
  const all = [
    digestOf(row),
    digestOf(row, row),
    digestOf(row, other),
    digestOf({ a: 'x', b: '1' }),
    digestOf({ a: 'x1', b: null }),
  ];
  expect(new Set(all).size).toBe(all.length);
});
