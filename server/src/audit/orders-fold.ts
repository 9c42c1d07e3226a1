/**
 * Orders and bots as the facts alone make them: the chain of each bot's receipts, the root of each mark, and every order decided anew
 * on the audit's own portfolios.
 */
import { iso, type Instant } from '../lib/clock.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { DelistingsTable, MarkRootsTable } from '../storage/database.ts';
import type { FillDecision } from '../flow/fill/fill.ts';
import { decodeWeights } from '../flow/fill/portfolio-text.ts';
import { applyChange, delistingOf, startPortfolio, type BotPortfolio } from '../flow/mark/portfolio.ts';
import { delistingFields } from '../flow/mark/portfolio.sql.ts';
import { afterOrder, createQueue } from '../flow/mark/queue.ts';
import { outcomeFields } from '../flow/mark/queue.sql.ts';
import type { Weights } from '../flow/order/order.ts';
import { markRoot, type ReadAtMark } from '../flow/order/merkle.ts';
import { receiptHash, sha256 } from '../flow/order/receipt.ts';
import type { UsdPrices } from '../flow/price/usd.ts';
import type { BotBefore } from '../flow/mark/bot-close.ts';
import { isPresent, type BotTimes } from '../flow/mark/presence.ts';
import { checkPayout } from '../flow/mark/rooms.ts';
import type { StoredPayout } from '../flow/mark/payouts.sql.ts';
import { windowFor } from '../flow/window/window.ts';
import { windowMs } from '../lib/time.ts';
import type { StoredBot, OrderRow } from './audit.sql.ts';
import { message, type Differences, type Fields } from './differences.ts';
import type { RulesCheck } from './rules-check.ts';

export interface FoldedBot extends BotTimes {
  readonly id: string;
  readonly league: string;
  /** `operator`, or null. */
  readonly retiredBy: string | null;
  /** By the actions so far. */
  retiredByOperatorAt: Instant | undefined;
  /** The start portfolio itself until something changes it: from then on it is stored. */
  now: BotPortfolio;
  /** The newest receipt of the bot. */
  sequence: bigint;
  receipt: string;
  /** The last valid close, undefined until the bot's first; and the one before it, which counts again when the last one is voided. */
  last: FoldedClose | undefined;
  before: FoldedClose | undefined;
}

export interface FoldedClose {
  readonly close: Instant;
  readonly at: BotBefore;
}

