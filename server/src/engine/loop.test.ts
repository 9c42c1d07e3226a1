import { expect, test } from 'vitest';
import { steppedTimers, type SteppedTimers } from '../../test/harness/stepped-timers.ts';
import type { Clock } from '../lib/clock.ts';
import { silentLog } from '../lib/log.ts';
import { markAfter, markMs } from '../lib/time.ts';
import { runEngineLoop, type EngineLoopDeps } from './loop.ts';

const start = Date.UTC(2026, 10, 21, 12, 4);

/** The league's clock runs `speed` times as fast as the timers. */
function clockOf(timers: SteppedTimers, speed: number): Clock {
  return { kind: 'scaled', realPerTick: 1 / speed, now: () => start + Math.floor(timers.now() * speed) };
}

function run(timers: SteppedTimers, deps: Partial<EngineLoopDeps> & Pick<EngineLoopDeps, 'engine' | 'clock'>) {
  const stop = new AbortController();
  const over = runEngineLoop({
    log: silentLog,
    rest: () => undefined,
    beside: () => Promise.resolve(),
    stop: stop.signal,
    after: timers.after,
    ...deps,
  });
  return {
    async stop() {
      stop.abort();
      await over;
    },
  };
}

test('a source that needs some time after a mark is asked that much later, and not a mark later', async () => {
  const timers = steppedTimers();
  const clock = clockOf(timers, 600);
  const delayMs = 100_000;
  const late: number[] = [];
  let next = markAfter(start);
  const engine = {
    delayMs,
    runUntil(now: number) {
      for (; next <= now - delayMs; next += markMs) late.push(now - next);
      return Promise.resolve(undefined);
    },
  };
  const loop = run(timers, { engine, clock });
  await timers.advance((3 * markMs) / 600);
  await loop.stop();
  // One millisecond of the timers is 600 of the clock.
  expect(late).toHaveLength(3);
  for (const ms of late) {
    expect(ms).toBeGreaterThanOrEqual(delayMs);
    expect(ms).toBeLessThan(delayMs + 1_200);
  }
});

test('a mark that falls due while others are done is done at once after them', async () => {
  const timers = steppedTimers();
  const at: number[] = [];
  const engine = {
    delayMs: 0,
    async runUntil() {
      at.push(timers.now());
      // From a minute before the mark to half a minute after it.
      if (at.length === 1) await new Promise<void>((resolve) => void timers.after(90_000, resolve));
    },
  };
  const loop = run(timers, { engine, clock: clockOf(timers, 1) });
  await timers.advance(100_000);
  expect(at).toEqual([0, 90_000]);
  await loop.stop();
});

test('on a real clock it rests before a mark, and looks at the clock at least every 20 seconds', async () => {
  const timers = steppedTimers();
  const at: number[] = [];
  let rests = 0;
  const engine = { delayMs: 0, runUntil: () => Promise.resolve(void at.push(timers.now())) };
  const loop = run(timers, { engine: engine as never, clock: clockOf(timers, 1), rest: () => rests++ });
  await timers.advance(60_001);
  expect(at).toEqual([0, 20_000, 40_000, 60_000]);
  expect(rests).toBeGreaterThan(0);
  await loop.stop();
});

test('a mark that fails is done again after pauses that grow; the others are not begun', async () => {
  const timers = steppedTimers();
  const at: number[] = [];
  const told: unknown[] = [];
  const engine = {
    delayMs: 0,
    runUntil() {
      at.push(timers.now());
      return at.length < 4 ? Promise.reject(new Error('no database')) : Promise.resolve(undefined);
    },
  };
  const log = { ...silentLog, error: (_message: string, fields?: object) => void told.push(fields) };
  const loop = run(timers, { engine, clock: clockOf(timers, 1), log });
  await timers.advance(2_000);
  expect(at).toEqual([0, 250, 750, 1_750]);
  expect(told).toMatchObject([{ pause_ms: 250 }, { pause_ms: 500 }, { pause_ms: 1_000 }]);
  await loop.stop();
});

test('work beside the marks holds none up, is tried again when it fails, and is waited for at the end', async () => {
  const timers = steppedTimers();
  const warned: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void warned.push(message) };
  let runs = 0;
  let begun = 0;
  let ended = 0;
  let finish: () => void = () => undefined;
  const engine = { delayMs: 0, runUntil: () => (runs++, Promise.resolve(undefined)) };
  const beside = async (): Promise<void> => {
    if (++begun === 1) throw new Error('no answer');
    await new Promise<void>((resolve) => (finish = resolve));
    ended++;
  };
  const loop = run(timers, { engine, clock: clockOf(timers, 6_000), log, beside });
  await timers.advance(1_000);
  // The second run of it does not end by itself: marks are done all the same.
  expect(runs).toBeGreaterThan(15);
  expect({ begun, ended, warned: warned.length }).toEqual({ begun: 2, ended: 0, warned: 1 });
  const over = loop.stop();
  finish();
  await over;
  expect(ended).toBe(1);
});
