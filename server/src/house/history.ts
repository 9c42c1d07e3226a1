/** Daily prices as the house bots keep them: one more day in, and what lies back without a gap out. */
import { dayMs } from '../lib/time.ts';
import { isoDate } from '../lib/clock.ts';
import type { DailyPrices } from './house-file.ts';
import type { PriceSample } from './strategies/price-rule.ts';

/** Adds a day; days before a gap are dropped, since a change over two days is not one of a day. The newest `max` stay. */
export function withDay(history: readonly DailyPrices[], day: DailyPrices, max: number): DailyPrices[] {
  const dayBefore = isoDate(Date.parse(day.date) - dayMs);
  const before = history.filter((h) => h.date < day.date);
  return [...(before.at(-1)?.date === dayBefore ? before : []), day].slice(-max);
}

/**
 * Puts days before those that are kept, as far as there is one each; at most `max` in all.
 * @param closes by day, what was known when it began: the closes of the day before.
 */
export function withPast(
  history: readonly DailyPrices[],
  closes: ReadonlyMap<string, DailyPrices['prices']>,
  max: number,
): DailyPrices[] {
  const all = [...history];
  while (all.length < max) {
    const [first] = all;
    if (!first) break;
    const date = isoDate(Date.parse(first.date) - dayMs);
    const prices = closes.get(date);
    if (!prices) break;
    all.unshift({ date, prices });
  }
  return all;
}

export function samplesOf(history: readonly DailyPrices[]): PriceSample[] {
  return history.map(({ prices }) => new Map(Object.entries(prices).map(([symbol, text]) => [symbol, Number(text)])));
}
