/**
 * The rate of SOL in USD: what several sources answered in, one rate with the names of those that made it out, or none.
 *
 * Public rule (docs/bots/extras.md): a source's answer counts when it is above 0 and at most 60 seconds old. Of those that count at least
 * two have to lie within 1% of the median of all; the rate is the median of these. A single answer is taken when it is within 5% of the last
 * rate and that is at most 10 minutes old. Without a rate of the last 5 minutes no order is taken.
 *
 * Example: 148.20, 148.40 and 155.00 -> the median of all is 148.40; 155.00 is 4.4% off; the rate is 148.30, the median of the two others.
 */
import { limits } from 'papertape-contract/limits';
import type { Instant } from '../lib/clock.ts';

/** What one source said. */
export interface SourceAnswer {
  readonly source: string;
  /** USD per SOL at `rateScale`. */
  readonly rate: bigint;
  /** When the price was made, as the source says it; when it was asked, if it says nothing. Real time, as all instants here. */
  readonly at: Instant;
}

export interface Rate {
  readonly rate: bigint;
  /** `median(coinbase,kraken,pyth)`, or the name of a single source. */
  readonly source: string;
  /** When the oldest of the answers in it was made. */
  readonly at: Instant;
}

const staleMs = limits.paySourceSecondsMax * 1_000;
const alongMs = limits.payRateCheckMinutesMax * 60_000;
const quotedMs = limits.payRateMinutesMax * 60_000;

/** @param last the last rate that was agreed, if there was one. @returns undefined when the answers do not make a rate. */
export function agreedRate(answers: readonly SourceAnswer[], now: Instant, last: Rate | undefined): Rate | undefined {
  const good = answers
    .filter(({ rate, at }) => rate > 0n && now - at <= staleMs && at - now <= staleMs)
    .toSorted((a, b) => (a.source < b.source ? -1 : a.source > b.source ? 1 : 0));
  const [only, ...others] = good;
  if (!only) return undefined;
  if (others.length === 0)
    return last && now - last.at <= alongMs && isWithin(only.rate, last.rate, 5n)
      ? { rate: only.rate, source: only.source, at: only.at }
      : undefined;
  const middle = median(good.map(({ rate }) => rate));
  const near = good.filter(({ rate }) => isWithin(rate, middle, 1n));
  if (near.length < 2) return undefined;
  return {
    rate: median(near.map(({ rate }) => rate)),
    source: `median(${near.map(({ source }) => source).join(',')})`,
    at: Math.min(...near.map(({ at }) => at)),
  };
}

/** May an order be quoted by it now? */
export function isQuotable(rate: Rate | undefined, now: Instant): rate is Rate {
  return rate !== undefined && now - rate.at <= quotedMs;
}

/** Of an even number the mean of the two in the middle, rounded down. Not empty. */
function median(rates: readonly bigint[]): bigint {
  const sorted = rates.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (low === undefined || high === undefined) throw new RangeError('no median of nothing');
  return (low + high) / 2n;
}

function isWithin(rate: bigint, of: bigint, percent: bigint): boolean {
  const apart = rate > of ? rate - of : of - rate;
  return apart * 100n <= of * percent;
}
