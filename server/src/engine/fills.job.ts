/**
 * Fills job: all orders whose window ended at a mark, and all that still wait, decided in bulk and stored within the mark's transaction.
 * What becomes of an order is decided in flow/mark/queue.ts. A bot whose order cannot be read, decided or stored is set aside: its orders
 * wait, and the others go on.
 */
import { formatFixed, priceScale } from '../lib/decimal.ts';
import type { Instant } from '../lib/clock.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { outcomeEntry } from '../flow/mark/entries.ts';
import type { ChargedPrices } from '../flow/mark/mark-state.ts';
import type { BotPortfolio } from '../flow/mark/portfolio.ts';
import type { StoredPortfolio } from '../flow/mark/portfolio.sql.ts';
import { afterOrder, createQueue, rejection, type Priced, type Queue } from '../flow/mark/queue.ts';
import { fillRow, ordersOfWindow, waitingOrders, type StoredOrder } from '../flow/mark/queue.sql.ts';
import { windowMs } from '../lib/time.ts';
import type { EngineLog } from './log.job.ts';
import { addCount, type EngineProgress } from './progress.ts';
import { storeApart, storeWork, type Decided, type Work } from './store-fills.job.ts';

/** Orders held in memory at once: few enough that what they are made of dies young (with 5,000 a window took twice as long, with 250 a tenth longer). */
const ordersPerChunk = 100;

export interface FillsInput {
  readonly trx: Trx;
  readonly storage: Pick<Storage, 'insertMany' | 'readChunks'>;
  readonly mark: Instant;
  /** Orders of the window that ends at this mark: how many in which league. Without any, only the waiting ones are looked at. */
  readonly dueLeagues: ReadonlyMap<string, number>;
  readonly anyWaiting: boolean;
  /** Prices of the window that started at the instant, as they are known now. */
  readonly pricesOf: (windowStart: Instant) => Promise<ChargedPrices>;
  /** Bots that are set aside. */
  readonly aside: ReadonlySet<string>;
  /** Whether every chunk is stored so that it may fail alone: see batch.job.ts. */
  readonly careful: boolean;
  /** What was filled and rejected is counted here. */
  readonly progress: EngineProgress;
  readonly log: Pick<EngineLog, 'decide' | 'drain'>;
}

export interface FillsResult {
  readonly anyWaiting: boolean;
  /** Windows whose prices decided an order: their vectors must be stored. */
  readonly usedWindows: ReadonlySet<Instant>;
  /** Ends of the windows in which bots filled for the first time, by league. */
  readonly firstFills: ReadonlyMap<string, ReadonlySet<Instant>>;
  /** Bots whose orders could not be decided, and why. */
  readonly faults: ReadonlyMap<string, unknown>;
}

interface BotAtHand {
  readonly botId: string;
  readonly league: string;
  now: BotPortfolio;
  /** As it is stored. */
  stored: BotPortfolio;
}

/** What is found out, order by order. */
interface Found extends FillsResult {
  anyWaiting: boolean;
  readonly usedWindows: Set<Instant>;
  readonly firstFills: Map<string, Set<Instant>>;
  readonly faults: Map<string, unknown>;
}

export async function runFills(input: FillsInput): Promise<FillsResult> {
  const { trx, mark, aside, careful } = input;
  const found: Found = { anyWaiting: false, usedWindows: new Set(), firstFills: new Map(), faults: new Map() };
  const chunks = createChunks(input, found);
  if (input.anyWaiting) {
    for (const orders of apart(await waitingOrders(trx), aside))
      await chunks.decide(orders, true, careful || aside.has(orders[0]?.botId ?? ''));
    chunks.forgetBot();
  }
  for (const [league, count] of input.dueLeagues) {
    const { readChunks } = input.storage;
    for await (const orders of ordersOfWindow(trx, readChunks, mark - windowMs, league, count, ordersPerChunk))
      await chunks.decide(orders, false, careful);
  }
  return found;
}

