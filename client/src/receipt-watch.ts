/** Checks the receipt of every order that this client sends, and that each follows the one before. */
import { ReceiptError } from './errors.ts';
import { verifyReceipt, type ReceiptExpectation } from './verify.ts';
import type { OrderAck, Receipt } from './wire.ts';

/** @returns a check that throws a ReceiptError when the receipt of an acknowledgement does not hold. */
export function createReceiptWatch(): (ack: OrderAck, sent: ReceiptExpectation) => Promise<void> {
  /** The latest by its number, not by its arrival: orders may be sent side by side. */
  let latest: Receipt | undefined;
  return async (ack, sent) => {
    const { receipt } = ack;
    const result = await verifyReceipt(ack, sent);
    if (!result.ok) throw new ReceiptError(ack, result.reason ?? '');
    if (latest && receipt.sequence === latest.sequence && receipt.hash !== latest.hash) {
      throw new ReceiptError(ack, `there are two receipts of number ${receipt.sequence}`);
    }
    if (latest && receipt.sequence === latest.sequence + 1 && receipt.previous !== latest.hash) {
      throw new ReceiptError(ack, `it does not follow receipt ${latest.sequence}, which this client was given`);
    }
    if (!latest || receipt.sequence > latest.sequence) latest = receipt;
  };
}
