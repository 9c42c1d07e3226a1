/**
 * Verification from outside: what a service publishes of an order, a close or a whole bot, computed again from what it follows from.
 *
 * Asks the service for its public proofs and nothing else; with a reader for chains, nodes of the reader's own for every reading.
 * The rules are the pure functions of flow/: whoever trusts neither the service nor its answers reads those, or docs/bots/proof.md.
 */
import { portfolioProof, proofPaths, readPortfolio } from '../format.ts';
import type { Equity } from 'papertape-contract/bot';
import type {
  AgentProofs,
  CloseProof,
  FillProof,
  PortfolioOrigin,
  UsedPrice,
  WindowProof,
} from 'papertape-contract/proof';
import type { StatusView } from 'papertape-contract/status';
import { iso, type Instant } from '../../lib/clock.ts';
import { formatFixed, moneyScale } from '../../lib/decimal.ts';
import { closePrices, valuePortfolio } from '../../flow/close/close.ts';
import type { Portfolio } from '../../flow/fill/fill.ts';
import { startPortfolio } from '../../flow/mark/portfolio.ts';
import { valueCents } from '../../flow/rank/rank.ts';
import { windowMs } from '../../lib/time.ts';
import { checkReceipt, readMarks } from './check-log.ts';
import { checkHead, checkOutcome, checkTimes, portfolioFrom } from './check-fill.ts';
import { checkDelisted, type CheckedWindow } from './check-mark-down.ts';
import { checkRules, inForceAt, inForceFromMark } from './check-rules.ts';
import { checkVoided } from './check-voided.ts';
import { checkMarket } from './check-market.ts';
import { checkUsed, checkWindow, readAtMarks } from './check-window.ts';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';

/** Reads on chain what a window rests on; see sources/onchain/reread.ts. */
export type Reread = (windows: readonly WindowProof[], steps: Steps) => Promise<void>;

export interface Verifier {
  readonly service: Service;
  readonly steps: Steps;
  /** Absent: readings are taken as they are. */
  readonly reread?: Reread | undefined;
}

export type Target =
  | { readonly kind: 'order'; readonly orderId: string }
  | { readonly kind: 'close'; readonly league: string; readonly date: string }
  | { readonly kind: 'bot'; readonly botId: string };

/** What a bot's record has come to, on the way through it. */
interface BotRecord {
  portfolio: Portfolio;
  previousFill: string | null;
  /** When the portfolio last changed by a fill. */
  changedAt: Instant;
  /** All delistings and payouts of the bot, as the service lists them; undefined where they were not asked for. */
  readonly listed: Pick<AgentProofs, 'delistings' | 'payouts'> | undefined;
  sequence: number;
  receipt: string | undefined;
}

/** Of a bot before its first order. */
const newRecord = {
  portfolio: startPortfolio.portfolio,
  previousFill: null,
  changedAt: 0,
  sequence: 0,
  receipt: undefined,
} as const;

export async function verify(v: Verifier, target: Target): Promise<void> {
  if (target.kind === 'order')
    await v.steps.part(`order ${target.orderId}`, () => verifyOrder(v, target.orderId, undefined));
  else if (target.kind === 'close')
    await v.steps.part(`close ${target.league} ${target.date}`, () => verifyClose(v, target.league, target.date));
  else await v.steps.part(`bot ${target.botId}`, () => verifyBot(v, target.botId));
}

async function status({ service }: Verifier): Promise<StatusView> {
  return await service.get<StatusView>('/api/status');
}

/** @param record of the bot, up to this order; without it the fill before is asked for. */
async function verifyOrder(v: Verifier, orderId: string, record: BotRecord | undefined): Promise<void> {
  const { service, steps } = v;
  const proof = await service.get<FillProof>(proofPaths.fill(orderId));
  const { price_source: source, incidents } = await status(v);
  const decidedAt = Date.parse(proof.decided_at);
  steps.same('the proof is of this order', proof.order_id, orderId);
  checkHead(steps, proof, 'papertape-fill-proof/1', source);
  await checkReceipt(service, steps, proof);
  await checkRules(service, steps, proof.rules_version, inForceAt(proof.received_at));
  checkTimes(steps, proof);
  const windows = await checkWindows(v, proof.windows, proof.prices, proof.decided_at);
  const { usd } = checkUsed(steps, proof.prices, windows, incidents, false);
  const start = record ?? (await recordBefore(v, proof));
  checkSince(steps, start, proof.before_from, { delistedTo: decidedAt, paidTo: decidedAt - 1 });
  const before = portfolioFrom(steps, start.portfolio, proof.before_from);
  steps.same('the fill before', proof.before_from.previous_fill, start.previousFill);
  steps.same('portfolio before', proof.before, portfolioProof(before));
  const after = checkOutcome(steps, proof, before, usd, windows[0]?.charges ?? new Map());
  if (!record) return;
  if (record.sequence + 1 === proof.receipt.sequence && record.receipt !== undefined)
    steps.same('the receipt follows the one before', proof.receipt.previous, record.receipt);
  steps.same('orders stand in the order of their receipts', proof.receipt.sequence > record.sequence, true);
  record.sequence = proof.receipt.sequence;
  record.receipt = proof.receipt.hash;
  if (proof.state !== 'filled') return;
  record.portfolio = after;
  record.previousFill = orderId;
  record.changedAt = decidedAt;
}

