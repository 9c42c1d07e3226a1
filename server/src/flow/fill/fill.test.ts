import { describe, expect, test } from 'vitest';
import { chargesOf } from '../../league/charges.ts';
import { formatFixed, moneyScale, parseFixed, priceScale, unitsScale, weightScale } from '../../lib/decimal.ts';
import type { UsdPrice } from '../price/usd.ts';
import { decideFill, tradeNotionalMin, type FillDecision, type Portfolio } from './fill.ts';

const table = (entries: Record<string, string>, scale: number): Map<string, bigint> =>
  new Map(Object.entries(entries).map(([symbol, text]) => [symbol, parseFixed(text, scale)]));
const agreed = (text: string): UsdPrice => ({ state: 'agreed', price: parseFixed(text, priceScale) });
const frozen = (text: string): UsdPrice => ({ state: 'frozen', price: parseFixed(text, priceScale) });
const apart = (of: string): UsdPrice => ({ state: 'apart', of, price: 7n, second: 8n, bps: '1428.5714' });
const gone = (of: string): UsdPrice => ({ state: 'unavailable', of, reason: 'thin', pool: `pool of ${of}` });

interface Case {
  readonly weights: Record<string, string>;
  readonly cash?: string;
  readonly holdings?: Record<string, string>;
  readonly prices: Record<string, UsdPrice | string>;
  /** Tenths of a basis point. */
  readonly spreads?: Record<string, number>;
}

function decide({ weights, cash = '100000', holdings = {}, prices, spreads = {} }: Case): FillDecision {
  const portfolio: Portfolio = { cash: parseFixed(cash, moneyScale), holdings: table(holdings, unitsScale) };
  const usd = new Map(Object.entries(prices).map(([s, p]) => [s, typeof p === 'string' ? agreed(p) : p]));
  const charges = chargesOf({
    cadSymbols: new Set([...usd.keys()].filter((symbol) => symbol.endsWith('-CAD'))),
    routes: new Map(Object.entries(spreads).map(([symbol, spread]) => [symbol, { spread }])),
  });
  return decideFill(table(weights, weightScale), portfolio, usd, charges);
}

/** The fill in words: [side, symbol, units, cost, fee], and what is left. */
function filled(c: Case): {
  trades: string[][];
  cash: string;
  holdings: Record<string, string>;
  before: string;
  after: string;
} {
  const d = decide(c);
  if (d.outcome !== 'filled') throw new Error(`${d.outcome}: ${d.symbol}`);
  const money = (x: bigint): string => formatFixed(x, moneyScale);
  return {
    trades: d.trades.map((t) => [t.side, t.symbol, formatFixed(t.units, unitsScale), money(t.cost), money(t.fee)]),
    cash: money(d.portfolio.cash),
    holdings: Object.fromEntries([...d.portfolio.holdings].map(([s, u]) => [s, formatFixed(u, unitsScale)])),
    before: money(d.valueBefore),
    after: money(d.valueAfter),
  };
}

