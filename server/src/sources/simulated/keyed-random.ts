/**
 * Random numbers of the simulated market: ChaCha20 (RFC 8439), keyed by 256 bits that are the hash of the seed and a name. Whoever has seen
 * any number of them can neither find the key nor say the next one, so a market whose seed is secret cannot be played in advance. The
 * arithmetic is on integers only: the same seed gives the same bits on every machine.
 */
import { sha256Bytes } from '../../lib/hash.ts';

/** Nearly normal numbers in one block of 64 bytes: 16 bytes each. */
const perBlock = 4;
const wordsPerBlock = 16;
const normalDeviation = 65_536 * Math.sqrt(8 / 12);
const rounds = 20;

export interface KeyedNumbers {
  /**
   * A number of the key at this place in the list. Nearly normal, mean 0, variance 1: the sum of eight uniform 16-bit numbers, exact in integers
   * (never beyond ±4.9). Those in a row cost least.
   */
  normal(key: number, index: number): number;
}

/** @param lane tells numbers of one key apart that have the same index. */
export function createKeyedNumbers(keys: readonly Uint32Array[], lane: number): KeyedNumbers {
  // One array for all keys: there are lanes by the dozen, and an array for each key and lane would take a megabyte in each thread.
  const blocks = new Uint32Array(keys.length * wordsPerBlock);
  const held = new Float64Array(keys.length).fill(Number.NaN);
  const nonce = [lane, 0, 0];
  return {
    normal(key, index) {
      const wanted = Math.floor(index / perBlock);
      const block = key * wordsPerBlock;
      if (wanted !== held[key]) {
        chachaBlock(keys[key] as Uint32Array, wanted, nonce, made);
        blocks.set(made, block);
        held[key] = wanted;
      }
      const first = block + (index - wanted * perBlock) * perBlock;
      let sum = 0;
      for (let i = first; i < first + perBlock; i++) {
        const word = blocks[i] as number;
        sum += (word & 0xffff) + (word >>> 16);
      }
      return (sum - 4 * 0xffff) / normalDeviation;
    },
  };
}

/** 256 bits of a seed and a name. */
export function keyOf(seed: string, name: string): Uint32Array {
  const digest = sha256Bytes(`${seed}\u0000${name}`);
  return Uint32Array.from({ length: 8 }, (_, i) => digest.readUInt32LE(4 * i));
}

/** The block function of RFC 8439, 2.3. @param into its 16 words. */
export function chachaBlock(key: Uint32Array, counter: number, nonce: readonly number[], into: Uint32Array): void {
  start.set(constants);
  start.set(key, 4);
  start[12] = counter;
  start.set(nonce, 13);
  into.set(start);
  for (let round = 0; round < rounds; round += 2) {
    quarter(into, 0, 4, 8, 12);
    quarter(into, 1, 5, 9, 13);
    quarter(into, 2, 6, 10, 14);
    quarter(into, 3, 7, 11, 15);
    quarter(into, 0, 5, 10, 15);
    quarter(into, 1, 6, 11, 12);
    quarter(into, 2, 7, 8, 13);
    quarter(into, 3, 4, 9, 14);
  }
  for (let i = 0; i < 16; i++) into[i] = (into[i] as number) + (start[i] as number);
}

const constants = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
/** Used again by each block, so that a year of marks makes no garbage. */
const start = new Uint32Array(wordsPerBlock);
const made = new Uint32Array(wordsPerBlock);

function quarter(s: Uint32Array, a: number, b: number, c: number, d: number): void {
  let x = s[a] as number;
  let y = s[b] as number;
  let z = s[c] as number;
  let w = s[d] as number;
  x = (x + y) | 0;
  w ^= x;
  w = (w << 16) | (w >>> 16);
  z = (z + w) | 0;
  y ^= z;
  y = (y << 12) | (y >>> 20);
  x = (x + y) | 0;
  w ^= x;
  w = (w << 8) | (w >>> 24);
  z = (z + w) | 0;
  y ^= z;
  y = (y << 7) | (y >>> 25);
  s[a] = x;
  s[b] = y;
  s[c] = z;
  s[d] = w;
}