/** What the fill before left, by its own proof; that one is checked only as far as its portfolio. */
async function recordBefore({ service, steps }: Verifier, proof: FillProof): Promise<BotRecord> {
  const { previous_fill: id, delistings, payouts } = proof.before_from;
  const isChanged = delistings.length + payouts.length > 0;
  const listed = isChanged
    ? await service.get<AgentProofs>(`${proofPaths.agent(proof.agent_id)}?page=1&per_page=1`)
    : undefined;
  if (id === null) return { ...newRecord, listed };
  const previous = await service.get<FillProof>(proofPaths.fill(id));
  steps.same('the fill before is of the same bot', previous.agent_id, proof.agent_id);
  steps.same('the fill before is a fill that counts', [previous.state, previous.sandbox], ['filled', false]);
  steps.same('the fill before came first', previous.receipt.sequence < proof.receipt.sequence, true);
  return {
    ...newRecord,
    listed,
    changedAt: Date.parse(previous.decided_at),
    portfolio: readPortfolio(previous.after),
    previousFill: previous.order_id,
  };
}

/** @param used which symbols each window is for. @param knownAt when the prices were used. */
async function checkWindows(
  v: Verifier,
  windows: readonly WindowProof[],
  used: readonly Pick<UsedPrice, 'symbol' | 'state' | 'window' | 'mark_down'>[],
  knownAt: string,
): Promise<CheckedWindow[]> {
  const { service, steps, reread } = v;
  const checked: CheckedWindow[] = [];
  for (const [i, w] of windows.entries()) {
    const end = Date.parse(w.window.end);
    const late = readAtMarks(w).filter((mark) => Date.parse(mark) > end || Date.parse(mark) < end - windowMs);
    const usedAt = i === 0 && Date.parse(knownAt) > end ? [knownAt] : [];
    const marks = await readMarks(service, steps, end - windowMs, end, [...late, ...usedAt]);
    if (i === 0) await steps.part(`market of ${knownAt}`, () => checkMarket(service, steps, w, marks));
    // Stale symbols stand in the first window, too: that they had no agreed price in it is part of the proof.
    const of = used
      .filter((u) => {
        const { since_window, read } = u.mark_down ?? {};
        return [u.window, since_window, read?.window].includes(i) || (i === 0 && u.state === 'stale');
      })
      .map((u) => u.symbol);
    checked.push(checkWindow(steps, w, marks, of, knownAt));
  }
  await reread?.(windows, steps);
  return checked;
}

async function verifyClose(
  v: Verifier,
  league: string,
  date: string,
  record?: BotRecord,
  botId?: string,
): Promise<void> {
  const { service, steps } = v;
  const proof = await service.get<CloseProof>(proofPaths.close(league, date, botId));
  const { price_source: source, incidents } = await status(v);
  const close = Date.parse(date);
  const name = botId === undefined ? `close ${league} ${date}` : `close ${date}`;
  steps.same(`${name} is the one that was asked for`, [proof.league, proof.date], [league, date]);
  checkHead(steps, proof, 'papertape-close-proof/1', source);
  steps.same(`instant of ${name}`, proof.close, iso(close));
  await checkVoided(service, steps, name, { league, close }, proof.voided);
  if (proof.voided)
    steps.note(`The operator voided ${name} at ${proof.voided.at} (${proof.voided.reason}): it counts for nothing.`);
  await checkRules(service, steps, proof.rules_version, inForceFromMark(proof.close));
  const [own] = proof.windows;
  const window = { start: iso(close - windowMs), end: iso(close) };
  steps.same(`${name} is priced over the half hour before it`, own?.window, window);
  steps.same(`${name} was made when it was due`, own?.known_at, iso(close));
  steps.same('links', proof.links, { mark: proofPaths.mark(iso(close)) });
  const windows = await checkWindows(v, proof.windows, proof.prices, iso(close));
  const { usd, stale } = checkUsed(steps, proof.prices, windows, incidents, true);
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
  const computed = valuePortfolio(portfolio.cash, portfolio.holdings, closePrices(usd, stale, close));
  steps.same(`value at ${name}`, bot.value, formatFixed(computed.value, moneyScale));
  steps.same(`is the value at ${name} stale?`, bot.stale, computed.stale);
  const equity = await service.get<Equity>(`/api/agents/${botId}/equity`);
  const point = equity.points.find((p) => p.date === date);
  const counted = proof.voided === null ? valueCents(computed.value) / 100 : undefined;
  steps.same(`value at ${name} as it is published`, point?.value_usd, counted);
}