export function foldedBot(row: StoredBot): FoldedBot {
  return {
    id: row.agent_id,
    league: row.league,
    registeredAt: Number(row.registered_at),
    retiredAt: row.retired_at === null ? undefined : Number(row.retired_at),
    retiredBy: row.retired_by,
    retiredByOperatorAt: undefined,
    now: startPortfolio,
    sequence: 0n,
    receipt: '',
    last: undefined,
    before: undefined,
  };
}

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
  /** Turns a symbol into cash everywhere and compares with what is stored of it. @returns rows expected. */
  cashOut(symbol: SymbolId, price: bigint, mark: Instant, found: readonly DelistingsTable[]): number;
  /** Adds a payout, which is a fact, to the portfolio of its bot. */
  pay(payout: StoredPayout): void;
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
  let chain = '';
  let firstFills = new Map<string, Set<Instant>>();
  const tally = { orders: 0, fills: 0 };

  function addOrder(row: OrderRow): void {
    tally.orders++;
    const start = Number(row.window_start);
    const list = open.get(start);
    if (list) list.push(row);
    else open.set(start, [row]);
    const bot = bots.get(row.agent_id);
    if (!bot) {
      differences.add('intake.orders', keyOf(row), 'agent_id', 'a bot', row.agent_id);
      return;
    }
    differences.compare(
      'intake.orders',
      keyOf(row),
      {
        league: bot.league,
        sequence: bot.sequence + 1n,
        window_start: windowFor(Number(row.received_at)).start,
        previous_receipt: bot.receipt,
        receipt: expectedReceipt(row),
      },
      row as unknown as Fields,
    );
    rules.order(keyOf(row), Number(row.received_at), row.rules_version);
    // A break is told once, not again for all that follow.
    bot.sequence = row.sequence;
    bot.receipt = row.receipt;
  }

  function checkRoot(mark: Instant, found: MarkRootsTable | undefined, atMark: readonly ReadAtMark[]): void {
    const receipts = (open.get(mark) ?? none).toSorted(byBot).map((o) => o.receipt);
    const { count, root, readingsHash: readings_hash, chain: made } = markRoot(mark, receipts, atMark, chain);
    const stored = found as unknown as Fields | undefined;
    differences.compare('ledger.mark_roots', iso(mark), { count, root, readings_hash, chain: made }, stored);
    // A break is told once, not again for all marks that follow.
    chain = found?.chain ?? made;
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
      const weights = readWeights(order);
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

  /** An order whose weights are none cannot be decided: it waits. */
  function readWeights(order: OrderRow): Weights | undefined {
    try {
      return decodeWeights(order.weights);
    } catch (e) {
      differences.add('intake.orders', keyOf(order), 'weights', 'weights', message(e));
      return undefined;
    }
  }

  return {
    addOrders(rows) {
      for (const row of rows) addOrder(row);
    },
    checkRoot,
    decide,
    waitingWindows: () => new Set(waiting.map((o) => Number(o.window_start))),
    takeFirstFills() {
      const taken = firstFills;
      firstFills = new Map();
      return taken;
    },
    cashOut(symbol, price, mark, found) {
      const stored = new Map(found.filter((d) => d.symbol === symbol).map((d) => [d.agent_id, d]));
      let rows = 0;
      for (const bot of bots.values()) {
        const delisting = delistingOf(bot.now.portfolio, symbol, price);
        if (!delisting) continue;
        bot.now = applyChange(bot.now, delisting);
        const key = `${bot.id} ${symbol} ${iso(mark)}`;
        differences.compare(
          'ledger.delistings',
          key,
          delistingFields(delisting),
          stored.get(bot.id) as unknown as Fields | undefined,
        );
        stored.delete(bot.id);
        rows++;
      }
      for (const extra of stored.values()) {
        differences.compare(
          'ledger.delistings',
          `${extra.agent_id} ${symbol} ${iso(mark)}`,
          undefined,
          extra as unknown as Fields,
        );
        rows++;
      }
      return rows;
    },
    pay(payout) {
      const bot = bots.get(payout.botId);
      try {
        checkPayout(payout.why.room, payout, bot && isPresent(bot, payout.mark) ? bot.league : undefined);
        if (bot) bot.now = applyChange(bot.now, payout);
      } catch (e) {
        const key = `${payout.botId} ${payout.why.room} ${payout.why.id}`;
        differences.add('ledger.payouts', key, 'row', 'a payout that may be made', message(e));
      }
    },
    finish(progress) {
      for (const order of waiting) checkUndecided(order, 'it waits for a price');
      for (const [start, orders] of open) {
        const isDue = start + windowMs <= progress;
        for (const order of orders) {
          if (isDue) differences.add('intake.orders', keyOf(order), 'window_start', 'a mark of this data', start);
          checkUndecided(order, 'its window has not ended');
        }
      }
      return waiting;
    },
    tally,
  };

  function checkUndecided(order: OrderRow, why: string): void {
    const found = foundFill(order);
    if (!found) return;
    tally.fills++;
    differences.add(
      'ledger.fills',
      keyOf(order),
      'row',
      `no row: ${why}`,
      `at_mark=${String(found['at_mark'])} state=${String(found['state'])}`,
    );
  }
}

export function keyOf(o: { readonly agent_id: string; readonly sequence: bigint }): string {
  return `${o.agent_id} ${o.sequence}`;
}

function byBot(a: OrderRow, b: OrderRow): number {
  if (a.agent_id !== b.agent_id) return a.agent_id < b.agent_id ? -1 : 1;
  return a.sequence < b.sequence ? -1 : 1;
}

function expectedReceipt(o: OrderRow): string {
  return receiptHash({
    orderId: o.order_id,
    botId: o.agent_id,
    sequence: Number(o.sequence),
    receivedAt: Number(o.received_at),
    league: o.league,
    sandbox: o.sandbox === 1n,
    date: o.date,
    weights: o.weights,
    reasonHash: o.reason === null ? '' : sha256(o.reason),
    nonce: o.nonce,
    previous: o.previous_receipt,
    rulesVersion: o.rules_version,
  });
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
