/** What the thread that makes tasks keeps: by number, and by the memory that it takes. */
import { expect, test } from 'vitest';
import { sumsOf } from '../../test/harness/sums.ts';
import { ownHeap } from '../lib/heap.ts';
import { createCalls } from './maker.ts';
import type { Generator } from './source.ts';

const league = 'deal_finder';
const mib = 1024 * 1024;

/** Each variant has a file of so many bytes. @returns how often one was made, too. */
function heavy(bytes: number): { readonly generators: ReadonlyMap<string, Generator>; readonly made: () => number } {
  const sums = sumsOf(league);
  let made = 0;
  const generator: Generator = {
    ...sums,
    variant(plan, key) {
      made++;
      return { ...sums.variant(plan, key), files: [{ name: 'a', type: 'text/plain', bytes: Buffer.alloc(bytes, 1) }] };
    },
  };
  return { generators: new Map([[league, generator]]), made: () => made };
}

const of = (bot: number) => ({
  made: { league, round: '2026-W47-3', levels: [1, 2, 3, 4, 5], seed: '5e'.repeat(32) },
  botId: `agt_${bot}`,
});

test('variants go before the thread has more in use than it may, and the one that was used last is there', async () => {
  const heap = ownHeap();
  const before = heap.bytesInUse();
  // What is there already is no variant: three quarters of the bound are that and twelve of them.
  const bytesMax = ((before + 12 * mib) * 4) / 3;
  const { generators, made } = heavy(mib);
  const calls = createCalls(generators, heap, bytesMax);
  let most = 0;
  for (let bot = 0; bot < 200; bot++) {
    await calls.shown(of(bot));
    await calls.shown(of(bot));
    if (bot % 10 === 0) most = Math.max(most, heap.bytesInUse());
  }
  expect(made()).toBe(200);
  // One more is made before the next look.
  expect(most).toBeLessThan(bytesMax + 2 * mib);
  expect(most).toBeGreaterThan(before + 4 * mib);
  await calls.shown(of(0));
  expect(made()).toBe(201);
});

test('without a heap of its own it keeps two hundred', async () => {
  const { generators, made } = heavy(1);
  const calls = createCalls(generators);
  for (let bot = 0; bot < 201; bot++) await calls.shown(of(bot));
  for (let bot = 1; bot < 201; bot++) await calls.shown(of(bot));
  expect(made()).toBe(201);
  await calls.shown(of(0));
  expect(made()).toBe(202);
});
