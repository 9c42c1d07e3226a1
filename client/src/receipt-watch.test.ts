import { expect, it } from 'vitest';
import * as sample from '../test/samples.ts';
import { ReceiptError } from './errors.ts';
import { createReceiptWatch } from './receipt-watch.ts';
import { verifyReceipt } from './verify.ts';
import type { OrderAck } from './wire.ts';

/** An acknowledgement with a receipt that is right in itself. */
async function numbered(sequence: number, previous: string, nonce = '00'): Promise<OrderAck> {
  const ack = { ...sample.ack, receipt: { hash: '', previous, sequence, nonce } };
  const { computed } = await verifyReceipt(ack);
  return { ...ack, receipt: { ...ack.receipt, hash: computed ?? '' } };
}

it('follows the chain of receipts, in whatever order they come, and repetitions of one', async () => {
  const one = await numbered(1, '');
  const two = await numbered(2, one.receipt.hash);
  const three = await numbered(3, two.receipt.hash);
  const watch = createReceiptWatch();
  for (const ack of [one, three, two, three, await numbered(5, 'f'.repeat(64))]) {
    await expect(watch(ack, {})).resolves.toBeUndefined();
  }
  // The fifth stays the latest, whatever came after it.
  await expect(watch(two, {})).resolves.toBeUndefined();
  await expect(watch(await numbered(6, 'e'.repeat(64)), {})).rejects.toThrow('does not follow receipt 5');
});

it('notices a receipt that does not follow, and two of one number', async () => {
  const one = await numbered(1, '');
  const watch = createReceiptWatch();
  await watch(one, {});
  await expect(watch(await numbered(2, 'f'.repeat(64)), {})).rejects.toThrow(ReceiptError);
  await expect(watch(await numbered(2, 'f'.repeat(64)), {})).rejects.toThrow('does not follow receipt 1');
  await expect(watch(await numbered(1, '', '11'), {})).rejects.toThrow('two receipts of number 1');
  await watch(await numbered(2, one.receipt.hash), {});
});
