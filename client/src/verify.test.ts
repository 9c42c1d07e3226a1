import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ack, agentId, filledOrder } from '../test/samples.ts';
import { verifyMarkProof, verifyOrderProof, verifyReceipt, type ReceiptExpectation } from './verify.ts';
import type { LogInclusion, MarkProof, OrderAck, OrderProof } from './wire.ts';

const expected = { agentId, league: 'spot_crypto', weights: { 'ETH-USD': '0.30', 'BTC-USD': 5e-1 }, reason: '' };

describe('verifyReceipt', () => {
  it('holds for the hash that the service made, of an acknowledgement and of an order, on its own', async () => {
    expect(await verifyReceipt(ack)).toEqual({ ok: true, reason: null, computed: ack.receipt.hash });
    expect((await verifyReceipt(filledOrder)).ok).toBe(true);
    expect((await verifyReceipt(ack, expected)).ok).toBe(true);
    expect((await verifyReceipt(filledOrder, { ...expected, previous: '' })).ok).toBe(true);
  });

  it('holds for a hash made here by other code, text written out by hand', async () => {
    const nonce = 'ffeeddccbbaa99887766554433221100';
    const previous = '12'.repeat(32);
    const text =
      `["papertape-receipt/1","ord_x","${agentId}",7,"2026-11-21T12:00:01.000Z","tokenized",false,"2026-11-20",` +
      `"{\\"B\\":\\"0.3\\",\\"a\\":\\"0.25\\"}","${sha('momentum')}","${nonce}","${previous}","0123456789ab"]`;
    const order: OrderAck = {
      ...ack,
      league: 'tokenized',
      order_id: 'ord_x',
      received_at: '2026-11-21T12:00:01Z',
      date: '2026-11-20',
      weights: { a: 0.25, B: 0.3 },
      weights_text: '{"B":"0.3","a":"0.25"}',
      reason: 'momentum',
      receipt: { hash: sha(text), previous, sequence: 7, nonce },
      rules_version: '0123456789ab',
    };
    expect(await verifyReceipt(order)).toMatchObject({ ok: true });
    const all = {
      agentId,
      league: 'tokenized',
      reason: 'momentum',
      previous,
      weights: { a: '25e-2', B: 0.3, zero: 0 },
    };
    expect(await verifyReceipt(order, all)).toMatchObject({ ok: true });
    expect(await verifyReceipt({ ...filledOrder, ...order, state: 'filled' }, all)).toMatchObject({ ok: true });
    expect(await verifyReceipt({ ...order, reason: null })).toMatchObject({ ok: false });
    expect(await verifyReceipt({ ...order, receipt: { ...order.receipt, previous: '' } })).toMatchObject({ ok: false });
  });

  it("holds for the service's hash of a sandbox order with a reason and more digits than a double has", async () => {
    const order: OrderAck = {
      ...ack,
      sandbox: true,
      weights: { 'ETH-USD': 0.001, 'BTC-USD': Number('0.012345678901234567'), 'é-USD': 0.25 },
      weights_text: '{"BTC-USD":"0.012345678901234567","ETH-USD":"0.001","é-USD":"0.25"}',
      reason: 'because – ü',
      receipt: {
        ...ack.receipt,
        hash: '7513f2eeec4d2f44b038c6d633c2afce9b41e7efc5167f539085b06b715348a3',
        previous: 'ab'.repeat(32),
        sequence: 2,
      },
    };
    const sent = { 'ETH-USD': '1e-3', 'BTC-USD': '0.01234567890123456789', 'é-USD': '0.250', none: 0 };
    expect(await verifyReceipt(order, { ...expected, weights: sent, reason: 'because – ü' })).toMatchObject({
      ok: true,
    });
  });

  it.each<[string, Partial<OrderAck>]>([
    ['another order', { order_id: 'ord_other' }],
    ['another bot', { agent_id: 'agt_other' }],
    ['another league', { league: 'tokenized' }],
    ['another arrival', { received_at: '2026-11-21T12:00:01.501Z' }],
    ['other weights', { weights_text: '{"BTC-USD":"0.5","ETH-USD":"0.31"}' }],
    ['a reason', { reason: 'why' }],
    ['a sandbox', { sandbox: true }],
    ['another date', { date: '2026-11-22' }],
    ['other rules', { rules_version: '0123456789ac' }],
    ['no rules', { rules_version: '' }],
    ['another nonce', { receipt: { ...ack.receipt, nonce: '00' } }],
    ['another sequence', { receipt: { ...ack.receipt, sequence: 2 } }],
    ['no instant', { received_at: 'soon' }],
  ])('does not hold for %s', async (_, change) => {
    expect((await verifyReceipt({ ...ack, ...change })).ok).toBe(false);
  });

  it.each<[string, Record<string, number>]>([
    ['another number', { 'BTC-USD': 0.5, 'ETH-USD': 0.31 }],
    ['a symbol more', { 'BTC-USD': 0.5, 'ETH-USD': 0.3, 'SOL-USD': 0.1 }],
    ['a symbol less', { 'BTC-USD': 0.5 }],
    ['another symbol', { 'BTC-USD': 0.5, 'SOL-USD': 0.3 }],
  ])('does not hold where the answer shows %s than it hashed', async (_, weights) => {
    expect((await verifyReceipt({ ...ack, weights })).reason).toContain('something else than the text');
  });

  it.each<[string, ReceiptExpectation, string]>([
    ['another bot', { agentId: 'agt_other' }, 'another bot'],
    ['another league', { league: 'tokenized' }, 'another league'],
    ['weights that were not sent', { weights: { 'BTC-USD': '0.50000000000000001' } }, 'other weights'],
    ['a reason that was not received', { reason: 'why' }, 'another reason'],
    ['another receipt before', { previous: '34'.repeat(32) }, 'does not follow'],
  ])('does not hold when %s is expected', async (_, more, reason) => {
    expect((await verifyReceipt(ack, more)).reason).toContain(reason);
  });
});

