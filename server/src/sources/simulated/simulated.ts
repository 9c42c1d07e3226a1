/**
 * The simulated market: invented prices, made from a seed. It needs no network and no files, looks like a market, and gives
 * the same price for the same (seed, symbol, minute) wherever and whenever it runs.
 *
 * Price of a symbol at a mark = its catalogue price at `origin`, moved along shared random paths (paths.ts, factors.ts);
 * within five minutes the log price runs straight, one price a minute, rounded to 12 significant digits. Every symbol has two
 * pools, the second one up to 15 bps off by slow noise. A pool's cumulative reading is the exact sum of price * 60 over all
 * minutes since `origin`, so any average over a window is the plain mean of its minutes.
 *
 * Example: five minutes at 2,600.00 ... 2,600.40 USD add (2,600.00 + 2,600.10 + ... + 2,600.40) * 60 = 780,060 USD seconds.
 */
import { catalogueSymbols } from '../../league/catalogue.ts';
import { markAtOrBefore, markMs } from '../../lib/time.ts';
import { iso } from '../../lib/clock.ts';
import type { Instant } from '../../lib/clock.ts';
import type { MarkReadings, PoolReading, PriceSource } from '../source.ts';
import type { PoolId, SourceSymbol, SymbolId } from '../../league/symbol.ts';
import { checkFaults, coverageSince, failureAt } from './faults.ts';
import type { Fault } from './faults.ts';
import { createPools, createSeries, known, termsOf } from './layout.ts';
import type { Series, SimulatedPool } from './layout.ts';
import { nodeYears, slowNoise } from './paths.ts';
import { sumOfMinutes } from './rounding.ts';

export interface SimulatedOptions {
  readonly seed: number | string;
  /** First instant of the data: prices start from the catalogue's there, and nothing is known before it. Keep it with the data. */
  readonly origin: Instant;
  /** Only these symbols; all of the catalogue when absent. */
  readonly symbols?: readonly SymbolId[];
  readonly faults?: readonly Fault[];
}

/** Minutes between two marks; one price each. */
const minutes = 5;
const minuteMs = markMs / minutes;
/** The second pool is at most this far off, as a fraction: 15 bps. */
const spreadMax = 0.0015;
/** How many marks' cumulatives are kept for pools that are asked again: 24 hours. */
const snapshotsMax = 288;

export interface SimulatedSource extends PriceSource {
  /** What `read` answers, at once. */
  readNow(mark: Instant, pools?: readonly PoolId[]): MarkReadings;
}

