/** What a price source is told of earlier readings when the service starts: its guards compare with them. */
import { expect, test } from 'vitest';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import type { MarkReadings, PriceSource } from '../../../src/sources/source.ts';
import { openLeague } from '../../harness/league.ts';

const start = Date.UTC(2026, 2, 2, 23);
const minute = 60_000;
const symbols = ['BTC-USD', 'ETH-USD'];

test('a start tells the source the last marks, the two last closes, and the starts of their windows', async () => {
  const told: { last: number | undefined; earlier: ReadonlyMap<number, MarkReadings> }[] = [];
  const source = (): PriceSource => {
    const simulated = createSimulatedSource({ seed: 1, origin: start, symbols });
    return {
      ...simulated,
      resume(last, earlier = new Map()) {
        told.push({ last: last?.mark, earlier });
        simulated.resume(last);
      },
    };
  };
  const league = await openLeague({ start: new Date(start).toISOString(), source: source() });
  const end = start + 28 * 60 * minute;
  await league.advanceTo(end);
  await league.stop();
  const again = await openLeague({ start: new Date(end).toISOString(), source: source(), database: league.database });
  try {
    await again.app.runEngine();
    expect(told[0]).toEqual({ last: undefined, earlier: new Map() });
    expect(told).toHaveLength(2);
    const { last, earlier } = told[1]!;
    expect(last).toBe(end);
    const close = Date.UTC(2026, 2, 3);
    const day = 24 * 60 * minute;
    const marks = [...earlier.keys()].toSorted((a, b) => a - b);
    expect(marks.slice(0, 4)).toEqual([close - 30 * minute, close, close + day - 30 * minute, close + day]);
    // The ring: sixteen marks and the newest.
    expect(marks.slice(4)).toEqual(Array.from({ length: 17 }, (_, i) => end - (16 - i) * 5 * minute));
    for (const readings of earlier.values()) expect([...readings.values()].every((r) => r.ok)).toBe(true);
  } finally {
    await again.close();
  }
});
