/** A window as its proof shows it, as the functions that price it take it: pools, routes, and the readings at both ends that were used. */
import type { PoolProof, ReadingProof, WindowProof } from 'papertape-contract/proof';
import { spreadScale } from '../../league/charges.ts';
import type { Pool, PoolId, Route } from '../../league/symbol.ts';
import type { Instant } from '../../lib/clock.ts';
import { parseFixed } from '../../lib/decimal.ts';
import { windowMs } from '../../lib/time.ts';
import { usedReadings, type Attempt } from '../../flow/price/attempts.ts';
import { scaleOf } from '../../flow/price/readings.ts';
import type { MarkReadings, NoReadingReason, PoolReading } from '../../sources/source.ts';

export interface ProvedWindow {
  readonly pools: ReadonlyMap<PoolId, Pool>;
  readonly routes: readonly Route[];
  /** What prices are made of, behind the routes. */
  readonly over: readonly [ReadonlyMap<PoolId, Pool>, MarkReadings, MarkReadings, start: Instant, end: Instant];
}

/** @throws when it cannot be read. */
export function windowOf(w: WindowProof): ProvedWindow {
  const end = Date.parse(w.window.end);
  const pools = new Map<PoolId, Pool>(w.pools.map((p) => [p.pool, poolOf(p)]));
  const at = (side: 'start' | 'end'): MarkReadings =>
    usedReadings(new Map(w.pools.map((p) => [p.pool, p[side].map((r) => attemptOf(r, poolOf(p)))])));
  const routes = w.symbols.map((s): Route => ({
    symbol: s.symbol,
    primary: legs(s.primary),
    second: legs(s.second),
    spread: Number(parseFixed(s.spread_bps, spreadScale)),
  }));
  return { pools, routes, over: [pools, at('start'), at('end'), end - windowMs, end] };
}

export function poolOf(p: PoolProof): Pool {
  if (!['arithmetic', 'geometric', 'point'].includes(p.average)) throw new Error(`${p.average} is no kind of average`);
  if (p.average === 'geometric' ? typeof p.decimal_shift !== 'number' : p.decimal_shift !== null)
    throw new Error(`a shift of decimals goes with a geometric average: ${p.pool}`);
  const { decimal_shift: decimalShift } = p;
  return { id: p.pool, label: p.label, average: p.average, ...(decimalShift === null ? {} : { decimalShift }) };
}

function legs(of: readonly { pool: string; inverted: boolean }[]): Route['primary'] {
  return of.map(({ pool, inverted }) => (inverted ? { pool, invert: true } : { pool }));
}

function attemptOf(r: ReadingProof, pool: Pool): Attempt {
  return { attempt: r.attempt, readAt: Date.parse(r.read_at), reading: readingOf(r, pool) };
}

function readingOf(r: ReadingProof, pool: Pool): PoolReading {
  if (r.cumulative === null) return { ok: false, reason: r.reason as NoReadingReason };
  return { ok: true, cumulative: parseFixed(r.cumulative, scaleOf(pool)), since: Date.parse(r.since ?? '') };
}
