/**
 * Every guard of the on-chain source as data: what rules.json lists. The numbers are those that the guards themselves work with, and
 * those of this project's pool book. Nothing here asks a chain.
 */
import type { NoReadingReason } from '../source.ts';
import { guardSeconds, jumpPercentMax, jumpRoutesPercentMax, pegBpsMax, ratePercentPerDayMax } from './guards.ts';
import { headAheadSecondsMax } from './heads.ts';
import poolBook from './pools.json' with { type: 'json' };

export interface GuardEntry {
  /** As `reason` fields say it. */
  readonly reason: NoReadingReason;
  /** What is looked at, in words. */
  readonly guard: string;
  /** `null` = the guard has no number. */
  readonly limit: number | null;
  readonly unit: string | null;
  /** What happens when the limit is passed. */
  readonly effect: string;
}

const minutes = guardSeconds / 60;
const noReading = 'No reading of the pools of that chain at that mark; it is read again while orders wait for it.';
const noPool = 'No reading of that pool at that mark; it is read again while orders wait for it.';

export const guardTable: readonly GuardEntry[] = [
  {
    reason: 'no_answer',
    guard:
      'More than half of the configured endpoints of a chain know the block that is read, and two of them read it; one, where one is configured.',
    limit: 50,
    unit: 'percent of endpoints',
    effect: noReading,
  },
  ...poolBook.chains.map((chain): GuardEntry => ({
    reason: 'stale',
    guard: `Age of the newest block of ${chain.name}, by the service's clock.`,
    limit: chain.headAgeSecondsMax,
    unit: 'seconds',
    effect: noReading,
  })),
  {
    reason: 'stale',
    guard: "How far the newest block of a chain may be ahead of the service's clock.",
    limit: headAheadSecondsMax,
    unit: 'seconds',
    effect: noReading,
  },
  {
    reason: 'reorg',
    guard:
      'The block that was read is still part of the chain, and the endpoints agree on it and on the values; where two differ, more than half of those configured must agree.',
    limit: null,
    unit: null,
    effect: noReading,
  },
  {
    reason: 'old_observation',
    guard: `The pool's oracle, or else its logs of trades, reach back to ${minutes} minutes before the mark.`,
    limit: guardSeconds,
    unit: 'seconds',
    effect: noPool,
  },
  ...Object.entries(poolBook.depthMin).map(([quote, limit]): GuardEntry => ({
    reason: 'thin',
    guard: `Harmonic mean of the virtual depth over ${minutes} minutes, of pools quoted in ${quote}: the least.`,
    limit,
    unit: quote,
    effect: noPool,
  })),
  {
    reason: 'peg',
    guard: `Mean price of two dollar coins in each other over ${minutes} minutes, off one.`,
    limit: pegBpsMax,
    unit: 'bps',
    effect: 'No reading of any pool that holds one of them, on any chain, at that mark.',
  },
  {
    reason: 'jump',
    guard: `Mean price of a pool over ${minutes} minutes, away from its mean before the last close.`,
    limit: jumpPercentMax,
    unit: 'percent',
    effect: `No reading of that pool, unless the two routes of a symbol that is priced over it agree within ${jumpRoutesPercentMax}%.`,
  },
  {
    reason: 'rate',
    guard: 'Growth of the rate of a yield token a day, and never less than the last one that was good.',
    limit: ratePercentPerDayMax,
    unit: 'percent a day',
    effect: 'No reading of that rate at that mark; it is read again while orders wait for it.',
  },
  {
    reason: 'non_positive',
    guard: 'A price, or a rate, is above zero.',
    limit: 0,
    unit: null,
    effect: 'No price of the symbol over that window.',
  },
  {
    reason: 'not_listed',
    guard: 'There is such a pool, or such a contract, and it answers as one.',
    limit: null,
    unit: null,
    effect: noPool,
  },
  {
    reason: 'gap',
    guard: 'The pool was observed without a break over the whole window. The oracle of a Uniswap pool has no breaks.',
    limit: null,
    unit: null,
    effect: 'No price of the symbol over that window.',
  },
];
