/**
 * Prices of the five minutes between two marks: of every series, and from them of a pool. The log price of a series runs straight
 * from one mark to the next. Arrays are filled again and again, so that a year of marks makes no garbage.
 */
import type { Instant } from '../../lib/clock.ts';
import { markMs } from '../../lib/time.ts';
import type { Fault } from './faults.ts';
import { termsOf, type Series, type SimulatedPool } from './layout.ts';
import { nodeYears, slowNoise, type Paths } from './paths.ts';

/** Minutes between two marks; one price each. */
const minutes = 5;
const minuteMs = markMs / minutes;
/** The second pool is at most this far off, as a fraction: 15 bps. */
const spreadMax = 0.0015;

export interface MinutePrices {
  /** The prices of a pool in the five minutes from a node (a mark divided by `markMs`). The array is used again by the next call. */
  of(pool: SimulatedPool, node: number): Float64Array;
}

export function createMinutePrices(
  series: readonly Series[],
  paths: Paths,
  originNode: number,
  pools: Iterable<SimulatedPool>,
): MinutePrices {
  const pricesAt = createSeriesPrices(series, paths, originNode);
  const poolPrices = new Float64Array(minutes);
  const frozenPrices = new Map<Fault, number>();

  function of(pool: SimulatedPool, node: number): Float64Array {
    const prices = pricesAt(node);
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
    for (const fault of pool.bends) bend(fault, node);
    return poolPrices;
  }

  function bend(fault: Fault, node: number): void {
    for (let i = 0; i < minutes; i++) {
      const minute: Instant = node * markMs + i * minuteMs;
      if (minute < fault.from || minute >= fault.to) continue;
      if (fault.kind === 'apart') poolPrices[i] = (poolPrices[i] ?? 0) * fault.factor;
      else poolPrices[i] = frozenPrices.get(fault) ?? 0;
    }
  }

  for (const pool of pools) {
    for (const fault of pool.bends) {
      if (fault.kind !== 'frozen') continue;
      const node = Math.floor(fault.from / markMs);
      const unbent = of({ ...pool, bends: [] }, node);
      frozenPrices.set(fault, unbent[Math.floor((fault.from - node * markMs) / minuteMs)] ?? 0);
    }
  }
  return { of };
}

/** The prices of all series in the five minutes from a node, five numbers for each series. */
function createSeriesPrices(
  series: readonly Series[],
  paths: Paths,
  originNode: number,
): (node: number) => Float64Array {
  const bases = basesOf(series, paths.at(originNode));
  // Log prices at the two nodes around the five minutes at hand. The later node is the earlier one of the next five minutes.
  let here = new Float64Array(series.length);
  let there = new Float64Array(series.length);
  let hereNode = Number.NaN;
  const prices = new Float64Array(series.length * minutes);
  let pricesNode = Number.NaN;

  function logPrices(node: number, out: Float64Array): void {
    const values = paths.at(node);
    const years = (node - originNode) * nodeYears;
    for (let s = 0; s < series.length; s++) {
      const one = series[s] as Series;
      let x = (bases[s] ?? 0) + one.growth * years + (one.leader < 0 ? 0 : (out[one.leader] ?? 0));
      for (const factor of one.factors) x += factor.weight * (values[factor.path] ?? 0);
      out[s] = x;
    }
  }

  return (node) => {
    if (node === pricesNode) return prices;
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
    pricesNode = node;
    return prices;
  };
}

/** What is added to each log price, so that the price at the origin is the catalogue's. */
function basesOf(series: readonly Series[], atOrigin: Float64Array): Float64Array {
  return Float64Array.from(series, (one) => {
    const leader = series[one.leader];
    let base = Math.log(termsOf(one.symbol).price) - (leader ? Math.log(termsOf(leader.symbol).price) : 0);
    for (const factor of one.factors) base -= factor.weight * (atOrigin[factor.path] ?? 0);
    return base;
  });
}
