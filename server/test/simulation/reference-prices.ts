/**
 * The prices half of the reference model: averages straight from the minute prices of the table, in plain fractions of BigInt. Prices
 * have 24 places and 12 significant digits. No code of flow/.
 */
import type { Leg } from '../../src/league/symbol.ts';
import { minuteScale, type Table } from './table-source.ts';

const minute = 60_000;
const half = 30 * minute;

export type Quote =
  | { readonly state: 'agreed'; readonly price: bigint }
  | { readonly state: 'apart' }
  | { readonly state: 'none' };

export interface ModelPrices {
  /** An order waits at `now` for the readings at `at`: a pool that was silent may answer. */
  askAgain(at: number, now: number): void;
  /** USD price over the 30 minutes before `end`, by the answers that came so far. */
  quote(symbol: string, end: number): Quote;
  /** The same of the first route alone; undefined where it has none. */
  first(symbol: string, end: number): bigint | undefined;
}

/** @param from the first mark; there are no readings before it. */
export function createModelPrices({ faults, minutes, routes, start }: Table, from: number): ModelPrices {
  const answered = new Set<string>();

  function hasReading(pool: string, at: number): boolean {
    const held = faults.filter((f) => f.pool === pool && f.from <= at && at < f.to);
    return at >= from && held.every((f) => f.kind === 'silent' && answered.has(`${pool} ${at}`));
  }

  function average(legs: readonly Leg[], end: number): [bigint, bigint] | undefined {
    const begin = end - half;
    let n = 1n;
    let d = 1n;
    for (const { pool, invert } of legs) {
      const gaps = faults.filter((f) => f.pool === pool && f.kind === 'gap');
      if (!hasReading(pool, begin) || !hasReading(pool, end)) return undefined;
      if (gaps.some((f) => f.from <= end && f.to > begin)) return undefined;
      let sum = 0n;
      for (let t = begin; t < end; t += minute) sum += minutes.get(pool)![(t - start) / minute]!;
      const count = 30n * 10n ** BigInt(minuteScale);
      [n, d] = invert ? [n * count, d * sum] : [n * sum, d * count];
    }
    return [n, d];
  }

  function ownQuote(symbol: string, end: number): Quote {
    const route = routes.get(symbol)!;
    const p = average(route.primary, end);
    const s = average(route.second, end);
    if (!p || !s) return { state: 'none' };
    const a = s[0] * p[1];
    const b = p[0] * s[1]; // second / primary = a / b
    if ((a > b ? a - b : b - a) * 100n > b) return { state: 'apart' };
    return { state: 'agreed', price: digits12(p[0], p[1]) };
  }

  const isCad = (symbol: string): boolean => symbol.endsWith('-CAD') && symbol !== 'USD-CAD';

  return {
    first(symbol, end) {
      const p = average(routes.get(symbol)!.primary, end);
      const own = p && digits12(p[0], p[1]);
      if (own === undefined || !isCad(symbol)) return own;
      const rate = ownQuote('USD-CAD', end);
      return rate.state === 'agreed' ? digits12(own, rate.price) : undefined;
    },
    askAgain(at, now) {
      const held = faults.filter((f) => f.kind === 'silent' && f.from <= at && at < f.to);
      const silent = new Set(held.filter((f) => (f.answersAt ?? Infinity) > now).map((f) => f.pool));
      for (const { pool } of held) if (!silent.has(pool)) answered.add(`${pool} ${at}`);
    },
    quote(symbol, end) {
      const own = ownQuote(symbol, end);
      if (!isCad(symbol) || own.state !== 'agreed') return own;
      const rate = ownQuote('USD-CAD', end);
      return rate.state === 'agreed' ? { state: 'agreed', price: digits12(own.price, rate.price) } : rate;
    },
  };
}

/** A fraction at 24 places, rounded half up to 12 significant digits. */
function digits12(n: bigint, d: bigint): bigint {
  let unit = 1n; // 10^-24
  while (n * 10n ** 24n >= d * unit * 10n ** 12n) unit *= 10n;
  return ((n * 10n ** 24n * 2n + d * unit) / (2n * d * unit)) * unit;
}
