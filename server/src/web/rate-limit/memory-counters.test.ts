import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CountedLimit, Tally } from './counters.ts';
import { countersPerLimitMax, createMemoryCounters } from './memory-counters.ts';

const small: CountedLimit = { name: 'small', count: 3, windowSeconds: 1 };
const large: CountedLimit = { name: 'large', count: 5, windowSeconds: 2.5 };

/** As slow and plain as can be: every instant at which a request was let through is kept, and windows are found by going through them. */
function naive(limit: CountedLimit) {
  const passed: number[] = [];
  const ms = limit.windowSeconds * 1000;
  const windowAt = (now: number): number[] => {
    let window: number[] = [];
    for (const at of passed) window = window.length > 0 && at < (window[0] as number) + ms ? [...window, at] : [at];
    return window.length > 0 && now < (window[0] as number) + ms ? window : [];
  };
  return {
    take(now: number): Tally {
      const window = windowAt(now);
      const msLeft = window.length > 0 ? (window[0] as number) + ms - now : ms;
      if (window.length >= limit.count) return { used: limit.count + 1, msLeft };
      passed.push(now);
      return { used: window.length + 1, msLeft };
    },
    look(now: number): Tally {
      const window = windowAt(now);
      return { used: window.length, msLeft: window.length > 0 ? (window[0] as number) + ms - now : ms };
    },
  };
}

const step = fc.record({
  do: fc.constantFrom('take' as const, 'take' as const, 'look' as const),
  who: fc.constantFrom('a', 'b', 'c'),
  limit: fc.constantFrom(small, large),
  wait: fc.oneof(fc.constantFrom(0, 0, 1, 999, 1_000, 1_001, 2_500), fc.nat(400)),
});

test('any sequence of requests gives what a list of all instants gives', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let now = 5_000;
      const counters = createMemoryCounters(() => now);
      const models = new Map<string, ReturnType<typeof naive>>();
      for (const { do: what, who, limit, wait } of steps) {
        now += wait;
        const key = `${limit.name} ${who}`;
        const model = models.get(key) ?? naive(limit);
        models.set(key, model);
        expect(counters[what](limit, who)).toEqual(model[what](now));
      }
    }),
    { numRuns: 500 },
  );
});

test('what another store counted is taken over when it is more', () => {
  let now = 0;
  const counters = createMemoryCounters(() => now);
  counters.note(small, 'a', { used: 2, msLeft: 400 });
  expect(counters.look(small, 'a')).toEqual({ used: 2, msLeft: 400 });
  counters.note(small, 'a', { used: 1, msLeft: 900 });
  expect(counters.look(small, 'a')).toEqual({ used: 2, msLeft: 400 });
  expect(counters.take(small, 'a')).toEqual({ used: 3, msLeft: 400 });
  counters.note(small, 'a', { used: 4, msLeft: 700 });
  expect(counters.look(small, 'a')).toEqual({ used: 3, msLeft: 700 });
  now = 700;
  expect(counters.look(small, 'a').used).toBe(0);
  counters.note(small, 'a', { used: 1, msLeft: 100 });
  expect(counters.look(small, 'a')).toEqual({ used: 1, msLeft: 100 });
  counters.note(small, 'nobody', { used: 0, msLeft: 1_000 });
  expect(counters.size()).toBe(1);
});

test('however many come, a limit keeps so many counters; the oldest makes room, also for what another store counted', () => {
  const counters = createMemoryCounters(() => 0);
  for (let i = 0; i < countersPerLimitMax; i++) counters.take(small, `a${i}`);
  expect(counters.size()).toBe(countersPerLimitMax);
  for (let i = 0; i < 1_000; i++) counters.take(small, `b${i}`);
  for (let i = 0; i < 1_000; i++) counters.note(small, `c${i}`, { used: 1, msLeft: 1 });
  expect(counters.size()).toBe(countersPerLimitMax);
  expect([counters.look(small, 'a1999').used, counters.look(small, 'a2000').used]).toEqual([0, 1]);
  counters.take(large, 'a');
  expect(counters.size()).toBe(countersPerLimitMax + 1);
});
