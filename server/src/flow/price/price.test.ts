import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFixed, parseFixed, priceScale, roundSignificant } from '../../lib/decimal.ts';
import type { Leg, Pool, PoolId, Route } from '../../league/symbol.ts';
import type { NoReadingReason, PoolReading } from '../../sources/source.ts';
import { compare, isAgreed, priceVector, windowPrice, type SymbolPrice } from './price.ts';

const start = Date.UTC(2026, 10, 21, 12);
const seconds = 1_800n;
const end = start + 1_800_000;
const e24 = 10n ** 24n;

const pools = new Map<PoolId, Pool>(['a', 'b', 'c', 'd'].map((id) => [id, { id, label: id, average: 'arithmetic' }]));
const legs = (text: string): Leg[] =>
  text.split(' ').map((leg) => (leg.startsWith('/') ? { pool: leg.slice(1), invert: true } : { pool: leg }));
const route = (primary: string, second: string): Route => ({
  symbol: 'X-USD',
  primary: legs(primary),
  second: legs(second),
});
const at = (cumulatives: Record<PoolId, bigint>, since = start): Map<PoolId, PoolReading> =>
  new Map(Object.entries(cumulatives).map(([id, cumulative]) => [id, { ok: true, cumulative, since }]));
const zeros = at({ a: 0n, b: 0n, c: 0n, d: 0n });

/** Price of a route whose pools moved by so much over the window. */
function priced(differences: Record<PoolId, bigint>, r = route('a', 'b')): SymbolPrice {
  const price = windowPrice(r, pools, zeros, at(differences), start, end);
  expect(isAgreed(r, pools, zeros, at(differences), start, end)).toBe(price.state === 'agreed');
  return price;
}
/** Price seconds of a price held all window long. */
const held = (price: string): bigint => parseFixed(price, priceScale) * seconds;
const show = (p: SymbolPrice): unknown =>
  p.state === 'unavailable' ? p : [p.state, formatFixed(p.price, priceScale), formatFixed(p.second, priceScale), p.bps];

describe('two pools', () => {
  test.each([
    ['2000', '2000', ['agreed', '2000', '2000', '0']],
    ['2000', '2019', ['agreed', '2000', '2019', '95']],
    ['2000', '2020', ['agreed', '2000', '2020', '100']],
    ['2000', '2020.01', ['apart', '2000', '2020.01', '100.05']],
    ['2000', '2020.000000000000000000000001', ['apart', '2000', '2020', '100']], // one unit in the 24th place above 1%
    ['2000', '1980', ['agreed', '2000', '1980', '100']],
    ['2000', '1979.999999999999999999999999', ['apart', '2000', '1980', '100']],
    ['2020', '2000', ['agreed', '2020', '2000', '99.0099']], // measured against the first pool, not the second
    ['0.000008', '0.00000808', ['agreed', '0.000008', '0.00000808', '100']],
    ['1', '1000000', ['apart', '1', '1000000', '9999990000']],
  ])('%s and %s: %j', (first, second, expected) => {
    expect(show(priced({ a: held(first), b: held(second) }))).toEqual(expected);
  });

  test('exactly 1% agrees and one unit beyond does not, on any fraction', () => {
    const size = fc.bigInt({ min: 1n, max: 10n ** 40n });
    fc.assert(
      fc.property(size, size, size, (x, d, e) => {
        // 100x/d against 101x/d and 99x/d, both written with the denominator d*e: the last unit decides.
        const state = (n: bigint): string => compare({ n: 100n * x, d }, { n, d: d * e }).state;
        expect(state(101n * x * e)).toBe('agreed');
        expect(state(101n * x * e + 1n)).toBe('apart');
        expect(state(99n * x * e)).toBe('agreed');
        expect(state(99n * x * e - 1n)).toBe('apart');
      }),
    );
  });

  test('exactly 1% over routes of several legs, straight and inverted', () => {
    const difference = fc.bigInt({ min: 10n ** 22n, max: 10n ** 32n });
    fc.assert(
      fc.property(difference, difference, (x, y) => {
        const state = (r: string[], d: Record<PoolId, bigint>): string =>
          priced(d, route(r[0] as string, r[1] as string)).state;
        // Primary a*c, second b*c: the shared leg does not change the ratio.
        expect(state(['a c', 'b c'], { a: 100n * x, b: 101n * x, c: y })).toBe('agreed');
        expect(state(['a c', 'b c'], { a: 100n * x, b: 101n * x + 1n, c: y })).toBe('apart');
        expect(state(['c /a', '/b c'], { a: 101n * x, b: 100n * x, c: y })).toBe('agreed');
        expect(state(['c /a', '/b c'], { a: 101n * x, b: 100n * x - 1n, c: y })).toBe('apart');
        expect(state(['/a', '/b'], { a: 99n * x, b: 100n * x, c: y })).toBe('agreed');
        expect(state(['/a', '/b'], { a: 99n * x, b: 100n * x + 1n, c: y })).toBe('apart');
      }),
    );
  });
});

