import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, markMs } from '../../lib/time.ts';
import { poolsAt, type MarketVersion } from '../../flow/price/market.ts';
import { stepNames } from '../../flow/price/steps.ts';
import { createDayFold, isWhole, type DayFold } from './day-fold.ts';
import { columnNames, stepsInDay } from './day-part.ts';
import { decodeFives, decodeHours, encodeFold } from './day-text.ts';

const day = Date.parse('2026-03-02T00:00:00Z');

function market(from: number, ...symbols: string[]): MarketVersion {
  return {
    from,
    pools: new Map(symbols.map((id) => [id, { id, label: id, average: 'arithmetic' }])),
    routes: new Map(symbols.map((s) => [s, { symbol: s, primary: [{ pool: s }], second: [{ pool: s }] }])),
    cadSymbols: new Set(),
    leagues: new Map(),
  };
}

/** The text of a mark: the sum of a price that rises by 1 with each mark, from 100 on. */
const sumAt = (mark: number): string => {
  const n = (mark - day) / markMs;
  return String(300 * (100 * n + (n * (n - 1)) / 2));
};
const text = (pools: Readonly<Record<string, string>>): string => JSON.stringify({ since: day, pools });

/** A whole day, or from `first` on, of marks that all answer but for what `silent` says. */
function fold({
  first = day,
  last = day + dayMs,
  silent = () => false,
  late = new Map<number, number>(),
  markets = [market(day, 'A-USD')],
}: {
  readonly first?: number;
  readonly last?: number;
  readonly silent?: (mark: number) => boolean;
  /** Marks whose answer comes at a later one. */
  readonly late?: ReadonlyMap<number, number>;
  readonly markets?: readonly MarketVersion[];
} = {}): DayFold {
  const made = createDayFold(day, first);
  for (let mark = first; mark <= last; mark += markMs) {
    const pools = [...poolsAt(markets, mark).keys()];
    const isLate = late.has(mark);
    const own = pools.map((id) => [id, silent(mark) || isLate ? '!no_answer' : sumAt(mark)]);
    const had = [{ mark, attempt: 0, readings: text(Object.fromEntries(own)) }];
    for (const [at, cameAt] of late)
      if (cameAt === mark) had.unshift({ mark: at, attempt: 1, readings: text({ 'A-USD': sumAt(at) }) });
    made.add(mark, had, markets, new Map());
  }
  return made;
}

const column = (of: DayFold, symbol: string, step: (typeof stepNames)[number], name: (typeof columnNames)[number]) =>
  of.part(symbol, step)?.columns[columnNames.indexOf(name)]?.split(',') ?? [];

describe('a day', () => {
  test('has every step once, and its candles', () => {
    const whole = fold();
    expect(isWhole(whole)).toBe(true);
    expect(column(whole, 'A-USD', '5m', 'mean').slice(0, 3)).toEqual(['100', '101', '102']);
    for (const step of stepNames) expect(column(whole, 'A-USD', step, 'mean')).toHaveLength(stepsInDay(step));
    expect(
      ['mean', 'open', 'high', 'low', 'close'].map((name) => column(whole, 'A-USD', '1h', name as 'mean')[1]),
    ).toEqual(['117.5', '112', '123', '112', '123']);
    expect(column(whole, 'A-USD', '1d', 'mean')).toEqual(['243.5']);
    expect(whole.part('A-USD', '1h')?.gaps).toEqual([]);
    expect(whole.part('B-USD', '1h')).toBeUndefined();
  });

  test('under way has the steps that are over', () => {
    const part = fold({ last: day + 65 * 60_000 });
    expect(isWhole(part)).toBe(false);
    expect(stepNames.map((step) => part.part('A-USD', step)?.columns[0])).toEqual([
      '',
      '105.5',
      '102.5,108.5',
      column(part, 'A-USD', '5m', 'mean').join(','),
    ]);
    expect(column(part, 'A-USD', '5m', 'mean')).toHaveLength(13);
  });

  test('a late reading counts for the steps that end once it has come, and changes none that was over', () => {
    // 01:00 answers at 01:20: the hour from 01:00 has it, the half hours 00:30 and 01:00 differ in that.
    const late = fold({ late: new Map([[day + 60 * 60_000, day + 80 * 60_000]]) });
    const on = fold();
    expect(column(late, 'A-USD', '1h', 'mean').slice(0, 3)).toEqual([
      'null',
      ...column(on, 'A-USD', '1h', 'mean').slice(1, 3),
    ]);
    expect(column(late, 'A-USD', '30m', 'mean').slice(1, 3)).toEqual(['null', column(on, 'A-USD', '30m', 'mean')[2]]);
    expect(late.part('A-USD', '5m')?.gaps).toEqual([['5m', 11, 13, 'no_answer']]);
    // Never come, the hour has none either.
    const never = fold({ silent: (mark) => mark === day + 60 * 60_000 });
    expect(column(never, 'A-USD', '1h', 'mean').slice(0, 2)).toEqual(['null', 'null']);
    expect(never.part('A-USD', '1h')?.gaps).toEqual([
      ['1h', 0, 2, 'no_answer'],
      ['5m', 11, 13, 'no_answer'],
    ]);
  });

  test('begins with the first mark of the data, and names nothing before it', () => {
    const part = fold({ first: day + 35 * 60_000 });
    expect(column(part, 'A-USD', '5m', 'mean').slice(6, 9)).toEqual(['null', '107', '108']);
    expect(column(part, 'A-USD', '30m', 'mean').slice(0, 3)).toEqual(['null', 'null', '114.5']);
    expect(column(part, 'A-USD', '1d', 'mean')).toEqual(['null']);
    for (const step of stepNames) expect(part.part('A-USD', step)?.gaps).toEqual([]);
  });

  test('a symbol that comes or goes in the course of the day is not listed before and after', () => {
    const noon = day + dayMs / 2;
    const both = fold({ markets: [market(day, 'A-USD', 'OLD-USD'), market(noon, 'A-USD', 'NEW-USD')] });
    // Noon is read by the new book, and the steps that begin by then are still priced by the old one.
    expect(both.part('OLD-USD', '1h')?.gaps).toEqual([
      ['1h', 11, 13, 'no_answer'],
      ['1h', 13, 24, 'not_listed'],
      ['5m', 143, 145, 'no_answer'],
      ['5m', 145, 288, 'not_listed'],
    ]);
    expect(both.part('NEW-USD', '1h')?.gaps).toEqual([
      ['1h', 0, 13, 'not_listed'],
      ['5m', 0, 145, 'not_listed'],
    ]);
    expect(column(both, 'NEW-USD', '1h', 'mean')[13]).toBe(column(both, 'A-USD', '1h', 'mean')[13]);
  });
});

test('a day that is kept says the same as one that was just made, whatever was silent', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(288), { maxLength: 40 }), fc.nat(286), (silent, from) => {
      const made = fold({ first: day + from * markMs, silent: (mark) => silent.includes((mark - day) / markMs) });
      const [kept] = encodeFold(made);
      if (!kept) throw new Error('nothing was priced on the day');
      const { hours, fives } = kept;
      expect(decodeHours('1d', hours.whole, hours.gaps)).toEqual(made.part('A-USD', '1d'));
      expect(decodeHours('1h', hours.hours, hours.gaps)).toEqual(made.part('A-USD', '1h'));
      expect(decodeFives('30m', fives)).toEqual(made.part('A-USD', '30m'));
      expect(decodeFives('5m', fives)).toEqual(made.part('A-USD', '5m'));
    }),
    { numRuns: 40 },
  );
});
