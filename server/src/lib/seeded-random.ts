/** Seeded random numbers for simulations and tests: the same seed gives the same numbers on every machine. They must not make keys. */
import { sha256Bytes } from './hash.ts';
import type { RandomBytes } from './ids.ts';

/** Uniform doubles in [0, 1): mulberry32. */
export function seededUniform(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Bytes from a hash chain over the seed. */
export function seededBytes(seed: string): RandomBytes {
  let counter = 0;
  return (n) => {
    const parts: Buffer[] = [];
    let length = 0;
    while (length < n) {
      const block = sha256Bytes(`${seed}:${counter++}`);
      parts.push(block);
      length += block.length;
    }
    return Buffer.concat(parts).subarray(0, n);
  };
}
