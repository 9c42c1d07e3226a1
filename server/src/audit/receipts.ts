/** Receipts: the chain of each bot's, and the chain of the marks that covers them. */
import { iso, type Instant } from '../lib/clock.ts';
import type { MarkRootsTable } from '../storage/database.ts';
import { markRoot, type ReadAtMark } from '../flow/order/merkle.ts';
import { receiptHash, sha256 } from '../flow/order/receipt.ts';
import { windowFor } from '../flow/window/window.ts';
import type { OrderRow } from './audit.sql.ts';
import type { Differences, Fields } from './differences.ts';
import { keyOf, type FoldedBot } from './folded-bot.ts';
import type { RulesCheck } from './rules-check.ts';

export interface Receipts {
  /** The next order of its bot. */
  check(row: OrderRow): void;
  /** @param orders whose window starts at the mark, in the order of the leaves. @param atMark all that was read at the mark. */
  checkRoot(
    mark: Instant,
    orders: readonly OrderRow[],
    found: MarkRootsTable | undefined,
    atMark: readonly ReadAtMark[],
  ): void;
}

export function createReceipts(
  bots: ReadonlyMap<string, FoldedBot>,
  rules: RulesCheck,
  differences: Differences,
): Receipts {
  let chain = '';
  return {
    check(row) {
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
    },
    checkRoot(mark, orders, found, atMark) {
      const receipts = orders.map((o) => o.receipt);
      const { count, root, readingsHash: readings_hash, chain: made } = markRoot(mark, receipts, atMark, chain);
      const stored = found as unknown as Fields | undefined;
      differences.compare('ledger.mark_roots', iso(mark), { count, root, readings_hash, chain: made }, stored);
      // A break is told once, not again for all marks that follow.
      chain = found?.chain ?? made;
    },
  };
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
