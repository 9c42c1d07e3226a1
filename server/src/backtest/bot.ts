/** A bot of the backtest: its portfolio, its orders on their way, what it was at the last close. */
import type { FillDecision, Trade } from '../flow/fill/fill.ts';
import type { BotAtClose, BotBefore } from '../flow/mark/bot-close.ts';
import { afterClose, type ClosedLeague } from '../flow/mark/league-close.ts';
import { startPortfolio } from '../flow/mark/portfolio.ts';
import { afterOrder, createQueue, rejection } from '../flow/mark/queue.ts';
import type { Weights } from '../flow/order/order.ts';
import type { RunningRecord } from '../flow/rank/record.ts';
import { windowFor, type Window } from '../flow/window/window.ts';
import type { Instant } from '../lib/clock.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { ArenaMarket } from './market.ts';
import { addWindowCosts, noWindowCost, windowCost, type WindowCost } from './window-cost.ts';

/** What became of an order. */
export interface Outcome {
  readonly receivedAt: Instant;
  readonly window: Window;
  /** The mark at which it was decided: the end of its window, or later when it waited for a price. */
  readonly at: Instant;
  readonly result: FillDecision;
  /** Of a fill: what its symbols cost at the decision, USD at `priceScale`, where they had a price. */
  readonly seen: ReadonlyMap<SymbolId, bigint>;
  readonly cost: WindowCost;
}

interface Order {
  readonly receivedAt: Instant;
  readonly window: Window;
  readonly weights: Weights;
}

export type ArenaBot = ReturnType<typeof createBot>;

export function createBot(name: string, closesMax: number) {
  return {
    name,
    now: startPortfolio,
    /** In order of arrival; the first one holds up the others. */
    orders: [] as Order[],
    sent: 0,
    filled: 0,
    rejected: {} as Record<string, number>,
    /** Orders that the service would not have taken, by the code of its answer: they were not sent. */
    refused: {} as Record<string, number>,
    /** Fees and spreads paid so far; USD at `moneyScale`. */
    fees: 0n,
    spreads: 0n,
    window: noWindowCost,
    /** At the last close; undefined before the first one. */
    at: undefined as BotBefore | undefined,
    /** Closes so far, and the value at each: USD at `moneyScale`, as wide as the service keeps it. */
    closes: 0,
    line: new BigInt64Array(closesMax),
    stale: false,
  };
}

/** @returns the window of the order; undefined when the exchange of a symbol that takes part in it is closed. */
export function sendOrder(bot: ArenaBot, at: Instant, weights: Weights, market: ArenaMarket): Window | undefined {
  const asked = bot.orders.flatMap((o) => [...o.weights.keys()]);
  if (market.isClosed([...weights.keys(), ...bot.now.portfolio.holdings.keys(), ...asked], at)) {
    bot.refused['market_closed'] = (bot.refused['market_closed'] ?? 0) + 1;
    return undefined;
  }
  const window = windowFor(at);
  bot.orders.push({ receivedAt: at, window, weights });
  bot.sent++;
  return window;
}

/** Decides the orders whose windows are over, in order of arrival; one that waits for a price holds up those behind it. */
export function decideOrders(bot: ArenaBot, mark: Instant, market: ArenaMarket): Outcome[] {
  const outcomes: Outcome[] = [];
  const queue = createQueue<ArenaBot>(mark);
  for (let order = bot.orders[0]; order && order.window.end <= mark; order = bot.orders[0]) {
    const due = { windowStart: order.window.start, weights: order.weights, sandbox: false };
    const priced = { usd: market.prices(order.window.end, mark), charges: market.charges };
    const result = queue.decide(bot, due, bot.now.portfolio, priced);
    if (!result) break;
    bot.orders.shift();
    bot.now = afterOrder(bot.now, due, result);
    const trades = result.outcome === 'filled' ? result.trades : [];
    const seen = seenAt(trades, order.receivedAt, market);
    const cost = windowCost(trades, (symbol) => seen.get(symbol));
    bot.window = addWindowCosts(bot.window, cost);
    if (result.outcome === 'filled') {
      bot.filled++;
      for (const t of result.trades) {
        bot.fees += t.fee;
        bot.spreads += t.spread;
      }
    } else {
      const [code] = rejection(result);
      bot.rejected[code] = (bot.rejected[code] ?? 0) + 1;
    }
    outcomes.push({ receivedAt: order.receivedAt, window: order.window, at: mark, result, seen, cost });
  }
  return outcomes;
}

/** The prices that the strategy was shown when it decided on these trades. */
function seenAt(trades: readonly Trade[], at: Instant, market: ArenaMarket): Map<SymbolId, bigint> {
  const seen = new Map<SymbolId, bigint>();
  for (const { symbol } of trades) {
    const price = market.quote(symbol, at);
    if (price !== undefined) seen.set(symbol, price);
  }
  return seen;
}

/** All bots of a run entered at the same instant. */
export function botAtClose({ now, at }: ArenaBot, id: string): BotAtClose {
  const { portfolio, trades, traded, firstFillAt } = now;
  return { id, registeredAt: 0, ...portfolio, trades, traded, firstFillAt, before: at };
}

export function noteClose(bot: ArenaBot, closed: ClosedLeague, i: number, record: RunningRecord | undefined): void {
  if (!record) throw new Error('each bot has a record');
  bot.at = afterClose(closed, i, record);
  bot.line[bot.closes++] = bot.at.value;
  bot.stale = closed.stale[i] === 1;
}
