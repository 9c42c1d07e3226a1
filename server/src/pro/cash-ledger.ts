/**
 * The ledger of a bot's cash: every trade, delisting and payout, with the cash after it.
 *
 * In: the cash before, and fills, delistings and payouts up to a mark, each oldest first. Out: lines in the order in which the engine applied
 * them.
 *
 * Public rule (docs/bots/extras.md): at a mark symbols are delisted first, then orders fill in order of arrival, then rooms pay
 * (flow/mark/mark.ts). A buy takes cost, fee and spread from the cash; a sell gives the cost and takes fee and spread.
 *
 * Example: 100,000 of cash, a buy that costs 40,000 with a fee of 200: change -40,200, cash 59,800.
 */
import type { HistoryLine } from 'papertape-contract/history';
import type { Trade } from '../flow/fill/fill.ts';
import type { StoredPayout } from '../flow/mark/payouts.sql.ts';
import type { DelistedAt } from '../flow/mark/portfolio.sql.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { formatFixed, moneyScale, priceScale, unitsScale } from '../lib/decimal.ts';
import type { FillInOrder } from '../read/fills.sql.ts';
import { tradeFields } from '../read/order-view.ts';

export interface CashChanges {
  readonly fills: readonly Pick<FillInOrder, 'orderId' | 'atMark' | 'trades' | 'cashAfter'>[];
  readonly delistings: readonly DelistedAt[];
  readonly payouts: readonly Pick<StoredPayout, 'mark' | 'cash' | 'why'>[];
}

/** @throws when the trades of a fill do not add up to the cash that it left. */
export function cashLedger(before: bigint, { fills, delistings, payouts }: CashChanges): HistoryLine[] {
  const lines: HistoryLine[] = [];
  let cash = before;
  const add = (at: Instant, change: bigint, what: Pick<HistoryLine, 'kind' | 'id'> & Partial<HistoryLine>): void => {
    cash += change;
    lines.push({ at: iso(at), ...nothing, ...what, change: money(change), cash: money(cash) });
  };
  let [delisted, paid] = [0, 0];
  const catchUp = (delistedTo: Instant, paidTo: Instant): void => {
    // A mark pays last: what one paid stands before what a later one delists.
    for (;;) {
      const d = delistings[delisted];
      const p = payouts[paid];
      const isDelisting = d !== undefined && d.mark <= delistedTo && (p === undefined || d.mark <= p.mark);
      if (isDelisting) {
        const { symbol, units, price } = d;
        const of = { symbol, units: formatFixed(units, unitsScale), price: formatFixed(price, priceScale) };
        add(d.mark, d.cash, { kind: 'delisting', id: symbol, ...of });
        delisted++;
      } else if (p !== undefined && p.mark <= paidTo) {
        add(p.mark, p.cash, { kind: 'payout', id: p.why.id });
        paid++;
      } else return;
    }
  };
  for (const { orderId, atMark, trades, cashAfter } of fills) {
    catchUp(atMark, atMark - 1);
    for (const trade of trades) add(atMark, changeBy(trade), { kind: 'trade', id: orderId, ...tradeLine(trade) });
    if (cash !== cashAfter) throw new Error(`the trades of ${orderId} leave ${cash}, and ${cashAfter} is stored`);
  }
  catchUp(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return lines;
}

const nothing = { symbol: null, side: null, units: null, price: null, cost: null, fee: null, spread: null } as const;

function changeBy({ side, cost, fee, spread }: Trade): bigint {
  return (side === 'sell' ? cost : -cost) - fee - spread;
}

function tradeLine(trade: Trade): Partial<HistoryLine> {
  const { fill_price: price, ...fields } = tradeFields(trade);
  return { ...fields, price };
}

function money(x: bigint): string {
  return formatFixed(x, moneyScale);
}
