/**
 * Price: cumulative readings at two marks in, one agreed price per symbol out, or why there is none.
 *
 * Contract 3.2 and 3.3: the average over a window is one subtraction, (C(end) - C(start)) / seconds. A rate that a contract sets
 * (`point`) counts with its value at the end of the window. A route multiplies its legs. The price is the primary route's; the second route only judges it: a difference of more than 1% means that the
 * pools are apart, exactly 1% does not. A price that could not be read is not zero and not skipped: it is `unavailable`
 * with the reason.
 *
 * Example: primary pool C(start) = 0, C(end) = 3,600,000 (USD seconds), 1,800 s -> 2,000 USD; second pool 2,019 USD:
 * 95 bps, agreed at 2,000. Second pool 2,020 USD: exactly 100 bps, agreed. 2,020.01: apart.
 */
import { divHalfUp, formatFixed, pow10, priceScale, roundSignificant } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import type { Leg, Pool, PoolId, Route, SymbolId } from '../../league/symbol.ts';
import type { MarkReadings, NoReadingReason } from '../../sources/source.ts';

/** Significant digits of a price. */
export const priceDigits = 12;
/** A second pool may differ by this much and no more: 100 bps = 1%. */
export const poolsApartBpsMax = 100;
/** Uniswap v3 TickMath.MAX_TICK. */
const tickMax = 887_272;

interface Judged<State> {
  readonly state: State;
  /** Primary route, at `priceScale` places, 12 significant digits, in the symbol's own currency. */
  readonly price: bigint;
  /** Second route, the same. */
  readonly second: bigint;
  /** |second / price - 1| in basis points, decimal text with 4 places, for people; the decision is made on exact fractions. */
  readonly bps: string;
}

/** Why there is no price, and of which pool. */
interface NoPrice {
  readonly reason: NoReadingReason;
  readonly pool: PoolId;
}

export type SymbolPrice = Judged<'agreed'> | Judged<'apart'> | ({ readonly state: 'unavailable' } & NoPrice);

/** A fraction that is not negative: above all the exact mean of a route before it is rounded to 12 digits. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

type Mean = Fraction | NoPrice;

/** The pools, their readings at the marks `start` and `end`, and the window [start, end). */
export type OverWindow = readonly [
  pools: ReadonlyMap<PoolId, Pool>,
  atStart: MarkReadings,
  atEnd: MarkReadings,
  start: Instant,
  end: Instant,
];

/** The price of a symbol over a window. */
export function windowPrice(route: Route, ...over: OverWindow): SymbolPrice {
  const means = bothMeans(route, over);
  return 'reason' in means ? { state: 'unavailable', ...means } : compare(...means);
}

/** Would `windowPrice` agree? The decision alone, without the rounding: it is asked of every symbol at every mark. */
export function isAgreed(route: Route, ...over: OverWindow): boolean {
  const means = bothMeans(route, over);
  return !('reason' in means) && (means[0] === means[1] || !areApart(...means));
}

/** The price of the first route alone, whatever the second one says; undefined where it could not be read. */
export function firstRoutePrice(route: Route, ...over: OverWindow): bigint | undefined {
  const mean = routeMean(route.primary, over);
  return 'reason' in mean ? undefined : roundSignificant(mean.n, mean.d, priceDigits, priceScale);
}

function bothMeans(route: Route, over: OverWindow): readonly [primary: Fraction, second: Fraction] | NoPrice {
  const primary = routeMean(route.primary, over);
  if ('reason' in primary) return primary;
  const second = isOneRoute(route) ? primary : routeMean(route.second, over);
  return 'reason' in second ? second : [primary, second];
}

/** A recording that stands for both routes is averaged once. */
function isOneRoute({ primary, second }: Route): boolean {
  return (
    primary.length === second.length &&
    primary.every((leg, i) => leg.pool === second[i]?.pool && (leg.invert ?? false) === (second[i]?.invert ?? false))
  );
}

/** |s/p - 1| > 1%  <=>  |s.n*p.d - p.n*s.d| * 10,000 > 100 * p.n*s.d, on integers, so that exactly 1% is exactly 1%. */
function areApart(primary: Fraction, second: Fraction): boolean {
  const { n, d } = gapOf(primary, second);
  return n * 10_000n > BigInt(poolsApartBpsMax) * d;
}

