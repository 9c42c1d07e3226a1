/** Seeded choices, so that a generator makes the same mistakes each time. */
import { seededUniform } from '../../../src/lib/seeded-random.ts';

export interface SteppedRandom {
  /** A whole number from 0 to n - 1. */
  readonly upTo: (n: number) => number;
  readonly one: <T>(of: readonly T[]) => T;
  /** So many different ones. */
  readonly some: <T>(of: readonly T[], count: number) => T[];
}

export function createRandom(seed: number): SteppedRandom {
  const uniform = seededUniform(seed);
  const upTo = (n: number): number => Math.floor(uniform() * n);
  return {
    upTo,
    one: (of) => of[upTo(of.length)] as (typeof of)[number],
    some(of, count) {
      const left = [...of];
      return Array.from({ length: Math.min(count, of.length) }, () => left.splice(upTo(left.length), 1)).flat();
    },
  };
}
