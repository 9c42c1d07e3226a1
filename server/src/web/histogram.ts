/** A histogram as Prometheus has it: buckets that count what lies at or below their upper bound. */
import type { Sample } from './metrics-text.ts';

export interface Histogram {
  add(value: number): void;
  samples(): Sample[];
}

/** @param bounds upper ones, rising. */
export function createHistogram(bounds: readonly number[]): Histogram {
  const buckets = new Float64Array(bounds.length);
  let count = 0;
  let sum = 0;
  return {
    add(value) {
      count++;
      sum += value;
      const i = bounds.findIndex((bound) => value <= bound);
      if (i >= 0) buckets[i] = (buckets[i] as number) + 1;
    },
    samples() {
      let below = 0;
      const cumulative = bounds.map((bound, i): Sample => {
        below += buckets[i] as number;
        return ['_bucket', { le: String(bound) }, below];
      });
      return [...cumulative, ['_bucket', { le: '+Inf' }, count], ['_sum', {}, sum], ['_count', {}, count]];
    },
  };
}
