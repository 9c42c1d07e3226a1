/** Proofs that an order was there when it was, and what was read at a mark: the entry in the public log, and the path to its root. */
import type { MarkProof, OrderProof } from 'papertape-contract/proof';
import { iso, type Instant } from '../../lib/clock.ts';
import type { Db } from '../../storage/storage.ts';
import { readingsHadAt } from '../../flow/price/price.sql.ts';
import { markInclusion, orderInclusion } from './log-inclusion.ts';
import type { Order } from '../../flow/order/order.ts';

const howPath =
  'Start with SHA-256(00 || log.entry); log.path leads to log.root as in RFC 9162, 2.1.3.2. Compare size and root with GET /api/log/checkpoints/{mark}.';
const howMark = `"readings" in log.entry = SHA-256 of the JSON array ["papertape-readings/1", then [mark, attempt, text] of each of readings]. ${howPath}`;
const howOrder = `log.entry has the receipt, and whether the order counts. ${howPath}`;

export async function markProof(db: Db, mark: Instant): Promise<MarkProof | undefined> {
  const log = await markInclusion(db, mark);
  if (!log) return undefined;
  const readings = await readingsHadAt(db, mark);
  return {
    mark: iso(mark),
    readings: readings.map((r) => ({ mark: iso(r.mark), attempt: r.attempt, text: r.readings })),
    log,
    how: howMark,
  };
}

export async function orderProof(db: Db, order: Order): Promise<OrderProof> {
  const log = (await orderInclusion(db, order)) ?? null;
  return {
    order_id: order.orderId,
    receipt: order.receipt,
    mark: iso(order.windowStart),
    anchored: log !== null,
    log,
    how: howOrder,
  };
}
