/** The prices of a close, and what they make of a bot's portfolio, so that anybody can compute its value again (docs/bots/proof.md). */
import { formulas, portfolioProof, proofPaths, rounding } from '../format.ts';
import type { PriceSourceInfo } from 'papertape-contract/price';
import type { AgentProofs, CloseProof, CloseVoiding } from 'papertape-contract/proof';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { formatFixed, moneyScale, pow10 } from '../../lib/decimal.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { allIncidents } from '../../operator/incident.sql.ts';
import type { Incident } from '../../operator/incident.ts';
import { startValue } from '../../flow/fill/fill.ts';
import { payoutsTo } from '../../flow/mark/payouts.sql.ts';
import { lastAgreedAt } from '../../flow/price/last-agreed.ts';
import { readingsKnownBy } from '../../flow/price/price.sql.ts';
import { suspendAfterMs } from '../../flow/price/suspension.ts';
import { decodeVector } from '../../flow/price/vector-text.ts';
import { markMs, windowMs } from '../../lib/time.ts';
import { paged, skipped, type Page } from '../../read/paging.ts';
import { boardOfClose } from '../../read/boards.sql.ts';
import type { Voided } from '../../read/close.ts';
import { delistingProof, portfolioAsOf, payoutProof } from './portfolio-before.ts';
import {
  earlierWindow,
  frozenPrices,
  suspendedAt,
  usedPrices,
  versionAt,
  type EarlierPrice,
  type EvidenceDeps,
} from './price-evidence-view.ts';
import { closeOf, countedOutcomes, countOutcomes, delistingsUntil, lateVectors, provedCloses } from './proof.sql.ts';

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
    : [...(versionAt(deps, close).leagues.get(league)?.symbols ?? [])];
  const { prices, windows } = await usedPrices(
    deps,
    symbols,
    { end: close, mark: close },
    ({ symbol, ...price }) => ({ symbol, window: 0, incident: null, ...price }),
    async (without, incidents) => await lastAgreed(deps, without, close, incidents),
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
  };
}

/** The last agreed price of symbols that have none at the close and are not suspended: less than 24 hours old. */
async function lastAgreed(
  { db, versions }: EvidenceDeps,
  symbols: readonly SymbolId[],
  close: Instant,
  incidents: readonly Incident[],
): Promise<Map<SymbolId, EarlierPrice>> {
  const from = close - suspendAfterMs - markMs;
  const late = await lateVectors(db, from, close, close);
  const found = lastAgreedAt({
    versions,
    symbols,
    from,
    to: close,
    rows: await readingsKnownBy(db, from - windowMs, close, close),
    late: late.map((v) => ({
      ...v,
      vector: decodeVector(v.prices),
      frozen: frozenPrices(suspendedAt(incidents, v.atMark)),
    })),
  });
  return new Map([...found].map(([symbol, { price, at }]) => [symbol, { symbol, state: 'stale', price, at }]));
}

/** What can be proved of a bot, a page of its orders at a time. */
export async function agentProofs(
  deps: EvidenceDeps,
  agent: { readonly botId: string; readonly league: string },
  at: Page,
): Promise<AgentProofs> {
  const { db } = deps;
  const total = await countOutcomes(db, agent.botId);
  const orders = await countedOutcomes(db, agent.botId, skipped(at), at.per_page);
  const incidents = await allIncidents(db);
  const delistings: AgentProofs['delistings'] = [];
  for (const d of await delistingsUntil(db, agent.botId, Number.MAX_SAFE_INTEGER)) {
    const { mark } = d;
    const priceAt = incidents.find((i) => i.kind === 'delisted' && i.about.id === d.symbol)?.priceAt ?? undefined;
    const earlier = { symbol: d.symbol, at: priceAt ?? mark };
    const windows = priceAt === undefined ? [] : [await earlierWindow(deps, earlier, mark)];
    delistings.push({ ...delistingProof(d), windows });
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
