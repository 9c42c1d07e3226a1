import { createHash } from 'node:crypto';
import { sha256 } from '../../lib/hash.ts';
import { expect, test } from 'vitest';
import { receiptHash, type ReceiptInput } from './receipt.ts';

const first: ReceiptInput = {
  orderId: 'ord_0123456789abcdef',
  botId: 'agt_0123456789abcdef',
  sequence: 1,
  receivedAt: Date.UTC(2026, 10, 21, 12, 3, 10, 250),
  league: 'spot_crypto',
  sandbox: false,
  date: '2026-11-21',
  weights: '{"BTC-USD":"0.5","ETH-USD":"0.3"}',
  reason: null,
  nonce: '00112233445566778899aabbccddeeff',
  previous: '',
  rulesVersion: '0123456789ab',
};

test('a receipt can be recomputed from its published form with any SHA-256', () => {
  const text =
    String.raw`["papertape-receipt/1","ord_0123456789abcdef","agt_0123456789abcdef",1,"2026-11-21T12:03:10.250Z",` +
    String.raw`"spot_crypto",false,"2026-11-21","{\"BTC-USD\":\"0.5\",\"ETH-USD\":\"0.3\"}","","00112233445566778899aabbccddeeff","","0123456789ab"]`;
  expect(receiptHash(first)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  expect(receiptHash(first)).toMatch(/^[0-9a-f]{64}$/);
});

const changes: { [K in keyof Required<ReceiptInput>]: ReceiptInput[K] } = {
  orderId: 'ord_0123456789abcdeg',
  botId: 'agt_0123456789abcdeg',
  sequence: 2,
  receivedAt: first.receivedAt + 1,
  league: 'crypto_l1',
  sandbox: true,
  date: '2026-11-22',
  weights: '{"BTC-USD":"0.5","ETH-USD":"0.300000000000000001"}',
  reason: 'momentum',
  nonce: '00112233445566778899aabbccddeefe',
  previous: sha256('the receipt before'),
  rulesVersion: '0123456789ac',
};

test.each(Object.entries(changes))('another %s is another receipt', (field, value) => {
  expect(receiptHash({ ...first, [field]: value })).not.toBe(receiptHash(first));
});

test('every field counts: the changes above are all of them, each with a receipt of its own', () => {
  expect(Object.keys(changes).toSorted()).toEqual(Object.keys(first).toSorted());
  const hashes = Object.entries(changes).map(([field, value]) => receiptHash({ ...first, [field]: value }));
  expect(new Set([receiptHash(first), ...hashes]).size).toBe(hashes.length + 1);
});

test('text cannot move from one field to its neighbour unseen', () => {
  const a = receiptHash({ ...first, nonce: 'ab', previous: 'c' });
  const b = receiptHash({ ...first, nonce: 'a', previous: 'bc' });
  const c = receiptHash({ ...first, nonce: 'ab","c', previous: '' });
  const d = receiptHash({ ...first, nonce: 'ab', previous: 'c","0123456789ab', rulesVersion: '' });
  expect(new Set([a, b, c, d]).size).toBe(4);
});

test('sha256 is of UTF-8', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256('é')).toBe(
    createHash('sha256')
      .update(Buffer.from([0xc3, 0xa9]))
      .digest('hex'),
  );
});
