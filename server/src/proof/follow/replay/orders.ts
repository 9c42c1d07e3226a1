/** The outcomes of a mark, decided again: each order from what its proof says, when that has the receipt that the log had before its window. */
import type { FillProof } from 'papertape-contract/proof';
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { iso, type Instant } from '../../../lib/clock.ts';
import { byCodeUnits } from '../../../lib/text.ts';
import { windowMs } from '../../../lib/time.ts';
import { decideFill } from '../../../flow/fill/fill.ts';
import { decodeWeights } from '../../../flow/fill/portfolio-text.ts';
import { outcomeEntry } from '../../../flow/mark/entries.ts';
import type { MarkState } from '../../../flow/mark/mark-state.ts';
import { afterOrder, createQueue } from '../../../flow/mark/queue.ts';
import { fillRow } from '../../../flow/mark/queue.sql.ts';
import { windowFor } from '../../../flow/window/window.ts';
import { checkOutcome } from '../../check/check-fill.ts';
import type { Steps } from '../../check/steps.ts';
import type { Book, OpenOrder } from '../book.ts';
import { receiptOf } from './facts.ts';
import type { ReplayedBot, ReplayState } from './state.ts';

export interface DecideInput {
  readonly state: ReplayState;
  readonly steps: Steps;
  readonly marks: MarkState;
  readonly mark: Instant;
  /** As it was before the mark. */
  readonly book: Book;
  readonly isFollowed: (league: string) => boolean;
  /** Outcomes that the log has at this mark, by bot and sequence, and what is published of them. */
  readonly logged: ReadonlyMap<string, LogEntryOf<'outcome'>>;
  readonly proofs: ReadonlyMap<string, FillProof>;
  /** Bots that the log says are set aside at the mark: their orders wait, whatever their prices. */
  readonly aside: ReadonlySet<string>;
}

export const orderKey = (botId: string, sequence: number): string => `${botId} ${sequence}`;

interface Due {
  readonly bot: ReplayedBot;
  readonly order: OpenOrder;
}

/** @returns the entries that must be there, and the ends of the windows of first fills by league. */
export async function decideOrders(
  input: DecideInput,
): Promise<{ readonly entries: string[]; readonly firstFills: Map<string, Set<Instant>> }> {
  const { steps, marks, mark, logged, proofs, aside } = input;
  const entries: string[] = [];
  const firstFills = new Map<string, Set<Instant>>();
  const queue = createQueue<string>(mark);
  const blocked = new Set<string>();
  for (const { bot, order } of dueOrders(input)) {
    const found = logged.get(orderKey(bot.id, order.sequence));
    const proof = found && proofs.get(found.order_id);
    if (!found || !proof) {
      if (!blocked.has(bot.id) && !aside.has(bot.id)) {
        const { usd: prices, charges } = await marks.pricesOver(order.windowStart, mark);
        bot.waited.push({ mark, prices, charges, portfolio: bot.now.portfolio });
      }
      blocked.add(bot.id);
      queue.block(bot.id);
      continue;
    }
    const priced = await marks.pricesOver(order.windowStart, mark);
    const what = `order ${order.sequence} of ${bot.id}`;
    checkOrder(steps, what, bot, order, proof);
    const weights = decodeWeights(proof.weights_text);
    const asked = { windowStart: order.windowStart, weights, sandbox: false };
    const decision = queue.decide(bot.id, asked, bot.now.portfolio, priced);
    checkWaited(steps, what, bot, weights);
    if (!decision) {
      steps.differs(`outcome of ${what}`, iso(mark), 'none yet: it waits');
      continue;
    }
    const { sequence, windowStart } = order;
    const { orderId, league } = { orderId: proof.order_id, league: bot.league };
    const row = fillRow(
      {
        order: { orderId, botId: bot.id, sequence, league, sandbox: false, windowStart },
        decision,
        cashBefore: bot.now.portfolio.cash,
      },
      mark,
    );
    entries.push(outcomeEntry(row));
    checkOutcome(steps, proof, bot.now.portfolio, priced);
    steps.same(`mark at which ${what} was decided, as it is published`, proof.decided_at, iso(mark));
    const isIdle = bot.now.firstFillAt === undefined;
    bot.now = afterOrder(bot.now, asked, decision);
    if (isIdle && bot.now.firstFillAt !== undefined)
      firstFills.set(league, new Set([...(firstFills.get(league) ?? []), bot.now.firstFillAt]));
  }
  return { entries, firstFills };
}

/** Orders whose windows are over, in the order in which they are decided: those that waited, then league by league. */
function dueOrders({ state, book, mark, isFollowed }: DecideInput): Due[] {
  const due: Due[] = [];
  for (const botId of book.waiting) {
    const bot = state.bots.get(botId);
    if (!bot || !isFollowed(bot.league)) continue;
    for (const order of book.bots.get(botId)?.open ?? [])
      if (order.windowStart + windowMs <= mark) due.push({ bot, order });
  }
  const key = ({ bot, order }: Due): string => (order.windowStart + windowMs < mark ? '' : bot.league);
  return due.sort(
    (a, b) => byCodeUnits(key(a), key(b)) || byCodeUnits(a.bot.id, b.bot.id) || a.order.sequence - b.order.sequence,
  );
}

function checkOrder(steps: Steps, what: string, bot: ReplayedBot, order: OpenOrder, proof: FillProof): void {
  const stated = [proof.agent_id, proof.league, proof.sandbox, proof.receipt.sequence];
  steps.same(`${what}, by its proof`, stated, [bot.id, bot.league, false, order.sequence]);
  steps.same(
    `receipt of ${what}, which the log had before its window`,
    receiptOf(proof, order.previous),
    order.receipt,
  );
  const { start } = windowFor(Date.parse(proof.received_at));
  steps.same(`window of the arrival of ${what}`, iso(order.windowStart), iso(start));
}

/** At none of the marks at which it had no outcome could the order have been decided. */
function checkWaited(steps: Steps, what: string, bot: ReplayedBot, weights: ReturnType<typeof decodeWeights>): void {
  for (const { mark, prices, charges, portfolio } of bot.waited) {
    const { outcome } = decideFill(weights, portfolio, prices, charges);
    steps.same(`what ${what} did at ${iso(mark)}`, 'waiting', outcome);
  }
  bot.waited = [];
}
