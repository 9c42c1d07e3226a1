import { expect, test } from 'vitest';
import { runEngineLoop } from './engine-loop.ts';
import { markAfter, markMs } from './flow/window/window.ts';
import { createScaledClock } from './lib/clock.ts';
import { silentLog } from './lib/log.ts';

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
