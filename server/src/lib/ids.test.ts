import fc from 'fast-check';
import { expect, test } from 'vitest';
import { botIdPattern, createIds, orderIdPattern, type RandomBytes } from './ids.ts';
import { seededBytes } from './seeded-random.ts';
import { systemRandom } from './system-random.ts';

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : 1);
/** Random bytes that begin with these four, then zeros. */
const startingWith =
  (low: number): RandomBytes =>
  (n) => {
    const bytes = Buffer.alloc(n);
    bytes.writeUInt32BE(low);
    return bytes;
  };

test('an id is its prefix and 16 characters: 48 bits of time, 32 of randomness, base32', () => {
  const id = createIds(startingWith(0xdead_beef)).next('agt', 1_792_000_000_000);
  const bits = (1_792_000_000_000n << 32n) | 0xdead_beefn;
  expect(id).toBe(`agt_${bits.toString(32).padStart(16, '0')}`);
  expect(createIds(startingWith(0)).next('ord', 0)).toBe('ord_0000000000000000');
  expect(createIds(startingWith(0xffff_ffff)).next('trd', 2 ** 48 - 1)).toBe('trd_vvvvvvvvvvvvvvvv');
});

test('patterns take their own prefix, 16 characters, lower case', () => {
  const ids = createIds(systemRandom);
  expect(ids.next('agt', 1)).toMatch(botIdPattern);
  expect(ids.next('ord', 1)).toMatch(orderIdPattern);
  for (const bad of [
    'agt_',
    'agt_0123456789abcde',
    'agt_0123456789abcdef0',
    'agt_0123456789ABCDEF',
    'agt_0123456789abcdew',
    'ord_0123456789abcdef',
    'agt_0123456789abcdef\n',
  ]) {
    expect(bad).not.toMatch(botIdPattern);
  }
});

test('text order is the order in which they were made, whatever the clock does', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 60 }),
      fc.string(),
      (times, seed) => {
        const ids = createIds(seededBytes(seed));
        const made = times.map((t) => ids.next('ord', t));
        expect(made.toSorted(byCodeUnit)).toEqual(made);
        expect(new Set(made).size).toBe(made.length);
      },
    ),
  );
});

test('a later instant gives a later id, in another process too', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 47 }),
      fc.integer({ min: 1, max: 2 ** 46 }),
      fc.string(),
      (t, gap, seed) => {
        const earlier = createIds(startingWith(0xffff_ffff)).next('ord', t);
        const later = createIds(seededBytes(seed)).next('ord', t + gap);
        expect(earlier < later).toBe(true);
      },
    ),
  );
});

test('10,000 ids of one millisecond are unique and rise', () => {
  const ids = createIds(systemRandom);
  const made = Array.from({ length: 10_000 }, () => ids.next('trd', 1_792_000_000_000));
  expect(new Set(made).size).toBe(made.length);
  expect(made.toSorted(byCodeUnit)).toEqual(made);
});

test('a millisecond that is used up borrows from the next', () => {
  const ids = createIds(startingWith(0xffff_fffe));
  const made = [ids.next('ord', 8), ids.next('ord', 8), ids.next('ord', 8), ids.next('ord', 8)];
  const text = (t: bigint, low: bigint): string => `ord_${((t << 32n) | low).toString(32).padStart(16, '0')}`;
  expect(made).toEqual([text(8n, 0xffff_fffen), text(8n, 0xffff_ffffn), text(9n, 0n), text(9n, 1n)]);
  expect(ids.next('ord', 9)).toBe(text(9n, 2n)); // the borrowed millisecond comes: nothing repeats
});

test('nonces are 32 hex characters and do not repeat', () => {
  const ids = createIds(systemRandom);
  const made = Array.from({ length: 5_000 }, () => ids.nonce());
  for (const nonce of made) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(made).size).toBe(made.length);
});

test('nonces and ids share no bytes of the pool', () => {
  let asked = 0;
  const counting: RandomBytes = (n) => {
    asked++;
    return Buffer.from(Array.from({ length: n }, (_, i) => (i >> 4) & 0xff)); // every 16 bytes differ from the next 16
  };
  const ids = createIds(counting);
  const made = Array.from({ length: 256 }, () => ids.nonce());
  expect(new Set(made).size).toBe(256);
  expect(asked).toBe(1);
  ids.nonce();
  expect(asked).toBe(2);
});
