/** What proofs say of how their numbers are made: the same words for everyone, so that a reader's program can see that it knows them. */
import { iso, type Instant } from '../lib/clock.ts';
import { divHalfUp, formatFixed, moneyScale, parseFixed, pow10, priceScale, unitsScale } from '../lib/decimal.ts';
import type { Pool } from '../league/symbol.ts';
import type { Portfolio, Trade } from '../flow/fill/fill.ts';
import type { Attempt } from '../flow/price/attempts.ts';
import { windowPrice, type OverWindow, type SymbolPrice } from '../flow/price/price.ts';
import { scaleOf } from '../flow/price/readings.ts';
import { markedDown, offPct, staleMs, type StalePrice } from '../flow/price/mark-down.ts';
import { byCodeUnits } from '../lib/text.ts';
import { hourMs, windowMs } from '../lib/time.ts';
import type { FillProof, FormulaNames, PoolProof, PortfolioProof, ReadingProof } from 'papertape-contract/proof';
import type { MarkDownProof } from 'papertape-contract/mark-down';

/** docs/bots/proof.md describes each of them. A change of a formula is a new name. */
export const formulas: FormulaNames = {
  average: 'papertape-average/1',
  price: 'papertape-price/1',
  fill: 'papertape-fill/1',
  close: 'papertape-close/1',
};

export const rounding: readonly string[] = [
  'A mean is not rounded; a price is rounded once, to 12 significant digits, halves up.',
  'A price in CAD is divided by the rounded USD-CAD price of the same window and rounded again, to 12 significant digits, halves up.',
  'bps = |second / price - 1| * 10000 on the unrounded means, 4 places, halves up; above 100 is decided on exact fractions.',
  'Target units round down to 12 places; the cost of a buy, fees and spreads round up, proceeds of a sell round down, to 8 places.',
  'A stale price is marked down and rounded down to 12 significant digits.',
  'A value rounds down once, over the whole portfolio, to 8 places.',
];

/** The proof of an order's outcome, of a close, and the list of a bot's; the service and `papertape verify` use the same paths. */
export const proofPaths = {
  fill: (orderId: string): string => `/api/fills/${orderId}/proof`,
  close: (league: string, date: string, botId?: string): string =>
    `/api/closes/${league}/${date}/proof${botId === undefined ? '' : `?agent_id=${botId}`}`,
  agent: (botId: string): string => `/api/agents/${botId}/proofs`,
  receipt: (orderId: string): string => `/api/proofs/orders/${orderId}`,
  mark: (mark: string): string => `/api/proofs/marks/${mark}`,
} as const;

export function portfolioProof({ cash, holdings }: Portfolio): PortfolioProof {
  const inOrder = [...holdings].toSorted(([a], [b]) => byCodeUnits(a, b));
  return {
    cash: formatFixed(cash, moneyScale),
    holdings: Object.fromEntries(inOrder.map(([symbol, units]) => [symbol, formatFixed(units, unitsScale)])),
  };
}

/** The other way round; throws on what is no portfolio. */
export function readPortfolio({ cash, holdings }: PortfolioProof): Portfolio {
  return {
    cash: parseFixed(cash, moneyScale),
    holdings: new Map(Object.entries(holdings).map(([symbol, units]) => [symbol, parseFixed(units, unitsScale)])),
  };
}

/** A trade as proofs and backtests state it: exact, as text. */
export function tradeProof({ symbol, side, units, price, cost, fee, spread }: Trade): FillProof['trades'][number] {
  return {
    symbol,
    side,
    units: formatFixed(units, unitsScale),
    price: formatFixed(price, priceScale),
    cost: formatFixed(cost, moneyScale),
    fee: formatFixed(fee, moneyScale),
    spread: formatFixed(spread, moneyScale),
  };
}

/** A price as proofs state it; a symbol without a route has none. */
export function priceProof(p: SymbolPrice | undefined) {
  const none = { price: null, second_price: null, bps: null, reason: null, pool: null };
  if (!p) return { ...none, state: 'unavailable' as const };
  if (p.state === 'unavailable') return { ...none, state: p.state, reason: p.reason, pool: p.pool };
  const [price, second] = [formatFixed(p.price, priceScale), formatFixed(p.second, priceScale)];
  return { ...none, state: p.state, price, second_price: second, bps: p.bps };
}

const meanTickPlaces = 12;

/** The mean of one pool over a window of 30 minutes. */
export function meanProof(pool: Pool, ...over: OverWindow): Pick<PoolProof, 'mean_tick' | 'mean_price'> {
  const leg = [{ pool: pool.id }];
  const mean = windowPrice({ symbol: pool.id, primary: leg, second: leg }, ...over);
  const [, atStart, atEnd] = over;
  const [a, b] = [atStart.get(pool.id), atEnd.get(pool.id)];
  const ticks = pool.average === 'geometric' && a?.ok && b?.ok ? b.cumulative - a.cumulative : undefined;
  const tick = ticks === undefined ? ticks : divHalfUp(ticks * pow10(meanTickPlaces), BigInt(windowMs / 1000));
  return {
    mean_tick: tick === undefined ? null : formatFixed(tick, meanTickPlaces),
    mean_price: mean.state === 'unavailable' ? null : formatFixed(mean.price, priceScale),
  };
}

/** What a stale price counts for at an instant, and why. */
export function markDownProof(
  stale: StalePrice,
  at: Instant,
): Pick<MarkDownProof, 'exchange' | 'hours' | 'off_pct' | 'usd'> {
  const ms = staleMs(stale, at);
  return {
    exchange: stale.exchange ?? null,
    hours: ms / hourMs,
    off_pct: offPct(ms),
    usd: formatFixed(markedDown(stale, at), priceScale),
  };
}

export function readingProof({ attempt, readAt, reading }: Attempt, pool: Pool, used: boolean): ReadingProof {
  const block = reading.ok ? reading.block : undefined;
  return {
    attempt,
    read_at: iso(readAt),
    used,
    cumulative: reading.ok ? formatFixed(reading.cumulative, scaleOf(pool)) : null,
    reason: reading.ok ? null : reading.reason,
    since: reading.ok ? iso(reading.since) : null,
    block: block ? { chain: block.chain, number: block.number, hash: block.hash, time: iso(block.at) } : null,
  };
}
