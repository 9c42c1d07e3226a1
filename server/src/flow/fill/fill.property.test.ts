/** Properties of the fill over random portfolios, prices from 10^-9 to 10^9, mixed currencies, suspended symbols. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargesOf } from '../../league/charges.ts';
import type { UsdPrice } from '../price/usd.ts';
import { decideFill, type FillDecision, type Portfolio, type Trade } from './fill.ts';

const symbols = ['A-USD', 'B-CAD', 'C-USD', 'D-CAD', 'E-USD', 'F-USD'];
const isCad = (symbol: string): boolean => symbol.endsWith('-CAD');
/** Half of the symbols pay a spread, one of them in CAD; tenths of a basis point. */
const spreads = new Map([
  ['C-USD', { spread: 1 }],
  ['D-CAD', { spread: 205 }],
  ['F-USD', { spread: 99_999 }],
]);
const charges = chargesOf({ cadSymbols: new Set(symbols.filter(isCad)), routes: spreads });
const wad = 10n ** 18n;
/** units (12 places) * price (24 places) / this = money (8 places). */
const toMoney = 10n ** 28n;
const cent = 1_000_000n;
const ceil = (n: bigint, d: bigint): bigint => (n + d - 1n) / d;

interface Case {
  readonly weights: ReadonlyMap<string, bigint>;
  readonly portfolio: Portfolio;
  readonly prices: ReadonlyMap<string, UsdPrice>;
}

/** 12 significant digits, 10^-9 to 10^9 dollars, at 24 places. */
const price = fc
  .tuple(fc.bigInt({ min: 10n ** 11n, max: 10n ** 12n - 1n }), fc.integer({ min: 4, max: 21 }))
  .map(([digits, e]) => digits * 10n ** BigInt(e));
/** An amount of money up to $1,000,000, now and then a few units or cents only. */
const money = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 14n }),
  fc.bigInt({ min: 0n, max: 5n * cent }),
  fc.constant(0n),
);
/** Weights that add up to 1 at most; when `full`, to exactly 1. */
const weightsOver = (n: number): fc.Arbitrary<bigint[]> =>
  fc
    .tuple(
      fc.array(fc.bigInt({ min: 0n, max: 1000n }), { minLength: n, maxLength: n }),
      fc.boolean(),
      fc.bigInt({ min: 0n, max: wad }),
    )
    .map(([parts, full, most]) => {
      const sum = parts.reduce((a, b) => a + b, 0n) || 1n;
      const out = parts.map((p) => (p * (full ? wad : most)) / sum);
      if (full && parts.some((p) => p > 0n)) {
        const i = parts.findIndex((p) => p > 0n);
        out[i] = out[i]! + wad - out.reduce((a, b) => a + b, 0n);
      }
      return out;
    });

function cases(options: { names?: readonly string[]; frozen?: boolean; holdings?: boolean } = {}): fc.Arbitrary<Case> {
  const { names = symbols, frozen = true, holdings = true } = options;
  const asset = fc.record({
    price,
    held: money,
    frozen: frozen ? fc.integer({ min: 0, max: 4 }).map((n) => n === 0) : fc.constant(false),
    isHeld: holdings ? fc.boolean() : fc.constant(false),
  });
  return fc.subarray([...names], { minLength: 1 }).chain((chosen) =>
    fc
      .record({
        cash: money,
        assets: fc.array(asset, { minLength: chosen.length, maxLength: chosen.length }),
        w: weightsOver(chosen.length),
      })
      .map(({ cash, assets, w }) => {
        const weights = new Map<string, bigint>();
        const held = new Map<string, bigint>();
        const prices = new Map<string, UsdPrice>();
        for (const [i, symbol] of chosen.entries()) {
          const a = assets[i]!;
          prices.set(symbol, { state: a.frozen ? 'frozen' : 'agreed', price: a.price });
          const units = (a.held * toMoney) / a.price;
          if (a.isHeld && units > 0n) held.set(symbol, units);
          if (w[i]! > 0n) weights.set(symbol, w[i]!);
        }
        return { weights, portfolio: { cash, holdings: held }, prices };
      }),
  );
}

const priceOf = (c: Case, symbol: string): bigint => {
  const p = c.prices.get(symbol)!;
  return p.state === 'agreed' || p.state === 'frozen' ? p.price : -1n;
};
/** Exact value at 36 places. */
const worth = (c: Case, p: Portfolio): bigint =>
  [...p.holdings].reduce((v, [s, u]) => v + u * priceOf(c, s), p.cash * toMoney);

