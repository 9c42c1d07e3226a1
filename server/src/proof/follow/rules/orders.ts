/**
 * Orders: the next number of their bot, sandbox ones included; one outcome in time for each that counts, and none for any other.
 *
 * Example: an order that counts stands at 12:05. Its outcome stands at 12:35 at the earliest and at 18:35 at the latest; without one,
 * 18:35 is told as a difference, unless the bot is set aside then.
 */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { iso, type Instant } from '../../../lib/clock.ts';
import { markAfter, markMs, windowMs } from '../../../lib/time.ts';
import { priceWaitMsMax } from '../../../flow/mark/queue.ts';
import type { Book, OpenOrder } from '../book.ts';
import { knownBot, type AtMark, type EntryRules } from './context.ts';

export function orderRules(at: AtMark): EntryRules & { readonly end: () => void } {
  const { book, differs, mark } = at;
  /** Ends of windows whose orders got an outcome, and of windows whose prices stand here. */
  const decided = new Set<Instant>();
  const priced = new Set<Instant>();

  function outcome({ agent_id: botId, sequence, window_start: start }: LogEntryOf<'outcome'>, name: string): void {
    const order = takeOrder(book, botId, sequence);
    const windowStart = Date.parse(start);
    if (!order) {
      differs(name, `an outcome of order ${sequence} of ${botId}`, 'one of an order that counts and had none');
      return;
    }
    const { missed } = order;
    if (missed > 0) differs(`orders of ${botId} before ${sequence} that are passed over`, missed, 0);
    if (windowStart !== order.windowStart)
      differs(`window of order ${sequence} of ${botId}`, start, iso(order.windowStart));
    if (order.windowStart + windowMs > mark) differs(`mark of ${name}`, iso(mark), `one after the window of ${start}`);
    decided.add(windowStart + windowMs);
  }

  return {
    order({ agent_id: botId, sequence, counts, receipt }, name) {
      const bot = knownBot(at, name, botId);
      if (!bot) return;
      if (sequence !== bot.sequence + 1) differs(`number of the order in ${name}`, sequence, bot.sequence + 1);
      if (bot.retiredAt !== undefined && markAfter(bot.retiredAt) < mark)
        differs(name, `an order of ${botId}`, `none after its retirement at ${iso(bot.retiredAt)}`);
      if (counts) {
        bot.open.push({ sequence, windowStart: mark, receipt, previous: bot.receipt });
        book.waiting.add(botId);
      }
      bot.sequence = sequence;
      bot.receipt = receipt;
    },
    outcome,
    prices({ window_end: windowEnd }, name) {
      const end = Date.parse(windowEnd);
      if (end > mark || end % markMs !== 0) differs(`window of ${name}`, windowEnd, `one that is over at ${iso(mark)}`);
      priced.add(end);
    },
    end() {
      for (const end of decided)
        if (!priced.has(end)) differs(`prices of the window until ${iso(end)}`, undefined, `an entry at ${iso(mark)}`);
      for (const { botId, sequence, windowStart } of takeOverdue(book, mark)) {
        const due = `an outcome by ${iso(mark)}: it counts, and its window began at ${iso(windowStart)}`;
        differs(`outcome of order ${sequence} of ${botId}`, undefined, due);
      }
    },
  };
}

/** Takes an order that has its outcome out of the book. `missed`: earlier ones of the bot that have none. */
function takeOrder(book: Book, botId: string, sequence: number): (OpenOrder & { readonly missed: number }) | undefined {
  const open = book.bots.get(botId)?.open ?? [];
  const missed = open.findIndex((o) => o.sequence === sequence);
  const order = missed < 0 ? undefined : open.splice(0, missed + 1).at(-1);
  if (open.length === 0) book.waiting.delete(botId);
  return order && { ...order, missed };
}

/** Orders whose outcome is missing at a mark, when all that failed at it is known. Each is told once. */
function takeOverdue(book: Book, mark: Instant): readonly (OpenOrder & { readonly botId: string })[] {
  const overdue: (OpenOrder & { readonly botId: string })[] = [];
  for (const botId of book.waiting) {
    if (book.aside.bot.has(botId)) continue;
    const open = book.bots.get(botId)?.open ?? [];
    while (open[0] !== undefined && mark - (open[0].windowStart + windowMs) >= priceWaitMsMax) {
      const { windowStart, ...order } = open.shift() as OpenOrder;
      overdue.push({ botId, windowStart, ...order });
    }
    if (open.length === 0) book.waiting.delete(botId);
  }
  return overdue;
}
