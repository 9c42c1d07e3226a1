/**
 * Receipt: an accepted order in, a hash that chains it to the bot's previous order out.
 *
 * Contract 3.9: every acknowledgement carries the hash of the order, its arrival and the bot's previous receipt. The chain is
 * per bot, so that bots never wait for each other. A nonce of 128 random bits keeps anyone from guessing the weights of a
 * pending order out of its published hash; it is shown to the bot at once and to everyone with the fill.
 *
 * receipt = SHA-256( JSON array, UTF-8, of
 *   ["papertape-receipt/1", order_id, agent_id, sequence, received_at, league, sandbox, date, weights, reason_hash, nonce, previous,
 *    rules_version] )
 * where `weights` is the canonical text (canonicalWeights), `received_at` is ISO 8601 with milliseconds, `previous` is "" for a
 * bot's first order, `reason_hash` is the SHA-256 of the reason or "" without one, and `rules_version` names the rules that were in force on arrival.
 */
import { sha256 } from '../../lib/hash.ts';
import { iso } from '../../lib/clock.ts';
import type { Order } from './order.ts';

/** What a receipt is made of. */
export type ReceiptInput = Omit<Order, 'windowStart' | 'receipt'>;

export const receiptFormat = 'papertape-receipt/1';

/** @returns 64 hex characters. */
export function receiptHash(r: ReceiptInput): string {
  return sha256(
    JSON.stringify([
      receiptFormat,
      r.orderId,
      r.botId,
      r.sequence,
      iso(r.receivedAt),
      r.league,
      r.sandbox,
      r.date,
      r.weights,
      r.reason === null ? '' : sha256(r.reason),
      r.nonce,
      r.previous,
      r.rulesVersion,
    ]),
  );
}
