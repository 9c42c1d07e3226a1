/**
 * Recording: the rows of one pool in, its cumulative reading at any instant out.
 *
 * A row stamped t is a candle of one step; its close price is known at t + step and holds until the next row's close, but
 * for no longer than two steps, or one: on [t + step, min(next t + step, t + 3 * step)). What follows is a gap, and coverage starts
 * anew with the next row. Where a row is an average over its step instead, it stands for [t, t + step) itself. An empty cell is no row (not listed). A cell that is no positive price is no row either, and a mark
 * that falls into the hole it leaves is told `non_positive`.
 *
 * Example, step 60 s: rows 00:00 -> 10 and 00:01 -> 20 and 00:06 -> 30. 10 holds on [00:01, 00:02), 20 on [00:02, 00:04),
 * nothing on [00:04, 00:07), 30 from 00:07. C(00:01) = 0, C(00:02) = 600, C(00:04) = 3,000; 00:05 is a gap; at 00:07
 * C = 3,000 again, with coverage since 00:07.
 */
import { exactToScaleFloor, parseExact, parseFixed, priceScale } from '../../lib/decimal.ts';
import type { Instant } from '../../lib/clock.ts';
import type { PoolReading } from '../source.ts';

/** What a row stamped t says of when its price holds. */
export interface RowMeaning {
  readonly stepMs: number;
  /** Its price holds from t + delayMs on: `stepMs` for the close of a candle, 0 for an average over the step. */
  readonly delayMs: number;
  /** How long it holds when no row follows. */
  readonly holdMs: number;
}

/** How many steps the close of a candle holds when no row follows it and nothing else is said. */
const holdStepsUsual = 2;

export function closesOf(stepMs: number, holdSteps: number = holdStepsUsual): RowMeaning {
  return { stepMs, delayMs: stepMs, holdMs: holdSteps * stepMs };
}

/** An average over a step says nothing of the next one. */
export function meansOf(stepMs: number): RowMeaning {
  return { stepMs, delayMs: 0, holdMs: stepMs };
}

export interface Rows {
  readonly times: Float64Array;
  readonly cells: readonly string[];
}

export interface Recording {
  /** First and last instant at which there is a reading; undefined when not one cell holds a price. */
  readonly coverage: { readonly from: Instant; readonly to: Instant } | undefined;
  readAt(instant: Instant): PoolReading;
}

/** Cell text -> price at `priceScale` places; 0n or less when it is none. */
export type PriceOfCell = (cell: string) => bigint;

/**
 * @param files rows of the pool, file after file, rising in time.
 * The sums are made at the first reading, so that a folder with many columns opens fast.
 */
export function createRecording(files: readonly Rows[], meaning: RowMeaning, priceOf: PriceOfCell): Recording {
  let sums: Sums | undefined;
  let cursor = 0;
  const coverage = coverageOf(files, meaning, priceOf);
  return {
    coverage,
    readAt(instant) {
      sums ??= addUp(files, meaning, priceOf);
      const { starts, prices, cumulatives, since, refused } = sums;
      cursor = lastAtOrBefore(starts, instant, cursor);
      if (cursor < 0) {
        cursor = 0;
        return {
          ok: false,
          reason: refusedIn(refused, Number.NEGATIVE_INFINITY, instant) ? 'non_positive' : 'not_listed',
        };
      }
      const start = starts[cursor] ?? 0;
      if (instant - start > meaning.holdMs)
        return { ok: false, reason: refusedIn(refused, start, instant) ? 'non_positive' : 'gap' };
      const cumulative = (cumulatives[cursor] ?? 0n) + (prices[cursor] ?? 0n) * BigInt((instant - start) / 1000);
      return { ok: true, cumulative, since: since[cursor] ?? start };
    },
  };
}

interface Sums {
  /** When each good row's price starts to hold. */
  readonly starts: Float64Array;
  readonly prices: readonly bigint[];
  /** Integral up to each start. */
  readonly cumulatives: readonly bigint[];
  /** Start of the unbroken coverage each start belongs to. */
  readonly since: Float64Array;
  /** When each bad row's price would have started to hold. */
  readonly refused: Float64Array;
}