describe('verifyMarkProof', () => {
  const readings = [
    { mark: '2026-11-21T12:00:00.000Z', attempt: 1, text: '{"since":0,"pools":{"b":"2"}}' },
    { mark: '2026-11-21T12:05:00.000Z', attempt: 0, text: '{"since":0,"pools":{"a":"1"}}' },
  ];
  const rows = readings.map((r) => JSON.stringify([r.mark, r.attempt, r.text])).join(',');
  const hash = sha(`["papertape-readings/1",${rows}]`);
  const entryOf = (mark: string, read: string): string =>
    JSON.stringify({ type: 'mark', mark, rules: 'abc', market: sha('m'), readings: read });
  const mark: MarkProof = {
    mark: '2026-11-21T12:05:00.000Z',
    readings,
    log: logOf(entryOf('2026-11-21T12:05:00.000Z', hash), 4, 9),
    how: '',
  };
  const reasonOf = async (change: Partial<MarkProof>) => (await verifyMarkProof({ ...mark, ...change })).reason;

  it('covers what was read at the mark', async () => {
    expect(await verifyMarkProof(mark)).toEqual({ ok: true, reason: null, computed: hash });
    const forged = readings.map((r) => ({ ...r, text: r.text.replace('"1"', '"9"') }));
    expect(await reasonOf({ readings: forged })).toContain('not those that were hashed');
    expect(await reasonOf({ readings: readings.slice(1) })).toContain('not those that were hashed');
    expect(await reasonOf({ log: { ...mark.log, entry: entryOf(mark.mark, sha('z')) } })).toContain('not those');
  });

  it('is of the mark that was asked for, under its checkpoint', async () => {
    expect(await reasonOf({ mark: '2026-11-21T12:10:00.000Z' })).toContain('another mark');
    expect(await reasonOf({ log: logOf('nonsense', 4, 9) })).toContain('another mark');
    expect(await reasonOf({ log: { ...mark.log, path: [] } })).toContain('does not lead');
    const { size, root } = mark.log;
    expect(await verifyMarkProof(mark, { checkpoint: checkpointOf(size, root) })).toMatchObject({ ok: true });
    expect(await verifyMarkProof(mark, { checkpoint: checkpointOf(size, sha('x')) })).toMatchObject({ ok: false });
  });
});

