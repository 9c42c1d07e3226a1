/** The on-chain source, mark after mark over days: what its memory does. For a test of days and a benchmark of a month. */
import { createSteppedClock } from '../../src/lib/clock.ts';
import { garbageCollector } from '../../src/lib/garbage.ts';
import { createOnchainSource } from '../../src/sources/onchain/onchain.ts';
import { playChain } from './played-months.ts';
import { openYieldMarket } from './yield-market.ts';

export interface MarksInARow {
  readonly marks: number;
  readonly seconds: number;
  /** Bytes of live heap at the end of each half day. */
  readonly heap: readonly number[];
  /** Readings that were none. */
  readonly missing: number;
}

const marksOfADay = 288;

export async function readMarksInARow(days: number, endpoints: number): Promise<MarksInARow> {
  const start = Date.UTC(2026, 2, 1, 20) / 1000;
  const market = await openYieldMarket(start);
  await market.chain.mineAt(start + 7_236);
  const played = await playChain(market.chain.url, endpoints);
  // An ordinary collection leaves some of what V8 has compiled meanwhile, which is no mark's.
  const collect = garbageCollector();
  try {
    const first = start + 7_200;
    const clock = createSteppedClock(first * 1000);
    const source = createOnchainSource({
      book: market.book,
      rpcUrls: new Map([[31_337, played.urls]]),
      clock: { kind: 'stepped', realPerTick: 0, now: () => clock.now() },
    });
    const heap: number[] = [];
    let missing = 0;
    const began = performance.now();
    for (let i = 0; i < days * marksOfADay; i++) {
      const mark = first + i * 300;
      played.goTo(mark + 36);
      clock.set((mark + 40) * 1000);
      for (const r of (await source.read(mark * 1000)).values()) if (!r.ok) missing++;
      if ((i + 1) % (marksOfADay / 2) !== 0) continue;
      collect();
      heap.push(process.memoryUsage().heapUsed);
    }
    return { marks: days * marksOfADay, seconds: (performance.now() - began) / 1000, heap, missing };
  } finally {
    await played.close();
    await market.chain.close();
  }
}