describe('target weights', () => {
  test('half of $100,000 in BTC at 50,000 is one BTC', () => {
    expect(filled({ weights: { 'BTC-USD': '0.5' }, prices: { 'BTC-USD': '50000' } })).toEqual({
      trades: [['buy', 'BTC-USD', '1', '50000', '0']],
      cash: '50000',
      holdings: { 'BTC-USD': '1' },
      before: '100000',
      after: '100000',
    });
  });

  test('sells come first and pay for the buys; each in the order of the symbols', () => {
    const fill = filled({
      weights: { B: '0.25', C: '0.25', A: '0.5' },
      cash: '0',
      holdings: { Z: '100', D: '100', C: '200' },
      prices: { A: '10', B: '20', C: '1', D: '1', Z: '1' },
    });
    expect(fill.trades).toEqual([
      ['sell', 'C', '100', '100', '0'],
      ['sell', 'D', '100', '100', '0'],
      ['sell', 'Z', '100', '100', '0'],
      ['buy', 'A', '20', '200', '0'],
      ['buy', 'B', '5', '100', '0'],
    ]);
    expect(fill.holdings).toEqual({ A: '20', B: '5', C: '100' });
    expect([fill.cash, fill.before, fill.after]).toEqual(['0', '400', '400']);
  });

  test('a symbol held but absent is sold to the last unit', () => {
    const fill = filled({
      weights: {},
      cash: '1',
      holdings: { A: '0.333333333333', B: '7' },
      prices: { A: '3', B: '0.5' },
    });
    expect(fill.trades).toEqual([
      ['sell', 'A', '0.333333333333', '0.99999999', '0'],
      ['sell', 'B', '7', '3.5', '0'],
    ]);
    expect([fill.holdings, fill.cash]).toEqual([{}, '5.49999999']);
    expect([fill.before, fill.after]).toEqual(['5.49999999', '5.49999999']);
  });

  test('a whole holding is sold whatever it is worth, a part of one only from a cent on', () => {
    const dust = { cash: '0', holdings: { A: '0.002' }, prices: { A: '0.001' } };
    expect(filled({ weights: {}, ...dust })).toMatchObject({
      trades: [['sell', 'A', '0.002', '0.000002', '0']],
      cash: '0.000002',
      holdings: {},
    });
    const least = { cash: '0', holdings: { A: '0.000000000001' }, prices: { A: '1' } };
    expect(filled({ weights: {}, ...least })).toMatchObject({
      trades: [['sell', 'A', '0.000000000001', '0', '0']],
      cash: '0',
      holdings: {},
    });
    // A weight whose target is no unit at all is a whole sale as well.
    const named = { weights: { A: '0.5' }, cash: '0', holdings: { A: '0.000000000001' }, prices: { A: '1000000' } };
    expect(filled(named).holdings).toEqual({});
    const half = { weights: { A: '0.5' }, cash: '0', holdings: { A: '0.002' }, prices: { A: '0.001' } };
    expect(filled(half)).toMatchObject({ trades: [], holdings: { A: '0.002' } });
    const suspended = { weights: {}, cash: '0', holdings: { A: '0.002' }, prices: { A: frozen('0.001') } };
    expect(filled(suspended)).toMatchObject({ trades: [], holdings: { A: '0.002' } });
  });

  test('a sale never costs more than it brings: the fee on dust ends at its proceeds, also without cash', () => {
    const least = { 'A-CAD': '0.000000000001' };
    expect(filled({ weights: {}, cash: '0', holdings: least, prices: { 'A-CAD': '1' } })).toMatchObject({
      trades: [['sell', 'A-CAD', '0.000000000001', '0', '0']],
      cash: '0',
      holdings: {},
    });
    const unit = { 'A-CAD': '0.00000001' };
    expect(filled({ weights: {}, cash: '0', holdings: unit, prices: { 'A-CAD': '1' } })).toMatchObject({
      trades: [['sell', 'A-CAD', '0.00000001', '0.00000001', '0.00000001']],
      cash: '0',
      holdings: {},
    });
  });

  test('a position may shrink or grow to its target, and one that stands there is left', () => {
    const fill = filled({
      weights: { A: '0.2', B: '0.4', C: '0.4' },
      cash: '0',
      holdings: { A: '40', B: '20', C: '40' },
      prices: { A: '1', B: '1', C: '1' },
    });
    expect(fill.trades).toEqual([
      ['sell', 'A', '20', '20', '0'],
      ['buy', 'B', '20', '20', '0'],
    ]);
  });

  test('without value there is nothing to trade', () => {
    expect(filled({ weights: { A: '1' }, cash: '0', prices: { A: '1' } })).toMatchObject({
      trades: [],
      cash: '0',
      after: '0',
    });
  });
});

