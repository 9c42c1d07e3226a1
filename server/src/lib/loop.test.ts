import { describe, expect, test } from 'vitest';
import { steppedTimers } from '../../test/harness/stepped-timers.ts';
import { pause, startLoop, type LoopOptions } from './loop.ts';

function loopOf(options: Partial<LoopOptions> & Pick<LoopOptions, 'round'>) {
  const timers = steppedTimers();
  const faults: unknown[] = [];
  const loop = startLoop({
    onFault: (fault, pauseMs) => faults.push([(fault as Error).message, pauseMs]),
    pauseMs: { first: 100, max: 1_000 },
    after: timers.after,
    ...options,
  });
  return { timers, loop, faults };
}

describe('rounds', () => {
  test('the first begins at once, the next ones when each said', async () => {
    const at: number[] = [];
    const waits = [10, 500, 0, 3_000];
    const { timers, loop } = loopOf({
      round: () => {
        at.push(timers.now());
        return waits.shift() ?? Number.POSITIVE_INFINITY;
      },
      lookMsMax: Number.POSITIVE_INFINITY,
    });
    await timers.advance(100_000);
    expect(at).toEqual([0, 10, 510, 510, 3_510]);
    expect(timers.pending()).toEqual([]);
    await loop.stop();
  });

  test('none is asked for before the first wait is over', async () => {
    let rounds = 0;
    const { timers, loop } = loopOf({ round: () => (++rounds, 1_000), firstMs: 1_000 });
    await timers.advance(999);
    expect(rounds).toBe(0);
    await timers.advance(1_001);
    expect(rounds).toBe(2);
    await loop.stop();
  });

  test('a clock that jumps is looked at again after 20 seconds, whatever the wait was', async () => {
    const hour = 3_600_000;
    let clock = 0;
    let due = hour;
    const done: number[] = [];
    const { timers, loop } = loopOf({
      round() {
        for (; clock >= due; due += hour) done.push(timers.now());
        return due - clock;
      },
    });
    await timers.advance(10_000);
    clock = hour;
    await timers.advance(9_999);
    expect(done).toEqual([]);
    await timers.advance(1);
    expect(done).toEqual([20_000]);
    // Backwards, the wait that is worked out from it is too long, and bounded again.
    clock = -1_000_000;
    await timers.advance(20_000);
    expect(timers.pending()).toEqual([20_000]);
    await loop.stop();
  });

  test('they never overlap, however often it is woken; one follows for all that came meanwhile', async () => {
    let running = 0;
    let most = 0;
    let rounds = 0;
    let finish = (): void => undefined;
    const { timers, loop } = loopOf({
      async round() {
        rounds++;
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => (finish = resolve));
        running--;
        return Number.POSITIVE_INFINITY;
      },
      lookMsMax: Number.POSITIVE_INFINITY,
    });
    await timers.advance(0);
    for (let i = 0; i < 5; i++) loop.wake();
    await timers.advance(60_000);
    expect(rounds).toBe(1);
    finish();
    await timers.advance(60_000);
    expect([rounds, most]).toEqual([2, 1]);
    finish();
    await timers.advance(60_000);
    expect([rounds, most]).toEqual([2, 1]);
    await loop.stop();
  });

  test('woken while it waits, it goes at once, and waits anew', async () => {
    const at: number[] = [];
    const { timers, loop } = loopOf({
      round: () => {
        at.push(timers.now());
        return 1_000;
      },
      firstMs: Number.POSITIVE_INFINITY,
    });
    await timers.advance(5_000);
    loop.wake();
    await timers.advance(400);
    loop.wake();
    await timers.advance(1_000);
    expect(at).toEqual([5_000, 5_400, 6_400]);
    await loop.stop();
  });
});

describe('faults', () => {
  test('are tried again after pauses that double up to their bound, which waking does not shorten; a good round ends that', async () => {
    let good = false;
    const at: number[] = [];
    const { timers, loop, faults } = loopOf({
      async round() {
        at.push(timers.now());
        if (!good) throw new Error('no');
        return 50;
      },
      firstMs: 1,
    });
    await timers.advance(1);
    loop.wake();
    await timers.advance(99);
    expect(at).toEqual([1]);
    await timers.advance(5_900);
    expect(at).toEqual([1, 101, 301, 701, 1_501, 2_501, 3_501, 4_501, 5_501]);
    good = true;
    await timers.advance(1_000);
    good = false;
    await timers.advance(50);
    expect(faults.map((f) => (f as unknown[])[1])).toEqual([100, 200, 400, 800, 1000, 1000, 1000, 1000, 1000, 100]);
    await loop.stop();
  });

  test('a round that throws at once, without a promise, is one, too', async () => {
    const { timers, loop, faults } = loopOf({
      round() {
        throw new Error('at once');
      },
    });
    await timers.advance(0);
    expect(faults).toEqual([['at once', 100]]);
    await loop.stop();
  });
});

describe('the end', () => {
  test('while it waits: at once, with no timer left, and nothing after it', async () => {
    for (const firstMs of [0, 60_000, Number.POSITIVE_INFINITY]) {
      let rounds = 0;
      const { timers, loop } = loopOf({ round: () => (++rounds, 1_000), firstMs });
      await timers.advance(10);
      await loop.stop();
      expect(timers.pending()).toEqual([]);
      const before = rounds;
      loop.wake();
      await timers.advance(100_000);
      expect(rounds).toBe(before);
    }
  });

  test('during a round: it is told, it is waited for, and what it throws then is no fault', async () => {
    const ended: string[] = [];
    const { timers, loop, faults } = loopOf({
      async round(stop) {
        await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));
        ended.push('round');
        throw new Error('broken off');
      },
    });
    await timers.advance(10);
    await loop.stop();
    ended.push('loop');
    expect(ended).toEqual(['round', 'loop']);
    expect(faults).toEqual([]);
  });

  test('in the pause after a fault; by a signal of others; twice', async () => {
    const others = new AbortController();
    const { timers, loop, faults } = loopOf({
      round: () => Promise.reject(new Error('no')),
      signal: others.signal,
    });
    await timers.advance(10);
    others.abort();
    await loop.over;
    await loop.stop();
    expect(faults).toHaveLength(1);
    expect(timers.pending()).toEqual([]);
  });

  test('before it began', async () => {
    let rounds = 0;
    const { loop } = loopOf({ round: () => ++rounds, signal: AbortSignal.abort() });
    await loop.over;
    expect(rounds).toBe(0);
  });
});

test('real timers: a short wait ends, a stop ends a long one', async () => {
  let rounds = 0;
  const second = Promise.withResolvers<void>();
  const loop = startLoop({
    round() {
      if (++rounds === 2) second.resolve();
      return rounds === 1 ? 1 : 1e12;
    },
    onFault: () => undefined,
    pauseMs: { first: 1, max: 1 },
    lookMsMax: Number.POSITIVE_INFINITY,
  });
  // A loop keeps no process alive; the test does.
  const held = setInterval(() => undefined, 1_000);
  await second.promise;
  await loop.stop();
  clearInterval(held);
  expect(rounds).toBe(2);
});

test('a pause ends with its signal', async () => {
  const stop = new AbortController();
  const long = pause(1e9, stop.signal);
  stop.abort();
  await long;
  await pause(1e9, stop.signal);
  await pause(1);
  expect(stop.signal.aborted).toBe(true);
});
