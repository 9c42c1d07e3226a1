import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  divCeil,
  divFloor,
  divHalfUp,
  exactToScaleFloor,
  formatFixed,
  formatPlaces,
  parseExact,
  parseFixed,
  pow10,
  priceScale,
  roundSignificant,
  weightScale,
} from './decimal.ts';

const integer = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 40n });
const abs = (x: bigint): bigint => (x < 0n ? -x : x);

describe('powers', () => {
  test('10^n, and nothing outside of the table', () => {
    for (let n = 0; n < 80; n++) expect(pow10(n)).toBe(BigInt(`1${'0'.repeat(n)}`));
    for (const n of [-1, 80, 0.5, Number.NaN]) expect(() => pow10(n)).toThrow(RangeError);
  });
});

describe('division names its rounding', () => {
  test.each([
    // n, d, floor, ceil, half up
    [0n, 7n, 0n, 0n, 0n],
    [6n, 3n, 2n, 2n, 2n],
    [-6n, 3n, -2n, -2n, -2n],
    [7n, 2n, 3n, 4n, 4n],
    [-7n, 2n, -4n, -3n, -4n],
    [5n, 2n, 2n, 3n, 3n],
    [-5n, 2n, -3n, -2n, -3n],
    [1n, 3n, 0n, 1n, 0n],
    [-1n, 3n, -1n, 0n, 0n],
    [2n, 3n, 0n, 1n, 1n],
    [-2n, 3n, -1n, 0n, -1n],
    [499n, 1000n, 0n, 1n, 0n],
    [500n, 1000n, 0n, 1n, 1n],
    [-500n, 1000n, -1n, 0n, -1n],
    [-499n, 1000n, -1n, 0n, 0n],
  ])('%s / %s: floor %s, ceil %s, half up %s', (n, d, floor, ceil, half) => {
    expect([divFloor(n, d), divCeil(n, d), divHalfUp(n, d)]).toEqual([floor, ceil, half]);
  });

  test('each is the integer that its definition names', () => {
    fc.assert(
      fc.property(integer, fc.oneof(positive, fc.bigInt({ min: 1n, max: 20n })), (n, d) => {
        const floor = divFloor(n, d);
        expect(floor * d <= n && n < (floor + 1n) * d).toBe(true);
        const ceil = divCeil(n, d);
        expect((ceil - 1n) * d < n && n <= ceil * d).toBe(true);
        const half = divHalfUp(n, d);
        const error = abs(half * d - n) * 2n;
        expect(error <= d).toBe(true);
        if (error === d) expect(abs(half * d) > abs(n)).toBe(true); // a half goes away from zero
        expect(divHalfUp(-n, d)).toBe(-half);
      }),
      { numRuns: 500 },
    );
  });
});

/** Decimal text in the JSON number grammar, and the same number as a fraction made without the code under test. */
const decimalText = fc
  .record({
    negative: fc.boolean(),
    whole: fc.stringMatching(/^[0-9]{1,20}$/),
    fraction: fc.option(fc.stringMatching(/^[0-9]{1,20}$/), { nil: '' }),
    e: fc.option(fc.constantFrom('e', 'E', 'e+', 'E+', 'e-', 'E-'), { nil: '' }),
    power: fc.integer({ min: 0, max: 400 }),
  })
  .map(({ negative, whole, fraction, e, power }) => {
    const exponent = e === '' ? 0 : e.endsWith('-') ? -power : power;
    const digits = BigInt(whole) * 10n ** BigInt(fraction.length) + BigInt(fraction || '0');
    const shift = exponent - fraction.length;
    return {
      text: `${negative ? '-' : ''}${whole}${fraction && `.${fraction}`}${e && `${e}${power}`}`,
      n: (negative ? -digits : digits) * (shift > 0 ? 10n ** BigInt(shift) : 1n),
      d: shift < 0 ? 10n ** BigInt(-shift) : 1n,
    };
  });

