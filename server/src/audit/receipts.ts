/** Receipts: the chain of each bot's, and the chain of the marks that covers them. */
import type { Instant } from '../lib/clock.ts';
import { rootRow } from '../engine/engine.sql.ts';
import { markRoot, type MarkRoot, type ReadAtMark } from '../flow/order/merkle.ts';
import type { Order } from '../flow/order/order.ts';
import { orderRow } from '../flow/order/order.sql.ts';
import { receiptHash } from '../flow/order/receipt.ts';
import { windowFor } from '../flow/window/window.ts';
import { keyOf, type Differences } from './differences.ts';
import type { FoldedBot } from './folded-bot.ts';
import type { RulesCheck } from './rules-check.ts';

export function createReceipts(bots: ReadonlyMap<string, FoldedBot>, rules: RulesCheck, differences: Differences) {
  let chain = '';
  return {
    /** The next order of its bot. */
    check(order: Order): void {
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
    },
    /** @param orders whose window starts at the mark, in the order of the leaves. @param atMark all that was read at the mark. */
    checkRoot(
      mark: Instant,
      orders: readonly Order[],
      found: MarkRoot | undefined,
      atMark: readonly ReadAtMark[],
    ): void {
      const receipts = orders.map((o) => o.receipt);
      const made = markRoot(mark, receipts, atMark, chain);
      differences.row('ledger.mark_roots', rootRow(made), found && rootRow(found));
      // A break is told once, not again for all marks that follow.
      chain = (found ?? made).chain;
    },
  };
}
