import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pow10 } from '../../lib/decimal.ts';
import { closesOf, createRecording, decimalPrice, meansOf, scaledPrice, tickPrice } from './recording.ts';
import type { Recording } from './recording.ts';

const minuteMs = 60_000;
const e24 = pow10(24);

/** Rows as [minute, cell]; a step is a minute. */
function recording(rows: readonly (readonly [number, string])[], meaning = closesOf(minuteMs)): Recording {
  return createRecording(
    [{ times: Float64Array.from(rows, ([minute]) => minute * minuteMs), cells: rows.map(([, cell]) => cell) }],
    meaning,
    decimalPrice,
  );
}

/** A reading in words: `sum since minute`, or the reason. */
function at(subject: Recording, minute: number): string {
  const reading = subject.readAt(minute * minuteMs);
  return reading.ok ? `${reading.cumulative / e24} since ${reading.since / minuteMs}` : reading.reason;
}

describe('what a row means', () => {
  test('the worked example of the file', () => {
    const subject = recording([
      [0, '10'],
      [1, '20'],
      [6, '30'],
    ]);
    expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((minute) => at(subject, minute))).toEqual([
      'not_listed',
      '0 since 1',
      '600 since 1',
      '1800 since 1',
      '3000 since 1', // the end of what holds is still a reading: it closes a window
      'gap',
      'gap',
      '3000 since 7',
      '4800 since 7',
      '6600 since 7',
      'gap',
    ]);
    expect(subject.coverage).toEqual({ from: minuteMs, to: 9 * minuteMs });
  });

  test.each([
    [
      'next step',
      [
        [0, '1'],
        [1, '1'],
      ],
      '60 since 1',
      '60 since 1',
    ],
    [
      'one row missing: two steps from row to row are no gap',
      [
        [0, '1'],
        [2, '1'],
      ],
      '120 since 1',
      '60 since 1',
    ],
    [
      'two rows missing: three steps from row to row are a gap',
      [
        [0, '1'],
        [3, '1'],
      ],
      '120 since 4',
      '60 since 1',
    ],
    [
      'an empty cell is no row',
      [
        [0, '1'],
        [1, ''],
        [2, '1'],
      ],
      '120 since 1',
      '60 since 1',
    ],
    [
      'two empty cells are a gap',
      [
        [0, '1'],
        [1, ''],
        [2, ''],
        [3, '1'],
      ],
      '120 since 4',
      '60 since 1',
    ],
  ] as const)('%s', (_name, rows, atLast, afterOne) => {
    const subject = recording(rows);
    const last = (rows.at(-1)?.[0] ?? 0) + 1;
    expect(at(subject, last)).toBe(atLast);
    expect(at(subject, 2)).toBe(afterOne);
  });

  test.each(['0', '0.0', '-1', 'NaN', 'abc', '.5', '1,2', 'Infinity', '1e-40', ' 1', '--'])(
    '"%s" is no price: no row, and its hole says so',
    (bad) => {
      const bridged = recording([
        [0, '1'],
        [1, bad],
        [2, '1'],
      ]);
      expect(at(bridged, 3)).toBe('120 since 1');
      const holed = recording([
        [0, '1'],
        [1, ''],
        [2, bad],
        [4, '1'],
        [5, ''],
        [9, bad],
      ]);
      expect(at(holed, 3)).toBe('120 since 1');
      expect(at(holed, 4)).toBe('non_positive');
      expect(at(holed, 5)).toBe('120 since 5');
      expect([8, 9, 10, 99].map((minute) => at(holed, minute))).toEqual(['gap', 'gap', 'non_positive', 'non_positive']);
      expect(holed.coverage).toEqual({ from: minuteMs, to: 7 * minuteMs });
      const first = recording([
        [0, bad],
        [1, '1'],
      ]);
      expect([0, 1, 2].map((minute) => at(first, minute))).toEqual(['not_listed', 'non_positive', '0 since 2']);
    },
  );

  test('within an hourly candle the sum runs straight', () => {
    const hour = 60 * minuteMs;
    const subject = createRecording(
      [{ times: Float64Array.of(0, hour), cells: ['100', '200'] }],
      closesOf(hour),
      decimalPrice,
    );
    expect(at(subject, 60 + 5)).toBe(`${100 * 300} since 60`);
    expect(at(subject, 120 + 30)).toBe(`${100 * 3600 + 200 * 1800} since 60`);
    expect(at(subject, 240)).toBe(`${100 * 3600 + 200 * 7200} since 60`);
    expect(at(subject, 241)).toBe('gap');
  });

  test('that holds for one step bridges no missing row', () => {
    const subject = recording(
      [
        [0, '10'],
        [1, '20'],
        [3, '30'],
      ],
      closesOf(minuteMs, 1),
    );
    expect([1, 2, 3].map((m) => at(subject, m))).toEqual(['0 since 1', '600 since 1', '1800 since 1']);
    expect(subject.readAt(3 * minuteMs + 1_000)).toEqual({ ok: false, reason: 'gap' });
    expect(at(subject, 4)).toBe('1800 since 4');
    expect(subject.coverage).toEqual({ from: minuteMs, to: 5 * minuteMs });
  });

  test('of averages stands for the step itself, and a step without one is a gap', () => {
    const subject = recording(
      [
        [0, '10'],
        [1, '20'],
        [3, '30'],
      ],
      meansOf(minuteMs),
    );
    expect([0, 1, 2].map((m) => at(subject, m))).toEqual(['0 since 0', '600 since 0', '1800 since 0']);
    expect(subject.readAt(2 * minuteMs + 1_000)).toEqual({ ok: false, reason: 'gap' });
    expect([3, 4].map((m) => at(subject, m))).toEqual(['1800 since 3', '3600 since 3']);
    expect(subject.coverage).toEqual({ from: 0, to: 4 * minuteMs });
  });

  test('files of a pool are one recording, and an empty one has no coverage', () => {
    const parts = createRecording(
      [
        { times: Float64Array.of(0), cells: ['1'] },
        { times: Float64Array.of(minuteMs, 2 * minuteMs), cells: ['', '2'] },
      ],
      closesOf(minuteMs),
      decimalPrice,
    );
    expect(at(parts, 4)).toBe('240 since 1');
    expect(parts.coverage).toEqual({ from: minuteMs, to: 5 * minuteMs });
    const empty = recording([[0, '']]);
    expect(empty.coverage).toBeUndefined();
    expect(at(empty, 5)).toBe('not_listed');
  });
});

