/**
 * Receipts and proofs, recomputed on the bot's side (docs/bots/receipts.md): that an order was received as sent, and that it stands in
 * what the service published at the mark after it. WebCrypto only; browsers have it on https and localhost.
 */
import { concat, fromHex, isHash, sha256, sha256Text, toHex } from './hashes.ts';
import { logProblem, type LogExpectation } from './verify-log.ts';
import { canonicalWeights, type WeightsInput } from './weights-text.ts';
import type { MarkProof, OrderAck, OrderProof, OrderView } from './wire.ts';

/** `reason` says in words what does not hold; null when all does. */
export interface Verification {
  readonly ok: boolean;
  readonly reason: string | null;
  /** The hash that was recomputed, hex; null where the input does not allow one. */
  readonly computed: string | null;
}

/** What you know yourself. All of it is optional: an order verifies on its own, and each member given is checked against it. */
export interface ReceiptExpectation {
  readonly agentId?: string | undefined;
  readonly league?: string | undefined;
  /** Hash of the receipt before, "" for the first order. Left out: the chain is not checked, only this receipt. */
  readonly previous?: string | undefined;
  /** The weights as you sent them. Give them: it proves that these were received, at every digit. */
  readonly weights?: WeightsInput | undefined;
  /** The reason as you sent it; "" for none. */
  readonly reason?: string | undefined;
  readonly date?: string | undefined;
  readonly sandbox?: boolean | undefined;
}

export async function verifyReceipt(
  order: OrderAck | OrderView,
  expected: ReceiptExpectation = {},
): Promise<Verification> {
  const { receipt } = order;
  const received = Date.parse(order.received_at);
  if (Number.isNaN(received)) return failed('`received_at` is no instant', null);
  const reason = order.reason ?? '';
  const computed = await sha256Text(
    JSON.stringify([
      'papertape-receipt/1',
      order.order_id,
      order.agent_id,
      receipt.sequence,
      new Date(received).toISOString(),
      order.league,
      order.sandbox,
      order.date,
      order.weights_text,
      reason === '' ? '' : await sha256Text(reason),
      receipt.nonce,
      receipt.previous,
      order.rules_version,
    ]),
  );
  if (computed !== receipt.hash) return failed('the receipt is not the hash of this order', computed);
  if (!isTextOf(order.weights_text, order.weights)) {
    return failed('`weights` says something else than the text that was hashed', computed);
  }
  const problem = unexpected(order, expected);
  if (problem !== undefined) return failed(problem, computed);
  if ((receipt.sequence === 1) !== (receipt.previous === '')) {
    return failed('only the first receipt may have none before it', computed);
  }
  return holds(computed);
}

function unexpected(order: OrderAck | OrderView, expected: ReceiptExpectation): string | undefined {
  if (expected.agentId !== undefined && expected.agentId !== order.agent_id) return 'the order is of another bot';
  if (expected.league !== undefined && expected.league !== order.league) return 'the order is in another league';
  if (expected.weights !== undefined && canonicalWeights(expected.weights) !== order.weights_text) {
    return 'other weights were received than those that were sent';
  }
  if (expected.reason !== undefined && expected.reason !== (order.reason ?? '')) {
    return 'another reason was received than the one that was sent';
  }
  if (expected.date !== undefined && expected.date !== order.date) return 'the order has another date';
  if (expected.sandbox !== undefined && expected.sandbox !== order.sandbox) {
    return order.sandbox ? 'the order became a test' : 'the test became an order that counts';
  }
  if (expected.previous !== undefined && expected.previous !== order.receipt.previous) {
    return 'the receipt does not follow the one that was given as the one before';
  }
  return undefined;
}

/** The hashed text, read as numbers, must be what the answer shows. */
function isTextOf(text: string, weights: Readonly<Record<string, number>>): boolean {
  let hashed: unknown;
  try {
    hashed = JSON.parse(text);
  } catch {
    return false;
  }
  if (typeof hashed !== 'object' || hashed === null || Array.isArray(hashed)) return false;
  const members = Object.entries(hashed);
  const shown = Object.entries(weights).filter(([, weight]) => weight !== 0);
  return (
    members.length === shown.length &&
    members.every(([symbol, decimal]) => typeof decimal === 'string' && Number(decimal) === weights[symbol])
  );
}

