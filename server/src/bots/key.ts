/**
 * API keys: `ptk_` + 32 base62 characters + 6 of checksum (CRC-32 of the 32, base62). A malformed key is refused without touching
 * the database, and a leaked one can be found by secret scanners. Only its SHA-256 is stored.
 *
 * The key of a contact has the same form and begins with `ptc_`: it proves an address, and no bot.
 */
import { timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { systemRandom } from '../lib/system-random.ts';
import type { RandomBytes } from '../lib/ids.ts';
import { sha256 } from '../lib/hash.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = /^ptk_[0-9A-Za-z]{38}$/;
/** Characters of a key. */
export const keyLength = 42;
const contactKeyPattern = /^ptc_[0-9A-Za-z]{38}$/;

/** 32 characters of base62: 190 bits. */
export function createKey(random: RandomBytes = systemRandom): string {
  return `ptk_${secretOf(random)}`;
}

export function createContactKey(random: RandomBytes = systemRandom): string {
  return `ptc_${secretOf(random)}`;
}

function secretOf(random: RandomBytes): string {
  let body = '';
  while (body.length < 32) {
    for (const byte of random(48)) {
      // 248 = 4 * 62: larger bytes would favour the first characters.
      if (byte < 248 && body.length < 32) body += alphabet[byte % 62];
    }
  }
  return `${body}${checksum(body)}`;
}

function checksum(body: string): string {
  let n = crc32(body);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = (alphabet[n % 62] as string) + text;
    n = Math.floor(n / 62);
  }
  return text;
}

/** Form and checksum only: no claim that the key exists. */
export function isWellFormedKey(key: string): boolean {
  return keyPattern.test(key) && isWhole(key);
}

/** The same of the key of a contact. */
export function isWellFormedContactKey(key: string): boolean {
  return contactKeyPattern.test(key) && isWhole(key);
}

function isWhole(key: string): boolean {
  return checksum(key.slice(4, 36)) === key.slice(36);
}

/** SHA-256 of the key, hex: what is stored. */
export function hashKey(key: string): string {
  return sha256(key);
}

/** Compares two hashes in constant time. */
export function sameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