function addUp(files: readonly Rows[], meaning: RowMeaning, priceOf: PriceOfCell): Sums {
  const starts: number[] = [];
  const prices: bigint[] = [];
  const cumulatives: bigint[] = [];
  const since: number[] = [];
  const refused: number[] = [];
  const { stepMs, delayMs, holdMs } = meaning;
  const stepSeconds = BigInt(stepMs / 1000);
  let sum = 0n;
  let last = Number.NEGATIVE_INFINITY;
  let lastPrice = 0n;
  let segment = 0;
  for (const { times, cells } of files) {
    for (let i = 0; i < times.length; i++) {
      const cell = cells[i] ?? '';
      if (cell === '') continue;
      const start = (times[i] ?? 0) + delayMs;
      const price = priceOf(cell);
      if (price <= 0n) {
        refused.push(start);
        continue;
      }
      const passed = start - last;
      if (passed === stepMs) sum += lastPrice * stepSeconds;
      else if (last !== Number.NEGATIVE_INFINITY) sum += lastPrice * BigInt(Math.min(passed, holdMs) / 1000);
      if (passed > holdMs) segment = start;
      starts.push(start);
      prices.push(price);
      cumulatives.push(sum);
      since.push(segment);
      last = start;
      lastPrice = price;
    }
  }
  return {
    starts: Float64Array.from(starts),
    prices,
    cumulatives,
    since: Float64Array.from(since),
    refused: Float64Array.from(refused),
  };
}

/** Only from the rows at both ends, so that opening a folder does not read every cell. */
function coverageOf(
  files: readonly Rows[],
  { delayMs, holdMs }: RowMeaning,
  priceOf: PriceOfCell,
): Recording['coverage'] {
  let from: number | undefined;
  for (const { times, cells } of files) {
    const i = cells.findIndex((cell) => cell !== '' && priceOf(cell) > 0n);
    if (i < 0) continue;
    from = (times[i] ?? 0) + delayMs;
    break;
  }
  if (from === undefined) return undefined;
  for (const { times, cells } of files.toReversed()) {
    const i = cells.findLastIndex((cell) => cell !== '' && priceOf(cell) > 0n);
    if (i >= 0) return { from, to: (times[i] ?? 0) + delayMs + holdMs };
  }
  return undefined;
}

/** Index of the last of the rising `values` that is <= x, or -1. Looks around `near` first: marks come in order. */
function lastAtOrBefore(values: Float64Array, x: number, near: number): number {
  for (let i = near; i < near + 8; i++) {
    if (i >= values.length || (values[i] ?? 0) > x) break;
    const next = values[i + 1];
    if (next === undefined || next > x) return i;
  }
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= x) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Is there a refused row in (after, upTo]? */
function refusedIn(refused: Float64Array, after: number, upTo: number): boolean {
  if (refused.length === 0) return false;
  const i = lastAtOrBefore(refused, upTo, 0);
  return i >= 0 && (refused[i] ?? 0) > after;
}

const plainPattern = /^\d+(?:\.\d{1,24})?$/;

/** Reads decimal text exactly; what lies beyond 24 places is dropped. */
export function decimalPrice(cell: string): bigint {
  // Nearly all prices are plain, and such ones are read ten times as fast.
  if (plainPattern.test(cell)) return parseFixed(cell, priceScale);
  const exact = parseExact(cell);
  return exact ? exactToScaleFloor(exact, priceScale) : 0n;
}

/** Ticks beyond this do not exist in Uniswap v3. */
const tickMax = 887_272;

/**
 * The price of a Uniswap v3 tick: 1.0001^tick * 10^(decimals0 - decimals1) = token0 in token1; inverted = token1 in token0.
 * The power is taken in a double, and the 17 digits of the double are then exact decimals.
 *
 * Example: USDC (6) / WETH (18), tick 201149, inverted: 10^12 / 1.0001^201149 = 1,837.88 USDC for one WETH.
 */
export function tickPrice(decimals0: number, decimals1: number, invert: boolean): PriceOfCell {
  const shift = invert ? decimals1 - decimals0 : decimals0 - decimals1;
  const known = new Map<string, bigint>();
  return (cell) => {
    const seen = known.get(cell);
    if (seen !== undefined) return seen;
    const price = priceOfTick(cell, invert, shift);
    known.set(cell, price);
    return price;
  };
}

function priceOfTick(cell: string, invert: boolean, shift: number): bigint {
  if (!/^-?\d{1,6}$/.test(cell)) return 0n;
  const tick = Number(cell);
  if (Math.abs(tick) > tickMax) return 0n;
  const exact = parseExact(Math.exp((invert ? -tick : tick) * Math.log1p(0.0001)).toExponential(16));
  return exact ? exactToScaleFloor({ digits: exact.digits, exponent: exact.exponent + shift }, priceScale) : 0n;
}

/** A price times an exact decimal factor; what lies beyond 24 places is dropped. */
export function scaledPrice(priceOf: PriceOfCell, scale: string): PriceOfCell {
  const factor = parseExact(scale);
  if (!factor || factor.digits <= 0n) throw new RangeError(`scale "${scale}" is no positive decimal`);
  return (cell) =>
    exactToScaleFloor({ digits: priceOf(cell) * factor.digits, exponent: factor.exponent - priceScale }, priceScale);
}
