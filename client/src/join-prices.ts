/** Pages of prices put together. */
import type { PriceGap, PriceHistory, PriceSeries } from './wire.ts';

const columnNames = ['mean', 'open', 'high', 'low', 'close'] as const;

/**
 * One answer of several pages of the same question, in their order. What a league had in one page and not in another is null there, and
 * named `not_listed`.
 */
export function joinPrices(pages: readonly PriceHistory[]): PriceHistory {
  const first = pages[0];
  const last = pages.at(-1);
  if (!first || !last) throw new RangeError('joinPrices: there is no page');
  const symbols = [...new Set(pages.flatMap((page) => page.series.map((s) => s.symbol)))];
  return {
    ...first,
    next: last.next,
    starts: pages.flatMap((page) => page.starts),
    series: symbols.map((symbol) => joinSeries(symbol, pages)),
  };
}

function joinSeries(symbol: string, pages: readonly PriceHistory[]): PriceSeries {
  const columns: { [K in (typeof columnNames)[number]]?: (number | null)[] } = {};
  const gaps: PriceGap[] = [];
  const wanted = columnNames.filter((name) => pages.some((page) => page.series.some((s) => s[name])));
  for (const { starts, series, every } of pages) {
    const own = series.find((s) => s.symbol === symbol);
    for (const name of wanted) (columns[name] ??= []).push(...(own?.[name] ?? starts.map(() => null)));
    gaps.push(...(own?.gaps ?? notListed(starts, every)));
  }
  return { symbol, ...columns, gaps };
}

function notListed(starts: readonly string[], every: PriceHistory['every']): PriceGap[] {
  const [start, last] = [starts[0], starts.at(-1)];
  if (start === undefined || last === undefined) return [];
  return [{ every, start, end: new Date(Date.parse(last) + stepMs[every]).toISOString(), reason: 'not_listed' }];
}

const minuteMs = 60_000;
const stepMs = { '5m': 5 * minuteMs, '30m': 30 * minuteMs, '1h': 60 * minuteMs, '1d': 1_440 * minuteMs } as const;
