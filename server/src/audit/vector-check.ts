/** Stored price vectors against those that the readings make. */
import { iso, type Instant } from '../lib/clock.ts';
import type { PriceVector } from '../flow/price/price.ts';
import { encodeVector } from '../flow/price/vector-text.ts';
import type { PriceVectorsTable } from '../storage/database.ts';
import type { Trx } from '../storage/storage.ts';
import { rowsPerChunk, vectorsAfter } from './audit.sql.ts';
import type { Differences, Fields } from './differences.ts';
import { createStream } from './streams.ts';

export interface VectorCheck {
  /** Rows read so far. */
  taken(): number;
  /** At this mark, this vector was applied to the window. */
  expect(windowEnd: Instant, mark: Instant, vector: PriceVector): void;
  /** Compares what was expected at the mark. */
  check(mark: Instant): Promise<void>;
  /** Those that are left were applied to nothing. */
  finish(): Promise<void>;
}

/** Price vectors: each one that was applied is stored, and none besides. */
export function createVectorCheck(trx: Trx, differences: Differences): VectorCheck {
  const stream = createStream<PriceVectorsTable>(
    (after) => vectorsAfter(trx, after, rowsPerChunk),
    (v) => Number(v.window_end),
  );
  const found = new Map<string, PriceVectorsTable>();
  const expected = new Map<string, PriceVector>();
  const key = (end: Instant, mark: Instant): string => `${iso(end)} at ${iso(mark)}`;
  const take = async (until: number): Promise<void> => {
    for (const v of await stream.takeUpTo(until)) found.set(key(Number(v.window_end), Number(v.at_mark)), v);
  };
  return {
    taken: () => stream.taken(),
    expect: (end, mark, vector) => void expected.set(key(end, mark), vector),
    async check(mark) {
      await take(mark);
      for (const [k, vector] of expected) {
        const stored = found.get(k);
        compareVector(differences, k, vector, stored?.prices);
        found.delete(k);
      }
      expected.clear();
    },
    async finish() {
      await take(Number.POSITIVE_INFINITY);
      for (const k of found.keys()) differences.compare('ledger.price_vectors', k, undefined, {});
    },
  };
}

function compareVector(differences: Differences, key: string, vector: PriceVector, stored: string | undefined): void {
  const text = encodeVector(vector);
  if (text === stored) return;
  const fields = (json: string): Fields | undefined => {
    try {
      const symbols = Object.entries(JSON.parse(json) as Record<string, unknown>);
      return Object.fromEntries(symbols.map(([symbol, p]) => [symbol, JSON.stringify(p)]));
    } catch {
      return undefined;
    }
  };
  const found = stored === undefined ? undefined : fields(stored);
  const before = differences.count();
  differences.compare('ledger.price_vectors', key, fields(text), found);
  if (differences.count() === before) differences.add('ledger.price_vectors', key, 'prices', text, stored);
}
