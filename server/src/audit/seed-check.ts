/** The seed of a simulated market that has ended, against its hash, the mark at which it was due, and every reading of the market. */
import { opensAt, type OpenedSeed } from '../engine/opened-seed.ts';
import { poolsAt, type MarketVersion } from '../flow/price/market.ts';
import { decodeReadings } from '../flow/price/readings.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { createSimulatedSource } from '../sources/simulated/simulated.ts';
import { secretSourceId, seedHashOf } from '../sources/simulated/seed.ts';
import { readingsOf, type Snapshot } from './audit.sql.ts';
import type { Differences } from './differences.ts';

export interface SeedCheckInput {
  readonly data: Snapshot;
  readonly differences: Differences;
  readonly origin: { readonly openedAt: Instant; readonly source: string };
  readonly versions: readonly MarketVersion[];
  readonly opened: OpenedSeed | undefined;
  /** When the operator ended the market, and the last mark that is done. */
  readonly endedAt: Instant | undefined;
  readonly until: Instant;
}

export async function checkSeed({ differences, opened, endedAt, until, ...input }: SeedCheckInput): Promise<void> {
  const { source: made, openedAt } = input.origin;
  const due = opensAt(endedAt);
  const expected = seedHashOf(made) !== undefined && due !== undefined && due <= until ? due : undefined;
  if (opened?.mark !== expected)
    differences.add('ledger.meta', 'opened_seed', 'mark', expected && iso(expected), opened && iso(opened.mark));
  if (!opened) return;
  if (secretSourceId(opened) !== made) {
    differences.add('ledger.meta', 'opened_seed', 'seed', made, secretSourceId(opened));
    return;
  }
  const source = createSimulatedSource({ seed: opened.seed, salt: opened.salt, origin: openedAt });
  for await (const rows of readingsOf(input.data)) {
    for (const { mark, readAt, readings } of rows) {
      const known = source.readNow(mark);
      for (const [pool, reading] of decodeReadings(readings, poolsAt(input.versions, readAt))) {
        const own = known.get(pool);
        const [made, held] = [own?.ok ? own.cumulative : undefined, reading.ok ? reading.cumulative : undefined];
        if (made !== held) differences.add('ledger.mark_readings', iso(mark), `${pool}, by the seed`, made, held);
      }
    }
  }
}
