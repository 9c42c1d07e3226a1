/** What stands in the public log of a service: what it committed to before it could know what would come of it. */
import { proofPaths } from '../format.ts';
import type { LogInclusion, LogView } from 'papertape-contract/log';
import type { LogEntryOf } from 'papertape-contract/log-entries';
import type { FillProof, MarkProof, OrderProof } from 'papertape-contract/proof';
import { iso } from '../../lib/clock.ts';
import { markEntry, orderEntry } from '../../flow/mark/entries.ts';
import { receiptHash } from '../../flow/order/receipt.ts';
import { readingsHash } from '../../flow/price/readings.ts';
import { markMs } from '../../lib/time.ts';
import { openCheckpoint } from '../../tlog/checkpoint.ts';
import { parseKey } from '../../tlog/note.ts';
import { leafHash, provesInclusion } from '../../tlog/tree.ts';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';

export type Marks = ReadonlyMap<string, MarkProof>;

/** Every mark of [from, to] and the one before, each right behind the one before in the log, and the late ones beside. */
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
    // Before it is checked: where nobody answers for a checkpoint, what was read is not known to be anything else.
    marks.set(mark, proof);
    await checkMark(service, steps, mark, proof);
    return proof;
  };
  let before: MarkProof | undefined;
  for (let mark = from; mark <= to; mark += markMs) {
    await steps.part(`mark ${iso(mark)}`, async () => {
      const proof = await read(iso(mark));
      // Entry 0 opens the log, so there is no mark before that of entry 1.
      if (mark === from && proof.log.index > 1) before = await read(iso(from - markMs));
      if (before) steps.same(`mark ${iso(mark)} stands behind the mark before`, proof.log.index, before.log.size);
      before = proof;
    });
  }
  for (const mark of late) if (!marks.has(mark)) await steps.part(`mark ${mark}`, async () => void (await read(mark)));
  return marks;
}

async function checkMark(service: Service, steps: Steps, mark: string, proof: MarkProof): Promise<void> {
  steps.same(`mark ${mark} is the one that was asked for`, proof.mark, mark);
  const { rules, market } = JSON.parse(proof.log.entry) as LogEntryOf<'mark'>;
  const rows = proof.readings.map((r) => ({ mark: Date.parse(r.mark), attempt: r.attempt, readings: r.text }));
  const expected = markEntry({ mark: Date.parse(mark), rules, market, readings: readingsHash(rows) });
  steps.same(`entry of mark ${mark} in the public log, with the hash of what was read`, proof.log.entry, expected);
  await checkInclusion(service, steps, `mark ${mark}`, proof.log, mark);
}

/** The path of an entry leads to the root that the log signed after a mark. */
async function checkInclusion(
  service: Service,
  steps: Steps,
  what: string,
  { index, entry, size, root, path }: LogInclusion,
  mark: string,
): Promise<void> {
  const tree = { size, root: Buffer.from(root, 'hex') };
  const hashes = path.map((hash) => Buffer.from(hash, 'hex'));
  const leads = provesInclusion(leafHash(entry), index, tree, hashes);
  steps.same(`the path of ${what} leads to the root of the public log`, leads, true);
  const signed = await signedTree(service, mark);
  steps.same(`entries and root of the public log after ${mark}, as it signed them`, { size, root }, signed);
}

/** The tree after a mark, as the log signs it; undefined when its key did not. */
export async function signedTree(service: Service, mark: string): Promise<{ size: number; root: string } | undefined> {
  const key = parseKey((await service.get<LogView>('/api/log')).key);
  const signed = key && openCheckpoint(await service.kept(`/api/log/checkpoints/${mark}`), [key]);
  return signed && { size: signed.size, root: signed.root.toString('hex') };
}

/** The receipt is the hash of the order, and stands in the public log at the mark after its arrival, with whether it counts. */
export async function checkReceipt(service: Service, steps: Steps, proof: FillProof): Promise<void> {
  const { agent_id: botId, sandbox, receipt } = proof;
  const computed = receiptHash({
    orderId: proof.order_id,
    botId,
    sequence: receipt.sequence,
    receivedAt: Date.parse(proof.received_at),
    league: proof.league,
    sandbox,
    date: proof.date,
    weights: proof.weights_text,
    reason: proof.reason,
    nonce: receipt.nonce,
    previous: receipt.previous,
    rulesVersion: proof.rules_version,
  });
  steps.same('receipt is the hash of the order', receipt.hash, computed);
  await steps.part('the order in the public log', async () => {
    const shown = await service.get<OrderProof>(proofPaths.receipt(proof.order_id));
    steps.same('the entry is that of this order', [shown.order_id, shown.receipt], [proof.order_id, receipt.hash]);
    steps.same('it stands at the mark after its arrival', [shown.mark, shown.anchored], [proof.window.start, true]);
    if (!shown.log) throw new Error('the order has no entry');
    const expected = orderEntry({ botId, sequence: receipt.sequence, sandbox, receipt: receipt.hash });
    steps.same('entry of the order in the public log', shown.log.entry, expected);
    await checkInclusion(service, steps, 'the order', shown.log, proof.window.start);
  });
}