describe('rounding goes against the bot', () => {
  test('units of a buy are rounded down, its cost up', () => {
    // 100,000 / 3 = 33,333.333333333333…; the twelfth place is kept, the cost of it is 99,999.999999999999
    expect(filled({ weights: { A: '1' }, prices: { A: '3' } })).toMatchObject({
      trades: [['buy', 'A', '33333.333333333333', '100000', '0']],
      cash: '0',
      after: '99999.99999999',
    });
  });

  test('what a sell brings is rounded down', () => {
    expect(filled({ weights: {}, cash: '0', holdings: { A: '1' }, prices: { A: '0.123456789' } })).toMatchObject({
      trades: [['sell', 'A', '1', '0.12345678', '0']],
      cash: '0.12345678',
    });
  });

  test('buys whose rounded costs exceed the cash are scaled down together', () => {
    // Three thirds of $1 at 7: each costs 0.33333334 after rounding up, together two units more than there is.
    const third = '0.333333333333333333';
    const fill = filled({ weights: { A: third, B: third, C: third }, cash: '1', prices: { A: '7', B: '7', C: '7' } });
    expect(fill.trades.map((t) => t[2])).toEqual(['0.047619043809', '0.047619043809', '0.047619043809']);
    expect(fill.cash).toBe('0.00000007');
  });
});

describe('a symbol that is named and not held takes part where it would trade a cent', () => {
  const order = (cash: string, weight: string, price: UsdPrice, holdings: Record<string, string> = {}): Case => ({
    weights: { A: '0.9', P: weight },
    cash,
    holdings,
    prices: { A: '10', P: price },
  });
  test.each([
    ['apart', apart('P'), { outcome: 'rejected', symbol: 'P' }],
    ['without a price', gone('P'), { outcome: 'waiting', symbol: 'P' }],
  ])('%s: under a cent it is left out, exactly a cent stops the order', (_, price, stopped) => {
    expect(filled(order('5000', '0.000001', price)).trades).toEqual([['buy', 'A', '450', '4500', '0']]);
    expect(decide(order('9999.99999999', '0.000001', price)).outcome).toBe('filled');
    expect(decide(order('10000', '0.000001', price))).toMatchObject(stopped);
    // Orders that were taken before there was a least weight.
    expect(decide(order('100000', '0.000000000000000001', price)).outcome).toBe('filled');
    // What is held counts for the value, and takes part however little it is worth.
    expect(decide(order('5000', '0.000001', price, { A: '500' }))).toMatchObject(stopped);
    expect(decide(order('5000', '0.000001', price, { P: '0.000000000001' }))).toMatchObject(stopped);
    // While something that is held has no price the value is not known, and all take part.
    const held = { ...order('5000', '0.000001', price), holdings: { Q: '1' } };
    expect(decide(held)).toMatchObject({ outcome: stopped.outcome });
  });

  test('of several only those that would trade a cent are named', () => {
    const prices = { A: '10', O: apart('O'), P: apart('P') };
    const weights = { A: '0.9', O: '0.000001', P: '0.01' };
    expect(decide({ weights, cash: '5000', prices })).toMatchObject({ outcome: 'rejected', symbol: 'P' });
  });
});

describe('one cent', () => {
  test.each([
    ['0.01', [['buy', 'A', '0.01', '0.01', '0']]],
    ['0.009999999999', []],
  ])('a buy of $%s', (weight, trades) => {
    expect(filled({ weights: { A: weight }, cash: '1', prices: { A: '1' } }).trades).toEqual(trades);
  });

  test.each([
    ['0.99', [['sell', 'A', '0.01', '0.01', '0']]],
    ['0.990000000001', []],
  ])('a sell of what is above a weight of %s, of $1', (weight, trades) => {
    const fill = filled({ weights: { A: weight }, cash: '0', holdings: { A: '1' }, prices: { A: '1' } });
    expect(fill.trades).toEqual(trades);
    expect(fill.holdings).toEqual({ A: trades.length > 0 ? weight : '1' });
  });

  test('is the notional before the fee', () => {
    expect(tradeNotionalMin).toBe(parseFixed('0.01', moneyScale));
    expect(filled({ weights: {}, cash: '0', holdings: { 'A-CAD': '0.01' }, prices: { 'A-CAD': '1' } })).toMatchObject({
      trades: [['sell', 'A-CAD', '0.01', '0.01', '0.00005']],
      cash: '0.00995',
    });
  });

  test('a buy that is scaled below it is left out', () => {
    // A wants one cent to the unit, and the fee of B-CAD leaves less.
    const fill = filled({ weights: { A: '0.01', 'B-CAD': '0.99' }, cash: '1', prices: { A: '1', 'B-CAD': '1' } });
    expect(fill.trades.map((t) => t[1])).toEqual(['B-CAD']);
  });
});

