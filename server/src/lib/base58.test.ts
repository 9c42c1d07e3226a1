import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase58, encodeBase58 } from './base58.ts';

test('known texts: the system program, and the vectors of the draft of base58', () => {
  expect(encodeBase58(new Uint8Array(32))).toBe('11111111111111111111111111111111');
  expect(encodeBase58(Buffer.from('Hello World!'))).toBe('2NEpo7TZRRrLZSi2U');
  expect(encodeBase58(Buffer.from('0000287fb4cd', 'hex'))).toBe('11233QC4');
});

test('what is no base58 is refused', () => {
  for (const text of ['0', 'O', 'I', 'l', 'a b', 'é', '1'.repeat(101)]) expect(decodeBase58(text)).toBeUndefined();
});

test('property: what is encoded is decoded again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes);
    }),
  );
});
