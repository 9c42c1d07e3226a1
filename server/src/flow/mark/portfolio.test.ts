import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideFill, startValue, type Trade } from '../fill/fill.ts';
import { encodeHoldings } from '../fill/portfolio-text.ts';
import type { UsdPrices } from '../price/usd.ts';
import {
  applyChange,
  delistingOf,
  fillFromTrades,
  startPortfolio,
  type BotPortfolio,
  type Payout,
} from './portfolio.ts';

const usd = (dollars: number): bigint => BigInt(Math.round(dollars * 100)) * 10n ** 6n;
const units = (n: number): bigint => BigInt(n) * 10n ** 12n;
const price = (dollars: number): bigint => BigInt(Math.round(dollars * 100)) * 10n ** 22n;

const bought: BotPortfolio = {
  portfolio: { cash: usd(50_000), holdings: new Map([['BTC-USD', units(1)]]) },
  trades: 1,
  traded: usd(50_000),
  firstFillAt: 12,
};

const payout = (dollars: number): Payout => ({
  kind: 'payout',
  botId: 'bot_1',
  league: 'tasks',
  cash: usd(dollars),
  why: { room: 'rounds', id: 'round_1' },
});

describe('one change of a portfolio', () => {
  it('is a fill: what it leaves, what it traded, and when the first one was', () => {
    const trades = [{ cost: usd(50_000) }];
    const { portfolio: after } = bought;
    const first = applyChange(startPortfolio, { kind: 'fill', windowEnd: 12, trades, after });
    expect(first).toEqual(bought);
    expect(applyChange(first, { kind: 'fill', windowEnd: 20, trades, after })).toMatchObject({
      trades: 2,
      traded: usd(100_000),
      firstFillAt: 12,
    });
  });

  it('is nothing when it traded nothing: the first fill is the first that trades', () => {
    const { portfolio: after } = startPortfolio;
    const idle = applyChange(startPortfolio, { kind: 'fill', windowEnd: 12, trades: [], after });
    expect(idle).toEqual(startPortfolio);
    const trades = [{ cost: usd(50_000) }];
    expect(applyChange(idle, { kind: 'fill', windowEnd: 20, trades, after: bought.portfolio }).firstFillAt).toBe(20);
  });

  it('is a delisting: the holding turns into cash, and nothing was traded', () => {
    const delisting = delistingOf(bought.portfolio, 'BTC-USD', price(10.5));
    if (!delisting) throw new Error('it is held');
    expect(delisting).toMatchObject({ units: units(1), cash: usd(10.5) });
    expect(applyChange(bought, delisting)).toEqual({
      ...bought,
      portfolio: { cash: usd(50_010.5), holdings: new Map() },
    });
    expect(delistingOf(bought.portfolio, 'ETH-USD', price(1))).toBeUndefined();
  });

  it('is a payout: cash only, given or taken, but never more than there is', () => {
    expect(applyChange(bought, payout(25)).portfolio).toEqual({ ...bought.portfolio, cash: usd(50_025) });
    expect(applyChange(bought, payout(-50_000))).toEqual({
      ...bought,
      portfolio: { ...bought.portfolio, cash: 0n },
    });
    expect(() => applyChange(bought, payout(-50_000.01))).toThrow(/rounds\/round_1 takes more than the cash of bot_1/);
    expect(applyChange(startPortfolio, payout(5)).portfolio.cash).toBe(startValue + usd(5));
  });

  it('leaves the portfolio before it as it was', () => {
    const before = structuredClone(bought);
    applyChange(bought, payout(1));
    const delisting = delistingOf(bought.portfolio, 'BTC-USD', price(1));
    if (delisting) applyChange(bought, delisting);
    expect(bought).toEqual(before);
  });
});

it('a fill from its stored trades leaves what the decision left', () => {
  const symbols = ['A-USD', 'B-USD', 'C-USD'];
  const amounts = fc.record({
    held: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    weight: fc.bigInt({ min: 0n, max: 3n * 10n ** 17n }),
    price: fc.bigInt({ min: 10n ** 20n, max: 10n ** 26n }),
  });
  fc.assert(
    fc.property(fc.array(amounts, { minLength: 3, maxLength: 3 }), (cases) => {
      const pick = (of: (c: (typeof cases)[number]) => bigint): Map<string, bigint> =>
        new Map(symbols.flatMap((s, i) => (of(cases[i]!) > 0n ? [[s, of(cases[i]!)] as const] : [])));
      const prices: UsdPrices = new Map(symbols.map((s, i) => [s, { state: 'agreed', price: cases[i]!.price }]));
      const before = { cash: usd(1_000), holdings: pick((c) => c.held) };
      const decision = decideFill(
        pick((c) => c.weight),
        before,
        prices,
        new Map(),
      );
      if (decision.outcome !== 'filled') throw new Error('all prices are agreed');
      const trades: readonly Trade[] = decision.trades;
      const fill = fillFromTrades(before, trades, decision.portfolio.cash, 1);
      expect(fill.after.cash).toBe(decision.portfolio.cash);
      expect(encodeHoldings(fill.after.holdings)).toBe(encodeHoldings(decision.portfolio.holdings));
    }),
  );
});
