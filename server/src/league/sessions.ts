/**
 * Sessions: the routes and pools of a source in, the symbols whose price exists only while an exchange is open out.
 *
 * Public rule (docs/bots/rules.md#closed-markets): a price that follows an exchange begins with the first observation of a session, one step after
 * the opening, and ends with the session. A price of one observation a day holds over the night, and follows no session.
 *
 * Example: candles of a minute of a share in New York, which opens at 14:30 UTC: its first price of the day is there at 14:31.
 */
import { dayMs } from '../lib/time.ts';
import type { ExchangeId } from './catalogue/exchanges.ts';
import type { Pool, PoolId, Route, SymbolId } from './symbol.ts';

export interface PriceSessions {
  readonly exchange: ExchangeId;
  /** From the opening to the first observation, milliseconds: the longest step of the pools; 0 where they can be read at every mark. */
  readonly stepMs: number;
}

export function sessionsOf(
  pools: ReadonlyMap<PoolId, Pool>,
  routes: ReadonlyMap<SymbolId, Route>,
): Map<SymbolId, PriceSessions> {
  const found = new Map<SymbolId, PriceSessions>();
  for (const [symbol, { exchange, primary, second }] of routes) {
    const steps = [...primary, ...second].map(({ pool }) => pools.get(pool)?.stepSeconds ?? 0);
    const stepMs = Math.max(0, ...steps) * 1000;
    if (exchange !== undefined && stepMs < dayMs) found.set(symbol, { exchange, stepMs });
  }
  return found;
}
