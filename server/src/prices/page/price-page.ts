/**
 * A page of prices: what is asked for and the days of each symbol in, one list per column out, and the runs of steps without a mean.
 *
 * Public rule (docs/bots/prices.md): a page has whole steps, the oldest first, and a row is one symbol in one step. What a symbol has no
 * mean for is null and named; a symbol that was not priced then is `not_listed`.
 *
 * Example: two symbols, steps of an hour from 22:00 to 02:00, at most 6 rows: the page has 22:00, 23:00 and 00:00, of the first day the last
 * two hours and of the second the first one, and the next page begins at 01:00.
 */
import { dayMs } from '../../lib/time.ts';
import type { Instant } from '../../lib/clock.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { stepMs, type NoMean, type Step } from '../../flow/price/steps.ts';
import { columnNames, stepsInDay, type ColumnName, type DayPart } from '../day/day-part.ts';

/** Steps of one length, one after the other, of some symbols. */
export interface Steps {
  readonly step: Step;
  readonly symbols: readonly SymbolId[];
  /** Start of the first. */
  readonly start: Instant;
  readonly count: number;
}

export interface Gap {
  readonly step: Step;
  readonly start: Instant;
  readonly end: Instant;
  readonly reason: NoMean;
}

export interface Series {
  readonly symbol: SymbolId;
  /** Numbers and nulls with commas between them, by column. */
  readonly columns: Readonly<Partial<Record<ColumnName, string>>>;
  /** Of the steps themselves, and of the five-minute steps inside them; the oldest first, of each kind. */
  readonly gaps: readonly Gap[];
}

/** The columns that an answer has when nothing is said: of one five-minute mean there is no more to say. */
export function usualColumns(step: Step): readonly ColumnName[] {
  return step === '5m' ? ['mean'] : columnNames;
}

/** @param partOf every day that has one of the steps. */
export function seriesOf(
  steps: Steps,
  columns: readonly ColumnName[],
  partOf: (symbol: SymbolId, day: Instant) => DayPart | undefined,
): Series[] {
  const slices = daySlices(steps);
  return steps.symbols.map((symbol) => {
    const parts = slices.map((slice) => ({ ...slice, part: partOf(symbol, slice.day) }));
    return {
      symbol,
      columns: Object.fromEntries(columns.map((name) => [name, columnOf(steps.step, name, parts)])),
      gaps: gapsOf(steps, parts),
    };
  });
}

/** Steps `from` to before `to` of a day, counted from 0. */
interface DaySlice {
  readonly day: Instant;
  readonly from: number;
  readonly to: number;
}

interface DayOfSymbol extends DaySlice {
  readonly part: DayPart | undefined;
}

function daySlices({ step, start, count }: Steps): DaySlice[] {
  const slices: DaySlice[] = [];
  const end = start + count * stepMs[step];
  for (let day = Math.floor(start / dayMs) * dayMs; day < end; day += dayMs)
    slices.push({
      day,
      from: Math.max(0, (start - day) / stepMs[step]),
      to: Math.min(stepsInDay(step), (end - day) / stepMs[step]),
    });
  return slices;
}

function columnOf(step: Step, name: ColumnName, days: readonly DayOfSymbol[]): string {
  // A single mean is its own first, highest, lowest and last.
  const at = step === '5m' ? 0 : columnNames.indexOf(name);
  return days
    .map(({ part, from, to }) => {
      const all = part?.columns[at];
      if (all === undefined) return Array.from({ length: to - from }, () => 'null').join(',');
      return from === 0 && to === stepsInDay(step) ? all : all.split(',').slice(from, to).join(',');
    })
    .join(',');
}

function gapsOf({ step, start, count }: Steps, days: readonly DayOfSymbol[]): Gap[] {
  const end = start + count * stepMs[step];
  const found: Gap[] = [];
  for (const { part, day, from, to } of days) {
    if (part)
      for (const [of, first, last, reason] of part.gaps)
        found.push({ step: of, start: day + first * stepMs[of], end: day + last * stepMs[of], reason });
    else
      for (const of of new Set([step, '5m'] as const))
        found.push({ step: of, start: day + from * stepMs[step], end: day + to * stepMs[step], reason: 'not_listed' });
  }
  return joined(
    found
      .map((gap) => ({ ...gap, start: Math.max(gap.start, start), end: Math.min(gap.end, end) }))
      .filter((gap) => gap.start < gap.end),
  );
}

/** A run that goes on at midnight is one. */
function joined(gaps: readonly Gap[]): Gap[] {
  const all: Gap[] = [];
  const last = new Map<Step, number>();
  for (const gap of gaps) {
    const before = all[last.get(gap.step) ?? -1];
    if (before?.end === gap.start && before.reason === gap.reason) {
      all[last.get(gap.step) ?? -1] = { ...before, end: gap.end };
      continue;
    }
    last.set(gap.step, all.length);
    all.push(gap);
  }
  return all;
}