export interface OrderProofExpectation extends LogExpectation {
  /** Hash of the receipt that you hold. Give it: without it the proof is of whatever receipt the service names. */
  readonly receipt?: string | undefined;
  /** The published mark, from `markProof` or from whoever kept it. Without it the proof is only whole in itself. */
  readonly mark?: MarkProof | undefined;
}

/** Recomputes the Merkle root (RFC 6962, section 2.1) from the receipt and its path, and the chained hash from the root. */
export async function verifyOrderProof(proof: OrderProof, expected: OrderProofExpectation = {}): Promise<Verification> {
  if (!proof.anchored) return failed('the mark after the order has not passed yet: ask again', null);
  if (![proof.receipt, ...proof.path.map((step) => step.hash)].every(isHash)) {
    return failed('a hash in the proof is not 64 hex digits', null);
  }
  let hash = await sha256(concat([0], fromHex(proof.receipt)));
  for (const { side, hash: sibling } of proof.path) {
    const other = fromHex(sibling);
    hash = await sha256(side === 'left' ? concat([1], other, hash) : concat([1], hash, other));
  }
  const computed = toHex(hash);
  if (computed !== proof.root) return failed('the path does not lead to the root', computed);
  if (proof.index === null || proof.count === null || !isPathOf(proof.path, proof.index, proof.count)) {
    return failed('the path is not that of this index in a tree of this size', computed);
  }
  const chain = await chainOf(proof.mark, proof.count, proof.root, proof.readings_hash, proof.previous_chain ?? '');
  if (chain === undefined) return failed('`mark` is no instant', computed);
  if (chain !== proof.chain) return failed('the chain is not the hash of this mark', computed);
  if (expected.receipt !== undefined && expected.receipt !== proof.receipt) {
    return failed('the proof is of another receipt', computed);
  }
  const unlogged = proof.log
    ? await logProblem(proof, proof.log, expected)
    : 'the order has no entry in the public log';
  if (unlogged !== undefined) return failed(unlogged, computed);
  const { mark } = expected;
  if (!mark) return holds(computed);
  if (Date.parse(mark.mark) !== Date.parse(proof.mark)) return failed('the mark is another one', computed);
  // The chain covers the mark's count, its root and all before it.
  if (mark.chain !== proof.chain) return failed('the mark was published with another root or chain', computed);
  const published = await verifyMarkProof(mark);
  return published.ok ? holds(computed) : failed(published.reason ?? '', computed);
}

/** Recomputes the chained hash of a mark, and the hash of what was read at it; with `previous`, that it follows that one. */
export async function verifyMarkProof(mark: MarkProof, previous?: MarkProof): Promise<Verification> {
  const computed = await chainOf(mark.mark, mark.count, mark.root, mark.readings_hash, mark.previous_chain);
  if (computed === undefined) return failed('`mark` is no instant', null);
  if (computed !== mark.chain) return failed('the chain is not the hash of this mark', computed);
  const list = mark.readings.map((r) => [r.mark, r.attempt, r.text]);
  const hash = await sha256Text(JSON.stringify(['papertape-readings/1', ...list]));
  if (hash !== mark.readings_hash) return failed('the readings are not those that were hashed', hash);
  if (previous && previous.chain !== mark.previous_chain) {
    return failed('the mark does not follow the one before', computed);
  }
  return holds(computed);
}

/** @returns undefined when `mark` is no instant. */
async function chainOf(
  mark: string,
  count: number,
  root: string,
  readings: string | null,
  previous: string,
): Promise<string | undefined> {
  const at = Date.parse(mark);
  if (Number.isNaN(at)) return undefined;
  const parts = ['papertape-mark/1', new Date(at).toISOString(), count, root, readings, previous];
  return sha256Text(JSON.stringify(parts));
}

/** The sides of a leaf's siblings follow from its index and the size of the tree: no other path is honest. */
function isPathOf(path: OrderProof['path'], index: number, count: number): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(count) || index < 0 || index >= count) return false;
  const sides: ('left' | 'right')[] = [];
  let from = 0;
  let size = count;
  while (size > 1) {
    let split = 1;
    while (split * 2 < size) split *= 2;
    if (index < from + split) {
      sides.unshift('right');
      size = split;
    } else {
      sides.unshift('left');
      from += split;
      size -= split;
    }
  }
  return sides.length === path.length && sides.every((side, i) => side === path[i]?.side);
}

function holds(computed: string): Verification {
  return { ok: true, reason: null, computed };
}

function failed(reason: string, computed: string | null): Verification {
  return { ok: false, reason, computed };
}
