/**
 * Receipts and proofs, recomputed on the bot's side (docs/bots/receipts.md): that an order was received as sent, and that it stands in
 * what the service published at the mark after it. WebCrypto only; browsers have it on https and localhost.
 */
import { sha256Text } from './hashes.ts';
import { inclusionProblem, readEntry } from './verify-log.ts';
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

export interface LogExpectation {
  /** The checkpoint of the mark, from `markCheckpoint` or from whoever kept it. Without it the path is only whole in itself. */
  readonly checkpoint?: string | undefined;
}

export interface OrderProofExpectation extends LogExpectation {
  /** Hash of the receipt that you hold. Give it: without it the proof is of whatever receipt the service names. */
  readonly receipt?: string | undefined;
  /** Was it a test? Give it: whether an order counts is public in its entry of the log, and can never be changed there. */
  readonly sandbox?: boolean | undefined;
}

/** Recomputes the root of the public log from the order's entry and its path. `computed` is the root. */
export async function verifyOrderProof(proof: OrderProof, expected: OrderProofExpectation = {}): Promise<Verification> {
  const { log } = proof;
  if (!log) return failed('the mark after the order has not passed yet: ask again', null);
  const { sandbox, checkpoint, receipt } = expected;
  const problem = await inclusionProblem(log, checkpoint);
  if (problem !== undefined) return failed(problem, null);
  const logged = readEntry(log.entry);
  if (logged['type'] !== 'order' || logged['receipt'] !== proof.receipt)
    return failed('the entry is of another receipt', log.root);
  if (receipt !== undefined && receipt !== proof.receipt) return failed('the proof is of another receipt', log.root);
  if (sandbox !== undefined && logged['counts'] !== !sandbox)
    return failed(sandbox ? 'the test is logged as an order that counts' : 'the order is logged as a test', log.root);
  return holds(log.root);
}

/** Recomputes the hash of what was read at a mark, and the root of the public log from the entry that has it. `computed` is the hash. */
export async function verifyMarkProof(mark: MarkProof, { checkpoint }: LogExpectation = {}): Promise<Verification> {
  const list = mark.readings.map((r) => [r.mark, r.attempt, r.text]);
  const computed = await sha256Text(JSON.stringify(['papertape-readings/1', ...list]));
  const logged = readEntry(mark.log.entry);
  if (logged['type'] !== 'mark' || logged['mark'] !== mark.mark)
    return failed('the entry is of another mark', computed);
  if (logged['readings'] !== computed) return failed('the readings are not those that were hashed', computed);
  const problem = await inclusionProblem(mark.log, checkpoint);
  return problem === undefined ? holds(computed) : failed(problem, computed);
}

function holds(computed: string): Verification {
  return { ok: true, reason: null, computed };
}

function failed(reason: string, computed: string | null): Verification {
  return { ok: false, reason, computed };
}