/** |second / primary - 1| as a fraction. */
function gapOf(primary: Fraction, second: Fraction): Fraction {
  const sn = second.n * primary.d;
  const d = primary.n * second.d;
  return { n: sn > d ? sn - d : d - sn, d };
}

/** Judges two exact means: agreed or apart, and both prices rounded for keeping. */
export function compare(primary: Fraction, second: Fraction): SymbolPrice {
  const gap = gapOf(primary, second);
  const price = roundSignificant(primary.n, primary.d, priceDigits, priceScale);
  return {
    state: areApart(primary, second) ? 'apart' : 'agreed',
    price,
    second: gap.n === 0n ? price : roundSignificant(second.n, second.d, priceDigits, priceScale),
    bps: formatFixed(divHalfUp(gap.n * 10_000n * pow10(4), gap.d), 4),
  };
}

function routeMean(legs: readonly Leg[], over: OverWindow): Mean {
  const [pools] = over;
  let n = 1n;
  let d = 1n;
  for (const leg of legs) {
    const pool = pools.get(leg.pool);
    if (!pool) return { reason: 'not_listed', pool: leg.pool };
    const mean = poolMean(pool, over);
    if ('reason' in mean) return mean;
    if (leg.invert) {
      n *= mean.d;
      d *= mean.n;
    } else {
      n *= mean.n;
      d *= mean.d;
    }
  }
  // Below half of the last place a price would be kept as 0: absent, not zero.
  const first = legs[0];
  if (first && n * 2n * pow10(priceScale) < d) return { reason: 'non_positive', pool: first.pool };
  return { n, d };
}

function poolMean(pool: Pool, [, atStart, atEnd, start, end]: OverWindow): Mean {
  const a = atStart.get(pool.id);
  const b = atEnd.get(pool.id);
  if (!b) return { reason: 'no_answer', pool: pool.id };
  if (!b.ok) return { reason: b.reason, pool: pool.id };
  if (pool.average === 'point') return pointValue(pool, b.cumulative);
  if (b.since > start) return { reason: 'gap', pool: pool.id };
  if (!a) return { reason: 'no_answer', pool: pool.id };
  if (!a.ok) return { reason: a.reason, pool: pool.id };
  const seconds = BigInt((end - start) / 1000);
  const difference = b.cumulative - a.cumulative;
  if (pool.average === 'geometric') return geometricMean(pool, difference, seconds);
  if (difference <= 0n) return { reason: 'non_positive', pool: pool.id };
  return { n: difference, d: seconds * pow10(priceScale) };
}

/**
 * The value at the end of the window: what the contract says then is what one token redeems for. It moves in one step a day, so a
 * mean over half an hour would differ by less than the step, and by nothing on most days.
 */
function pointValue(pool: Pool, value: bigint): Mean {
  if (value <= 0n) return { reason: 'non_positive', pool: pool.id };
  return { n: value, d: pow10(priceScale) };
}

/**
 * Mean tick -> price of token0 in token1: 1.0001^tick * 10^(decimals0 - decimals1).
 * The tick sums are exact integers; the power is taken once, in a double (relative error below 2 * 10^-14), as the pool's own
 * oracle leaves it to the reader (Uniswap v3 whitepaper, section 5.2). log1p, since the double nearest to 1.0001 would put
 * 10^-11 into the price of a far tick. A tick that no pool can have is no price.
 */
function geometricMean(pool: Pool, tickDifference: bigint, seconds: bigint): Mean {
  const tick = Number(tickDifference) / Number(seconds);
  if (Math.abs(tick) > tickMax) return { reason: 'non_positive', pool: pool.id };
  const raw = Math.exp(tick * Math.log1p(0.0001));
  const [mantissa = '0', exponent = '0'] = raw.toExponential(16).split('e');
  const digits = BigInt(mantissa.replace('.', ''));
  const power = Number(exponent) - 16 + (pool.decimalShift ?? 0);
  return power >= 0 ? { n: digits * 10n ** BigInt(power), d: 1n } : { n: digits, d: 10n ** BigInt(-power) };
}

/** One price per symbol for one window, computed once and applied to every order and portfolio. */
export type PriceVector = ReadonlyMap<SymbolId, SymbolPrice>;

/** Prices every route over a window. */
export function priceVector(routes: Iterable<Route>, ...over: OverWindow): PriceVector {
  const vector = new Map<SymbolId, SymbolPrice>();
  for (const route of routes) vector.set(route.symbol, windowPrice(route, ...over));
  return vector;
}
