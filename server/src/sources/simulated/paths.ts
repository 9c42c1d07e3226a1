/**
 * Random paths with random access: the value of any path at any node costs the same, whatever was asked before.
 *
 * A path is Brownian motion by midpoint displacement (Lévy's construction): between two ends a straight line, plus a tent
 * over the whole span, plus a tent over each half, each quarter ... down to one node; every tent's height is a normal number
 * drawn from (seed, path, level, position). Increments are therefore independent and of the right size on every scale
 * from one node (5 minutes) to one span (2.5 years); the ends of spans are independent, so that a path stays within bounds for
 * ever instead of wandering off.
 *
 * All paths share the tents' positions, so one node costs one multiply-add per level and path, and on average two new numbers.
 * Only integer arithmetic, +, - and * are used: the same seed gives the same bits on every machine.
 */
import { markMs } from '../../lib/time.ts';
import { createKeyedNumbers, keyOf } from './keyed-random.ts';

const levels = 18;
/** Nodes per span. */
const span = 2 ** levels;
const yearMs = 365.25 * 24 * 60 * 60_000;
/** Length of the step between two nodes, years. */
export const nodeYears = markMs / yearMs;

export interface Paths {
  /** Values of all paths at a node (a mark divided by `markMs`), each with a variance of 1 per year. The array is used again by the next call. */
  at(node: number): Float64Array;
}

/** @param names one path for each; a path depends on the seed and its own name, never on the others. */
export function createPaths(seed: string, names: readonly string[]): Paths {
  const count = names.length;
  const keys = names.map((name) => keyOf(seed, name));
  // The ends of spans stand in a lane of their own, above the levels of the tents.
  const numbers = Array.from({ length: levels + 1 }, (_, level) => createKeyedNumbers(keys, level));
  const heights = Array.from({ length: levels }, () => new Float64Array(count));
  const position = new Float64Array(levels).fill(Number.NaN);
  const ends = [new Float64Array(count), new Float64Array(count)] as const;
  let spanIndex = Number.NaN;
  const values = new Float64Array(count);
  const endDeviation = Math.sqrt((span * nodeYears) / 2);

  function fill(target: Float64Array, level: number, index: number, deviation: number): void {
    const drawn = numbers[level];
    for (let p = 0; p < count; p++) target[p] = deviation * (drawn?.normal(p, index) ?? 0);
  }

  return {
    at(node) {
      const block = Math.floor(node / span);
      const offset = node - block * span;
      if (block !== spanIndex) {
        fill(ends[0], levels, block, endDeviation);
        fill(ends[1], levels, block + 1, endDeviation);
        spanIndex = block;
      }
      const along = offset / span;
      for (let p = 0; p < count; p++) values[p] = (ends[0][p] ?? 0) * (1 - along) + (ends[1][p] ?? 0) * along;
      for (let level = 0; level < levels; level++) {
        const length = span >> level;
        const index = block * 2 ** level + Math.floor(offset / length);
        const tents = heights[level];
        if (!tents) continue;
        if (position[level] !== index) {
          fill(tents, level, index, Math.sqrt(length * nodeYears) / 2);
          position[level] = index;
        }
        const within = (offset % length) / length;
        const tent = within < 0.5 ? 2 * within : 2 - 2 * within;
        if (tent === 0) continue;
        for (let p = 0; p < count; p++) values[p] = (values[p] ?? 0) + tent * (tents[p] ?? 0);
      }
      return values;
    },
  };
}

/** Slow bounded noise for the second pools: between -1 and 1, straight between nodes. */
export function slowNoise(key: number, node: number): number {
  return (2 * valueNoise(key, node, 48) + valueNoise(key ^ 0x5bd1e995, node, 7)) / 3;
}

function valueNoise(key: number, node: number, period: number): number {
  const index = Math.floor(node / period);
  const along = node / period - index;
  return uniform(key, period, index) * (1 - along) + uniform(key, period, index + 1) * along;
}

/** Uniform in [-1, 1). */
function uniform(key: number, a: number, b: number): number {
  return mix(mix(key ^ Math.imul(a, 0x9e3779b1)) ^ (b | 0)) / 2 ** 31 - 1;
}

/** Scrambles 32 bits (the finaliser of MurmurHash3). */
function mix(x: number): number {
  let h = x | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
