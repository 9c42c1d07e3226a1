import { describe, expect, it } from 'vitest';
import { moneyScale, parseFixed, priceScale, unitsScale } from '../lib/decimal.ts';
import { cashLedger } from './cash-ledger.ts';

const usd = (text: string): bigint => parseFixed(text, moneyScale);
const trade = (side: 'buy' | 'sell', cost: string, fee = '0') => ({
  symbol: 'BTC-USD',
  side,
  units: parseFixed('1', unitsScale),
  price: parseFixed(cost, priceScale),
  cost: usd(cost),
  fee: usd(fee),
  spread: 0n,
});
const mark = Date.parse('2026-03-02T01:00:00Z');
const delisting = (at: number) => ({
  kind: 'delisting' as const,
  mark: at,
  symbol: 'ETH-USD',
  units: parseFixed('2', unitsScale),
  price: parseFixed('5', priceScale),
  cash: usd('10'),
});
const payout = (at: number) => ({ mark: at, cash: usd('-3'), why: { room: 'rounds', id: 'rnd_1' } });

describe('cashLedger', () => {
  it('a mark delists, fills, and pays', () => {
    const fills = [
      {
        orderId: 'ord_1',
        atMark: mark,
        trades: [trade('buy', '40', '0.2'), trade('sell', '7')],
        cashAfter: usd('76.8'),
      },
    ];
    const lines = cashLedger(usd('100'), { fills, delistings: [delisting(mark)], payouts: [payout(mark)] });
    expect(lines.map(({ kind, change, cash }) => [kind, Number(change), Number(cash)])).toEqual([
      ['delisting', 10, 110],
      ['trade', -40.2, 69.8],
      ['trade', 7, 76.8],
      ['payout', -3, 73.8],
    ]);
  });

  it('of two marks the earlier one has its pay before the later one delists', () => {
    const changes = { fills: [], delistings: [delisting(mark + 1)], payouts: [payout(mark), payout(mark + 1)] };
    expect(cashLedger(0n, changes).map(({ kind }) => kind)).toEqual(['payout', 'delisting', 'payout']);
  });

  it('a fill whose trades do not lead to the cash that is stored is a fault', () => {
    const fills = [{ orderId: 'ord_1', atMark: mark, trades: [trade('buy', '40')], cashAfter: usd('61') }];
    expect(() => cashLedger(usd('100'), { fills, delistings: [], payouts: [] })).toThrow('ord_1');
  });
});
