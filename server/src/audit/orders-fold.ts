/**
 * Orders and bots as the facts alone make them: the chain of each bot's receipts, and every order decided anew on the audit's own
 * portfolios.
 */
import type { Instant } from '../lib/clock.ts';
import { decodeWeights } from '../flow/fill/portfolio-text.ts';
import type { FirstFills } from '../flow/mark/mark-state.ts';
import { afterOrder, createQueue, type Priced } from '../flow/mark/queue.ts';
import { fillRow } from '../flow/mark/queue.sql.ts';
import type { Order, Weights } from '../flow/order/order.ts';
import type { AsideTimes } from '../operator/aside.ts';
import { messageOf, byCodeUnits } from '../lib/text.ts';
import { windowMs } from '../lib/time.ts';
import { orderRow } from '../flow/order/order.sql.ts';
import { receiptHash } from '../flow/order/receipt.ts';
import { windowFor } from '../flow/window/window.ts';
import type { OrderAndOutcome } from './audit.sql.ts';
import { keyOf, type Differences } from './differences.ts';
import type { FoldedBot } from './folded-bot.ts';
import type { RulesCheck } from './rules-check.ts';

export interface DecideInput {
  readonly mark: Instant;
  /** Prices of the window that started then, as known at the mark. */
  readonly pricesOf: (windowStart: Instant) => Promise<Priced>;
}

function noteFirstFill(firstFills: Map<string, Set<Instant>>, league: string, at: Instant | undefined): void {
  if (at !== undefined) firstFills.set(league, (firstFills.get(league) ?? new Set()).add(at));
}

interface FoldInput {
  readonly bots: ReadonlyMap<string, FoldedBot>;
  readonly rules: RulesCheck;
  /** When bots were set aside: a fact. */
  readonly aside: Pick<AsideTimes, 'isAside'>;
  readonly differences: Differences;
}

export function createOrdersFold(input: FoldInput) {
  const { bots, aside, differences } = input;
  /** Orders whose window has not ended, by its start. */
  const open = new Map<Instant, OrderAndOutcome[]>();
  let waiting: OrderAndOutcome[] = [];
  let firstFills = new Map<string, Set<Instant>>();
  const tally = { orders: 0, fills: 0 };

  /** Decides what is due or waits. @returns windows whose prices decided an order. */
  async function decide({ mark, pricesOf }: DecideInput): Promise<ReadonlySet<Instant>> {
    const used = new Set<Instant>();
    const due = open.get(mark - windowMs);
    if (!due && waiting.length === 0) return used;
    open.delete(mark - windowMs);
    const queue = createQueue<string>(mark);
    const still: OrderAndOutcome[] = [];
    for (const each of [...waiting, ...(due ?? []).toSorted(byBot)]) {
      const { order, held } = each;
      const bot = bots.get(order.botId);
      if (!bot) continue;
      const weights = readWeights(differences, order);
      // Until when the orders of a bot that was set aside waited is a fact.
      if (!weights || (aside.isAside(bot.id, mark) && Number(held?.at_mark) !== mark)) queue.block(bot.id);
      const asked = { ...order, weights: weights ?? new Map() };
      const decision = queue.decide(bot.id, asked, bot.now.portfolio, await pricesOf(order.windowStart));
      if (!decision) {
        still.push(each);
        continue;
      }
      used.add(order.windowStart);
      tally.fills++;
      const outcome = { order, decision, cashBefore: bot.now.portfolio.cash };
      differences.row('ledger.fills', fillRow(outcome, mark), held);
      const { firstFillAt } = bot.now;
      bot.now = afterOrder(bot.now, order, decision);
      if (firstFillAt === undefined) noteFirstFill(firstFills, order.league, bot.now.firstFillAt);
    }
    waiting = still.toSorted(byBot);
    return used;
  }

  return {
    /** Orders of one more mark, all whose window starts there: their receipts. */
    addOrders(orders: readonly OrderAndOutcome[]): void {
      tally.orders += orders.length;
      for (const [start, of] of Map.groupBy(orders, ({ order }) => order.windowStart)) open.set(start, of);
      for (const { order } of orders) checkReceipt(input, order);
    },
    decide,
    /** Bots with a scored order that came before the mark that is done now and is not decided. */
    undecided(): ReadonlySet<string> {
      const all = [...waiting, ...[...open.values()].flat()];
      return new Set(all.filter(({ order }) => !order.sandbox).map(({ order }) => order.botId));
    },
    /** Windows of the orders that wait. */
    waitingWindows: (): ReadonlySet<Instant> => new Set(waiting.map(({ order }) => order.windowStart)),
    /** Ends of the windows in which bots filled for the first time, by league, since it was asked last. */
    takeFirstFills(): FirstFills {
      const taken = firstFills;
      firstFills = new Map();
      return taken;
    },
    /** What must hold after the last mark. @returns the orders that wait legally. */
    finish(progress: Instant): readonly Order[] {
      for (const each of waiting) tally.fills += checkUndecided(differences, each, 'it waits for a price');
      for (const [start, orders] of open) {
        const isDue = start + windowMs <= progress;
        for (const each of orders) {
          const key = nameOf(each.order);
          if (isDue) differences.add('intake.orders', key, 'window_start', 'a mark of this data', start);
          tally.fills += checkUndecided(differences, each, 'its window has not ended');
        }
      }
      return waiting.map(orderOnly);
    },
    tally,
  };
}

function nameOf({ botId, sequence }: Order): string {
  return `${botId} ${sequence}`;
}

function orderOnly({ order }: OrderAndOutcome): Order {
  return order;
}

/** An order whose weights are none cannot be decided: it waits. */
function readWeights(differences: Differences, order: Order): Weights | undefined {
  try {
    return decodeWeights(order.weights);
  } catch (e) {
    differences.add('intake.orders', nameOf(order), 'weights', 'weights', messageOf(e));
    return undefined;
  }
}

/** An order that cannot be decided yet has no outcome. @returns how many it has all the same. */
function checkUndecided(differences: Differences, { order, held }: OrderAndOutcome, why: string): number {
  if (!held) return 0;
  const found = `at_mark=${held.at_mark} state=${held.state}`;
  differences.add('ledger.fills', nameOf(order), 'row', `no row: ${why}`, found);
  return 1;
}

function byBot({ order: a }: OrderAndOutcome, { order: b }: OrderAndOutcome): number {
  return byCodeUnits(a.botId, b.botId) || a.sequence - b.sequence;
}

/** The next order of its bot, in the chain of the bot's receipts. */
function checkReceipt({ bots, rules, differences }: FoldInput, order: Order): void {
  const row = orderRow(order);
  const key = keyOf('intake.orders', row);
  const bot = bots.get(order.botId);
  if (!bot) {
    differences.add('intake.orders', key, 'agent_id', 'a bot', order.botId);
    return;
  }
  const expected = {
    ...order,
    league: bot.league,
    sequence: bot.sequence + 1,
    windowStart: windowFor(order.receivedAt).start,
    previous: bot.receipt,
    receipt: receiptHash(order),
  };
  differences.row('intake.orders', orderRow(expected), row);
  rules.order(key, order.receivedAt, order.rulesVersion);
  // A break is told once, not again for all that follow.
  bot.sequence = order.sequence;
  bot.receipt = order.receipt;
}
