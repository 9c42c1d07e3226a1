/**
 * Orders and bots as the facts alone make them: the chain of each bot's receipts, the root of each mark, and every order decided anew
 * on the audit's own portfolios.
 */
import type { Instant } from '../lib/clock.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { MarkRootsTable } from '../storage/database.ts';
import type { FillDecision } from '../flow/fill/fill.ts';
import { decodeWeights } from '../flow/fill/portfolio-text.ts';
import { afterOrder, createQueue } from '../flow/mark/queue.ts';
import { outcomeFields } from '../flow/mark/queue.sql.ts';
import type { Weights } from '../flow/order/order.ts';
import type { ReadAtMark } from '../flow/order/merkle.ts';
import type { UsdPrices } from '../flow/price/usd.ts';
import { windowMs } from '../lib/time.ts';
import type { OrderRow } from './audit.sql.ts';
import { message, type Differences, type Fields } from './differences.ts';
import { keyOf, type FoldedBot } from './folded-bot.ts';
import { createReceipts } from './receipts.ts';
import type { RulesCheck } from './rules-check.ts';

const none: readonly OrderRow[] = [];

export interface DecideInput {
  readonly mark: Instant;
  readonly isCad: (symbol: SymbolId) => boolean;
  /** Prices of the window that started then, as known at the mark. */
  readonly pricesOf: (windowStart: Instant) => Promise<UsdPrices>;
}

export interface OrdersFold {
  /** Orders of one more mark (all whose window starts there): their receipts. */
  addOrders(rows: readonly OrderRow[]): void;
  /** The root of the mark, of the orders added for it. @param atMark all that was read at the mark. */
  checkRoot(mark: Instant, found: MarkRootsTable | undefined, atMark: readonly ReadAtMark[]): void;
  /** Decides what is due or waits. @returns windows whose prices decided an order. */
  decide(input: DecideInput): Promise<ReadonlySet<Instant>>;
  /** Windows of the orders that wait. */
  waitingWindows(): ReadonlySet<Instant>;
  /** Ends of the windows in which bots filled for the first time, by league, since it was asked last. */
  takeFirstFills(): ReadonlyMap<string, ReadonlySet<Instant>>;
  /** What must hold after the last mark. @returns keys of the orders that wait legally. */
  finish(progress: Instant): readonly OrderRow[];
  readonly tally: { orders: number; fills: number };
}

export function createOrdersFold(
  bots: ReadonlyMap<string, FoldedBot>,
  rules: RulesCheck,
  differences: Differences,
): OrdersFold {
  /** Orders whose window has not ended, by its start. */
  const open = new Map<Instant, OrderRow[]>();
  let waiting: OrderRow[] = [];
  let firstFills = new Map<string, Set<Instant>>();
  const tally = { orders: 0, fills: 0 };
  const receipts = createReceipts(bots, rules, differences);

  function addOrder(row: OrderRow): void {
    tally.orders++;
    const start = Number(row.window_start);
    const list = open.get(start);
    if (list) list.push(row);
    else open.set(start, [row]);
    receipts.check(row);
  }

  async function decide({ mark, isCad, pricesOf }: DecideInput): Promise<ReadonlySet<Instant>> {
    const used = new Set<Instant>();
    const due = open.get(mark - windowMs);
    if (!due && waiting.length === 0) return used;
    open.delete(mark - windowMs);
    const queue = createQueue<string>(mark, isCad);
    const still: OrderRow[] = [];
    for (const order of [...waiting, ...(due ?? []).toSorted(byBot)]) {
      const bot = bots.get(order.agent_id);
      if (!bot) continue;
      const start = Number(order.window_start);
      const weights = readWeights(differences, order);
      if (!weights) queue.block(bot.id);
      const due = { windowStart: start, sandbox: order.sandbox === 1n, weights: weights ?? new Map() };
      const decision = queue.decide(bot.id, due, bot.now.portfolio, await pricesOf(start));
      if (!decision) {
        still.push(order);
        continue;
      }
      used.add(start);
      tally.fills++;
      differences.compare('ledger.fills', keyOf(order), expectedFill(order, bot, decision, mark), foundFill(order));
      const idle = bot.now.firstFillAt === undefined;
      bot.now = afterOrder(bot.now, due, decision);
      if (idle && bot.now.firstFillAt !== undefined)
        firstFills.set(order.league, new Set([...(firstFills.get(order.league) ?? []), bot.now.firstFillAt]));
    }
    waiting = still.toSorted(byBot);
    return used;
  }

  return {
    addOrders(rows) {
      for (const row of rows) addOrder(row);
    },
    checkRoot: (mark, found, atMark) =>
      receipts.checkRoot(mark, (open.get(mark) ?? none).toSorted(byBot), found, atMark),
    decide,
    waitingWindows: () => new Set(waiting.map((o) => Number(o.window_start))),
    takeFirstFills() {
      const taken = firstFills;
      firstFills = new Map();
      return taken;
    },
    finish(progress) {
      for (const order of waiting) tally.fills += checkUndecided(differences, order, 'it waits for a price');
      for (const [start, orders] of open) {
        const isDue = start + windowMs <= progress;
        for (const order of orders) {
          if (isDue) differences.add('intake.orders', keyOf(order), 'window_start', 'a mark of this data', start);
          tally.fills += checkUndecided(differences, order, 'its window has not ended');
        }
      }
      return waiting;
    },
    tally,
  };
}

/** An order whose weights are none cannot be decided: it waits. */
function readWeights(differences: Differences, order: OrderRow): Weights | undefined {
  try {
    return decodeWeights(order.weights);
  } catch (e) {
    differences.add('intake.orders', keyOf(order), 'weights', 'weights', message(e));
    return undefined;
  }
}

/** An order that cannot be decided yet has no outcome. @returns how many it has all the same. */
function checkUndecided(differences: Differences, order: OrderRow, why: string): number {
  const found = foundFill(order);
  if (!found) return 0;
  differences.add(
    'ledger.fills',
    keyOf(order),
    'row',
    `no row: ${why}`,
    `at_mark=${String(found['at_mark'])} state=${String(found['state'])}`,
  );
  return 1;
}

function byBot(a: OrderRow, b: OrderRow): number {
  if (a.agent_id !== b.agent_id) return a.agent_id < b.agent_id ? -1 : 1;
  return a.sequence < b.sequence ? -1 : 1;
}

function expectedFill(order: OrderRow, bot: FoldedBot, decision: FillDecision, mark: Instant): Fields {
  const head = {
    order_id: order.order_id,
    league: order.league,
    window_start: order.window_start,
    at_mark: mark,
    sandbox: order.sandbox,
  };
  return { ...head, ...outcomeFields(decision, bot.now.portfolio.cash) };
}

function foundFill(o: OrderRow): Fields | undefined {
  if (o.f_state === null) return undefined;
  return {
    order_id: o.f_order_id,
    league: o.f_league,
    window_start: o.f_window_start,
    at_mark: o.f_at_mark,
    sandbox: o.f_sandbox,
    state: o.f_state,
    reason_code: o.f_reason_code,
    detail: o.f_detail,
    trades: o.f_trades,
    cash_after: o.f_cash_after,
    value_before: o.f_value_before,
    value_after: o.f_value_after,
  };
}