const perPage = 100;

async function verifyBot(v: Verifier, botId: string): Promise<void> {
  const { service, steps } = v;
  const pages: AgentProofs[] = [];
  for (let page = 1; page === 1 || page <= (pages[0]?.pages ?? 0); page++)
    pages.push(await service.get<AgentProofs>(`${proofPaths.agent(botId)}?page=${page}&per_page=${perPage}`));
  const [list] = pages;
  if (!list) throw new Error('there is no list');
  const orders = pages.flatMap((p) => p.orders);
  steps.same('the list is of this bot', list.agent_id, botId);
  steps.same('all orders are listed', orders.length, list.total);
  for (const [i, p] of pages.entries()) {
    const expected = [i + 1, perPage, Math.max(1, Math.ceil(list.total / perPage)), list.total];
    steps.same(`page ${i + 1} of the list`, [p.page, p.per_page, p.pages, p.total], expected);
  }
  steps.same('every bot starts with $100,000', list.start_value_usd, 100_000);
  for (const o of orders) steps.same(`link of ${o.order_id}`, o.proof, proofPaths.fill(o.order_id));
  for (const { date, voided, proof } of list.closes) {
    steps.same(`link of the close ${date}`, proof, proofPaths.close(list.league, date, botId));
    await checkVoided(
      service,
      steps,
      `the close ${date} of the list`,
      { league: list.league, close: Date.parse(date) },
      voided,
    );
  }
  await checkClosesListed(v, list);
  for (const d of list.delistings) await steps.part(`delisting of ${d.symbol}`, async () => await checkDelisting(v, d));

  const record: BotRecord = { ...newRecord, listed: list };
  const closes = list.closes.map((c) => c.date);
  const closeUntil = async (decidedAt: Instant): Promise<void> => {
    // Orders that are decided at the mark of a close come before it.
    while (closes[0] !== undefined && Date.parse(closes[0]) < decidedAt) {
      const date = closes.shift() ?? '';
      await steps.part(`close ${date}`, () => verifyClose(v, list.league, date, record, botId));
    }
  };
  for (const o of orders) {
    const decidedAt = Date.parse(o.decided_at);
    await closeUntil(decidedAt);
    steps.note(`Order ${o.order_id}`);
    await steps.part(`order ${o.order_id}`, async () => {
      const proof = await service.get<FillProof>(proofPaths.fill(o.order_id));
      const stated = [o.sequence, o.state, o.decided_at, botId, list.league];
      const computed = [proof.receipt.sequence, proof.state, proof.decided_at, proof.agent_id, proof.league];
      steps.same(`the list says of ${o.order_id} what its proof says`, stated, computed);
      await verifyOrder(v, o.order_id, record);
    });
  }
  await closeUntil(Number.POSITIVE_INFINITY);
}

/** What the service lists of a bot and what stands in the proof of one portfolio must be the same delistings and payouts. */
function checkSince(
  steps: Steps,
  { listed, changedAt }: BotRecord,
  stated: PortfolioOrigin,
  /** A mark delists before it fills, and pays after that. */
  { delistedTo, paidTo }: { readonly delistedTo: Instant; readonly paidTo: Instant },
): void {
  if (!listed) return;
  const delistings = listed.delistings
    .filter((d) => Date.parse(d.at) > changedAt && Date.parse(d.at) <= delistedTo)
    .map(({ at, symbol, units, price, cash }) => ({ at, symbol, units, price, cash }));
  if (stated.delistings.length + delistings.length > 0)
    steps.same('delistings since the fill before', stated.delistings, delistings);
  const payouts = listed.payouts.filter((p) => Date.parse(p.at) >= changedAt && Date.parse(p.at) <= paidTo);
  if (stated.payouts.length + payouts.length > 0) steps.same('payouts since the fill before', stated.payouts, payouts);
}

async function checkDelisting(v: Verifier, d: AgentProofs['delistings'][number]): Promise<void> {
  const { symbol, mark_down } = d;
  const used = [{ symbol, state: 'frozen', window: 0, mark_down }] as const;
  checkDelisted(v.steps, d, await checkWindows(v, d.windows, used, d.at));
}

async function checkClosesListed({ service, steps }: Verifier, list: AgentProofs): Promise<void> {
  const equity = await service.get<Equity>(`/api/agents/${list.agent_id}/equity`);
  const published = equity.points.map((p) => p.date);
  const counted = list.closes.filter((c) => c.voided === null).map((c) => c.date);
  steps.same('closes that count are listed', counted, published);
}
