/** Stored price vectors against those that the readings make: each one that was applied is stored, and none besides. */
import type { Instant } from '../lib/clock.ts';
import type { PriceVector } from '../flow/price/price.ts';
import { vectorRow } from '../flow/price/price.sql.ts';
import { encodeVector } from '../flow/price/vector-text.ts';
import { vectorsOf, type Snapshot } from './audit.sql.ts';
import { keyOf, type Differences, type Fields } from './differences.ts';
import { createStream } from './streams.ts';

export function createVectorCheck(data: Snapshot, differences: Differences) {
  const stream = createStream(vectorsOf(data), (v) => v.windowEnd);
  const found = new Map<string, string>();
  const expected = new Map<string, string>();
  const take = async (until: number): Promise<void> => {
    for (const v of await stream.takeUpTo(until)) found.set(keyOf('ledger.price_vectors', vectorRow(v)), v.prices);
  };
  return {
    /** Rows read so far. */
    taken: () => stream.taken(),
    /** At this mark, this vector was applied to the window. */
    expect(windowEnd: Instant, atMark: Instant, vector: PriceVector): void {
      const row = vectorRow({ windowEnd, atMark, prices: encodeVector(vector) });
      expected.set(keyOf('ledger.price_vectors', row), row.prices);
    },
    /** Compares what was expected at the mark. */
    async check(mark: Instant): Promise<void> {
      await take(mark);
      for (const [key, prices] of expected) {
        compareVector(differences, key, prices, found.get(key));
        found.delete(key);
      }
      expected.clear();
    },
    /** Those that are left were applied to nothing. */
    async finish(): Promise<void> {
      await take(Number.POSITIVE_INFINITY);
      for (const key of found.keys()) differences.compare('ledger.price_vectors', key, undefined, {});
    },
  };
}

/** Tells the symbols that differ; the whole text, when all of them are the same. */
function compareVector(differences: Differences, key: string, text: string, stored: string | undefined): void {
  if (text === stored) return;
  const before = differences.count();
  differences.compare(
    'ledger.price_vectors',
    key,
    symbolsOf(text),
    stored === undefined ? undefined : symbolsOf(stored),
  );
  if (differences.count() === before) differences.add('ledger.price_vectors', key, 'prices', text, stored);
}

function symbolsOf(json: string): Fields | undefined {
  try {
    const symbols = Object.entries(JSON.parse(json) as Record<string, unknown>);
    return Object.fromEntries(symbols.map(([symbol, p]) => [symbol, JSON.stringify(p)]));
  } catch {
    return undefined;
  }
}
