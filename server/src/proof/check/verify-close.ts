/** A close: its prices, and what they make of the portfolio of one bot. */
import type { Board } from 'papertape-contract/board';
import type { Equity } from 'papertape-contract/bot';
import type { CloseProof } from 'papertape-contract/proof';
import { iso } from '../../lib/clock.ts';
import { formatFixed, moneyScale } from '../../lib/decimal.ts';
import { closePrices, valuePortfolio } from '../../flow/close/close.ts';
import { valueCents } from '../../flow/rank/rank.ts';
import { windowMs } from '../../lib/time.ts';
import { portfolioProof, proofPaths } from '../format.ts';
import { checkSince, type BotRecord } from './bot-record.ts';
import { checkHead, portfolioFrom } from './check-fill.ts';
import { checkRules, inForceFromMark } from './check-rules.ts';
import { checkVoided } from './check-voided.ts';
import { checkUsed } from './check-window.ts';
import { checkWindows } from './check-windows.ts';
import { findIncident, suspensionsOf } from './find-incident.ts';
import { priceSource, type Verifier } from './verifier.ts';

export async function verifyClose(
  v: Verifier,
  league: string,
  date: string,
  record?: BotRecord,
  botId?: string,
): Promise<void> {
  const { service, steps } = v;
  const proof = await service.get<CloseProof>(proofPaths.close(league, date, botId));
  const close = Date.parse(date);
  const name = botId === undefined ? `close ${league} ${date}` : `close ${date}`;
  steps.same(`${name} is the one that was asked for`, [proof.league, proof.date], [league, date]);
  checkHead(steps, proof, 'papertape-close-proof/1', await priceSource(v));
  steps.same(`instant of ${name}`, proof.close, iso(close));
  await checkVoided(service, steps, name, { league, close }, proof.voided);
  if (proof.voided)
    steps.note(`The operator voided ${name} at ${proof.voided.at} (${proof.voided.reason}): it counts for nothing.`);
  await checkRules(service, steps, proof.rules_version, inForceFromMark(proof.close));
  if (proof.voided === null) await checkSeen(v, name, league, date);
  const [own] = proof.windows;
  const window = { start: iso(close - windowMs), end: iso(close) };
  steps.same(`${name} is priced over the half hour before it`, own?.window, window);
  steps.same(`${name} was made when it was due`, own?.known_at, iso(close));
  steps.same('links', proof.links, { mark: proofPaths.mark(iso(close)) });
  const windows = await checkWindows(v, proof.windows, proof.prices, iso(close));
  const suspensions = await suspensionsOf(service, proof.prices);
  const { usd, stale } = checkUsed(steps, proof.prices, windows, suspensions, { decidedAt: close, isClose: true });
  if (!record || botId === undefined) {
    steps.same(`${name} has no bot's part`, proof.bot, null);
    return;
  }
  const { bot } = proof;
  if (!bot) throw new Error('the part of the bot is missing');
  steps.same(`${name} is of this bot`, bot.agent_id, botId);
  steps.same('the fill before', bot.portfolio_from.previous_fill, record.previousFill);
  checkSince(steps, record, bot.portfolio_from, { delistedTo: close, paidTo: close });
  const portfolio = portfolioFrom(steps, record.portfolio, bot.portfolio_from);
  steps.same(`portfolio at ${name}`, bot.portfolio, portfolioProof(portfolio));
  const symbols = [...portfolio.holdings.keys()].toSorted();
  steps.same(
    `prices are given of what is held at ${name}`,
    proof.prices.map((p) => p.symbol),
    symbols,
  );
  const kept = await findIncident(
    service,
    close,
    (i) => i.kind === 'value_kept' && i.about.id === botId && i.at === iso(close),
  );
  steps.same(`whether its value was kept at ${name}, as the log of incidents has it`, bot.value_kept, kept?.id ?? null);
  if (kept)
    steps.note(`The service says that it could not value ${botId} at ${name}: it keeps its value of the close before.`);
  const computed = kept
    ? { value: record.value, stale: true }
    : valuePortfolio(portfolio.cash, portfolio.holdings, closePrices(usd, stale, close));
  steps.same(`value at ${name}`, bot.value, formatFixed(computed.value, moneyScale));
  steps.same(`is the value at ${name} stale?`, bot.stale, computed.stale);
  const equity = await service.get<Equity>(`/api/agents/${botId}/equity`);
  const point = equity.points.find((p) => p.date === date);
  if (proof.voided === null) record.value = computed.value;
  const counted = proof.voided === null ? valueCents(computed.value) / 100 : undefined;
  steps.same(`value at ${name} as it is published`, point?.value_usd, counted);
}

/** The board of the close says when its mark was done and seen. */
async function checkSeen({ service, times }: Verifier, name: string, league: string, date: string): Promise<void> {
  const path = `/api/leaderboard?league=${league}&as_of=${date}&per_page=1`;
  await times.seen(name, [(await service.get<Board>(path)).seen], [Date.parse(date)]);
}
