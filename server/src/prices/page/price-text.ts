/**
 * A page of prices as it is answered: JSON, CSV, and the CSV of candles that other programs read. The numbers are put together as texts, so
 * that every digit is as it was worked out.
 *
 *     start,symbol,mean,open,high,low,close,gap,missing
 *     2026-03-02T01:00:00.000Z,BTC-USD,60012.5,60000,60030,60000,60015,,apart=1
 *
 * `gap` says why there is no mean over the step, and `missing` why five-minute means inside it are missing, and how many.
 */
import type { PriceSourceInfo } from 'papertape-contract/price';
import { iso, type Instant } from '../../lib/clock.ts';
import { stepMs, type NoMean, type Step } from '../../flow/price/steps.ts';
import type { ColumnName } from '../day/day-part.ts';
import type { AskedPage } from './asked.ts';
import type { Gap, Series } from './price-page.ts';

/** What the members of an answer mean, as it says itself. */
export const meaning = {
  mean: 'Average price over the step in USD, as a fill makes it of its 30 minutes: at most 12 significant digits.',
  open: 'The first five-minute mean inside the step.',
  high: 'The highest five-minute mean inside the step.',
  low: 'The lowest five-minute mean inside the step.',
  close: 'The last five-minute mean inside the step.',
  null: 'There is none; `gaps` says why. Nothing is filled in.',
} as const;

export interface Told {
  readonly league: string | null;
  readonly columns: readonly ColumnName[];
  readonly source: PriceSourceInfo;
}

function startsOf({ start, count, step }: AskedPage): Instant[] {
  return Array.from({ length: count }, (_, i) => start + i * stepMs[step]);
}

/** The JSON of a PriceHistory. */
export function jsonText(page: AskedPage, series: readonly Series[], { league, columns, source }: Told): string {
  const { step: every, from, to, next, isFinal } = page;
  const head = JSON.stringify({
    league,
    every,
    from: iso(from),
    to: iso(to),
    final: isFinal,
    next: next === undefined ? null : iso(next),
    meaning: Object.fromEntries(
      Object.entries(meaning).filter(([name]) => name === 'null' || columns.includes(name as ColumnName)),
    ),
    price_source: source,
    starts: startsOf(page).map(iso),
  });
  return `${head.slice(0, -1)},"series":[${series.map((s) => seriesText(s, columns)).join(',')}]}`;
}

function seriesText({ symbol, columns, gaps }: Series, wanted: readonly ColumnName[]): string {
  const lists = wanted.map((name) => `"${name}":[${columns[name] ?? ''}]`).join(',');
  const named = gaps.map(({ step, start, end, reason }) => ({ every: step, start: iso(start), end: iso(end), reason }));
  return `{"symbol":${JSON.stringify(symbol)},${lists},"gaps":${JSON.stringify(named)}}`;
}

/** The oldest step first, and within one the symbols in the order of the page. */
export function csvText(page: AskedPage, series: readonly Series[], columns: readonly ColumnName[]): string {
  const isFive = page.step === '5m';
  const symbols = series.map((s) => ({
    symbol: s.symbol,
    cells: columns.map((name) => listOf(s.columns[name])),
    gap: gapOf(s.gaps, page.step),
    missing: isFive ? () => '' : missingIn(s.gaps, page.step),
  }));
  const lines = [['start', 'symbol', ...columns, 'gap', ...(isFive ? [] : ['missing'])].join(',')];
  for (const [i, start] of startsOf(page).entries()) {
    for (const { symbol, cells, gap, missing } of symbols) {
      const numbers = cells.map((cell) => plain(cell[i])).join(',');
      lines.push(`${iso(start)},${symbol},${numbers},${gap(start)}${isFive ? '' : `,${missing(start)}`}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Candles of one symbol as exchanges' files have them: the start of the step in milliseconds since 1970, and no volume, since none is known.
 * A step without a candle has no line.
 */
export function ohlcvText(page: AskedPage, { columns }: Series): string {
  const cells = (['open', 'high', 'low', 'close'] as const).map((name) => listOf(columns[name]));
  const lines = startsOf(page).flatMap((start, i) => {
    const numbers = cells.map((cell) => plain(cell[i]));
    return numbers[0] === '' ? [] : [`${start},${numbers.join(',')},\n`];
  });
  return `timestamp,open,high,low,close,volume\n${lines.join('')}`;
}

function listOf(column: string | undefined): readonly string[] {
  return column === undefined || column === '' ? [] : column.split(',');
}

function plain(cell: string | undefined): string {
  return cell === undefined || cell === 'null' ? '' : cell;
}

/** Why a step has no mean; asked for in order. */
function gapOf(gaps: readonly Gap[], step: Step): (start: Instant) => NoMean | '' {
  const own = gaps.filter((gap) => gap.step === step);
  let at = 0;
  return (start) => {
    while ((own[at]?.end ?? Infinity) <= start) at++;
    const gap = own[at];
    return gap && gap.start <= start ? gap.reason : '';
  };
}

/** The five-minute means that a step lacks, by reason; asked for in order. */
function missingIn(gaps: readonly Gap[], step: Step): (start: Instant) => string {
  const fives = gaps.filter((gap) => gap.step === '5m');
  let at = 0;
  return (start) => {
    const end = start + stepMs[step];
    while ((fives[at]?.end ?? Infinity) <= start) at++;
    const counts = new Map<NoMean, number>();
    for (let i = at; i < fives.length && (fives[i] as Gap).start < end; i++) {
      const { start: from, end: to, reason } = fives[i] as Gap;
      const steps = (Math.min(to, end) - Math.max(from, start)) / stepMs['5m'];
      counts.set(reason, (counts.get(reason) ?? 0) + steps);
    }
    return [...counts].map(([reason, count]) => `${reason}=${count}`).join(' ');
  };
}
