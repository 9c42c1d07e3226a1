import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RandomBytes } from '../lib/ids.ts';
import { seededBytes } from '../lib/seeded-random.ts';
import { createContactKey, createKey, hashKey, isWellFormedContactKey, isWellFormedKey, sameHash } from './key.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keys = fc.string().map((seed) => createKey(seededBytes(seed)));

test('a key is ptk_, 32 characters and 6 of checksum, and well formed', () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(key).toMatch(/^ptk_[0-9A-Za-z]{38}$/);
      expect(isWellFormedKey(key)).toBe(true);
    }),
  );
  expect(createKey()).not.toBe(createKey());
});

test('the key of a contact has the same form, and neither passes for the other', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      const key = createContactKey(seededBytes(seed));
      expect(key).toBe(createKey(seededBytes(seed)).replace('ptk_', 'ptc_'));
      expect([isWellFormedContactKey(key), isWellFormedKey(key)]).toEqual([true, false]);
      expect(isWellFormedContactKey(createKey(seededBytes(seed)))).toBe(false);
      expect(isWellFormedContactKey(`${key.slice(0, -1)}!`)).toBe(false);
    }),
  );
});

test('the checksum is CRC-32 in base62: bit by bit, without the library', () => {
  const key = createKey(seededBytes('known'));
  let crc = 0xffff_ffff;
  for (const byte of Buffer.from(key.slice(4, 36))) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  let n = (crc ^ 0xffff_ffff) >>> 0;
  let expected = '';
  while (expected.length < 6) {
    expected = alphabet.charAt(n % 62) + expected;
    n = Math.floor(n / 62);
  }
  expect(key.slice(36)).toBe(expected);
});

test('every change of one character, every swap of neighbours and every cut is caught', () => {
  for (const seed of ['a', 'b', 'c']) {
    const key = createKey(seededBytes(seed));
    for (let i = 0; i < key.length; i++) {
      for (const c of `${alphabet}_- \n\0é`) {
        if (c !== key[i]) expect(isWellFormedKey(key.slice(0, i) + c + key.slice(i + 1)), `${i} -> ${c}`).toBe(false);
      }
      const swapped = key.slice(0, i) + (key[i + 1] ?? '') + key.charAt(i) + key.slice(i + 2);
      if (swapped !== key) expect(isWellFormedKey(swapped)).toBe(false);
      expect(isWellFormedKey(key.slice(0, i))).toBe(false);
      expect(isWellFormedKey(key.slice(0, i) + key.slice(i + 1))).toBe(false);
    }
  }
});

test('what is no key is malformed', () => {
  const key = createKey();
  for (const bad of [
    '',
    'ptk_',
    ` ${key}`,
    `${key} `,
    `${key}\n`,
    `${key}0`,
    key.toLowerCase().replace('ptk', 'PTK'),
    key.slice(4),
    `Bearer ${key}`,
  ]) {
    expect(isWellFormedKey(bad), JSON.stringify(bad)).toBe(false);
  }
  fc.assert(fc.property(fc.stringMatching(/^ptk_[0-9A-Za-z]{38}$/), (text) => !isWellFormedKey(text)));
});

test('uniform: of the 256 bytes four stand for each character, and the last eight for none', () => {
  const counts = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    let calls = 0;
    const random: RandomBytes = (n) => (calls++ === 0 ? Buffer.alloc(n, byte) : Buffer.alloc(n, 0));
    const body = createKey(random).slice(4, 36);
    expect(new Set(body).size).toBe(1);
    if (byte < 248) counts.set(body.charAt(0), (counts.get(body.charAt(0)) ?? 0) + 1);
    expect(calls, `byte ${byte}`).toBe(byte < 248 ? 1 : 2);
  }
  expect([...counts.keys()].toSorted().join('')).toBe(alphabet);
  expect(new Set(counts.values())).toEqual(new Set([4]));
});

test('what is stored is the SHA-256, compared by value and length', () => {
  const key = createKey();
  const hash = createHash('sha256').update(key, 'utf8').digest('hex');
  expect(hashKey(key)).toBe(hash);
  expect(sameHash(hash, hashKey(key))).toBe(true);
  expect(sameHash(hash, hashKey(`${key}0`))).toBe(false);
  expect(sameHash(hash, hash.slice(1))).toBe(false);
  expect(sameHash(hash, '')).toBe(false);
});