function createChunks(input: FillsInput, found: Found) {
  const queue = createQueue<string>(input.mark);
  const decideOne = createDecide(input.mark, queue);
  /** The bot at hand. It outlives its chunk: the rows of the next one were read before this one's portfolios were written. */
  let bot: BotAtHand | undefined;
  let known: { readonly start: Instant; readonly priced: Priced } | undefined;

  async function pricesOf(start: Instant): Promise<Priced> {
    if (known?.start !== start) known = { start, priced: await input.pricesOf(start) };
    return known.priced;
  }

  function fail(botId: string, fault: unknown): void {
    found.faults.set(botId, fault);
    queue.block(botId);
  }

  async function workOf(orders: readonly StoredOrder[]): Promise<Work> {
    const decided: Decided[] = [];
    const changed: StoredPortfolio[] = [];
    const waiting: StoredOrder[] = [];
    for (const order of orders) {
      if (bot?.botId !== order.botId) {
        keep(bot, changed);
        bot = { botId: order.botId, league: order.league, now: order.before, stored: order.before };
      }
      const priced = known?.start === order.windowStart ? known.priced : await pricesOf(order.windowStart);
      try {
        const outcome = decideOne(order, bot, priced);
        if (outcome) decided.push(outcome);
        else waiting.push(order);
      } catch (fault) {
        fail(order.botId, fault);
        waiting.push(order);
      }
    }
    keep(bot, changed);
    return { decided, changed, waiting };
  }

  return {
    forgetBot: () => (bot = undefined),
    /** @param isApart see storeApart. */
    async decide(orders: readonly StoredOrder[], areWaiting: boolean, isApart: boolean): Promise<void> {
      const before = bot && { ...bot };
      const work = await workOf(orders);
      if (!isApart) {
        await storeWork(input, work, areWaiting);
        note(input, found, work);
        await input.log.drain();
        return;
      }
      const { stored, failed } = await storeApart(input, work, areWaiting);
      for (const each of stored) note(input, found, each);
      for (const [botId, fault] of failed) {
        fail(botId, fault);
        const held = before?.botId === botId ? before.stored : orders.find((o) => o.botId === botId)?.before;
        if (bot?.botId === botId && held) bot = { ...bot, now: held, stored: held };
      }
      await input.log.drain();
    },
  };
}

/** Decides an order, and changes the bot at hand by it. @returns undefined while it waits. */
function createDecide(mark: Instant, queue: Queue<string>) {
  const priceText = createPriceText();
  return (order: StoredOrder, bot: BotAtHand, priced: Priced): Decided | undefined => {
    const { now } = bot;
    if (order.fault !== undefined) throw order.fault;
    const decision = queue.decide(order.botId, order, now.portfolio, priced);
    if (!decision) return undefined;
    const row = fillRow({ order, decision, cashBefore: now.portfolio.cash }, mark, priceText);
    const entry = order.sandbox ? undefined : outcomeEntry(row);
    bot.now = afterOrder(now, order, decision);
    const began = now.firstFillAt === undefined ? bot.now.firstFillAt : undefined;
    return { order, decision, row, entry, began };
  };
}

/** What is stored is told: to the public log, too. */
function note({ progress, log }: FillsInput, found: Found, { decided, waiting }: Work): void {
  if (waiting.length > 0) found.anyWaiting = true;
  const { usedWindows, firstFills } = found;
  for (const { order, decision, entry, began } of decided) {
    usedWindows.add(order.windowStart);
    if (began !== undefined) firstFills.set(order.league, (firstFills.get(order.league) ?? new Set()).add(began));
    if (entry !== undefined) log.decide(entry);
    if (decision.outcome === 'filled') progress.filled++;
    else {
      progress.rejected++;
      addCount(progress.rejections, rejection(decision)[0]);
    }
  }
}

/** The orders in runs: those of each bot that is set aside by themselves, and those between them together. */
function apart(orders: readonly StoredOrder[], aside: ReadonlySet<string>): StoredOrder[][] {
  const runs: StoredOrder[][] = [];
  let last: string | undefined;
  for (const order of orders) {
    const own = aside.has(order.botId) ? order.botId : '';
    if (own === last) runs.at(-1)?.push(order);
    else runs.push([order]);
    last = own;
  }
  return runs;
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
