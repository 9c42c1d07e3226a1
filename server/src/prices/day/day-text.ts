/** A day of one symbol as it is kept, and back. */
import type { Step } from '../../flow/price/steps.ts';
import type { DayFold } from './day-fold.ts';
import { candleColumns, stepsInDay, type DayGap, type DayPart } from './day-part.ts';

export interface HoursText {
  readonly whole: string;
  readonly hours: string;
  readonly gaps: string;
}

export interface FivesText {
  readonly halfHours: string;
  readonly fives: string;
  readonly gaps: string;
}

/** @param part of the fold of a day that is over. */
export function encodeDay(part: (step: Step) => DayPart): { readonly hours: HoursText; readonly fives: FivesText } {
  const [whole, hours, halves, fives] = [part('1d'), part('1h'), part('30m'), part('5m')];
  const ofWhole = whole.gaps.filter(([step]) => step === '1d');
  return {
    hours: {
      whole: whole.columns.join(';'),
      hours: hours.columns.join(';'),
      gaps: gapsText([...ofWhole, ...hours.gaps]),
    },
    fives: { halfHours: halves.columns[0] ?? '', fives: fives.columns[0] ?? '', gaps: gapsText(halves.gaps) },
  };
}

/** @param text `whole` or `hours`. */
export function decodeHours(step: '1d' | '1h', text: string, gaps: string): DayPart {
  return { columns: text.split(';'), gaps: gapsOf(step, gaps) };
}

export function decodeFives(step: '30m' | '5m', { halfHours, fives, gaps }: FivesText): DayPart {
  const own = gapsOf(step, gaps);
  if (step === '5m') return { columns: [fives], gaps: own };
  return { columns: [halfHours, ...candleColumns(fives.split(','), step, stepsInDay(step))], gaps: own };
}

/** The parts of every symbol of a fold. */
export function encodeFold(fold: DayFold) {
  return fold.symbols().map((symbol) => ({
    symbol,
    ...encodeDay((step) => fold.part(symbol, step) ?? { columns: [], gaps: [] }),
  }));
}

function gapsText(gaps: readonly DayGap[]): string {
  return gaps.length === 0 ? '' : JSON.stringify(gaps);
}

const none: readonly DayGap[] = [];

function gapsOf(step: Step, text: string): readonly DayGap[] {
  if (text === '') return none;
  return (JSON.parse(text) as DayGap[]).filter(([of]) => of === step || of === '5m');
}
