/**
 * What a day has of one symbol in steps of one length, as text that an answer is put together from, and why a step has no mean.
 *
 * Example: of a day in hours, the columns are `60001.5,null,60020` and so on: mean, open, high, low, close, 24 of each, and the gaps
 * `[['1h', 1, 2, 'apart'], ['5m', 14, 17, 'apart']]`: the second hour has no mean, and of its five-minute steps the third to fifth.
 */
import { dayMs } from '../../lib/time.ts';
import { candleOf, stepMs, type NoMean, type Step } from '../../flow/price/steps.ts';

export const columnNames = ['mean', 'open', 'high', 'low', 'close'] as const;
export type ColumnName = (typeof columnNames)[number];

/** Numbers and nulls with commas between them: JSON without the brackets. Of five-minute steps there is the mean alone. */
export type Columns = readonly string[];

/** Steps from one of the day to before another, counted from 0, that have no mean, and why. */
export type DayGap = readonly [step: Step, from: number, to: number, reason: NoMean];

export interface DayPart {
  readonly columns: Columns;
  /** Of steps of this length, and of five-minute steps. */
  readonly gaps: readonly DayGap[];
}

export function stepsInDay(step: Step): number {
  return dayMs / stepMs[step];
}

const fivesIn = (step: Step): number => stepMs[step] / stepMs['5m'];

/**
 * Open, high, low and close of each step.
 * @param fives five-minute means as texts, '' or `null` where there is none. @param count steps that are over.
 */
export function candleColumns(fives: readonly string[], step: Step, count: number): Columns {
  const numbers = Float64Array.from(fives, (text) => (isMean(text) ? Number(text) : Number.NaN));
  const columns: [string[], string[], string[], string[]] = [[], [], [], []];
  const each = fivesIn(step);
  for (let i = 0; i < count; i++) {
    const candle = candleOf(numbers, i * each, (i + 1) * each);
    const at = (of: number | undefined): string => (of === undefined ? 'null' : (fives[of] as string));
    columns[0].push(at(candle?.open));
    columns[1].push(at(candle?.high));
    columns[2].push(at(candle?.low));
    columns[3].push(at(candle?.close));
  }
  return columns.map((column) => column.join(','));
}

/** A mean begins with a digit, and the reason why there is none with a letter. */
export function isMean(text: string): boolean {
  const first = text.charCodeAt(0);
  return first >= 48 && first <= 57;
}
