/** What the public log says of symbols: its entries in, what is suspended after them out; and an entry as the log says it. */
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import { formatFixed, parseFixed, priceScale } from '../lib/decimal.ts';
import { foldSuspension, type Suspension, type SuspensionEntry } from '../flow/price/suspension.ts';
import type { Incident } from './incident.ts';

/** What is suspended after the entries of the log. */
export function foldSuspensions(log: Iterable<Incident>): Map<SymbolId, Suspension> {
  const suspended = new Map<SymbolId, Suspension>();
  for (const i of log) foldIncident(suspended, i);
  return suspended;
}

/** Entries of other kinds are about no symbol, or nothing follows from them. */
export function foldIncident(suspended: Map<SymbolId, Suspension>, i: Incident): void {
  const { kind, about, by, reason, price, priceAt } = i;
  if (kind !== 'suspended' && kind !== 'resumed' && kind !== 'delisted') return;
  const last = price === null || priceAt === null ? undefined : { price: parseFixed(price, priceScale), at: priceAt };
  foldSuspension(suspended, { kind, symbol: about.id, by, reason, last });
}

export function suspensionIncident({ last, symbol, ...entry }: SuspensionEntry, atMark: Instant): Omit<Incident, 'id'> {
  const about = { kind: 'symbol', id: symbol } as const;
  return {
    atMark,
    ...entry,
    about,
    price: last ? formatFixed(last.price, priceScale) : null,
    priceAt: last?.at ?? null,
  };
}
