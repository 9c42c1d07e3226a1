/**
 * Suspension: when a symbol was last agreed, and what the log says of it in; what changes at this mark out.
 *
 * Contract 3.3: a symbol whose sources stay broken is suspended, by the operator or after 24 hours without an agreed price. It is
 * frozen in every portfolio at its last agreed price. One that the engine suspended is resumed by the first agreed price; one
 * that the operator suspended, by the operator. A symbol delisted for good is turned into cash and stays suspended.
 *
 * Example: last agreed on 12:00, still nothing at 12:00 of the next day (24 h to the minute) -> suspended.
 */
import type { Instant } from '../../lib/clock.ts';
import type { SymbolId } from '../../league/symbol.ts';

/** Without an agreed price for so long, a symbol is suspended: 24 hours. */
export const suspendAfterMs = 24 * 60 * 60_000;

export interface Suspension {
  readonly by: 'engine' | 'operator';
  readonly kind: 'suspended' | 'delisted';
  /** USD at `priceScale`: what it is frozen at. 0 when it never had a price; then nobody holds it. */
  readonly price: bigint;
  /** End of the window of that price. */
  readonly priceAt: Instant | undefined;
}

export interface SuspensionChange {
  readonly symbol: SymbolId;
  readonly change: 'suspend' | 'resume';
}

/** What the engine does by itself at a mark. A symbol that never had an agreed price is no case: nobody can hold it. */
export function suspensionsDue(
  agreedAt: ReadonlyMap<SymbolId, Instant>,
  suspended: ReadonlyMap<SymbolId, Suspension>,
  mark: Instant,
): SuspensionChange[] {
  const changes: SuspensionChange[] = [];
  for (const [symbol, at] of agreedAt) {
    const now = suspended.get(symbol);
    if (!now && mark - at >= suspendAfterMs) changes.push({ symbol, change: 'suspend' });
    else if (now?.by === 'engine' && now.kind === 'suspended' && at === mark)
      changes.push({ symbol, change: 'resume' });
  }
  return changes;
}