describe('the average', () => {
  const piece = fc.record({
    price: fc.bigInt({ min: 10n ** 12n, max: 10n ** 33n }),
    weight: fc.integer({ min: 1, max: 50 }),
  });
  /** 1,800 seconds cut into pieces of constant price. */
  const paths = fc.array(piece, { minLength: 1, maxLength: 12 }).map((list) => {
    const total = list.reduce((sum, p) => sum + p.weight, 0);
    let spent = 0;
    return list.map(({ price, weight }, i) => {
      const length = i === list.length - 1 ? 1_800 - spent : Math.floor((1_800 * weight) / total);
      spent += length;
      return { price, seconds: BigInt(length) };
    });
  });
  const sum = (path: readonly { price: bigint; seconds: bigint }[]): bigint =>
    path.reduce((c, p) => c + p.price * p.seconds, 0n);
  const priceOf = (p: SymbolPrice): bigint => (p.state === 'unavailable' ? -1n : p.price);

  test('lies between the least and the greatest price of the window, and is their mean over time', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const prices = path
          .filter((p) => p.seconds > 0n)
          .map((p) => p.price)
          .sort((a, b) => (a < b ? -1 : 1));
        const price = priceOf(priced({ a: sum(path), b: sum(path) }));
        const round = (p: bigint): bigint => roundSignificant(p, e24, 12, priceScale);
        expect(price >= round(prices[0]!) && price <= round(prices.at(-1)!)).toBe(true);
        expect(price).toBe(roundSignificant(sum(path), seconds * e24, 12, priceScale));
      }),
    );
  });

  test('does not depend on how the readings are batched, nor on where the count began', () => {
    fc.assert(
      fc.property(paths, paths, fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (path, other, origin) => {
        // Each piece cut into single seconds and summed in any grouping gives the same cumulative.
        const bySecond = path.flatMap((p) => [
          { price: p.price, seconds: p.seconds / 2n },
          { price: p.price, seconds: p.seconds - p.seconds / 2n },
        ]);
        const whole = priced({ a: sum(path), b: sum(other) });
        expect(priced({ a: sum(bySecond.toReversed()), b: sum(other.toReversed()) })).toEqual(whole);
        const moved = windowPrice(
          route('a', 'b'),
          pools,
          at({ a: origin, b: -origin }),
          at({ a: origin + sum(path), b: sum(other) - origin }),
          start,
          end,
        );
        expect(moved).toEqual(whole);
      }),
    );
  });

  test('of a window is that of its six marks', () => {
    const five = fc.bigInt({ min: 10n ** 20n, max: 10n ** 30n });
    fc.assert(
      fc.property(fc.array(five, { minLength: 6, maxLength: 6 }), (means) => {
        const marks = [0n];
        for (const m of means) marks.push((marks.at(-1) as bigint) + m * 300n);
        for (const [i, m] of means.entries()) {
          const reading = (c: bigint): Map<PoolId, PoolReading> => at({ a: c, b: c });
          const t = start + i * 300_000;
          const p = windowPrice(
            route('a', 'b'),
            pools,
            reading(marks[i] as bigint),
            reading(marks[i + 1] as bigint),
            t,
            t + 300_000,
          );
          expect(priceOf(p)).toBe(roundSignificant(m, e24, 12, priceScale));
        }
        const total = means.reduce((x, m) => x + m, 0n);
        expect(priceOf(priced({ a: marks[6] as bigint, b: marks[6] as bigint }))).toBe(
          roundSignificant(total, 6n * e24, 12, priceScale),
        );
      }),
    );
  });

  test('of a route is the product of its legs, an inverted one divides', () => {
    const difference = fc.bigInt({ min: 10n ** 24n, max: 10n ** 31n });
    fc.assert(
      fc.property(difference, difference, difference, (a, c, d) => {
        const unit = seconds * e24;
        expect(priceOf(priced({ a, c, d }, route('a c d', 'a')))).toBe(
          roundSignificant(a * c * d, unit ** 3n, 12, priceScale),
        );
        expect(priceOf(priced({ a, c, d }, route('a /c d', 'a')))).toBe(
          roundSignificant(a * d, c * unit, 12, priceScale),
        );
        expect(priceOf(priced({ a }, route('/a', 'a')))).toBe(roundSignificant(unit, a, 12, priceScale));
        expect(priceOf(priced({ a, c }, route('a c /c', 'a')))).toBe(priceOf(priced({ a }, route('a', 'a'))));
      }),
    );
  });

  test('has 12 significant digits, halves up', () => {
    expect(show(priced({ a: held('1234.567890125'), b: held('1234.567890124') }))).toEqual([
      'agreed',
      '1234.56789013',
      '1234.56789012',
      '0',
    ]);
    expect(show(priced({ a: 1_000n * e24, b: 1_000n * e24 }))).toEqual([
      'agreed',
      '0.555555555556',
      '0.555555555556',
      '0',
    ]);
  });
});