describe('verifyOrderProof', () => {
  const receipt = sha('receipt');
  const orderLog = (of: string, index: number, size: number): LogInclusion =>
    logOf(JSON.stringify({ type: 'order', agent_id: 'agt_x', sequence: 1, counts: true, receipt: of }), index, size);
  const log = orderLog(receipt, 9, 14);
  const mark = '2026-11-21T12:05:00.000Z';
  const proof: OrderProof = { order_id: 'ord_x', receipt, mark, anchored: true, log, how: '' };
  const reasonOf = async (
    changed: Partial<LogInclusion>,
    expected: { sandbox?: boolean; checkpoint?: string } = {},
  ): Promise<string | null> => (await verifyOrderProof({ ...proof, log: { ...log, ...changed } }, expected)).reason;
  it('is proved at every place of trees of every size up to 40', async () => {
    for (let size = 1; size <= 40; size++) {
      for (let index = 0; index < size; index++)
        expect(await verifyOrderProof({ ...proof, log: orderLog(receipt, index, size) })).toMatchObject({ ok: true });
    }
  });

  it('waits for the mark after the order', async () => {
    expect((await verifyOrderProof({ ...proof, anchored: false, log: null })).reason).toContain('not passed yet');
  });

  it('is of the receipt that is held', async () => {
    expect(await verifyOrderProof(proof, { receipt })).toEqual({ ok: true, reason: null, computed: log.root });
    expect((await verifyOrderProof(proof, { receipt: sha('z') })).reason).toContain('another receipt');
    expect((await verifyOrderProof({ ...proof, receipt: sha('z') })).reason).toContain('another receipt');
  });

  it('must lead to the root by a path of its own index and size', async () => {
    expect(await reasonOf({ path: log.path.slice(1) })).toContain('does not lead');
    expect(await reasonOf({ path: [...log.path, sha('x')] })).toContain('too long');
    expect(await reasonOf({ index: log.index + 1 })).toContain('does not lead');
    expect(await reasonOf({ index: log.size })).toContain('no entry of this index');
    expect(await reasonOf({ root: sha('x') })).toContain('does not lead');
    expect(await reasonOf({ root: 'x' })).toContain('64 hex digits');
    expect(await reasonOf({ entry: log.entry.replace('true', 'false') })).toContain('does not lead');
  });

  it('must be of the receipt, and count as the order was sent', async () => {
    expect((await verifyOrderProof({ ...proof, log: orderLog(sha('other'), 9, 14) })).reason).toContain(
      'another receipt',
    );
    expect(await reasonOf({}, { sandbox: false })).toBeNull();
    expect(await reasonOf({}, { sandbox: true })).toContain('as an order that counts');
  });

  it('must be under the checkpoint that was kept', async () => {
    expect(await reasonOf({}, { checkpoint: checkpointOf(log.size, log.root) })).toBeNull();
    expect(await reasonOf({}, { checkpoint: checkpointOf(log.size, sha('x')) })).toContain('another root');
    expect(await reasonOf({}, { checkpoint: checkpointOf(log.size + 1, log.root) })).toContain('the checkpoint is of');
    expect(await reasonOf({}, { checkpoint: 'nonsense' })).toContain('the checkpoint is of');
  });
});

// Independent of verify.ts and of the server: RFC 6962 section 2.1, written from its text.

function sha(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function treeRoot(leaves: readonly string[]): string {
  if (leaves.length === 1) return createHash('sha256').update(`00${leaves[0]}`, 'hex').digest('hex');
  const k = largestPowerBelow(leaves.length);
  return createHash('sha256')
    .update(`01${treeRoot(leaves.slice(0, k))}${treeRoot(leaves.slice(k))}`, 'hex')
    .digest('hex');
}

function auditPath(leaves: readonly string[], m: number): string[] {
  if (leaves.length === 1) return [];
  const k = largestPowerBelow(leaves.length);
  return m < k
    ? [...auditPath(leaves.slice(0, k), m), treeRoot(leaves.slice(k))]
    : [...auditPath(leaves.slice(k), m - k), treeRoot(leaves.slice(0, k))];
}

function largestPowerBelow(n: number): number {
  return 2 ** Math.floor(Math.log2(n - 1));
}

/** A log in which an entry stands at an index, between entries of no interest. */
function logOf(entry: string, index: number, size: number): LogInclusion {
  const texts = Array.from({ length: size }, (_, i) => (i === index ? entry : `entry ${i}`));
  const leaves = texts.map((text) => Buffer.from(text).toString('hex'));
  return { index, entry, size, root: treeRoot(leaves), path: auditPath(leaves, index) };
}

function checkpointOf(size: number, root: string): string {
  return `league.example\n${size}\n${Buffer.from(root, 'hex').toString('base64')}\n\n— league.example abc\n`;
}