test('property: sums equal a naive minute-by-minute reading, in any order of asking', () => {
  const cell = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 9999 }).map((n) => `${n / 100}`) },
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constant('0') },
  );
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), cell), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(steps, fc.array(fc.integer({ min: 0, max: 220 }), { maxLength: 30 }), (parts, asked) => {
      let minute = 0;
      const rows = parts.map(([step, text]) => [(minute += step), text] as const);
      const subject = recording(rows);
      // Naive: the price of each minute, by the rule as written.
      const good = rows.filter(([, text]) => Number(text) > 0);
      const priceAt = (m: number): number | undefined => {
        const row = good.findLast(([stamp]) => stamp + 1 <= m);
        return row && m < row[0] + 3 ? Math.round(Number(row[1]) * 100) : undefined;
      };
      for (const m of [...asked, ...Array.from({ length: 20 }, (_, i) => i * 11)]) {
        const reading = subject.readAt(m * minuteMs);
        if (!reading.ok) {
          expect(priceAt(m)).toBeUndefined();
          continue;
        }
        const start = reading.since / minuteMs;
        const opening = subject.readAt(reading.since);
        if (!opening.ok) throw new Error('coverage does not start where it says');
        let naive = 0;
        let least = Number.POSITIVE_INFINITY;
        let most = 0;
        for (let t = start; t < m; t++) {
          const price = priceAt(t);
          if (price === undefined) throw new Error(`minute ${t} has no price, but coverage says it has`);
          naive += price * 60;
          least = Math.min(least, price);
          most = Math.max(most, price);
        }
        expect(priceAt(start - 1)).toBeUndefined();
        expect(reading.cumulative - opening.cumulative).toBe(BigInt(naive) * pow10(22));
        if (m > start) {
          const mean = naive / ((m - start) * 60);
          expect(mean).toBeGreaterThanOrEqual(least - 1e-9);
          expect(mean).toBeLessThanOrEqual(most + 1e-9);
        }
      }
    }),
    { numRuns: 200 },
  );
});

describe('cells', () => {
  test.each([
    ['1839.222732716025', 1839222732716025n * pow10(12)],
    ['0.00000556', 556n * pow10(16)],
    ['407.726', 407726n * pow10(21)],
    ['123456789012345', 123456789012345n * e24],
    ['1234567890123456', 1234567890123456n * e24],
    ['9007199254740993.5', 90071992547409935n * pow10(23)],
    ['5.56e-06', 556n * pow10(16)],
    ['0.1234567890123456789012349', 123456789012345678901234n],
  ])('%s is read exactly', (cell, price) => expect(decimalPrice(cell)).toBe(price));

  test('property: the fast way and the exact way agree', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 12 }), (digits, places) => {
        const text = digits.toString().padStart(places + 1, '0');
        const cell = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
        expect(decimalPrice(cell)).toBe(digits * pow10(24 - places));
      }),
    );
  });

  test('ticks: price of token0 in token1, or the other way round', () => {
    const usdcForWeth = tickPrice(6, 18, true);
    const wethForUsdc = tickPrice(6, 18, false);
    expect(Number(usdcForWeth('201149')) / 1e24).toBeCloseTo(1e12 / 1.0001 ** 201149, 6);
    expect((Number(usdcForWeth('201149')) / 1e24) * (Number(wethForUsdc('201149')) / 1e24)).toBeCloseTo(1, 12);
    expect(tickPrice(18, 18, false)('0')).toBe(e24);
    for (const bad of ['', 'x', '1.5', '887273', '1e3']) expect(usdcForWeth(bad)).toBe(0n);
  });

  test('scale multiplies exactly', () => {
    expect(scaledPrice(decimalPrice, '1.02')('100.5')).toBe(10251n * pow10(22));
    expect(() => scaledPrice(decimalPrice, '0')).toThrow('scale');
  });
});