describe('no price, and why', () => {
  const fine = { ok: true, cumulative: held('2'), since: start } as const;
  const zero = { ok: true, cumulative: 0n, since: start - 1 } as const;
  const no = (reason: NoReadingReason): PoolReading => ({ ok: false, reason });
  type Readings = Record<PoolId, PoolReading>;
  const bothZero: Readings = { a: zero, b: zero };

  test.each<[string, Readings, Readings, NoReadingReason, PoolId]>([
    ['no reading at the end', bothZero, { b: fine }, 'no_answer', 'a'],
    ['no reading at the start', { b: zero }, { a: fine, b: fine }, 'no_answer', 'a'],
    ['nor of the second pool', { a: zero }, { a: fine, b: fine }, 'no_answer', 'b'],
    ['the pool said why at the end', bothZero, { a: no('thin'), b: fine }, 'thin', 'a'],
    ['the pool said why at the start', { a: zero, b: no('stale') }, { a: fine, b: fine }, 'stale', 'b'],
    ['the end counts before the start', { a: no('stale'), b: zero }, { a: no('reorg'), b: fine }, 'reorg', 'a'],
    [
      'the first pool counts before the second',
      { a: no('peg'), b: no('thin') },
      { a: fine, b: no('thin') },
      'peg',
      'a',
    ],
    [
      'coverage began a millisecond into the window',
      bothZero,
      { a: { ...fine, since: start + 1 }, b: fine },
      'gap',
      'a',
    ],
    ['coverage of the second pool broke', bothZero, { a: fine, b: { ...fine, since: end } }, 'gap', 'b'],
    [
      'a gap is a gap although the start was read',
      { a: no('no_answer'), b: zero },
      { a: { ...fine, since: end }, b: fine },
      'gap',
      'a',
    ],
    ['an average of zero', bothZero, { a: { ...fine, cumulative: 0n }, b: fine }, 'non_positive', 'a'],
    ['a negative average', bothZero, { a: fine, b: { ...fine, cumulative: -1n } }, 'non_positive', 'b'],
    [
      'a price that would be kept as zero',
      bothZero,
      { a: { ...fine, cumulative: seconds / 2n - 1n }, b: fine },
      'non_positive',
      'a',
    ],
  ])('%s', (_name, atStart, atEnd, reason, pool) => {
    const [s, e] = [new Map(Object.entries(atStart)), new Map(Object.entries(atEnd))];
    expect(windowPrice(route('a', 'b'), pools, s, e, start, end)).toEqual({ state: 'unavailable', reason, pool });
    expect(isAgreed(route('a', 'b'), pools, s, e, start, end)).toBe(false);
  });

  test('coverage that began with the window is enough', () => {
    expect(show(priced({ a: held('2'), b: held('2') }))).toEqual(['agreed', '2', '2', '0']);
  });

  test('the smallest price is half of the last place, and it is not zero', () => {
    expect(show(priced({ a: seconds / 2n, b: seconds / 2n }))).toEqual([
      'agreed',
      '0.000000000000000000000001',
      '0.000000000000000000000001',
      '0',
    ]);
  });

  test('a pool that is not listed, on any leg', () => {
    expect(priced({ a: e24 * seconds }, route('a nowhere', 'a'))).toEqual({
      state: 'unavailable',
      reason: 'not_listed',
      pool: 'nowhere',
    });
    expect(priced({ a: e24 * seconds }, route('a', 'a /nowhere'))).toEqual({
      state: 'unavailable',
      reason: 'not_listed',
      pool: 'nowhere',
    });
  });

  test('a leg without a price takes the whole route with it, never a price of what is left', () => {
    expect(priced({ a: e24 * seconds, b: e24 * seconds, c: 0n }, route('a c', 'b'))).toEqual({
      state: 'unavailable',
      reason: 'non_positive',
      pool: 'c',
    });
  });
});

