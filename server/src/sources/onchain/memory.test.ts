import { expect, test } from 'vitest';
import type { MarkReadings, PoolReading } from '../source.ts';
import { createGuardMemory } from './memory.ts';

const day = 86_400_000;
const close = Date.UTC(2026, 2, 2);
const half = 1_800_000;
const ok = (cumulative: bigint, at = 0): PoolReading => ({
  ok: true,
  cumulative,
  since: 0,
  block: { chain: 1, number: 1, hash: '0x', at },
});

test('a pool is compared with the newest close before the mark at which it had a reading', () => {
  const memory = createGuardMemory();
  memory.noteMean('p', close + 300_000, 1);
  expect(memory.closeTick('p', close + 600_000)).toBeUndefined();
  memory.noteMean('p', close, 5);
  memory.noteMean('q', close + day, 7);
  expect(memory.closeTick('p', close)).toBeUndefined();
  expect(memory.closeTick('p', close + 300_000)).toBe(5);
  expect(memory.closeTick('p', close + 2 * day)).toBe(5);
  expect(memory.closeTick('q', close + day)).toBeUndefined();
  expect(memory.closeTick('q', close + day + 300_000)).toBe(7);
});

test('it keeps eight closes', () => {
  const memory = createGuardMemory();
  memory.noteMean('p', close, 5);
  for (let i = 1; i <= 7; i++) memory.noteMean('q', close + i * day, i);
  expect(memory.closeTick('p', close + 8 * day)).toBe(5);
  memory.noteMean('q', close + 8 * day, 8);
  expect(memory.closeTick('p', close + 9 * day)).toBeUndefined();
});

test('a start brings back what stored readings say', () => {
  const memory = createGuardMemory();
  const stored = new Map<number, MarkReadings>([
    [close + 300_000, new Map([['r', { ok: false, reason: 'rate' }]])],
    [
      close,
      new Map([
        ['p', ok(9_000n)],
        ['q', { ok: false, reason: 'thin' }],
        ['r', ok(1_200n, close + 24_000)],
      ]),
    ],
    [
      close - half,
      new Map([
        ['p', ok(0n)],
        ['q', ok(0n)],
        ['r', ok(1_199n, close - half + 24_000)],
      ]),
    ],
  ]);
  memory.resume(stored, new Set(['r']));
  expect(memory.closeTick('p', close + 600_000)).toBe(5);
  expect(memory.closeTick('q', close + 600_000)).toBeUndefined();
  expect(memory.rate('r')).toEqual({ last: 1_200n, base: 1_199n, baseAt: close - half + 24_000 });
  expect(memory.closeTick('r', close + 600_000)).toBeUndefined();
});