export function createSimulatedSource(options: SimulatedOptions): SimulatedSource {
  const seed = String(options.seed);
  const faults = options.faults ?? [];
  const chosen = options.symbols ?? catalogueSymbols.map((entry) => entry.symbol);
  const { series, paths } = createSeries(seed, chosen);
  const { pools, routes } = createPools(seed, chosen, series, faults);
  checkFaults(faults, pools);
  const list = [...pools.values()];
  const symbols = new Map(
    chosen.map((symbol): [SymbolId, SourceSymbol] => [
      symbol,
      { symbol, name: known(symbol).name, pricedIn: known(symbol).pricedIn },
    ]),
  );

  const originMark = markAtOrBefore(options.origin);
  const originNode = originMark / markMs;
  const since = new Map<PoolId, Instant>();
  let latestAsked = Number.NEGATIVE_INFINITY;

  // Log prices at the two nodes around the five minutes at hand, the five prices of every series, and those of one pool.
  let here = new Float64Array(series.length);
  let there = new Float64Array(series.length);
  let hereNode = Number.NaN;
  const prices = new Float64Array(series.length * minutes);
  const poolPrices = new Float64Array(minutes);
  const frozenPrices = new Map<Fault, number>();
  const atOrigin = paths.at(originNode);
  for (const one of series) {
    const leader = series[one.leader];
    one.base = Math.log(termsOf(one.symbol).price) - (leader ? Math.log(termsOf(leader.symbol).price) : 0);
    for (const factor of one.factors) one.base -= factor.weight * (atOrigin[factor.path] ?? 0);
  }

  /** Cumulatives of all pools at `cursor`, and those of some marks before it. */
  let cursor = originNode;
  let cumulatives: readonly bigint[] = list.map(() => 0n);
  const snapshots = new Map<number, readonly bigint[]>();

  function logPrices(node: number, out: Float64Array): void {
    const values = paths.at(node);
    const years = (node - originNode) * nodeYears;
    for (let s = 0; s < series.length; s++) {
      const one = series[s] as Series;
      let x = one.base + one.growth * years + (one.leader < 0 ? 0 : (out[one.leader] ?? 0));
      for (const factor of one.factors) x += factor.weight * (values[factor.path] ?? 0);
      out[s] = x;
    }
  }

  /** Fills `prices` for the five minutes that start at `node`. */
  function fillPrices(node: number): void {
    if (hereNode !== node) logPrices(node, here);
    logPrices(node + 1, there);
    for (let s = 0; s < series.length; s++) {
      const start = here[s] ?? 0;
      const ratio = Math.exp(((there[s] ?? 0) - start) / minutes);
      let price = Math.exp(start);
      for (let i = 0; i < minutes; i++) {
        prices[s * minutes + i] = price;
        price *= ratio;
      }
    }
    [here, there] = [there, here];
    hereNode = node + 1;
  }

  /** Fills `poolPrices` from `prices`, faults included. */
  function fillPoolPrices(pool: SimulatedPool, node: number): void {
    const top = pool.numerator * minutes;
    for (let i = 0; i < minutes; i++) poolPrices[i] = prices[top + i] ?? 0;
    if (pool.denominator >= 0) {
      const bottom = pool.denominator * minutes;
      for (let i = 0; i < minutes; i++) poolPrices[i] = (poolPrices[i] ?? 0) / (prices[bottom + i] ?? 1);
    }
    if (pool.spreadKey !== undefined) {
      const first = spreadMax * slowNoise(pool.spreadKey, node);
      const step = (spreadMax * slowNoise(pool.spreadKey, node + 1) - first) / minutes;
      for (let i = 0; i < minutes; i++) poolPrices[i] = (poolPrices[i] ?? 0) * (1 + first + step * i);
    }
    for (const fault of pool.bends) {
      for (let i = 0; i < minutes; i++) {
        const minute = node * markMs + i * minuteMs;
        if (minute < fault.from || minute >= fault.to) continue;
        if (fault.kind === 'apart') poolPrices[i] = (poolPrices[i] ?? 0) * fault.factor;
        else poolPrices[i] = frozenPrices.get(fault) ?? 0;
      }
    }
  }

  /** Adds the integral over [from, to) of the pools in `which` to `into`. */
  function integrate(from: number, to: number, into: bigint[], which?: ReadonlySet<PoolId>): void {
    for (let node = from; node < to; node++) {
      fillPrices(node);
      for (let p = 0; p < list.length; p++) {
        const pool = list[p] as SimulatedPool;
        if (which && !which.has(pool.id)) continue;
        fillPoolPrices(pool, node);
        into[p] = (into[p] ?? 0n) + sumOfMinutes(poolPrices);
      }
    }
  }

  function cumulativesAt(node: number): readonly bigint[] {
    if (node === cursor) return cumulatives;
    const kept = snapshots.get(node);
    if (kept) return kept;
    if (node > cursor) {
      snapshots.set(cursor, cumulatives);
      const oldest = snapshots.keys().next();
      if (snapshots.size > snapshotsMax && !oldest.done) snapshots.delete(oldest.value);
      const next = [...cumulatives];
      integrate(cursor, node, next);
      cumulatives = next;
      cursor = node;
      return cumulatives;
    }
    const later = list.map(() => 0n);
    integrate(node, cursor, later);
    return cumulatives.map((value, p) => value - (later[p] ?? 0n));
  }

  for (const pool of list) {
    for (const fault of pool.bends) {
      if (fault.kind !== 'frozen') continue;
      const node = Math.floor(fault.from / markMs);
      fillPrices(node);
      fillPoolPrices({ ...pool, bends: [] }, node);
      frozenPrices.set(fault, poolPrices[Math.floor((fault.from - node * markMs) / minuteMs)] ?? 0);
    }
  }

  function readNow(mark: Instant, only?: readonly PoolId[]): MarkReadings {
    assertMark(mark);
    latestAsked = Math.max(latestAsked, mark);
    const wanted = only && new Set(only);
    const readings = new Map<PoolId, PoolReading>();
    const at = mark < originMark ? undefined : cumulativesAt(mark / markMs);
    for (let p = 0; p < list.length; p++) {
      const pool = list[p] as SimulatedPool;
      if (wanted && !wanted.has(pool.id)) continue;
      readings.set(pool.id, reading(pool, mark, at?.[p]));
    }
    return readings;
  }

  return {
    kind: 'simulated',
    id: `simulated:${seed}`,
    description: `Invented prices from a seeded random walk (seed ${seed}): no market anywhere has traded at them.`,
    pools,
    routes,
    symbols,
    resume(last) {
      snapshots.clear();
      since.clear();
      cursor = originNode;
      cumulatives = list.map(() => 0n);
      if (!last) return;
      assertMark(last.mark);
      if (last.mark < originMark)
        throw new RangeError(
          `the simulated market starts at ${iso(originMark)}, but the data goes on from ${iso(last.mark)}: give it the first instant of the data as its origin`,
        );
      latestAsked = Math.max(latestAsked, last.mark);
      // A pool without a reading at that mark (a fault, a new symbol) is added up again from the origin: the sum is the same.
      const lost = new Set<PoolId>();
      const at = list.map((pool) => {
        const reading = last.readings.get(pool.id);
        if (reading?.ok) {
          since.set(pool.id, reading.since);
          return reading.cumulative;
        }
        lost.add(pool.id);
        return 0n;
      });
      const node = last.mark / markMs;
      if (lost.size > 0) integrate(originNode, node, at, lost);
      cumulatives = at;
      cursor = node;
    },
    readNow,
    // oxlint-disable-next-line require-await -- the interface is asynchronous; nothing here has to wait
    read: async (mark, only) => readNow(mark, only),
  };

  function reading(pool: SimulatedPool, mark: Instant, cumulative: bigint | undefined): PoolReading {
    if (cumulative === undefined) return { ok: false, reason: 'not_listed' };
    const start = since.get(pool.id) ?? originMark;
    if (pool.faults.length === 0) return { ok: true, cumulative, since: start };
    const reason = failureAt(pool.faults, mark, latestAsked);
    return reason ? { ok: false, reason } : { ok: true, cumulative, since: coverageSince(pool.faults, mark, start) };
  }
}

function assertMark(mark: Instant): void {
  if (mark % markMs !== 0) throw new RangeError(`${iso(mark)} is no mark`);
}
