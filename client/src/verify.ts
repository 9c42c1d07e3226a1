/**
 * Receipts and proofs, recomputed on the bot's side (docs/receipts.md): that an order was received as sent, and that it stands in
 * what the service published at the mark after it. WebCrypto only; browsers have it on https and localhost.
 */
import { canonicalWeights, type WeightsInput } from './weights-text.ts';
import type { MarkProof, OrderAck, OrderProof, OrderView } from './wire.gen.ts';

/** `reason` says in words what does not hold; null when all does. */
export interface Verification {
  readonly ok: boolean;
  readonly reason: string | null;
  /** The hash that was recomputed, hex; null where the input does not allow one. */
  readonly computed: string | null;
}

export interface ReceiptExpectation {
  readonly agentId: string;
  readonly league: string;
  /** Hash of the receipt before, "" for the first order. Left out: the chain is not checked, only this receipt. */
  readonly previous?: string | undefined;
  /** The weights as you sent them. Give them: it proves that these were received, at every digit. Left out: those of the answer. */
  readonly weights?: WeightsInput | undefined;
  /** The reason as you sent it. An acknowledgement does not repeat it, so an order with a reason needs it here. */
  readonly reason?: string | undefined;
}

export async function verifyReceipt(order: OrderAck | OrderView, expected: ReceiptExpectation): Promise<Verification> {
  const { receipt } = order;
  const received = Date.parse(order.received_at);
  if (Number.isNaN(received)) return failed('`received_at` is no instant', null);
  const reason = expected.reason ?? ('reason' in order ? (order.reason ?? '') : '');
  const computed = await sha256Text(
    JSON.stringify([
      'papertape-receipt/1',
      order.order_id,
      expected.agentId,
      receipt.sequence,
      new Date(received).toISOString(),
      expected.league,
      order.sandbox,
      order.date,
      canonicalWeights(expected.weights ?? order.weights),
      reason === '' ? '' : await sha256Text(reason),
      receipt.nonce,
      receipt.previous,
    ]),
  );
  if (computed !== receipt.hash) return failed('the receipt is not the hash of this order', computed);
  if (expected.previous !== undefined && expected.previous !== receipt.previous) {
    return failed('the receipt does not follow the one that was given as the one before', computed);
  }
  if ((receipt.sequence === 1) !== (receipt.previous === '')) {
    return failed('only the first receipt may have none before it', computed);
  }
  return holds(computed);
}

export interface OrderProofExpectation {
  /** Hash of the receipt that you hold. Give it: without it the proof is of whatever receipt the service names. */
  readonly receipt?: string | undefined;
  /** The published mark, from `markProof` or from whoever kept it. */
  readonly mark?: MarkProof | undefined;
}

/** Recomputes the Merkle root (RFC 6962, section 2.1) from the receipt and its path. */
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
  if (expected.receipt !== undefined && expected.receipt !== proof.receipt) {
    return failed('the proof is of another receipt', computed);
  }
  const { mark } = expected;
  if (!mark) return holds(computed);
  if (Date.parse(mark.mark) !== Date.parse(proof.mark)) return failed('the mark is another one', computed);
  if (mark.root !== proof.root || mark.chain !== proof.chain) {
    return failed('the mark was published with another root or chain', computed);
  }
  if (proof.index === null || !isPathOf(proof.path, proof.index, mark.count)) {
    return failed('the path is not that of this index in a tree of this size', computed);
  }
  const chain = await verifyMarkProof(mark);
  return chain.ok ? holds(computed) : failed(chain.reason ?? '', computed);
}

/** Recomputes the chained hash of a mark; with `previous`, that it follows that one. */
export async function verifyMarkProof(mark: MarkProof, previous?: MarkProof): Promise<Verification> {
  const at = Date.parse(mark.mark);
  if (Number.isNaN(at)) return failed('`mark` is no instant', null);
  const computed = await sha256Text(
    JSON.stringify(['papertape-mark/1', new Date(at).toISOString(), mark.count, mark.root, mark.previous_chain]),
  );
  if (computed !== mark.chain) return failed('the chain is not the hash of this mark', computed);
  if (previous && previous.chain !== mark.previous_chain) {
    return failed('the mark does not follow the one before', computed);
  }
  return holds(computed);
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

function isHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

async function sha256Text(text: string): Promise<string> {
  return toHex(await sha256(new TextEncoder().encode(text)));
}

function concat(...parts: (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
