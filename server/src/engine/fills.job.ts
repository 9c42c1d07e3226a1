/**
 * Fills job: all orders whose window ended at a mark, and all that still wait, decided in bulk and stored within the mark's transaction.
 * What becomes of an order is decided in flow/mark/queue.ts.
 */
import { formatFixed, priceScale } from '../lib/decimal.ts';
import type { Instant } from '../lib/clock.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import type { WindowPrices } from '../flow/mark/prices.ts';
import type { BotPortfolio } from '../flow/mark/portfolio.ts';
import { upsertPortfolios, type StoredPortfolio } from '../flow/mark/portfolio.sql.ts';
import { afterOrder, createQueue, rejection } from '../flow/mark/queue.ts';
import {
  deleteWaiting,
  insertOutcomes,
  insertWaiting,
  ordersOfWindow,
  waitingOrders,
  type Outcome,
  type StoredOrder,
} from '../flow/mark/queue.sql.ts';
import type { UsdPrices } from '../flow/price/usd.ts';
import { windowMs } from '../lib/time.ts';
import type { EngineLog } from './log.job.ts';
import { addCount, type EngineProgress } from './progress.ts';

/** Orders held in memory at once: few enough that what they are made of dies young (with 5,000 a window took twice as long). */
const ordersPerChunk = 250;

export interface FillsInput {
  readonly trx: Trx;
  readonly storage: Pick<Storage, 'insertMany' | 'readChunks'>;
  readonly mark: Instant;
  /** Orders of the window that ends at this mark: how many in which league. Without any, only the waiting ones are looked at. */
  readonly dueLeagues: ReadonlyMap<string, number>;
  readonly anyWaiting: boolean;
  /** Prices of the window that started at the instant, as they are known now. */
  readonly pricesOf: (windowStart: Instant) => Promise<WindowPrices>;
  readonly isCad: (symbol: SymbolId) => boolean;
  /** What was filled and rejected is counted here. */
  readonly progress: EngineProgress;
  readonly log: Pick<EngineLog, 'decide'>;
}

export interface FillsResult {
  readonly anyWaiting: boolean;
  /** Windows whose prices decided an order: their vectors must be stored. */
  readonly usedWindows: ReadonlySet<Instant>;
  /** Ends of the windows in which bots filled for the first time, by league. */
  readonly firstFills: ReadonlyMap<string, ReadonlySet<Instant>>;
}

interface BotAtHand {
  readonly botId: string;
  readonly league: string;
  now: BotPortfolio;
  /** As it is stored. */
  stored: BotPortfolio;
}

export async function runFills(input: FillsInput): Promise<FillsResult> {
  const { trx, mark, isCad, progress } = input;
  const { insertMany, readChunks } = input.storage;
  let anyWaiting = false;
  const usedWindows = new Set<Instant>();
  const firstFills = new Map<string, Set<Instant>>();
  const queue = createQueue<string>(mark, isCad);
  const priceText = createPriceText();
  /** The bot at hand. It outlives its chunk: the rows of the next one were read before this one's portfolios were written. */
  let bot: BotAtHand | undefined;
  let priced: { readonly start: Instant; readonly usd: UsdPrices } | undefined;

  async function pricesOf(start: Instant): Promise<UsdPrices> {
    const { usd } = await input.pricesOf(start);
    priced = { start, usd };
    return usd;
  }

  function note(outcome: Outcome, before: BotPortfolio, after: BotPortfolio): void {
    const { order, decision } = outcome;
    usedWindows.add(order.windowStart);
    if (before.firstFillAt === undefined && after.firstFillAt !== undefined)
      firstFills.set(order.league, (firstFills.get(order.league) ?? new Set()).add(after.firstFillAt));
    if (decision.outcome === 'filled') progress.filled++;
    else {
      progress.rejected++;
      addCount(progress.rejections, rejection(decision)[0]);
    }
  }

  async function decideChunk(orders: readonly StoredOrder[], areWaiting: boolean): Promise<void> {
    const outcomes: Outcome[] = [];
    const changed: StoredPortfolio[] = [];
    const nowWaiting: StoredOrder[] = [];
    for (const order of orders) {
      if (bot?.botId !== order.botId) {
        keep(bot, changed);
        bot = { botId: order.botId, league: order.league, now: order.before, stored: order.before };
      }
      const { now } = bot;
      const usd = priced?.start === order.windowStart ? priced.usd : await pricesOf(order.windowStart);
      const decision = queue.decide(order.botId, order, now.portfolio, usd);
      if (!decision) {
        anyWaiting = true;
        if (!areWaiting) nowWaiting.push(order);
        continue;
      }
      const outcome = { order, decision, cashBefore: now.portfolio.cash };
      outcomes.push(outcome);
      bot.now = afterOrder(now, order, decision);
      note(outcome, now, bot.now);
      if (areWaiting) await deleteWaiting(trx, order.botId, order.sequence);
    }
    keep(bot, changed);
    await input.log.decide(await insertOutcomes(trx, insertMany, mark, outcomes, priceText));
    await upsertPortfolios(trx, insertMany, changed);
    await insertWaiting(trx, insertMany, nowWaiting);
  }

  if (input.anyWaiting) {
    await decideChunk(await waitingOrders(trx), true);
    bot = undefined;
  }
  for (const [league, count] of input.dueLeagues) {
    for await (const orders of ordersOfWindow(trx, readChunks, mark - windowMs, league, count, ordersPerChunk)) {
      await decideChunk(orders, false);
    }
  }
  return { anyWaiting, usedWindows, firstFills };
}

function keep(bot: BotAtHand | undefined, changed: StoredPortfolio[]): void {
  if (!bot || bot.now === bot.stored) return;
  bot.stored = bot.now;
  changed.push({ botId: bot.botId, league: bot.league, now: bot.now });
}

function createPriceText(): (price: bigint) => string {
  const texts = new Map<bigint, string>();
  return (price) => {
    let text = texts.get(price);
    if (text === undefined) {
      text = formatFixed(price, priceScale);
      texts.set(price, text);
    }
    return text;
  };
}
