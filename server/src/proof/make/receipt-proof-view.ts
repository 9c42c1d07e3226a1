/** Proofs that an order was there when it was: the mark's root, and the path that leads from a receipt to it. */
import type { MarkProof, OrderProof } from 'papertape-contract/proof';
import { iso, type Instant } from '../../lib/clock.ts';
import type { Db } from '../../storage/storage.ts';
import { receiptsAt, rootAt } from '../../engine/engine.sql.ts';
import { merklePath } from '../../flow/order/merkle.ts';
import { orderInclusion } from './log-inclusion.ts';
import { readingsHadAt } from '../../flow/price/price.sql.ts';
import { markMs } from '../../lib/time.ts';
import type { Order } from '../../flow/order/order.ts';

const howMark =
  'root = Merkle root (RFC 6962: SHA-256, leaf prefix 00, node prefix 01) of the receipts that arrived in the 5 minutes before the mark, in order of agent_id and sequence; readings_hash = SHA-256 of the JSON array ["papertape-readings/1", then [mark, attempt, text] of each of readings]; chain = SHA-256 of the JSON array ["papertape-mark/1", mark, count, root, readings_hash, previous_chain].';
const howOrder =
  'Start with SHA-256(00 || receipt bytes); for each step of path hash 01 || left || right with the sibling on its side; the result is root. Compare root with GET /api/proofs/marks/{mark}.';

export async function markProof(db: Db, mark: Instant): Promise<MarkProof | undefined> {
  const root = await rootProof(db, mark);
  if (!root) return undefined;
  const readings = await readingsHadAt(db, mark);
  return {
    mark: iso(mark),
    ...root,
    readings: readings.map((r) => ({ mark: iso(r.mark), attempt: r.attempt, text: r.readings })),
    how: howMark,
  };
}

/** What a mark is chained by; the members in the order in which proofs have them. */
async function rootProof(db: Db, mark: Instant) {
  const found = await rootAt(db, mark);
  if (!found) return undefined;
  const before = await rootAt(db, mark - markMs);
  const { count, root, readingsHash: readings_hash, chain } = found;
  return { count, root, readings_hash, chain, previous_chain: before?.chain ?? '' };
}

export async function orderProof(db: Db, order: Order): Promise<OrderProof> {
  const mark = order.windowStart;
  const base = { order_id: order.orderId, receipt: order.receipt, mark: iso(mark), how: howOrder };
  const anchor = await rootProof(db, mark);
  if (!anchor)
    return {
      ...base,
      anchored: false,
      index: null,
      path: [],
      root: null,
      count: null,
      readings_hash: null,
      chain: null,
      previous_chain: null,
      log: null,
    };
  const leaves = await receiptsAt(db, mark);
  const index = leaves.findIndex((l) => l.orderId === order.orderId);
  const path = merklePath(
    leaves.map((l) => l.receipt),
    index,
  );
  const { root, ...chained } = anchor;
  const log = (await orderInclusion(db, order)) ?? null;
  return { ...base, anchored: true, index, path, root, ...chained, log };
}
