/**
 * Verification from outside: what a service publishes of an order, a close or a whole bot, computed again from what it follows from.
 *
 * Asks the service for its public proofs and nothing else; with a reader for chains, nodes of the reader's own for every reading.
 * The rules are the pure functions of flow/: whoever trusts neither the service nor its answers reads those, or docs/bots/proof.md.
 */
import { portfolioProof, proofPaths, readPortfolio } from '../format.ts';
import type { Equity } from 'papertape-contract/bot';
import type { AgentProofs, FillProof } from 'papertape-contract/proof';
import type { Instant } from '../../lib/clock.ts';
import { priceWaitMsMax } from '../../flow/mark/queue.ts';
import { checkSince, newRecord, type BotRecord } from './bot-record.ts';
import { checkReceipt } from './check-log.ts';
import { checkHead, checkOutcome, checkTimes, portfolioFrom } from './check-fill.ts';
import { checkDelisted } from './check-mark-down.ts';
import { checkRules, inForceAt } from './check-rules.ts';
import { checkVoided } from './check-voided.ts';
import { checkUsed } from './check-window.ts';
import { checkWindows } from './check-windows.ts';
import { findIncident, suspensionsOf } from './find-incident.ts';
import { verifyClose } from './verify-close.ts';
import { priceSource, type Verifier } from './verifier.ts';

export type Target =
  | { readonly kind: 'order'; readonly orderId: string }
  | { readonly kind: 'close'; readonly league: string; readonly date: string }
  | { readonly kind: 'bot'; readonly botId: string };

export async function verify(v: Verifier, target: Target): Promise<void> {
  if (target.kind === 'order')
    await v.steps.part(`order ${target.orderId}`, () => verifyOrder(v, target.orderId, undefined));
  else if (target.kind === 'close')
    await v.steps.part(`close ${target.league} ${target.date}`, () => verifyClose(v, target.league, target.date));
  else await v.steps.part(`bot ${target.botId}`, () => verifyBot(v, target.botId));
}

/** @param record of the bot, up to this order; without it the fill before is asked for. */
async function verifyOrder(v: Verifier, orderId: string, record: BotRecord | undefined): Promise<void> {
  const { service, steps } = v;
  const proof = await service.get<FillProof>(proofPaths.fill(orderId));
  const decidedAt = Date.parse(proof.decided_at);
  steps.same('the proof is of this order', proof.order_id, orderId);
  checkHead(steps, proof, 'papertape-fill-proof/1', await priceSource(v));
  await checkReceipt(service, steps, proof);
  await checkRules(service, steps, proof.rules_version, inForceAt(proof.received_at));
  checkTimes(steps, proof);
  await v.times.seen(`order ${orderId}`, proof.seen, [Date.parse(proof.window.start), decidedAt]);
  await checkLate(v, proof);
  const windows = await checkWindows(v, proof.windows, proof.prices, proof.decided_at);
  const suspensions = await suspensionsOf(service, proof.prices);
  const { usd } = checkUsed(steps, proof.prices, windows, suspensions, { decidedAt, isClose: false });
  const start = record ?? (await recordBefore(v, proof));
  checkSince(steps, start, proof.before_from, { delistedTo: decidedAt, paidTo: decidedAt - 1 });
  const before = portfolioFrom(steps, start.portfolio, proof.before_from);
  steps.same('the fill before', proof.before_from.previous_fill, start.previousFill);
  steps.same('portfolio before', proof.before, portfolioProof(before));
  const after = checkOutcome(steps, proof, before, { usd, charges: windows[0]?.charges ?? new Map() });
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

/** Only the order of a bot that is set aside waits for longer than the limit, up to the mark before it is decided. */
async function checkLate({ service, steps }: Verifier, proof: FillProof): Promise<void> {
  const { agent_id: botId, decided_at: decidedAt, window } = proof;
  if (Date.parse(decidedAt) - Date.parse(window.end) <= priceWaitMsMax) return;
  const last = await findIncident(service, 0, ({ kind, about, at }) => {
    const isOfBot = about.kind === 'bot' && about.id === botId;
    return isOfBot && (kind === 'set_aside' || kind === 'readmitted') && Date.parse(at) < Date.parse(decidedAt);
  });
  steps.same(
    `what the log of incidents says of ${botId}, whose order waited for longer than 6 hours`,
    last?.kind,
    'set_aside',
  );
  if (last)
    steps.note(
      `The service says that it set ${botId} aside at ${last.at} (incident ${last.id}): its orders waited without a limit.`,
    );
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
