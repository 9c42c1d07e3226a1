/**
 * Marks as they are told one after the other: steps of five minutes in, for each the mark that ended it and the mean of every symbol out.
 *
 * Public rule (docs/bots/prices.md): a mark is told once, when it is done, and says the same whenever it is asked for. A symbol that was
 * not priced then is left out where a league is asked for, and named where it was asked for by name.
 *
 * Example: the five minutes from 12:00 to 12:05 are told as the mark 12:05: { mark: '…12:05…', prices: { 'BTC-USD': 60012.5, 'ETH-USD':
 * null }, gaps: { 'ETH-USD': 'apart' } }.
 */
import type { PriceMark } from 'papertape-contract/price';
import { iso } from '../../lib/clock.ts';
import { stepMs } from '../../flow/price/steps.ts';
import type { Series, Steps } from './price-page.ts';

/** @param ofLeague were symbols asked for as those of a league? */
export function marksOf(
  { start, count }: Omit<Steps, 'step'>,
  series: readonly Series[],
  ofLeague: boolean,
): PriceMark[] {
  const columns = series.map(({ symbol, columns: { mean = '' }, gaps }) => ({ symbol, means: mean.split(','), gaps }));
  return Array.from({ length: count }, (_, i) => {
    const at = start + i * stepMs['5m'];
    const prices: Record<string, number | null> = {};
    const missing: Record<string, string> = {};
    for (const { symbol, means, gaps } of columns) {
      const text = means[i] ?? 'null';
      if (text !== 'null') {
        prices[symbol] = Number(text);
        continue;
      }
      const reason = gaps.find((gap) => gap.start <= at && at < gap.end)?.reason;
      if (ofLeague && reason === 'not_listed') continue;
      prices[symbol] = null;
      if (reason !== undefined) missing[symbol] = reason;
    }
    return { mark: iso(at + stepMs['5m']), prices, gaps: missing };
  });
}
