import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from 'papertape-contract/limits';
import { markMs, windowMs } from '../../lib/time.ts';
import {
  begunShare,
  hasRoom,
  measuredOrdersMin,
  paceAfter,
  retryAfterSeconds,
  roomOf,
  startPace,
  type Pace,
} from './room.ts';
import { createWindowRoom } from './window-room.ts';

const pace = (msPerOrder: number): Pace => ({ msPerOrder, isMeasured: true });

describe('the pace', () => {
  test('is measured from so many orders on, of which one that is only entered counts a part', () => {
    const work = { begun: 0, ms: 100 };
    expect(paceAfter(startPace, { ...work, decided: measuredOrdersMin - 1 })).toBe(startPace);
    expect(paceAfter(startPace, { ...work, decided: measuredOrdersMin }).isMeasured).toBe(true);
    const begun = measuredOrdersMin / begunShare;
    expect(paceAfter(startPace, { decided: 0, begun: begun - 1, ms: 100 })).toBe(startPace);
    expect(paceAfter(startPace, { decided: 0, begun, ms: 100 }).isMeasured).toBe(true);
  });

  test('follows half-way: 60,000 orders in 6 s are 0.1 ms each', () => {
    const once = paceAfter(startPace, { decided: 60_000, begun: 0, ms: 6_000 });
    expect(once).toEqual({ msPerOrder: 0.1, isMeasured: true });
    const twice = paceAfter(once, { decided: 60_000, begun: 0, ms: 12_000 });
    expect(twice.msPerOrder).toBeCloseTo(0.15, 10);
    let now: Pace = twice;
    for (let i = 0; i < 20; i++) now = paceAfter(now, { decided: 60_000, begun: 0, ms: 12_000 });
    expect(now.msPerOrder).toBeCloseTo(0.2, 5);
    // Entered and decided in one mark, as under a flood that goes on.
    expect(paceAfter(pace(0.1), { decided: 40_000, begun: 40_000, ms: 5_000 }).msPerOrder).toBeCloseTo(0.1, 10);
  });

  test('a mark that was not timed says nothing', () => {
    expect(paceAfter(startPace, { decided: 60_000, begun: 0, ms: 0 })).toBe(startPace);
    expect(paceAfter(startPace, { decided: 60_000, begun: 0, ms: -5 })).toBe(startPace);
  });
});

describe('the room of a window', () => {
  test('is what is decided and entered in 5 s, and never less than the least', () => {
    expect(roomOf(pace(0.1), 1)).toBe(40_000);
    expect(roomOf(startPace, 1)).toBe(16_000);
    const least = (limits.windowDecideSeconds * 1000) / (limits.windowOrdersMin * (1 + begunShare));
    expect(roomOf(pace(least), 1)).toBe(limits.windowOrdersMin);
    expect(roomOf(pace(1_000), 1)).toBe(limits.windowOrdersMin);
  });

  test('on a fast clock it is what is decided in half the time between two marks; on a stepped one there is no bound', () => {
    const speedOf5s = markMs / (2 * limits.windowDecideSeconds * 1000);
    expect(roomOf(pace(0.1), 1 / speedOf5s)).toBe(40_000);
    expect(roomOf(pace(0.1), 1 / (2 * speedOf5s))).toBe(20_000);
    expect(roomOf(pace(0.1), 0)).toBe(Number.POSITIVE_INFINITY);
  });

  test('takes its last order and no more; further orders have half of it, rounded down', () => {
    expect(hasRoom({ orders: 9, further: 0 }, 10, true)).toBe(true);
    expect(hasRoom({ orders: 10, further: 0 }, 10, true)).toBe(false);
    expect(hasRoom({ orders: 9, further: 4 }, 10, false)).toBe(true);
    expect(hasRoom({ orders: 9, further: 5 }, 10, false)).toBe(false);
    expect(hasRoom({ orders: 9, further: 5 }, 10, true)).toBe(true);
    expect(hasRoom({ orders: 8, further: 4 }, 9, false)).toBe(false);
    expect(hasRoom({ orders: 1e9, further: 1e9 }, Number.POSITIVE_INFINITY, false)).toBe(true);
  });
});

const noon = Date.parse('2026-11-21T12:00:00Z');

