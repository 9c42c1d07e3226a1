import { expect, test } from 'vitest';
import { samplesOf, withDay, withPast } from './history.ts';
import type { DailyPrices } from './house-file.ts';

const day = (date: string): DailyPrices => ({ date, prices: { 'BTC-USD': `${date.slice(-2)}.5` } });
const dates = (list: readonly DailyPrices[]): string[] => list.map((d) => d.date);

test('days are kept without a gap, the newest so many', () => {
  let kept: DailyPrices[] = [];
  for (const date of ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']) kept = withDay(kept, day(date), 3);
  expect(dates(kept)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
  expect(dates(withDay(kept, day('2026-03-04'), 3))).toEqual(['2026-03-04']);
});

test('the same day again takes the place of the first, and days to come are of other data', () => {
  const kept = [day('2026-03-01'), day('2026-03-02'), day('2026-03-03')];
  expect(dates(withDay(kept, day('2026-03-02'), 9))).toEqual(['2026-03-01', '2026-03-02']);
  expect(dates(withDay([day('2027-03-01')], day('2026-03-02'), 9))).toEqual(['2026-03-02']);
});

test('what was before is put before it, as far as there is a day each', () => {
  const past = new Map(
    ['2026-02-25', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'].map((d) => [d, { A: '1' }]),
  );
  expect(dates(withPast([day('2026-03-01'), day('2026-03-02')], past, 9))).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(dates(withPast([day('2026-03-02')], past, 3))).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
  expect(withPast([], past, 3)).toEqual([]);
  expect(dates(withPast([day('2026-03-02')], new Map(), 3))).toEqual(['2026-03-02']);
});

test('as a strategy looks at them', () => {
  expect(samplesOf([day('2026-03-02')])).toEqual([new Map([['BTC-USD', 2.5]])]);
});
