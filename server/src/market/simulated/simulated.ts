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
import { catalogueSymbols, symbolByName } from '../../contract/catalogue.ts';
import type { SimulatedTerms } from '../../contract/catalogue/symbols.ts';
import { markAtOrBefore, markMs } from '../../flow/window/window.ts';
import { iso } from '../../lib/clock.ts';
import type { Instant } from '../../lib/clock.ts';
import { pow10, priceScale } from '../../lib/decimal.ts';
import { usdCadSymbol } from '../source.ts';
import type { Leg, MarkReadings, Pool, PoolId, PoolReading, PriceSource, Route, SourceSymbol, SymbolId } from '../source.ts';
import { checkFaults, coverageSince, failureAt } from './faults.ts';
import type { Fault } from './faults.ts';
import { followerVolatility, sharesOf } from './factors.ts';
import { createPaths, hashText, nodeYears, slowNoise } from './paths.ts';

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
/** CAD for one USD at the origin; it moves by 6% a year. */
const usdCadTerms = { price: 1.36, annualVolatility: 0.06, group: 'fx' } as const;
/** Routes of two legs, so that every run exercises them: LINK's first pool is priced in ETH, UNI's second holds ETH priced in UNI. */
const overEther = { primary: 'LINK-USD', second: 'UNI-USD', ether: 'ETH-USD' } as const;
/** How many marks' cumulatives are kept for pools that are asked again: 24 hours. */
const snapshotsMax = 288;

/** Log price of one symbol = base + market * path + group * path + own * path + growth * years, or the same on top of `leader`. */
interface Series {
  readonly symbol: SymbolId;
  readonly leader: number;
  readonly growth: number;
  readonly factors: readonly { readonly path: number; readonly weight: number }[];
  /** Log price minus everything that moves, at the origin. */
  base: number;
}

/** Price of a pool = price of `numerator`, divided by that of `denominator` if there is one, times 1 + spread. */
interface SimulatedPool extends Pool {
  readonly numerator: number;
  readonly denominator: number;
  readonly spreadKey: number | undefined;
  readonly faults: readonly Fault[];
  /** Faults that change the price itself. */
  readonly bends: readonly Fault[];
}

