/** Everything that an order's outcome follows from, so that anybody can compute it again (docs/bots/proof.md). */
import { formulas, portfolioProof, proofPaths, rounding, tradeProof } from '../format.ts';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { FillProof } from 'papertape-contract/proof';
import { iso } from '../../lib/clock.ts';
import { decodeWeights } from '../../flow/fill/portfolio-text.ts';
import { outcomeText } from '../../flow/mark/entries.ts';
import { fillFromTrades } from '../../flow/mark/portfolio.ts';
import { windowMs } from '../../lib/time.ts';
import { seenOf } from '../../read/mark-seen.ts';
import { orderView } from '../../read/order-view.ts';
import { portfolioAsOf } from './portfolio-before.ts';
import { usedPrices, type EvidenceDeps } from './price-evidence-view.ts';
import { loggedOutcome } from './proof.sql.ts';
import type { OrderAndOutcome, Outcome } from '../../read/outcome.ts';

export async function fillProof(
  deps: EvidenceDeps,
  order: OrderAndOutcome<Outcome>,
  priceSource: PriceSourceInfo,
): Promise<FillProof> {
  const { outcome } = order;
  const { trades, atMark: decidedAt } = outcome;
  const end = order.windowStart + windowMs;
  const { portfolio, origin } = await portfolioAsOf(deps.db, order.botId, decidedAt, order.sequence);
  const symbols = [...new Set([...decodeWeights(order.weights).keys(), ...portfolio.holdings.keys()])].toSorted();
  const { prices, windows } = await usedPrices(deps, symbols, { end, mark: decidedAt }, (price) => ({
    ...price,
    window: 0,
    incident: null,
    mark_down: null,
  }));
  const view = orderView(order, decidedAt);
  const after =
    outcome.state === 'filled' ? fillFromTrades(portfolio, trades, outcome.cashAfter, end).after : portfolio;
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
    seen: await seenOf(deps.db, [order.windowStart, decidedAt]),
    prices,
    windows,
    before: portfolioProof(portfolio),
    before_from: origin,
    trades: trades.map(tradeProof),
    after: portfolioProof(after),
    value_before: view.value_before,
    value_after: view.value_after,
    outcome_text: outcomeText(await loggedOutcome(deps.db, order.botId, order.sequence)),
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
