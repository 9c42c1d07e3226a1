/**
 * Draws of tasks: integers from SHA-256 in counter mode with rejection, so that a program in any language draws the same.
 *
 * The stream of a key and a label is the blocks 0, 1, 2, … of 32 bytes each; block i is the SHA-256 of the UTF-8 text
 *
 *     papertape-draw/1 LF <key as lower-case hex> LF <label> LF <i as decimal>
 *
 * Each block is eight words of 32 bits, the most significant byte first. `below(n)` takes the next word w; where w is
 * floor(2^32 ÷ n) × n or more it is thrown away and the next one is taken; the draw is w mod n. Everything else here is made of `below`.
 *
 * A draw has the 256 bits of its key. A generator with a state of 32 bits would not do: all its seeds are tried in half a minute.
 *
 * Example: with a key of 32 zero bytes and the label "example", the first five draws of `below(1000)` are in draw.test.ts.
 */
import { sha256Bytes } from '../lib/hash.ts';

const words = 2 ** 32;
const wordsPerBlock = 8;

export interface Draw {
  /** A uniform integer, 0 ≤ x < n. @param n an integer, 1 ≤ n ≤ 2^32. */
  below(n: number): number;
  /** A uniform integer, least ≤ x ≤ most: least + below(most − least + 1). */
  between(least: number, most: number): number;
  /** True with the probability of/outOf: below(outOf) < of. */
  chance(of: number, outOf: number): boolean;
  /** One of a list that is not empty: list[below(length)]. */
  pick<T>(list: readonly T[]): T;
  /** One of weighted entries: the first whose sum of weights up to and with itself is above below(sum of all). Weights are integers ≥ 0. */
  weighted<T>(entries: readonly (readonly [weight: number, value: T])[]): T;
  /** A new list in a drawn order (Fisher and Yates): for i from the last down to 1, swap i with below(i + 1). */
  shuffled<T>(list: readonly T[]): T[];
  /** The first `n` of `shuffled(list)`. @param n at most the list's length. */
  sample<T>(list: readonly T[], n: number): T[];
  /**
   * The stream of the same key with another label, `<label>/<name>`. Parts of a task that draw from streams of their own do not move each other.
   */
  part(name: string): Draw;
}

/** @param key 32 bytes. @param label a text without line feeds. */
export function createDraw(key: Uint8Array, label: string): Draw {
  if (key.length !== 32) throw new RangeError(`a key has 32 bytes, not ${key.length}`);
  if (label.includes('\n')) throw new RangeError('a label has no line feed');
  const head = `papertape-draw/1\n${Buffer.from(key).toString('hex')}\n${label}\n`;
  let block: Buffer = Buffer.alloc(0);
  let counter = 0;
  let at = wordsPerBlock;

  const word = (): number => {
    if (at === wordsPerBlock) {
      block = sha256Bytes(`${head}${counter++}`);
      at = 0;
    }
    return block.readUInt32BE(4 * at++);
  };

  const below = (n: number): number => {
    if (!Number.isInteger(n) || n < 1 || n > words) throw new RangeError(`a draw below ${n}`);
    const end = Math.floor(words / n) * n;
    let drawn = word();
    while (drawn >= end) drawn = word();
    return drawn % n;
  };

  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;

  const shuffled = <T>(list: readonly T[]): T[] => {
    const order = [...list];
    for (let i = order.length - 1; i > 0; i--) {
      const j = below(i + 1);
      const held = order[i] as T;
      order[i] = order[j] as T;
      order[j] = held;
    }
    return order;
  };

  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (of, outOf) => below(outOf) < of,
    pick,
    weighted(entries) {
      let left = below(entries.reduce((sum, [weight]) => sum + weight, 0));
      for (const [weight, value] of entries) {
        if (left < weight) return value;
        left -= weight;
      }
      throw new RangeError('weights are integers of 0 or more');
    },
    shuffled,
    sample(list, n) {
      if (n > list.length) throw new RangeError(`${n} of a list of ${list.length}`);
      return shuffled(list).slice(0, n);
    },
    part: (name) => createDraw(key, `${label}/${name}`),
  };
}