describe('parseExact', () => {
  test.each([
    ['0', 0n, 0],
    ['-0', 0n, 0],
    ['0.000', 0n, 0],
    ['0e400', 0n, 0],
    ['1', 1n, 0],
    ['-1.50', -150n, -2],
    ['1e2', 1n, 2],
    ['1.5E+2', 15n, 1],
    ['1.5e-2', 15n, -3],
    ['1e400', 1n, 400],
    ['1e-400', 1n, -400],
    ['-1e-400', -1n, -400],
    ['0.30000000000000004', 30000000000000004n, -17],
    [`0.${'1'.repeat(62)}`, BigInt('1'.repeat(62)), -62], // 64 characters
  ])('%s', (text, digits, exponent) => {
    expect(parseExact(text)).toEqual({ digits, exponent });
  });

  test.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '--1',
    '-',
    '.',
    '.5',
    '5.',
    '1.2.3',
    '1e',
    'e5',
    '1e1.5',
    '1e401',
    '1e-401',
    '1e99999999999999999999',
    '0x10',
    '0b1',
    '1n',
    '1_000',
    '1,5',
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    '٣', // a digit, but not of JSON
    `0.${'1'.repeat(63)}`, // 65 characters
  ])('refuses %j', (text) => {
    expect(parseExact(text)).toBeUndefined();
  });

  test('reads any number without loss', () => {
    fc.assert(
      fc.property(decimalText, ({ text, n, d }) => {
        const x = parseExact(text);
        expect(x).toBeDefined();
        const { digits, exponent } = x!;
        expect(exponent >= 0 ? digits * 10n ** BigInt(exponent) * d : digits * d).toBe(
          exponent >= 0 ? n : n * 10n ** BigInt(-exponent),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('brought to a scale, the digits beyond it are dropped towards minus infinity', () => {
    fc.assert(
      fc.property(decimalText, fc.integer({ min: 0, max: 30 }), ({ text, n, d }, scale) => {
        const v = exactToScaleFloor(parseExact(text)!, scale);
        expect(v * d <= n * 10n ** BigInt(scale)).toBe(true);
        expect(n * 10n ** BigInt(scale) < (v + 1n) * d).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [{ digits: 1n, exponent: -400 }, 0n],
    [{ digits: -1n, exponent: -400 }, -1n],
    [{ digits: 1n, exponent: -90_000 }, 0n],
    [{ digits: -1n, exponent: -90_000 }, -1n],
    [{ digits: 0n, exponent: -90_000 }, 0n],
    [{ digits: 1n, exponent: -18 }, 1n],
    [{ digits: 19n, exponent: -19 }, 1n],
    [{ digits: 9n, exponent: -19 }, 0n],
  ])('%o at 18 places is %s', (x, expected) => {
    expect(exactToScaleFloor(x, weightScale)).toBe(expected);
  });
});

describe('fixed text', () => {
  test.each([
    [0n, 8, '0'],
    [1n, 8, '0.00000001'],
    [-1n, 8, '-0.00000001'],
    [100_000_000n, 8, '1'],
    [150_000_000n, 8, '1.5'],
    [-1_234_500_000_000n, 8, '-12345'],
    [1_000_000_000n, 8, '10'],
    [12n, 0, '12'],
    [-10n, 0, '-10'],
    [99_999_999n, 8, '0.99999999'],
  ])('%s at %s places is %s', (value, scale, text) => {
    expect(formatFixed(value, scale)).toBe(text);
    expect(parseFixed(text, scale)).toBe(value);
  });

  test('goes there and back, in its one shortest form', () => {
    fc.assert(
      fc.property(
        fc.oneof(integer, fc.bigInt({ min: -1000n, max: 1000n })),
        fc.integer({ min: 0, max: 40 }),
        (v, s) => {
          const text = formatFixed(v, s);
          expect(text).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/);
          expect(text).not.toBe('-0');
          expect(parseFixed(text, s)).toBe(v);
          expect(parseFixed(`${text}${text.includes('.') ? '' : '.'}000`, s + 30)).toBe(v * 10n ** 30n);
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each([
    '',
    '.',
    '-',
    '.5',
    '5.',
    '-.5',
    ' 1',
    '1 ',
    '1. 5',
    '+1',
    '1e5',
    '0x10',
    '0x1.5',
    '1.-5',
    '1,5',
    'NaN',
    '--1',
  ])('refuses %j: absent is not zero', (text) => {
    expect(() => parseFixed(text, 8)).toThrow(RangeError);
  });

  test('refuses more places than the scale has', () => {
    expect(parseFixed('0.12345678', 8)).toBe(12_345_678n);
    expect(() => parseFixed('0.123456789', 8)).toThrow(/more than 8 decimal places/);
    expect(() => parseFixed('1.0', 0)).toThrow(RangeError);
  });

  test.each([
    [0n, 8, 2, '0.00'],
    [499_999n, 8, 2, '0.00'],
    [-499_999n, 8, 2, '0.00'], // never -0.00
    [500_000n, 8, 2, '0.01'],
    [-500_000n, 8, 2, '-0.01'],
    [99_500_000n, 8, 2, '1.00'],
    [99_499_999n, 8, 2, '0.99'],
    [999_999_999_999n, 8, 2, '10000.00'],
    [150n, 2, 0, '2'],
    [149n, 2, 0, '1'],
    [-150n, 2, 0, '-2'],
    [5n, 0, 3, '5.000'],
    [12_345n, 2, 2, '123.45'],
    [12_345n, 2, 5, '123.45000'],
  ])('%s at %s places shown with %s is %s', (value, scale, places, text) => {
    expect(formatPlaces(value, scale, places)).toBe(text);
  });

  test('shown with places, it is the nearest such number', () => {
    fc.assert(
      fc.property(integer, fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 24 }), (value, scale, places) => {
        const text = formatPlaces(value, scale, places);
        expect(text).toMatch(
          new RegExp(places > 0 ? `^-?(0|[1-9]\\d*)\\.\\d{${places}}$` : String.raw`^-?(0|[1-9]\d*)$`),
        );
        const error = abs(parseFixed(text, 24) - value * 10n ** BigInt(24 - scale)) * 2n;
        expect(error <= 10n ** BigInt(24 - places)).toBe(true);
      }),
    );
  });
});

/** n / d by long division on decimal text, cut after `digits` significant digits or `scale` places and rounded half up by hand. */
function longDivision(n: bigint, d: bigint, digits: number, scale: number): bigint {
  let text = (n / d).toString();
  const whole = text.length;
  let rest = n % d;
  for (let i = 0; i <= scale; i++) {
    rest *= 10n;
    text += (rest / d).toString();
    rest %= d;
  }
  const first = text.search(/[1-9]/);
  const cut = Math.min(first < 0 ? Number.POSITIVE_INFINITY : first + digits, whole + scale);
  const kept = Array.from(`0${text.slice(0, cut)}`, Number);
  if (Number(text[cut]) >= 5) {
    let i = kept.length - 1;
    while (kept[i] === 9) kept[i--] = 0;
    kept[i] = (kept[i] as number) + 1;
  }
  return BigInt(kept.join('') + '0'.repeat(whole + scale - cut));
}

describe('roundSignificant', () => {
  const at24 = (text: string): bigint => parseFixed(text, priceScale);
  test.each([
    [1n, 1n, '1'],
    [2n, 3n, '0.666666666667'],
    [1n, 3n, '0.333333333333'],
    [100n, 3n, '33.3333333333'],
    [123_456_789_012n, 1n, '123456789012'],
    [1_234_567_890_124n, 1n, '1234567890120'],
    [1_234_567_890_125n, 1n, '1234567890130'],
    [9_999_999_999_994n, 10n, '999999999999'],
    [9_999_999_999_995n, 10n, '1000000000000'], // carries into a thirteenth digit
    [99_999_999_999_951n, 10n ** 13n, '10'], // 9.9999999999951
    [99_999_999_999_949n, 10n ** 13n, '9.99999999999'],
    [999_999_999_999_500n, 10n ** 15n, '1'], // 0.9999999999995 exactly half
    [999_999_999_999_499n, 10n ** 15n, '0.999999999999'],
    [10n ** 30n - 1n, 1n, '1000000000000000000000000000000'],
    [1n, 10n ** 13n, '0.0000000000001'],
    [123_456_789_012_345n, 10n ** 27n, '0.000000000000123456789012'], // the last price with all twelve digits
    [123_456_789_012_345n, 10n ** 28n, '0.000000000000012345678901'], // one place short: eleven
    [1n, 10n ** 24n, '0.000000000000000000000001'],
    [1n, 2n * 10n ** 24n, '0.000000000000000000000001'], // half of the last place, up
    [1n, 2n * 10n ** 24n + 1n, '0'],
  ])('%s / %s is %s', (n, d, text) => {
    expect(roundSignificant(n, d, 12, priceScale)).toBe(at24(text));
    expect(longDivision(n, d, 12, priceScale)).toBe(at24(text));
  });

  test('takes positive fractions only', () => {
    for (const [n, d] of [
      [0n, 1n],
      [-1n, 1n],
      [1n, 0n],
      [1n, -1n],
    ] as const) {
      expect(() => roundSignificant(n, d, 12, 24)).toThrow(RangeError);
    }
  });

  test('is long division, for tiny, huge and nearly round fractions', () => {
    const size = fc.integer({ min: 0, max: 50 });
    const wild = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), size).map(([x, e]) => x * 10n ** BigInt(e));
    const nearlyRound = fc
      .tuple(size, fc.bigInt({ min: -600n, max: 600n }))
      .map(([e, off]) => 10n ** BigInt(e + 3) + off);
    const half = fc.bigInt({ min: 10n ** 11n, max: 10n ** 12n - 1n }).map((x) => x * 10n + 5n);
    const part = fc.oneof(wild, nearlyRound, half);
    fc.assert(
      fc.property(part, part, fc.constantFrom(1, 5, 12), (n, d, digits) => {
        expect(roundSignificant(n, d, digits, priceScale)).toBe(longDivision(n, d, digits, priceScale));
      }),
      { numRuns: 2000 },
    );
  });

  test('never puts a larger fraction below a smaller one', () => {
    fc.assert(
      fc.property(positive, positive, positive, positive, (a, b, c, d) => {
        const [low, high] =
          a * d <= c * b
            ? ([
                [a, b],
                [c, d],
              ] as const)
            : ([
                [c, d],
                [a, b],
              ] as const);
        expect(roundSignificant(...low, 12, 24) <= roundSignificant(...high, 12, 24)).toBe(true);
      }),
    );
  });
});