export function createSimulatedSource(options: SimulatedOptions): PriceSource {
  const seed = String(options.seed);
  const faults = options.faults ?? [];
  const chosen = options.symbols ?? catalogueSymbols.map((entry) => entry.symbol);
  const { series, paths } = createSeries(seed, chosen);
  const { pools, routes } = createPools(seed, chosen, series, faults);
  checkFaults(faults, pools);
  const list = [...pools.values()];
  const symbols = new Map(chosen.map((symbol): [SymbolId, SourceSymbol] => [symbol, { symbol, name: known(symbol).name, pricedIn: known(symbol).pricedIn }]));

  const originMark = markAtOrBefore(options.origin);
  const originNode = originMark / markMs;
  const since = new Map<PoolId, Instant>();
  let latestAsked = Number.NEGATIVE_INFINITY;

  // Log prices at the two nodes around the five minutes at hand, then the five prices of every series, and five factors of spread.
  let here = new Float64Array(series.length);
  let there = new Float64Array(series.length);
  let hereNode = Number.NaN;
  const prices = new Float64Array(series.length * minutes);
  const poolPrices = new Float64Array(minutes);
  const frozenPrices = new Map<Fault, number>();
  logPrices(originNode, here);
  for (const [i, one] of series.entries()) one.base = (one.leader < 0 ? 0 : -(series[one.leader]?.base ?? 0)) + Math.log(termsOf(one.symbol).price) - (here[i] ?? 0);
  // A follower's base was taken before its leader had one: see logPrices, which adds the leader's whole log price.

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
    const known = snapshots.get(node);
    if (known) return known;
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
    const since = list.map(() => 0n);
    integrate(node, cursor, since);
    return cumulatives.map((value, p) => value - (since[p] ?? 0n));
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
      if (last.mark < originMark) throw new RangeError(`the simulated market starts at ${iso(originMark)}, but the data goes on from ${iso(last.mark)}: give it the first instant of the data as its origin`);
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
    // oxlint-disable-next-line require-await -- the interface is asynchronous; nothing here has to wait
    async read(mark, only) {
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
    },
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

function known(symbol: SymbolId): { readonly name: string; readonly pricedIn: 'USD' | 'CAD'; readonly simulated: SimulatedTerms } {
  const entry = symbolByName.get(symbol);
  if (!entry) throw new RangeError(`the catalogue has no symbol "${symbol}"`);
  return entry;
}

function termsOf(symbol: SymbolId): Omit<SimulatedTerms, 'group'> & { readonly group: keyof typeof sharesOf } {
  return symbol === usdCadSymbol ? usdCadTerms : known(symbol).simulated;
}

/** Leaders before followers; leaders and ETH are there even when only others are chosen. */
function createSeries(seed: string, chosen: readonly SymbolId[]): { series: Series[]; paths: ReturnType<typeof createPaths> } {
  const needed = new Set<SymbolId>([usdCadSymbol]);
  if (chosen.includes(overEther.primary) || chosen.includes(overEther.second)) needed.add(overEther.ether);
  for (const symbol of chosen) needed.add(known(symbol).simulated.follows ?? symbol);
  for (const symbol of chosen) needed.add(symbol);
  const names = new Map<string, number>();
  const path = (name: string): number => {
    const index = names.get(name) ?? names.size;
    names.set(name, index);
    return index;
  };
  const order = [...needed];
  const series = order.map((symbol): Series => {
    const terms = termsOf(symbol);
    const shares = sharesOf[terms.group];
    const own = path(`own:${symbol}`);
    const factors = terms.follows
      ? [{ path: own, weight: followerVolatility }]
      : [
          { path: own, weight: terms.annualVolatility * Math.sqrt(1 - shares.marketShare - shares.groupShare) },
          { path: path(`market:${shares.market}`), weight: terms.annualVolatility * Math.sqrt(shares.marketShare) },
          { path: path(`group:${terms.group}`), weight: terms.annualVolatility * Math.sqrt(shares.groupShare) },
        ].filter((factor) => factor.weight > 0);
    return { symbol, leader: terms.follows ? order.indexOf(terms.follows) : -1, growth: terms.growth ?? 0, factors, base: 0 };
  });
  return { series, paths: createPaths(seed, [...names.keys()]) };
}

function createPools(seed: string, chosen: readonly SymbolId[], series: readonly Series[], faults: readonly Fault[]): { pools: ReadonlyMap<PoolId, SimulatedPool>; routes: ReadonlyMap<SymbolId, Route> } {
  const pools = new Map<PoolId, SimulatedPool>();
  const routes = new Map<SymbolId, Route>();
  const indexOf = (symbol: SymbolId): number => series.findIndex((one) => one.symbol === symbol);

  function add(id: PoolId, label: string, numerator: number, denominator: number, spread: boolean): void {
    const own = faults.filter((fault) => fault.pool === id);
    pools.set(id, {
      id,
      label: `${label}, simulated`,
      average: 'arithmetic',
      numerator,
      denominator,
      spreadKey: spread ? hashText(`${seed}\u0000spread:${id}`) : undefined,
      faults: own,
      bends: own.filter((fault) => fault.kind === 'apart' || fault.kind === 'frozen'),
    });
  }

  function addSymbol(symbol: SymbolId): Route {
    const [first, second] = [`sim:${symbol}:1`, `sim:${symbol}:2`];
    const index = indexOf(symbol);
    const [base = symbol, quote = ''] = symbol.split('-');
    const ether = indexOf(overEther.ether);
    const overFirst = symbol === overEther.primary;
    const overSecond = symbol === overEther.second;
    add(first, overFirst ? `${base}/ETH pool 1` : `${base}/${quote} pool 1`, index, overFirst ? ether : -1, false);
    add(second, overSecond ? `ETH/${base} pool 2` : `${base}/${quote} pool 2`, overSecond ? ether : index, overSecond ? index : -1, true);
    const primary: Leg[] = overFirst ? [{ pool: first }, { pool: `sim:${overEther.ether}:1` }] : [{ pool: first }];
    const check: Leg[] = overSecond ? [{ pool: second, invert: true }, { pool: `sim:${overEther.ether}:2` }] : [{ pool: second }];
    return { symbol, primary, second: check };
  }

  for (const symbol of [usdCadSymbol, ...chosen]) routes.set(symbol, addSymbol(symbol));
  if (indexOf(overEther.ether) >= 0 && !routes.has(overEther.ether)) addSymbol(overEther.ether);
  return { pools, routes };
}

const tens = Array.from({ length: priceScale + 1 }, (_, i) => 10 ** i);
/** 60 * 10^(24 - k), the weight of a minute whose price was rounded to k places. */
const minuteWeights = tens.map((_, k) => 60n * pow10(priceScale - k));

/**
 * Sum of price * 60 s over the minutes, at 24 places, each price rounded to 12 significant digits. A price is an integer
 * below 10^12 times a power of ten, so the sum over five minutes is exact in a double, and bigint is met once.
 */
function sumOfMinutes(prices: Float64Array): bigint {
  let total = 0n;
  let sum = 0;
  let places = placesFor(prices[0] ?? 0);
  for (let i = 0; i < prices.length; i++) {
    const price = prices[i] ?? 0;
    let shifted = price * (tens[places] ?? 1);
    if (shifted < 1e11 || shifted >= 1e12) {
      total += BigInt(sum) * (minuteWeights[places] ?? 0n);
      sum = 0;
      places = placesFor(price);
      shifted = price * (tens[places] ?? 1);
    }
    sum += Math.round(shifted);
  }
  return total + BigInt(sum) * (minuteWeights[places] ?? 0n);
}

/** Decimal places of a price of 12 significant digits. */
function placesFor(price: number): number {
  if (!(price >= 1e-12 && price < 1e11)) throw new RangeError(`a simulated price of ${price} is beyond what 12 digits at 24 places can hold`);
  let places = 11;
  while (places > 0 && price * (tens[places] ?? 1) >= 1e12) places--;
  while (places < priceScale && price * (tens[places] ?? 1) < 1e11) places++;
  return places;
}