describe('the FX fee', () => {
  test('is 0.5% of the notional of a trade in a CAD-priced symbol, on a buy and on a sell, and of no other', () => {
    expect(
      filled({ weights: { 'SHOP-CAD': '0.1', 'BTC-USD': '0.5' }, prices: { 'SHOP-CAD': '85', 'BTC-USD': '50000' } }),
    ).toEqual({
      trades: [
        ['buy', 'BTC-USD', '1', '50000', '0'],
        ['buy', 'SHOP-CAD', '117.647058823529', '10000', '50'],
      ],
      cash: '39950',
      holdings: { 'BTC-USD': '1', 'SHOP-CAD': '117.647058823529' },
      before: '100000',
      after: '99949.99999999',
    });
    expect(
      filled({
        weights: {},
        cash: '0',
        holdings: { 'SHOP-CAD': '100', 'BTC-USD': '1' },
        prices: { 'SHOP-CAD': '85', 'BTC-USD': '50000' },
      }),
    ).toEqual({
      trades: [
        ['sell', 'BTC-USD', '1', '50000', '0'],
        ['sell', 'SHOP-CAD', '100', '8500', '42.5'],
      ],
      cash: '58457.5',
      holdings: {},
      before: '58500',
      after: '58457.5',
    });
  });

  test('is rounded up', () => {
    expect(
      filled({ weights: {}, cash: '0', holdings: { 'A-CAD': '1' }, prices: { 'A-CAD': '0.02000001' } }).trades,
    ).toEqual([['sell', 'A-CAD', '1', '0.02000001', '0.00010001']]);
  });

  test('scales an order for everything down so that it can be paid, and the shares stay equal', () => {
    const all = filled({ weights: { 'A-CAD': '1' }, prices: { 'A-CAD': '100' } });
    expect(all.trades).toEqual([['buy', 'A-CAD', '995.024875621691', '99502.48756217', '497.51243782']]); // 1000 / 1.005
    expect(all.cash).toBe('0.00000001');
    const mixed = filled({ weights: { 'A-CAD': '0.5', B: '0.5' }, prices: { 'A-CAD': '100', B: '100' } });
    expect(mixed.trades.map((t) => t[2])).toEqual(['498.753117206783', '498.753117206783']); // 500 / 1.0025
  });
});