test('whatever comes: never more than the room, never more than half of it further ones, and half of it for others', () => {
  const orders = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.boolean()), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), orders, (max, all) => {
      const room = createWindowRoom(1, max);
      let taken = 0;
      const seen = new Set<string>();
      let further = 0;
      for (const [bot, fails] of all) {
        const botId = `agt_${bot}`;
        const may = room.takes(botId, noon);
        const place = room.take(botId, noon);
        expect(place !== undefined).toBe(may);
        if (!place) continue;
        expect(place.isFirst).toBe(!seen.has(botId));
        if (fails) {
          room.giveBack(place);
          continue;
        }
        taken++;
        if (seen.has(botId)) further++;
        seen.add(botId);
        expect(room.figures(noon)).toMatchObject({ orders: taken, further });
        expect(taken).toBeLessThanOrEqual(max);
        expect(further).toBeLessThanOrEqual(max / 2);
      }
      // Others find what was kept for them.
      let others = 0;
      while (room.take(`agt_other_${others}`, noon)) others++;
      expect(others + seen.size).toBeGreaterThanOrEqual(Math.ceil(max / 2));
      expect(room.isFull(noon)).toBe(true);
      expect(room.isShort()).toBe(true);
    }),
  );
});

test('a window is full until the next one opens, to the millisecond', () => {
  const room = createWindowRoom(1, 2);
  expect(room.take('a', noon)).toMatchObject({ start: noon + markMs, isFirst: true });
  expect(room.take('b', noon + markMs - 1)).toMatchObject({ start: noon + markMs, isFirst: true });
  expect(room.take('c', noon + markMs - 1)).toBeUndefined();
  expect(room.isFull(noon + markMs - 1)).toBe(true);
  expect(room.isFull(noon + markMs)).toBe(false);
  expect(room.take('a', noon + markMs)).toMatchObject({ start: noon + 2 * markMs, isFirst: true });
});

test('what was given back of an earlier window makes no room in this one', () => {
  const room = createWindowRoom(1, 1);
  const place = room.take('a', noon);
  expect(room.take('b', noon + markMs)).toBeDefined();
  if (place) room.giveBack(place);
  expect(room.figures(noon + markMs).orders).toBe(1);
});

test('what the orders of a mark will take is known once something was measured, also those that were there at the start', () => {
  const room = createWindowRoom(1);
  const start = noon + markMs;
  room.load(start, new Map([['a', 2]]), new Map([[noon, 3_000]]));
  expect(room.figures(noon)).toEqual({ orders: 2, further: 1, room: 16_000, perSecond: undefined, refused: 0 });
  expect(room.expectedMs(noon + windowMs)).toBe(0);
  room.done(noon, { decided: 1_000, begun: 0, ms: 150 });
  expect(room.figures(noon).perSecond).toBeCloseTo(1_000 / 0.15, 10);
  expect(room.expectedMs(noon + windowMs - 1)).toBe(0);
  expect(room.expectedMs(noon + windowMs)).toBeCloseTo(450, 10);
  expect(room.expectedMs(start + windowMs)).toBeCloseTo(450.3, 10);
  room.done(noon + windowMs, { decided: 0, begun: 0, ms: 5 });
  expect(room.expectedMs(start + windowMs)).toBeCloseTo(0.3, 10);
});

test('who was refused comes back in the first minute of the next window, spread evenly and the same each time', () => {
  const at = (botId: string) => retryAfterSeconds(botId, 10_000, 1);
  const all = Array.from({ length: 2_000 }, (_, i) => at(`agt_${i.toString(32).padStart(16, '0')}`));
  expect(Math.min(...all)).toBeGreaterThanOrEqual(10);
  expect(Math.max(...all)).toBeLessThanOrEqual(70);
  for (let from = 10; from < 70; from += 15) {
    const part = all.filter((s) => s > from && s <= from + 15).length;
    expect(part).toBeGreaterThan(400);
    expect(part).toBeLessThan(600);
  }
  expect(at('agt_1')).toBe(at('agt_1'));
  // A clock that runs a thousand times as fast opens a window every 0.3 s.
  expect(retryAfterSeconds('agt_1', markMs, 0.001)).toBe(1);
});