function fill(c: Case): FillDecision & { outcome: 'filled' } {
  const d = decideFill(c.weights, c.portfolio, c.prices, charges);
  if (d.outcome !== 'filled') throw new Error(d.outcome);
  return d;
}
/** The FX fee of a trade; that of a sell ends at its proceeds. */
function fxFeeOf(symbol: string, product: bigint, proceeds?: bigint): bigint {
  const fee = isCad(symbol) ? ceil(product * 5n, toMoney * 1000n) : 0n;
  return proceeds !== undefined && proceeds < fee ? proceeds : fee;
}
/** The spread of a trade; that of a sell ends at what the fee leaves of its proceeds. */
function spreadOf(symbol: string, product: bigint, left?: bigint): bigint {
  const spread = ceil(product * BigInt(spreads.get(symbol)?.spread ?? 0), toMoney * 100_000n);
  return left !== undefined && left < spread ? left : spread;
}
/** Both. */
function paid(symbol: string, product: bigint, proceeds?: bigint): bigint {
  const fee = fxFeeOf(symbol, product, proceeds);
  return fee + spreadOf(symbol, product, proceeds === undefined ? undefined : proceeds - fee);
}
const runs = { numRuns: 1_000 };

test('value before = value after + fees and spreads, to one unit of rounding per trade; nothing is ever gained', () => {
  fc.assert(
    fc.property(cases(), (c) => {
      const d = fill(c);
      const [before, after] = [worth(c, c.portfolio), worth(c, d.portfolio)];
      const fees = d.trades.reduce((sum, t) => sum + t.fee + t.spread, 0n);
      const lost = before - after - fees * toMoney;
      expect(lost >= 0n && lost <= BigInt(d.trades.length) * toMoney).toBe(true);
      expect([d.valueBefore, d.valueAfter]).toEqual([before / toMoney, after / toMoney]);
    }),
    runs,
  );
});

test('cash is never negative, holdings are positive, and both follow from the trades alone', () => {
  fc.assert(
    fc.property(cases(), (c) => {
      const d = fill(c);
      let cash = c.portfolio.cash;
      const holdings = new Map(c.portfolio.holdings);
      for (const t of d.trades) {
        cash += t.side === 'sell' ? t.cost - t.fee - t.spread : -t.cost - t.fee - t.spread;
        expect(cash >= 0n).toBe(true); // at every step, not only at the end
        const units = (holdings.get(t.symbol) ?? 0n) + (t.side === 'sell' ? -t.units : t.units);
        expect(units >= 0n).toBe(true);
        if (units === 0n) holdings.delete(t.symbol);
        else holdings.set(t.symbol, units);
      }
      expect(d.portfolio).toEqual({ cash, holdings });
    }),
    runs,
  );
});

test('every trade: sells before buys, symbols in order and once, one cent at least but for a whole holding, rounded against the bot, 0.5% on CAD, the spread', () => {
  fc.assert(
    fc.property(cases(), (c) => {
      const { trades } = fill(c);
      const key = (t: Trade): string => `${t.side === 'sell' ? 0 : 1}${t.symbol}`;
      for (const [i, t] of trades.entries()) {
        if (i > 0) expect(key(trades[i - 1]!) < key(t)).toBe(true);
        const product = t.units * t.price;
        expect(t.price).toBe(priceOf(c, t.symbol));
        expect(c.prices.get(t.symbol)?.state).toBe('agreed'); // a suspended symbol is left as it is
        const isWhole = t.side === 'sell' && t.units === c.portfolio.holdings.get(t.symbol);
        expect(isWhole || product >= cent * toMoney).toBe(true);
        expect(t.cost).toBe(t.side === 'sell' ? product / toMoney : ceil(product, toMoney));
        const isSell = t.side === 'sell';
        expect(t.fee).toBe(fxFeeOf(t.symbol, product, isSell ? t.cost : undefined));
        expect(t.spread).toBe(spreadOf(t.symbol, product, isSell ? t.cost - t.fee : undefined));
      }
      expect(new Set(trades.map((t) => t.symbol)).size).toBe(trades.length);
    }),
    runs,
  );
});