describe('the spread', () => {
  const spreadsOf = (c: Case): string[] => {
    const d = decide(c);
    if (d.outcome !== 'filled') throw new Error(d.outcome);
    return d.trades.map((t) => formatFixed(t.spread, moneyScale));
  };
  const spreads = { LINK: 205, BTC: 15 };

  test('is paid on what a trade moves, by buys and by sells, by each symbol its own', () => {
    // 20.5 bps of 10,000 and 1.5 bps of 50,000.
    const bought: Case = {
      weights: { LINK: '0.1', BTC: '0.5', ETH: '0.1' },
      prices: { LINK: '10', BTC: '50000', ETH: '2500' },
      spreads,
    };
    expect(spreadsOf(bought)).toEqual(['7.5', '0', '20.5']);
    expect(filled(bought)).toMatchObject({ cash: '29972', after: '99972' });
    const sold: Case = { weights: {}, cash: '0', holdings: { LINK: '1000' }, prices: { LINK: '10' }, spreads };
    expect(spreadsOf(sold)).toEqual(['20.5']);
    expect(filled(sold)).toMatchObject({ trades: [['sell', 'LINK', '1000', '10000', '0']], cash: '9979.5' });
  });

  test('only what moves pays it: weights that stand where they are cost nothing', () => {
    const still: Case = {
      weights: { LINK: '1' },
      cash: '0',
      holdings: { LINK: '1000' },
      prices: { LINK: '10' },
      spreads,
    };
    expect(filled(still)).toMatchObject({ trades: [], cash: '0' });
  });

  test('is rounded up to the last place of cash, and exact before that', () => {
    const one = (price: string): Case => ({
      weights: {},
      cash: '0',
      holdings: { LINK: '1' },
      prices: { LINK: price },
      spreads,
    });
    expect(spreadsOf(one('0.02'))).toEqual(['0.000041']);
    expect(spreadsOf(one('0.02000001'))).toEqual(['0.00004101']);
  });

  test('comes on top of the FX fee, and both end at what a sale brings', () => {
    const both: Case = { weights: { 'A-CAD': '0.1' }, prices: { 'A-CAD': '100' }, spreads: { 'A-CAD': 100 } };
    expect(filled(both)).toMatchObject({ trades: [['buy', 'A-CAD', '100', '10000', '50']], cash: '89940' });
    const dust: Case = {
      weights: {},
      cash: '0',
      holdings: { 'A-CAD': '0.00000002' },
      prices: { 'A-CAD': '1' },
      spreads: { 'A-CAD': 100 },
    };
    expect([spreadsOf(dust), filled(dust).cash]).toEqual([['0.00000001'], '0']);
    const least: Case = { ...dust, holdings: { 'A-CAD': '0.00000001' } };
    expect([spreadsOf(least), filled(least).cash]).toEqual([['0'], '0']);
  });

  test('scales an order for everything down so that it can be paid', () => {
    const all: Case = { weights: { LINK: '1' }, prices: { LINK: '10' }, spreads };
    const fill = filled(all);
    expect(fill.trades).toEqual([['buy', 'LINK', '9979.541939022004', '99795.41939023', '0']]); // 10000 / 1.00205, and three roundings
    expect([spreadsOf(all), fill.cash]).toEqual([['204.58060975'], '0.00000002']);
  });
});

describe('a symbol without a price', () => {
  const weights = { A: '0.5', B: '0.5' };

  test('whose pools are apart rejects the whole order, with both prices', () => {
    expect(decide({ weights, prices: { A: '1', B: apart('B') } })).toEqual({
      outcome: 'rejected',
      symbol: 'B',
      price: 7n,
      second: 8n,
      bps: '1428.5714',
    });
  });

  test('that could not be read makes the order wait, with the reason', () => {
    expect(decide({ weights, prices: { A: gone('A'), B: '1' } })).toEqual({
      outcome: 'waiting',
      symbol: 'A',
      reason: 'thin',
    });
    expect(decide({ weights, prices: { A: '1' } })).toEqual({ outcome: 'waiting', symbol: 'B', reason: 'not_listed' });
  });

  test('rejects rather than waits when both happen, wherever they stand', () => {
    expect(decide({ weights, prices: { A: gone('A'), B: apart('B') } })).toMatchObject({
      outcome: 'rejected',
      symbol: 'B',
    });
    expect(decide({ weights, prices: { A: apart('A'), B: gone('B') } })).toMatchObject({
      outcome: 'rejected',
      symbol: 'A',
    });
    expect(
      decide({ weights: { A: '1' }, holdings: { C: '1' }, prices: { A: gone('A'), C: apart('C') } }),
    ).toMatchObject({ outcome: 'rejected', symbol: 'C' });
  });

  test('counts when it is only held, since its value is needed', () => {
    expect(decide({ weights: {}, holdings: { C: '1' }, prices: { C: apart('C') } })).toMatchObject({
      outcome: 'rejected',
      symbol: 'C',
    });
    expect(decide({ weights: {}, holdings: { C: '1' }, prices: {} })).toMatchObject({
      outcome: 'waiting',
      symbol: 'C',
    });
  });

  test('is no obstacle when it is neither held nor ordered', () => {
    expect(decide({ weights: { A: '1' }, prices: { A: '1', B: apart('B'), C: gone('C') } }).outcome).toBe('filled');
  });

  test('the first in code-unit order is named, whatever the order of the members', () => {
    const three = { C: '0.1', A: '0.1', B: '0.1' };
    expect(decide({ weights: three, prices: { A: '1', B: apart('B'), C: apart('C') } })).toMatchObject({ symbol: 'B' });
    expect(
      decide({
        weights: three,
        holdings: { '0': '1' },
        prices: { '0': gone('0'), A: gone('A'), B: gone('B'), C: gone('C') },
      }),
    ).toMatchObject({ symbol: '0' });
  });

  test('the rate that a CAD price lacks is named as what it is, in any order of the members', () => {
    const prices = { 'A-CAD': gone('USD-CAD'), 'B-USD': gone('B-USD'), 'Z-USD': gone('Z-USD') };
    for (const order of [
      ['A-CAD', 'B-USD', 'Z-USD'],
      ['B-USD', 'A-CAD', 'Z-USD'],
      ['Z-USD', 'B-USD', 'A-CAD'],
    ]) {
      expect(decide({ weights: Object.fromEntries(order.map((s) => [s, '0.1'])), prices })).toEqual({
        outcome: 'waiting',
        symbol: 'B-USD',
        reason: 'thin',
      });
    }
    expect(decide({ weights: { 'A-CAD': '1', 'Z-USD': '0' }, prices })).toMatchObject({ symbol: 'USD-CAD' });
    expect(decide({ weights: { 'A-CAD': '1' }, prices: { 'A-CAD': apart('USD-CAD') } })).toMatchObject({
      outcome: 'rejected',
      symbol: 'USD-CAD',
    });
  });
});

