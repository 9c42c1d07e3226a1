/** What an order would do at the prices of the last 30 minutes; nothing is stored. */
import type { Preview } from 'papertape-contract/order';
import { iso, type Clock } from '../lib/clock.ts';
import { formatFixed, moneyScale, priceScale } from '../lib/decimal.ts';
import type { Db } from '../storage/storage.ts';
import { decideFill, startValue, type FillDecision } from '../flow/fill/fill.ts';
import type { NewOrder } from '../flow/order/order.ts';
import type { SymbolPrice } from '../flow/price/price.ts';
import { chargesOf } from '../league/charges.ts';
import type { Universe } from '../league/universe.ts';
import { valueCents } from '../flow/rank/rank.ts';
import { windowFor, type Window } from '../flow/window/window.ts';
import type { MarketSnapshot } from './load-snapshot.ts';
import type { MarketView } from './snapshot.ts';
import { tradeFields } from './order-view.ts';
import { portfolioOf } from './views.sql.ts';

export interface PreviewDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly market: MarketView;
  readonly universe: Universe;
  readonly rulesVersion: string;
}

export async function previewOf(
  { db, clock, market, universe, rulesVersion }: PreviewDeps,
  botId: string,
  order: NewOrder,
  warnings: string[],
): Promise<Preview> {
  const snapshot = await market.snapshot();
  const portfolio = (await portfolioOf(db, botId)) ?? { cash: startValue, holdings: new Map<string, bigint>() };
  const decision = decideFill(order.weights, portfolio, snapshot.usd, chargesOf(universe));
  const symbols = [...new Set([...order.weights.keys(), ...portfolio.holdings.keys()])].sort();
  return {
    ok: decision.outcome === 'filled',
    preview: true,
    ...outcomeOf(decision),
    window: times(windowFor(clock.now())),
    priced_over: snapshot.window ? times(snapshot.window) : null,
    pools: symbols.map((s) => poolLine(s, snapshot)),
    trades: decision.outcome === 'filled' ? decision.trades.map(tradeFields) : [],
    cash_after: decision.outcome === 'filled' ? formatFixed(decision.portfolio.cash, moneyScale) : null,
    value_usd: decision.outcome === 'filled' ? valueCents(decision.valueBefore) / 100 : null,
    rules_version: rulesVersion,
    price_source: market.info,
    warnings,
  };
}

function times(w: Window): { start: string; end: string } {
  return { start: iso(w.start), end: iso(w.end) };
}

function outcomeOf(d: FillDecision): Pick<Preview, 'outcome' | 'reason_code' | 'message'> {
  if (d.outcome === 'filled') {
    return {
      outcome: 'would_fill',
      reason_code: null,
      message: 'At the prices of the last 30 minutes the order would make these trades.',
    };
  }
  if (d.outcome === 'rejected') {
    return {
      outcome: 'would_reject',
      reason_code: 'pools_apart',
      message: `The pools of ${d.symbol} are ${d.bps} bps apart (limit 100).`,
    };
  }
  return {
    outcome: 'would_wait',
    reason_code: 'waiting_for_price',
    message: `${d.symbol} has no price over the last 30 minutes (${d.reason}).`,
  };
}

function poolLine(symbol: string, { vector, suspended }: MarketSnapshot): Preview['pools'][number] {
  const p: SymbolPrice | undefined = vector.get(symbol);
  const frozen = suspended.get(symbol);
  const none = { symbol, price: null, second_price: null, bps: null };
  if (frozen)
    return {
      ...none,
      state: 'suspended',
      price: formatFixed(frozen.price, priceScale),
      reason: 'frozen at its last agreed price',
    };
  if (!p) return { ...none, state: 'unavailable', reason: 'not_listed' };
  if (p.state === 'unavailable') return { ...none, state: 'unavailable', reason: p.reason };
  return {
    symbol,
    state: p.state,
    price: formatFixed(p.price, priceScale),
    second_price: formatFixed(p.second, priceScale),
    bps: p.bps,
    reason: null,
  };
}
