import { expect, test } from 'vitest';
import { runEngineLoop } from './loop.ts';
import { markAfter, markMs } from '../lib/time.ts';
import { createScaledClock } from '../lib/clock.ts';
import { silentLog } from '../lib/log.ts';

test('a source that needs some time after a mark is asked that much later, and not a mark later', async () => {
  const start = Date.UTC(2026, 10, 21, 12, 4);
  const delayMs = 100_000;
  const stop = new AbortController();
  const clock = createScaledClock(start, 600);
  const late: number[] = [];
  let next = markAfter(start);
  const engine = {
    delayMs,
    lastMark: () => undefined,
    runUntil(now: number) {
      for (; next <= now - delayMs; next += markMs) late.push(now - next);
      if (late.length === 3) stop.abort();
      return Promise.resolve(undefined);
    },
  };
  await runEngineLoop(engine, clock, stop.signal, silentLog, () => undefined);
  for (const ms of late) {
    expect(ms).toBeGreaterThanOrEqual(delayMs);
    expect(ms).toBeLessThan(delayMs + 120_000);
  }
  expect(late).toHaveLength(3);
});

test('work beside the marks holds none up, is tried again when it fails, and is waited for at the end', async () => {
  const clock = createScaledClock(Date.UTC(2026, 10, 21, 12), 6_000);
  const stop = new AbortController();
  const warned: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void warned.push(message) };
  let runs = 0;
  let begun = 0;
  let ended = 0;
  let finish: () => void = () => undefined;
  const engine = {
    delayMs: 0,
    lastMark: () => undefined,
    runUntil() {
      if (++runs === 6) {
        stop.abort();
        finish();
      }
      return Promise.resolve(undefined);
    },
  };
  const beside = async (): Promise<void> => {
    if (++begun === 1) throw new Error('no answer');
    await new Promise<void>((resolve) => (finish = resolve));
    ended++;
  };
  await runEngineLoop(engine, clock, stop.signal, log, () => undefined, beside);
  // The second run of it never ended by itself: marks were done all the same.
  expect({ runs, begun, ended }).toEqual({ runs: 6, begun: 2, ended: 1 });
  expect(warned).toHaveLength(1);
});