describe('a suspended symbol', () => {
  test('counts at its frozen price and is neither sold nor bought', () => {
    const fill = filled({
      weights: { A: '0.5' },
      cash: '50',
      holdings: { S: '5' },
      prices: { A: '1', S: frozen('10') },
    });
    expect(fill).toMatchObject({
      trades: [['buy', 'A', '50', '50', '0']],
      cash: '0',
      holdings: { S: '5', A: '50' },
      before: '100',
    });
    expect(filled({ weights: { S: '0.9', A: '0.1' }, prices: { A: '1', S: frozen('10') } }).trades).toEqual([
      ['buy', 'A', '10000', '10000', '0'],
    ]);
  });

  test('that ties up the money scales the buys down to the cash there is', () => {
    const fill = filled({
      weights: { A: '0.75', B: '0.25' },
      cash: '40',
      holdings: { S: '60' },
      prices: { A: '1', B: '1', S: frozen('1') },
    });
    expect(fill.trades.map((t) => t[2])).toEqual(['29.99999997', '9.99999999']);
    expect(fill.cash).toBe('0.00000004');
  });

  test('that never had a price is worth nothing, and no division by zero', () => {
    expect(filled({ weights: { S: '1' }, prices: { S: frozen('0') } })).toMatchObject({ trades: [], cash: '100000' });
  });

  test('stops nothing', () => {
    expect(
      decide({ weights: { S: '0.5', B: '0.5' }, holdings: { S: '1' }, prices: { S: frozen('1'), B: apart('B') } }),
    ).toMatchObject({ outcome: 'rejected', symbol: 'B' });
  });
});

test('the inputs are left as they were', () => {
  const holdings = table({ A: '1', B: '2' }, unitsScale);
  const weights = table({ C: '1' }, weightScale);
  const prices = new Map(['A', 'B', 'C'].map((s) => [s, agreed('1')]));
  const d = decideFill(weights, { cash: 5n, holdings }, prices, new Map());
  expect(d.outcome === 'filled' && [...d.portfolio.holdings.keys()]).toEqual(['C']);
  expect([...holdings.keys()]).toEqual(['A', 'B']);
  expect([...weights.keys()]).toEqual(['C']);
});
