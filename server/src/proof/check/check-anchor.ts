/** Receipts, roots and the chain of marks: what the service committed to before it could know what would come of it. */
import { proofPaths } from '../format.ts';
import type { FillProof, MarkProof, OrderProof } from 'papertape-contract/proof';
import { iso } from '../../lib/clock.ts';
import { orderEntry } from '../../flow/mark/entries.ts';
import { chainHash, merkleRoot, pathSides, readingsHash, rootFromPath } from '../../flow/order/merkle.ts';
import { receiptHash } from '../../flow/order/receipt.ts';
import { markMs } from '../../lib/time.ts';
import { parseCheckpoint } from '../../tlog/checkpoint.ts';
import { splitNote } from '../../tlog/note.ts';
import { leafHash, provesInclusion } from '../../tlog/tree.ts';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';

export type Marks = ReadonlyMap<string, MarkProof>;

/** Every mark of [from, to], each chained to the one before, and the late ones beside. */
export async function readMarks(
  service: Service,
  steps: Steps,
  from: number,
  to: number,
  late: Iterable<string>,
): Promise<Marks> {
  const marks = new Map<string, MarkProof>();
  const read = async (mark: string): Promise<MarkProof> => {
    const proof = await service.get<MarkProof>(proofPaths.mark(mark));
    checkMark(steps, mark, proof);
    marks.set(mark, proof);
    return proof;
  };
  let before: MarkProof | undefined;
  for (let mark = from; mark <= to; mark += markMs) {
    await steps.part(`mark ${iso(mark)}`, async () => {
      const proof = await read(iso(mark));
      if (before) steps.same(`mark ${iso(mark)} is chained to the mark before`, proof.previous_chain, before.chain);
      before = proof;
    });
  }
  for (const mark of late) if (!marks.has(mark)) await steps.part(`mark ${mark}`, async () => void (await read(mark)));
  return marks;
}

function checkMark(steps: Steps, mark: string, proof: MarkProof): void {
  steps.same(`mark ${mark} is the one that was asked for`, proof.mark, mark);
  const { count, root, readings_hash: hash, previous_chain: previous } = proof;
  steps.same(`chain of mark ${mark}`, proof.chain, chainHash(Date.parse(mark), count, root, hash, previous));
  if (count === 0) steps.same(`root of mark ${mark}, which has no orders`, root, merkleRoot([]));
  const rows = proof.readings.map((r) => ({ mark: Date.parse(r.mark), attempt: r.attempt, readings: r.text }));
  steps.same(`hash of the readings had at mark ${mark}`, hash, readingsHash(rows));
}

/** The receipt is the hash of the order, and leads to the root that was published at the mark after its arrival. */
export async function checkReceipt(service: Service, steps: Steps, proof: FillProof): Promise<void> {
  const { receipt } = proof;
  const computed = receiptHash({
    orderId: proof.order_id,
    botId: proof.agent_id,
    sequence: receipt.sequence,
    receivedAt: Date.parse(proof.received_at),
    league: proof.league,
    sandbox: proof.sandbox,
    date: proof.date,
    weights: proof.weights_text,
    reason: proof.reason,
    nonce: receipt.nonce,
    previous: receipt.previous,
    rulesVersion: proof.rules_version,
  });
  steps.same('receipt is the hash of the order', receipt.hash, computed);
  await steps.part('path from the receipt to its mark', async () => {
    const anchor = await service.get<OrderProof>(proofPaths.receipt(proof.order_id));
    steps.same('the path is that of this order', anchor.order_id, proof.order_id);
    steps.same('the path starts at the receipt', anchor.receipt, receipt.hash);
    steps.same('the receipt stands under the mark after its arrival', anchor.mark, proof.window.start);
    steps.same('the receipt is anchored', anchor.anchored, true);
    steps.same('root, from the receipt and its path', anchor.root, rootFromPath(receipt.hash, anchor.path));
    const { index, count } = anchor;
    const sides = index === null || count === null ? '' : sidesOf(index, count).join(' ');
    steps.same('the path is that of its place in the tree', anchor.path.map((s) => s.side).join(' '), sides);
    await checkLogEntry(service, steps, proof, anchor.log);
    const mark = await service.get<MarkProof>(proofPaths.mark(proof.window.start));
    for (const member of ['root', 'count', 'readings_hash', 'chain', 'previous_chain'] as const)
      steps.same(`${member} of the path is the published one`, anchor[member], mark[member]);
  });
}

/** The order stands in the public log, with whether it counts, under the root that was published of its mark. */
async function checkLogEntry(service: Service, steps: Steps, proof: FillProof, log: OrderProof['log']): Promise<void> {
  if (!log) {
    steps.same('the order stands in the public log', 'no', 'yes');
    return;
  }
  const { agent_id: botId, sandbox, receipt } = proof;
  const { index, entry, size, root, path } = log;
  const expected = orderEntry({ botId, sequence: receipt.sequence, sandbox, receipt: receipt.hash });
  steps.same('entry of the order in the public log', entry, expected);
  const tree = { size, root: Buffer.from(root, 'hex') };
  const hashes = path.map((hash) => Buffer.from(hash, 'hex'));
  const leads = provesInclusion(leafHash(Buffer.from(entry)), index, tree, hashes);
  steps.same('the path of the entry leads to the root of the public log', leads, true);
  const note = splitNote(await service.text(`/api/log/checkpoints/${proof.window.start}`));
  const published = note && parseCheckpoint(note.text);
  steps.same('entries of the public log at the mark', size, published?.size);
  steps.same('root of the public log at the mark', root, published?.root.toString('hex'));
}

/** The numbers come from a service that is not trusted yet. */
function sidesOf(index: number, count: number): string[] {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(count) || index < 0 || index >= count)
    throw new Error(`${index} is no place in a tree of ${count}`);
  return pathSides(index, count);
}