test('every weight is reached to one unit when it can be paid, and all buys in equal proportion when not', () => {
  let reached = 0;
  let scaled = 0;
  fc.assert(
    fc.property(cases(), (c) => {
      const d = fill(c);
      const value = worth(c, c.portfolio);
      let cash = c.portfolio.cash;
      let bill = 0n;
      const wanted: { symbol: string; units: bigint }[] = [];
      for (const symbol of c.prices.keys()) {
        if (c.prices.get(symbol)?.state !== 'agreed') continue;
        const p = priceOf(c, symbol);
        // Target value w * V, at 36 + 18 places; the target is the largest number of units that is worth no more.
        const target = ((c.weights.get(symbol) ?? 0n) * value) / wad / p;
        const held = c.portfolio.holdings.get(symbol) ?? 0n;
        const gap = (target > held ? target - held : held - target) * p;
        const after = d.portfolio.holdings.get(symbol) ?? 0n;
        if (gap < cent * toMoney && (target > 0n || held === 0n)) expect(after).toBe(held);
        else if (target < held) {
          expect(after).toBe(target); // sells are never scaled
          cash += gap / toMoney - paid(symbol, gap, gap / toMoney);
        } else {
          wanted.push({ symbol, units: target - held });
          bill += ceil(gap, toMoney) + paid(symbol, gap);
        }
      }
      const bought = (symbol: string): bigint =>
        (d.portfolio.holdings.get(symbol) ?? 0n) - (c.portfolio.holdings.get(symbol) ?? 0n);
      if (bill <= cash) {
        if (wanted.length > 0) reached++;
        for (const w of wanted) expect(bought(w.symbol)).toBe(w.units);
        return;
      }
      scaled++;
      // One share for all: units = floor(wanted * share), so that share lies in [units, units + 1) / wanted of each.
      let low = { n: 0n, d: 1n };
      let high = { n: 1n, d: 1n };
      let idle = 3n * BigInt(wanted.length) + 1n;
      for (const w of wanted) {
        const units = bought(w.symbol);
        const step = ceil(priceOf(c, w.symbol) * 2005n, toMoney * 1000n) + 3n; // what one more unit could cost
        if (units === 0n) {
          idle += 2n * cent + cent / 100n + step; // left out: worth less than a cent
          continue;
        }
        idle += step;
        if (units * low.d > low.n * w.units) low = { n: units, d: w.units };
        if ((units + 1n) * high.d < high.n * w.units) high = { n: units + 1n, d: w.units };
      }
      expect(low.n * high.d < high.n * low.d || low.n === 0n).toBe(true);
      // Scaled no further than needed: what stays idle is rounding and the trades that became too small.
      expect(d.portfolio.cash <= idle).toBe(true);
    }),
    runs,
  );
  expect(Math.min(reached, scaled), `${reached} reached, ${scaled} scaled`).toBeGreaterThan(50);
});

test('the order in which weights, holdings and prices stand in their maps does not matter', () => {
  const reversed = <V>(map: ReadonlyMap<string, V>): Map<string, V> => new Map([...map].reverse());
  fc.assert(
    fc.property(cases(), (c) => {
      const a = fill(c);
      const b = fill({
        weights: reversed(c.weights),
        portfolio: { cash: c.portfolio.cash, holdings: reversed(c.portfolio.holdings) },
        prices: reversed(c.prices),
      });
      expect(b).toEqual(a);
    }),
  );
});

test('nor for which symbol stops an order', () => {
  const state = fc.constantFrom<(symbol: string) => UsdPrice>(
    () => ({ state: 'agreed', price: 10n ** 24n }),
    () => ({ state: 'frozen', price: 10n ** 24n }),
    (of) => ({ state: 'apart', of: isCad(of) ? 'USD-CAD' : of, price: 1n, second: 2n, bps: '10000' }),
    (of) => ({ state: 'unavailable', of: isCad(of) ? 'USD-CAD' : of, reason: 'thin', pool: 'x' }),
  );
  const two = fc.shuffledSubarray(symbols);
  fc.assert(
    fc.property(fc.array(state, { minLength: 6, maxLength: 6 }), two, two, (states, ordered, held) => {
      const prices = new Map(symbols.map((s, i) => [s, states[i]!(s)]));
      const decide = (w: string[], h: string[]): FillDecision =>
        decideFill(
          new Map(w.map((s) => [s, wad / 6n])),
          { cash: 10n ** 13n, holdings: new Map(h.map((s) => [s, 10n ** 12n])) },
          prices,
          charges,
        );
      const a = decide(ordered, held);
      expect(decide(ordered.toSorted(), held.toReversed())).toEqual(a);
      // Named apart first, then waiting, the least of each: by definition.
      const touched = symbols.filter((s) => ordered.includes(s) || held.includes(s)).map((s) => prices.get(s)!);
      const names = (kind: string): string[] =>
        touched.flatMap((p) => (p.state === kind && 'of' in p ? [p.of] : [])).toSorted();
      const [apart] = names('apart');
      const [gone] = names('unavailable');
      expect(a.outcome).toBe(apart ? 'rejected' : gone ? 'waiting' : 'filled');
      if (a.outcome !== 'filled') expect(a.symbol).toBe(apart ?? gone);
    }),
    runs,
  );
});

test('filled again at the same prices, an order that pays nothing trades dust at most', () => {
  const usdOnly = ['A-USD', 'E-USD', 'G-USD', 'H-USD'];
  const again = (c: Case): bigint[] => fill({ ...c, portfolio: fill(c).portfolio }).trades.map((t) => t.cost);
  fc.assert(
    fc.property(cases({ names: usdOnly, frozen: false, holdings: false }), (c) => {
      for (const cost of again(c)) expect(cost <= cent + 10n).toBe(true);
    }),
    runs,
  );
  fc.assert(
    fc.property(cases({ names: usdOnly, frozen: false }), (c) => {
      // Each holding of less than a cent that could not be sold may leave a buy as much short.
      for (const cost of again(c)) expect(cost <= cent * BigInt(usdOnly.length + 1)).toBe(true);
    }),
    runs,
  );
});