describe('rates', () => {
  const rated = new Map(pools).set('r', { id: 'r', label: 'r', average: 'point' });
  const over = (r: Route, atStart: Map<PoolId, PoolReading>, atEnd: Map<PoolId, PoolReading>): unknown => {
    const price = windowPrice(r, rated, atStart, atEnd, start, end);
    expect(isAgreed(r, rated, atStart, atEnd, start, end)).toBe(price.state === 'agreed');
    return show(price);
  };
  const ends = at({ a: held('2000'), b: held('2402'), r: parseFixed('1.2', priceScale) });

  test('a point counts with its value at the end of the window, whatever it was at the start', () => {
    expect(over(route('r a', 'b'), zeros, ends)).toEqual(['agreed', '2400', '2402', '8.3333']);
    const before = new Map(zeros).set('r', { ok: true, cumulative: parseFixed('7', priceScale), since: start });
    expect(over(route('r a', 'b'), before, ends)).toEqual(['agreed', '2400', '2402', '8.3333']);
    const without = new Map(zeros).set('r', { ok: false, reason: 'rate' });
    expect(over(route('r a', 'b'), without, ends)).toEqual(['agreed', '2400', '2402', '8.3333']);
    expect(over(route('b /r', 'a'), zeros, ends)).toMatchObject(['agreed', '2001.66666667', '2000', '8.3264']);
  });

  test('without one at the end there is no price, and zero is none', () => {
    const none = (r: PoolReading | undefined): unknown => {
      const readings = new Map(ends);
      if (r) readings.set('r', r);
      else readings.delete('r');
      return over(route('r a', 'b'), zeros, readings);
    };
    expect(none({ ok: false, reason: 'rate' })).toEqual({ state: 'unavailable', reason: 'rate', pool: 'r' });
    expect(none(undefined)).toEqual({ state: 'unavailable', reason: 'no_answer', pool: 'r' });
    for (const cumulative of [0n, -1n])
      expect(none({ ok: true, cumulative, since: 0 })).toEqual({
        state: 'unavailable',
        reason: 'non_positive',
        pool: 'r',
      });
  });
});

