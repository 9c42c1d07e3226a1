/**
 * Suspension: when a symbol was last agreed, and what the log says of it in; what changes at this mark out.
 *
 * Contract 3.3: a symbol whose sources stay broken is suspended, by the operator or after 24 hours without an agreed price. It is
 * frozen in every portfolio at its last agreed price, and marked down at closes (flow/price/mark-down.ts). One that the engine suspended is
 * resumed by the first agreed price; one that the operator suspended, by the operator. A symbol delisted for good, 72 hours after
 * its price was stale at the earliest, is turned into cash and stays suspended.
 *
 * Example: last agreed on 12:00, still nothing at 12:00 of the next day (24 h to the minute) -> suspended.
 */
import type { Instant } from '../../lib/clock.ts';
import type { Route, SymbolId } from '../../league/symbol.ts';
import { tradedMs } from '../../league/trading-hours.ts';
import type { LastAgreed } from './usd.ts';
import { hourMs } from '../../lib/time.ts';

/** Without an agreed price for so long, a symbol is suspended: 24 hours, of trading where its price follows an exchange. */
export const suspendAfterMs = 24 * hourMs;

/** A symbol is delisted at the earliest when its price is stale for so long: 72 hours. */
export const delistAfterMs = 72 * hourMs;

/** @param staleSince the end of the window of its last price; undefined when it never had one: then nobody holds it. */
export function mayDelist(staleSince: Instant | undefined, mark: Instant): boolean {
  return staleSince === undefined || mark - staleSince >= delistAfterMs;
}

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
  routes: ReadonlyMap<SymbolId, Pick<Route, 'exchange'>>,
): SuspensionChange[] {
  const changes: SuspensionChange[] = [];
  for (const [symbol, at] of agreedAt) {
    const now = suspended.get(symbol);
    if (!now && tradedMs(routes.get(symbol)?.exchange, at, mark) >= suspendAfterMs)
      changes.push({ symbol, change: 'suspend' });
    else if (now?.by === 'engine' && now.kind === 'suspended' && at === mark)
      changes.push({ symbol, change: 'resume' });
  }
  return changes;
}

/** What the log says of a symbol that was suspended, resumed or delisted. */
export interface SuspensionEntry {
  readonly kind: 'suspended' | 'resumed' | 'delisted';
  readonly symbol: SymbolId;
  readonly by: 'engine' | 'operator';
  readonly reason: string;
  /** Its last agreed price; undefined when it never had one. */
  readonly last: LastAgreed | undefined;
}

/** What is suspended after one more entry. @param suspended changed. */
export function foldSuspension(suspended: Map<SymbolId, Suspension>, entry: SuspensionEntry): void {
  const { kind, symbol, by, last } = entry;
  if (kind === 'resumed') suspended.delete(symbol);
  else suspended.set(symbol, { by, kind, price: last?.price ?? 0n, priceAt: last?.at });
}

/** The price that a suspended symbol is kept at; undefined when it never had one. */
export function keptPrice(now: Suspension | undefined): LastAgreed | undefined {
  return now?.priceAt === undefined ? undefined : { price: now.price, at: now.priceAt };
}

/** What the engine says of a change that it makes by itself. */
export function engineEntry({ symbol, change }: SuspensionChange): Omit<SuspensionEntry, 'last'> {
  return change === 'resume'
    ? { kind: 'resumed', symbol, by: 'engine', reason: 'The pools agree again.' }
    : { kind: 'suspended', symbol, by: 'engine', reason: 'No agreed price for 24 hours.' };
}

/**
 * What the operator's word makes of a symbol; undefined = nothing. A delisted symbol stays delisted; what is so already is not said
 * again, but the operator may take over a suspension of the engine.
 */
export function operatorEntry(
  action: 'suspend' | 'resume' | 'delist',
  symbol: SymbolId,
  reason: string,
  now: Suspension | undefined,
): Omit<SuspensionEntry, 'last'> | undefined {
  if (now?.kind === 'delisted') return undefined;
  if (action === 'delist') return { kind: 'delisted', symbol, by: 'operator', reason };
  if (action === 'resume') return now && { kind: 'resumed', symbol, by: 'operator', reason };
  return now?.by === 'operator' ? undefined : { kind: 'suspended', symbol, by: 'operator', reason };
}
