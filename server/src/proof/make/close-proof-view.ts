/** The prices of a close, and what they make of a bot's portfolio, so that anybody can compute its value again (docs/bots/proof.md). */
import { formulas, portfolioProof, proofPaths, rounding } from '../format.ts';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { AgentProofs, CloseProof, CloseVoiding, WindowProof } from 'papertape-contract/proof';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { formatFixed, moneyScale, pow10 } from '../../lib/decimal.ts';
import { startValue } from '../../flow/fill/fill.ts';
import { payoutsTo } from '../../flow/mark/payouts.sql.ts';
import { staleAt } from '../../flow/price/price.sql.ts';
import { keptAt } from '../../operator/incident.sql.ts';
import { paged, type Page } from '../../read/paging.ts';
import { boardOfClose } from '../../read/boards.sql.ts';
import type { Voided } from '../../read/close.ts';
import { delistingProof, portfolioAsOf, payoutProof } from './portfolio-before.ts';
import { marketOver, staleProof, usedPrices, type EvidenceDeps } from './price-evidence-view.ts';
import { closeOf, countedOutcomes, countOutcomes, delistingsUntil, provedCloses } from './proof.sql.ts';

/** @returns undefined when the league had no such close, or the bot was not in it. */
export async function closeProof(
  deps: EvidenceDeps,
  league: string,
  close: Instant,
  botId: string | undefined,
  priceSource: PriceSourceInfo,
): Promise<CloseProof | undefined> {
  const found = await boardOfClose(deps.db, league, close);
  if (!found) return undefined;
  const bot = botId === undefined ? undefined : await botPart(deps, league, close, botId);
  if (botId !== undefined && !bot) return undefined;
  const symbols = bot
    ? Object.keys(bot.portfolio.holdings)
    : [...(marketOver(deps, close).leagues.get(league)?.symbols ?? [])];
  const { prices, windows } = await usedPrices(
    deps,
    symbols,
    { end: close, mark: close },
    ({ symbol, ...price }) => ({ symbol, window: 0, incident: null, mark_down: null, ...price }),
    await staleAt(deps.db, close),
  );
  return {
    format: 'papertape-close-proof/1',
    league,
    date: isoDate(close),
    close: iso(close),
    voided: closeVoiding(found.voided),
    rules_version: found.board.rulesVersion,
    prices,
    windows,
    bot: bot ?? null,
    formulas,
    rounding: [...rounding],
    price_source: priceSource,
    links: { mark: proofPaths.mark(iso(close)) },
  };
}

async function botPart(
  { db }: EvidenceDeps,
  league: string,
  close: Instant,
  botId: string,
): Promise<NonNullable<CloseProof['bot']> | undefined> {
  const row = await closeOf(db, botId, close);
  if (row?.league !== league) return undefined;
  const { portfolio, origin } = await portfolioAsOf(db, botId, close);
  return {
    agent_id: botId,
    portfolio: portfolioProof(portfolio),
    portfolio_from: origin,
    value: formatFixed(row.value, moneyScale),
    stale: row.stale,
    value_kept: (await keptAt(db, botId, close)) ?? null,
  };
}

/** What can be proved of a bot, a page of its orders at a time. */
export async function agentProofs(
  deps: EvidenceDeps,
  agent: { readonly botId: string; readonly league: string },
  at: Page,
): Promise<AgentProofs> {
  const { db } = deps;
  const total = await countOutcomes(db, agent.botId);
  const orders = await countedOutcomes(db, agent.botId, at);
  const delistings: AgentProofs['delistings'] = [];
  for (const d of await delistingsUntil(db, agent.botId, Number.MAX_SAFE_INTEGER)) {
    const valued = (await staleAt(db, d.mark)).get(d.symbol);
    const windows: WindowProof[] = [];
    const of = valued && (await staleProof(deps, windows, { symbol: d.symbol, at: valued.priceAt, valued }, d.mark));
    delistings.push({ ...delistingProof(d), usd: of?.usd ?? null, mark_down: of?.mark_down ?? null, windows });
  }
  return {
    agent_id: agent.botId,
    league: agent.league,
    start_value_usd: Number(startValue / pow10(moneyScale)),
    ...paged(at, total),
    orders: orders.map((o) => ({
      order_id: o.orderId,
      sequence: o.sequence,
      state: o.state,
      decided_at: iso(o.atMark),
      proof: proofPaths.fill(o.orderId),
    })),
    delistings,
    payouts: (await payoutsTo(db, agent.botId, Number.MAX_SAFE_INTEGER)).map(payoutProof),
    closes: (await provedCloses(db, agent.botId)).map((c) => {
      const date = isoDate(c.close);
      return { date, voided: closeVoiding(c.voided), proof: proofPaths.close(agent.league, date, agent.botId) };
    }),
  };
}

function closeVoiding(voided: Voided | undefined): CloseVoiding | null {
  return voided ? { at: iso(voided.atMark), reason: voided.reason } : null;
}