describe('geometric pools', () => {
  const geometric = (decimalShift?: number): ReadonlyMap<PoolId, Pool> =>
    new Map([
      ['g', { id: 'g', label: 'g', average: 'geometric', ...(decimalShift === undefined ? {} : { decimalShift }) }],
    ]);
  const gPrice = (tickSum: bigint, shift?: number, r = route('g', 'g')): SymbolPrice =>
    windowPrice(r, geometric(shift), at({ g: 5n }), at({ g: tickSum + 5n }), start, end);

  const one = 10n ** 120n;
  /** 1.0001^(sum / 1800) at 120 places: whole ticks by squaring, the rest of a tick by the series of e^x and ln(1+x). */
  function exactPower(tickSum: bigint): bigint {
    let whole = tickSum / seconds;
    if (whole * seconds > tickSum) whole -= 1n;
    const rest = tickSum - whole * seconds;
    let result = one;
    let base = one + one / 10_000n;
    for (let k = whole < 0n ? -whole : whole; k > 0n; k >>= 1n) {
      if (k & 1n) result = (result * base) / one;
      base = (base * base) / one;
    }
    if (whole < 0n) result = (one * one) / result;
    let ln = 0n;
    for (let i = 1n, x = one / 10_000n; x > 0n; i++, x /= 10_000n) ln += i % 2n === 1n ? x / i : -(x / i);
    const exponent = (ln * rest) / seconds;
    let term = one;
    let exp = 0n;
    for (let i = 1n; term > 0n; i++) {
      exp += term;
      term = (term * exponent) / one / i;
    }
    return (result * exp) / one;
  }

  test('the power is that of an independent computation to 1e-12, beside the rounding to 12 digits', () => {
    const sums = fc.oneof(
      fc.bigInt({ min: -887_272n * seconds, max: 887_272n * seconds }),
      fc.bigInt({ min: -300_000n * seconds, max: 300_000n * seconds }),
      fc.integer({ min: -2_000, max: 2_000 }).map(BigInt),
    );
    fc.assert(
      fc.property(sums, fc.integer({ min: -12, max: 12 }), (tickSum, shift) => {
        let n = exactPower(tickSum) * 10n ** BigInt(12 + shift);
        const d = one * 10n ** 12n;
        if (n * 10n ** 13n < d) return; // such a price does not keep 12 digits
        const price = gPrice(tickSum, shift);
        if (price.state === 'unavailable') throw new Error(price.reason);
        n *= e24;
        const unit = 10n ** BigInt((n / d).toString().length - 12);
        const error = price.price * d > n ? price.price * d - n : n - price.price * d;
        expect(
          error <= n / 10n ** 12n / 5n + (unit * d) / 2n,
          `${tickSum}, ${shift}: ${formatFixed(price.price, priceScale)}`,
        ).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each<[bigint, number | undefined, string]>([
    [0n, undefined, '1'],
    [seconds, undefined, '1.0001'],
    [2n * seconds, undefined, '1.00020001'],
    [-seconds, undefined, '0.999900009999'],
    [900n, undefined, '1.00004999875'], // half a tick: the square root
    [0n, 12, '1000000000000'],
    [0n, -12, '0.000000000001'],
    // USDC/WETH, 6 and 18 decimals, tick 201,234: 1.0001^201234 * 10^-12 WETH for one USDC.
    [201_234n * seconds, -12, '0.00054833331391'],
  ])('tick sum %s, shift %s: %s', (tickSum, shift, expected) => {
    expect(show(gPrice(tickSum, shift))).toEqual(['agreed', expected, expected, '0']);
  });

  test('an inverted leg is the price of the other token', () => {
    expect(show(gPrice(seconds, 0, route('/g', '/g')))).toEqual(['agreed', '0.999900009999', '0.999900009999', '0']);
    expect(show(gPrice(201_234n * seconds, -12, route('/g', '/g')))).toEqual([
      'agreed',
      '1823.70827129',
      '1823.70827129',
      '0',
    ]);
  });

  test('a tick that no pool can have is no price, and no exception', () => {
    const far = 887_272n * seconds;
    for (const tickSum of [far, -far]) expect(gPrice(tickSum).state).toBe(tickSum > 0n ? 'agreed' : 'unavailable');
    for (const tickSum of [far + 1n, -far - 1n, 10n ** 30n, -(10n ** 30n), 10n ** 400n]) {
      expect(gPrice(tickSum, 18)).toEqual({ state: 'unavailable', reason: 'non_positive', pool: 'g' });
    }
  });
});

test('a vector has every route, priced by itself', () => {
  const routes = [
    { ...route('a', 'b'), symbol: 'A-USD' },
    { ...route('c', 'd'), symbol: 'C-USD' },
    { ...route('a', 'c'), symbol: 'D-USD' },
  ];
  const atEnd = at({ a: held('2'), b: held('2.01'), c: held('3') });
  const vector = priceVector(routes, pools, zeros, atEnd, start, end);
  expect([...vector.keys()]).toEqual(['A-USD', 'C-USD', 'D-USD']);
  for (const r of routes) expect(vector.get(r.symbol)).toEqual(windowPrice(r, pools, zeros, atEnd, start, end));
  expect([...vector.values()].map((p) => p.state)).toEqual(['agreed', 'unavailable', 'apart']);
});
