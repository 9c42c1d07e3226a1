/** What was read of a simulated market that has ended, made again from its seed: each cumulative, or that there was none. */
import { iso } from '../../../lib/clock.ts';
import { formatFixed, priceScale } from '../../../lib/decimal.ts';
import type { MarkAnswer } from '../../../flow/mark/readings-record.ts';
import { decodeReadings } from '../../../flow/price/readings.ts';
import { createSimulatedSource } from '../../../sources/simulated/simulated.ts';
import type { PoolReading } from '../../../sources/source.ts';
import type { SeededMarket } from '../../check/reread-seed.ts';
import type { Steps } from '../../check/steps.ts';
import type { ReplayRecord } from './record.ts';

/** Told of the answers of a mark, once the market of that mark is known. */
export type SeededCheck = (rows: readonly MarkAnswer[], poolsAt: ReplayRecord['poolsAt']) => void;

export function createSeededCheck(steps: Steps, market: SeededMarket): SeededCheck {
  const source = createSimulatedSource(market);
  const told = (reading: PoolReading | undefined): string | null =>
    reading?.ok ? formatFixed(reading.cumulative, priceScale) : null;
  return (rows, poolsAt) => {
    for (const { mark, readAt, readings } of rows) {
      const made = source.readNow(mark);
      const decoded = [...decodeReadings(readings, poolsAt(readAt))];
      const wrong = decoded.filter(([pool, reading]) => told(reading) !== told(made.get(pool)));
      for (const [pool, reading] of wrong)
        steps.differs(`cumulative of ${pool} at ${iso(mark)}, by the seed`, told(reading), told(made.get(pool)));
      if (wrong.length === 0) steps.ok(`readings of ${iso(mark)}, by the seed`);
    }
  };
}
