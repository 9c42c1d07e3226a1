/** Everything that an order's outcome follows from, so that anybody can compute it again (docs/bots/proof.md). */
import { formulas, portfolioProof, proofPaths, rounding, tradeProof } from '../format.ts';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { FillProof, UsedPrice } from 'papertape-contract/proof';
import { iso } from '../../lib/clock.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { allIncidents } from '../../operator/incident.sql.ts';
import type { Portfolio, Trade } from '../../flow/fill/fill.ts';
import { decodeWeights } from '../../flow/fill/portfolio-text.ts';
import { usdPrices } from '../../flow/price/usd.ts';
import { decodeVector } from '../../flow/price/vector-text.ts';
import { windowMs } from '../../lib/time.ts';
import { orderView } from '../../read/order-view.ts';
import { portfolioAsOf } from './portfolio-before.ts';
import {
  addEarlier,
  priceText,
  suspendedAt,
  versionAt,
  windowProof,
  type EvidenceDeps,
} from './price-evidence-view.ts';
import { vectorAt } from './proof.sql.ts';
import type { OrderAndOutcome, Outcome } from '../../read/outcome.ts';

export async function fillProof(
  deps: EvidenceDeps,
  order: OrderAndOutcome<Outcome>,
  priceSource: PriceSourceInfo,
): Promise<FillProof> {
  const { outcome } = order;
  const { trades, atMark: decidedAt } = outcome;
  const end = order.windowStart + windowMs;
  const { portfolio, origin } = await portfolioAsOf(deps.db, order.botId, decidedAt, BigInt(order.sequence));
  const symbols = [...new Set([...decodeWeights(order.weights).keys(), ...portfolio.holdings.keys()])].toSorted();
  const { prices, windows } = await usedPrices(deps, symbols, end, decidedAt);
  const view = orderView(order, decidedAt);
  const after = outcome.state === 'filled' ? applied(portfolio, trades, outcome.cashAfter) : portfolio;
  return {
    format: 'papertape-fill-proof/1',
    order_id: order.orderId,
    agent_id: order.botId,
    league: order.league,
    sandbox: view.sandbox,
    received_at: view.received_at,
    date: order.date,
    window: view.window,
    weights_text: order.weights,
    reason: order.reason,
    receipt: view.receipt,
    rules_version: view.rules_version,
    state: outcome.state,
    reason_code: outcome.reasonCode,
    rejection: view.rejection,
    decided_at: iso(decidedAt),
    prices,
    windows,
    before: portfolioProof(portfolio),
    before_from: origin,
    trades: trades.map(tradeProof),
    after: portfolioProof(after),
    value_before: view.value_before,
    value_after: view.value_after,
    formulas,
    rounding: [...rounding],
    price_source: priceSource,
    links: {
      receipt: proofPaths.receipt(order.orderId),
      mark: proofPaths.mark(view.window.start),
      previous_fill: origin.previous_fill === null ? null : proofPaths.fill(origin.previous_fill),
    },
  };
}

/** What the decision at the mark used of each symbol, and the windows that say why. */
async function usedPrices(
  deps: EvidenceDeps,
  symbols: readonly SymbolId[],
  end: number,
  decidedAt: number,
): Promise<Pick<FillProof, 'prices' | 'windows'>> {
  const version = versionAt(deps, decidedAt);
  const suspended = suspendedAt(await allIncidents(deps.db), decidedAt);
  const text = await vectorAt(deps.db, end, decidedAt);
  const stored = text === undefined ? undefined : decodeVector(text);
  const frozen = new Map([...suspended].map(([symbol, s]) => [symbol, s.price]));
  const usd = usdPrices(stored ?? new Map(), version.cadSymbols, frozen);
  const own = symbols.filter((s) => usd.get(s)?.state !== 'frozen');
  const windows = [await windowProof(deps, { version, end, knownAt: decidedAt, symbols: own, stored })];
  const prices: UsedPrice[] = [];
  for (const symbol of symbols) {
    const p = usd.get(symbol);
    if (p?.state === 'frozen') {
      const { priceAt: at, incident } = suspended.get(symbol) ?? {};
      prices.push(
        await addEarlier(deps, windows, { symbol, state: 'frozen', price: p.price, at, incident }, decidedAt),
      );
    } else {
      const price = p?.state === 'agreed' ? priceText(p.price) : null;
      prices.push({ symbol, state: p?.state ?? 'unavailable', usd: price, window: 0, incident: null });
    }
  }
  return { prices, windows };
}

function applied(before: Portfolio, trades: readonly Trade[], cashAfter: bigint | null): Portfolio {
  const holdings = new Map(before.holdings);
  for (const { symbol, side, units } of trades) {
    const now = (holdings.get(symbol) ?? 0n) + (side === 'buy' ? units : -units);
    if (now === 0n) holdings.delete(symbol);
    else holdings.set(symbol, now);
  }
  return { cash: cashAfter ?? before.cash, holdings };
}
