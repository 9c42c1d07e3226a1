/**
 * Last agreed: the readings of a day in, the last price on which both routes of a symbol agreed out.
 *
 * Contract 3.6: at a close, a symbol without an agreed price keeps its last agreed one. A window counts as agreed by what was known
 * when it ended; one that an answer settled later counts from when an order was decided by it (decision 9).
 *
 * Example: BTC agreed over the windows until 23:40 and its pools are apart since -> at 00:00 it is valued at the price of 23:40.
 */
import type { Instant } from '../../lib/clock.ts';
import type { MarkReadings } from '../../sources/source.ts';
import type { PoolId, SymbolId } from '../../league/symbol.ts';
import { markMs, windowMs } from '../../lib/time.ts';
import { agreedOver } from './agreed.ts';
import { usedReadings, type Attempt } from './attempts.ts';
import { agreedPriceAt, marketAt, type MarketVersion } from './market.ts';
import type { PriceVector } from './price.ts';
import { addAttempts, type ReadingsText } from './readings.ts';
import { usdPrices, type LastAgreed } from './usd.ts';

export interface LastAgreedInput {
  readonly versions: readonly MarketVersion[];
  readonly symbols: readonly SymbolId[];
  /** Marks from..to are looked at. */
  readonly from: Instant;
  readonly to: Instant;
  /** All that was read of them, and of the window before, by `to`; in order of (mark, attempt). */
  readonly rows: readonly (ReadingsText & { readonly mark: Instant })[];
  /** Vectors that decided an order at a later mark than the end of their window, by `to`. */
  readonly late: readonly {
    readonly windowEnd: Instant;
    readonly atMark: Instant;
    readonly vector: PriceVector;
    /** What was suspended then, and its price. */
    readonly frozen: ReadonlyMap<SymbolId, bigint>;
  }[];
}

export function lastAgreedAt(input: LastAgreedInput): Map<SymbolId, LastAgreed> {
  const { versions, to } = input;
  const byMark = Map.groupBy(input.rows, (row) => row.mark);
  const known = (mark: Instant, asOf: Instant): MarkReadings => {
    const pools = marketAt(versions, asOf)?.pools ?? new Map();
    const attempts = new Map<PoolId, Attempt[]>();
    for (const row of byMark.get(mark) ?? []) if (row.readAt <= asOf) addAttempts(attempts, row, pools);
    return usedReadings(attempts);
  };
  const found = new Map<SymbolId, LastAgreed>();
  const missing = new Set(input.symbols);
  for (let mark = to; mark >= input.from && missing.size > 0; mark -= markMs) {
    const version = marketAt(versions, mark);
    if (!version || !byMark.has(mark)) continue;
    const atStart = known(mark - windowMs, mark);
    const atEnd = known(mark, mark);
    const agreed = agreedOver(version, atStart, atEnd, mark);
    for (const symbol of missing) {
      if (!agreed(symbol) && !agreedLate(input, symbol, mark)) continue;
      const price = agreedPriceAt(versions, symbol, mark, known(mark - windowMs, to), known(mark, to));
      if (price === undefined) continue;
      found.set(symbol, { price, at: mark });
      missing.delete(symbol);
    }
  }
  return found;
}

function agreedLate({ late, versions }: LastAgreedInput, symbol: SymbolId, end: Instant): boolean {
  return late.some(
    (v) =>
      v.windowEnd === end &&
      usdPrices(v.vector, marketAt(versions, v.atMark)?.cadSymbols ?? new Set(), v.frozen).get(symbol)?.state ===
        'agreed',
  );
}
