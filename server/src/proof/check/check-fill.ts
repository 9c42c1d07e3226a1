/** An order's outcome, decided again from its weights, the prices of its window and the portfolio before. */
import { formulas, portfolioProof, proofPaths, rounding, tradeProof } from '../format.ts';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { FillProof, PortfolioOrigin } from 'papertape-contract/proof';
import { iso } from '../../lib/clock.ts';
import { countedAmount, formatFixed, moneyScale, parseFixed, priceScale, unitsScale } from '../../lib/decimal.ts';
import { delistHolding } from '../../flow/fill/delist.ts';
import { outcomeText } from '../../flow/mark/entries.ts';
import { priceWaitMsMax, rejection, type Priced } from '../../flow/mark/queue.ts';
import { fillRow } from '../../flow/mark/queue.sql.ts';
import { decideFill, type Portfolio } from '../../flow/fill/fill.ts';
import { decodeWeights } from '../../flow/fill/portfolio-text.ts';
import { markMs } from '../../lib/time.ts';
import { windowFor } from '../../flow/window/window.ts';
import type { Steps } from './steps.ts';

/** What stands at the head of a proof: formulas, rounding, the price source. */
export function checkHead(
  steps: Steps,
  proof: { format: string; formulas: unknown; rounding: unknown; price_source: PriceSourceInfo },
  format: string,
  source: PriceSourceInfo,
): void {
  steps.same('format of the proof', proof.format, format);
  steps.same('formulas are those that this program knows', proof.formulas, formulas);
  steps.same('rules of rounding are those that this program knows', proof.rounding, rounding);
  steps.same('price source', proof.price_source, source);
}

export function checkTimes(steps: Steps, proof: FillProof): void {
  const { start, end } = windowFor(Date.parse(proof.received_at));
  steps.same('window of the arrival', proof.window, { start: iso(start), end: iso(end) });
  const decided = Date.parse(proof.decided_at);
  const [own] = proof.windows;
  steps.same('the prices are those of the window', own?.window, proof.window);
  steps.same('the prices were made when the order was decided', own?.known_at, proof.decided_at);
  steps.same('it was decided at a mark, when its window was over', decided >= end && decided % markMs === 0, true);
  const links = {
    receipt: proofPaths.receipt(proof.order_id),
    mark: proofPaths.mark(proof.window.start),
    previous_fill: proof.before_from.previous_fill && proofPaths.fill(proof.before_from.previous_fill),
  };
  steps.same('links', proof.links, links);
}

/** The portfolio that follows from the fill before, and the delistings and payouts since. */
export function portfolioFrom(steps: Steps, after: Portfolio, origin: PortfolioOrigin): Portfolio {
  let portfolio = after;
  for (const d of origin.delistings) {
    const out = delistHolding(portfolio, d.symbol, parseFixed(d.price, priceScale));
    const computed = { units: formatFixed(out.units, unitsScale), cash: formatFixed(out.cash, moneyScale) };
    steps.same(`delisting of ${d.symbol} at ${d.at}`, { units: d.units, cash: d.cash }, computed);
    portfolio = out.portfolio;
  }
  for (const p of origin.payouts) {
    const cash = portfolio.cash + parseFixed(p.cash, moneyScale);
    steps.same(`the payout ${p.room}/${p.id} takes no more than there is`, cash >= 0n, true);
    portfolio = { ...portfolio, cash: countedAmount(cash) };
  }
  return portfolio;
}

export function checkOutcome(steps: Steps, proof: FillProof, before: Portfolio, { usd, charges }: Priced): Portfolio {
  const weights = decodeWeights(proof.weights_text);
  const wanted = [...new Set([...weights.keys(), ...before.holdings.keys()])].toSorted();
  steps.same(
    'prices are given of what is held and wanted',
    proof.prices.map((p) => p.symbol),
    wanted,
  );
  const decision = decideFill(weights, before, usd, charges);
  const filled = decision.outcome === 'filled';
  steps.same('outcome', proof.state, filled ? 'filled' : 'rejected');
  const money = (x: bigint): string => formatFixed(x, moneyScale);
  if (filled) {
    const trades = decision.trades.map(tradeProof);
    steps.same('number of trades', proof.trades.length, trades.length);
    for (const [i, t] of trades.entries()) steps.same(`trade ${i + 1}: ${t.side} ${t.symbol}`, proof.trades[i], t);
    steps.same('value before', proof.value_before, money(decision.valueBefore));
    steps.same('value after', proof.value_after, money(decision.valueAfter));
    steps.same('reason of a rejection', [proof.reason_code, proof.rejection], [null, null]);
  } else {
    const [code, detail] = rejection(decision);
    const none = { price: null, second_price: null, bps: null, reason: null };
    const why = { ...none, ...(JSON.parse(detail) as Record<string, string>) };
    steps.same('reason of the rejection', [proof.reason_code, proof.rejection], [code, why]);
    steps.same('a rejected order trades nothing', proof.trades.length, 0);
    steps.same('a rejected order has no value', [proof.value_before, proof.value_after], [null, null]);
    const waited = Date.parse(proof.decided_at) - Date.parse(proof.window.end);
    if (decision.outcome === 'waiting') steps.same('it waited 6 hours for a price', waited >= priceWaitMsMax, true);
  }
  const { order_id: orderId, agent_id: botId, receipt, league, sandbox } = proof;
  const order = {
    orderId,
    botId,
    sequence: receipt.sequence,
    league,
    sandbox,
    windowStart: Date.parse(proof.window.start),
  };
  const row = fillRow({ order, decision, cashBefore: before.cash }, Date.parse(proof.decided_at));
  steps.same('outcome, as the public log has it hashed', proof.outcome_text, outcomeText(row));
  const after = filled ? decision.portfolio : before;
  steps.same('portfolio after', proof.after, portfolioProof(after));
  return after;
}
