import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askedBy,
  atRest,
  busyMin,
  calmMs,
  isRefused,
  levelMax,
  middle,
  nextLevel,
  refusedAt,
  retryAfter,
  retrySeconds,
  thresholds,
  type Asker,
  type Level,
  type LevelState,
  type Signals,
  type Timed,
} from './levels.ts';

const quiet: Signals = { loopMs: 0, writeMs: 0, connectionMs: 0, markMs: 0, busy: 1 };
const timed = Object.keys(thresholds) as Timed[];

describe.each(timed)('%s', (name) => {
  test.each([1, 2, 3] as const)('asks for level %i from its threshold on, and not before', (level) => {
    const edge = thresholds[name][level - 1] as number;
    expect(askedBy({ ...quiet, [name]: edge }, 0)).toBe(level);
    expect(askedBy({ ...quiet, [name]: edge - 1 }, 0)).toBe(level - 1);
  });
});

test('the signal that asks for most decides', () => {
  expect(askedBy({ ...quiet, loopMs: 200, writeMs: 3_000, connectionMs: 2_000 }, 0)).toBe(3);
});

test('a long mark counts while the thread is busy, or as long as somebody is refused anyway', () => {
  const long = { ...quiet, markMs: 60_000 };
  expect(askedBy({ ...long, busy: busyMin }, 0)).toBe(3);
  expect(askedBy({ ...long, busy: busyMin - 0.01 }, 0)).toBe(0);
  expect(askedBy({ ...long, busy: 0 }, 1)).toBe(3);
  expect(askedBy({ ...long, busy: 0, loopMs: 400 }, 0)).toBe(2);
});

test('it rises at once, and falls by one step for each second of calm, to the millisecond', () => {
  const loaded = { ...quiet, writeMs: 3_000 };
  let state = nextLevel(atRest, loaded, 0);
  expect(state).toEqual({ level: 3, calmSince: undefined });
  const levels: Level[] = [];
  for (const t of [10, 10 + calmMs - 1, 10 + calmMs, 10 + 2 * calmMs - 1, 10 + 2 * calmMs, 10 + 3 * calmMs]) {
    state = nextLevel(state, quiet, t);
    levels.push(state.level);
  }
  expect(levels).toEqual([3, 3, 2, 2, 1, 0]);
  expect(nextLevel(state, quiet, 1e9).level).toBe(0);
});

test('the calm begins anew when the signals ask for the level again', () => {
  const one = { ...quiet, loopMs: 200 };
  let state = nextLevel(atRest, one, 0);
  state = nextLevel(state, quiet, 100);
  state = nextLevel(state, one, 900);
  state = nextLevel(state, quiet, 1_000);
  expect(nextLevel(state, quiet, 1_999).level).toBe(1);
  expect(nextLevel(state, quiet, 2_000).level).toBe(0);
});

test('whatever the signals: never below what they ask for, never two steps down, and at rest in the end', () => {
  const ms = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(250, 1_000, 3_000, 6_000));
  const signals = fc.record({
    loopMs: ms,
    writeMs: ms,
    connectionMs: ms,
    markMs: ms,
    busy: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(signals, fc.integer({ min: 0, max: 3_000 }))), (looks) => {
      let state: LevelState = atRest;
      let now = 0;
      for (const [seen, later] of looks) {
        now += later;
        const before = state.level;
        state = nextLevel(state, seen, now);
        expect(state.level).toBeGreaterThanOrEqual(askedBy(seen, before));
        expect(state.level).toBeGreaterThanOrEqual(before - 1);
        expect(state.level).toBeLessThanOrEqual(levelMax);
      }
      for (let i = 0; i <= levelMax + 1; i++) state = nextLevel(state, quiet, (now += calmMs));
      expect(state.level).toBe(0);
    }),
  );
});

test('each level refuses whom the one below it refuses, and one more; who is exempt is never refused', () => {
  expect(([0, 1, 2, 3] as const).map(refusedAt)).toEqual([
    [],
    ['stranger'],
    ['stranger', 'bot'],
    ['stranger', 'bot', 'order'],
  ]);
  for (const level of [0, 1, 2, 3] as const) expect(isRefused('exempt', level)).toBe(false);
});

test('Retry-After takes every whole second between its bounds, and no other', () => {
  for (const asker of Object.keys(retrySeconds) as (keyof typeof retrySeconds & Asker)[]) {
    const [from, to] = retrySeconds[asker];
    expect(retryAfter(asker, 0)).toBe(from);
    expect(retryAfter(asker, 1 - Number.EPSILON)).toBe(to);
    const all = new Set(Array.from({ length: 1_000 }, (_, i) => retryAfter(asker, i / 1_000)));
    expect([...all].toSorted((a, b) => a - b)).toEqual(Array.from({ length: to - from + 1 }, (_, i) => from + i));
  }
});

test('the middle of three is the second largest', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (a, b, c) => {
      expect(middle(a, b, c)).toBe([a, b, c].toSorted((x, y) => x - y)[1]);
    }),
  );
});
