/** Receipts and proofs, verified with the client's own functions: nothing can be added, dropped or back-dated unseen. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyMarkProof, verifyOrderProof, verifyReceipt, type OrderAck } from '../../../../client/src/index.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
const bots: Bot[] = [];
const acks: { readonly bot: Bot; readonly ack: OrderAck }[] = [];

beforeAll(async () => {
  league = await openLeague();
  for (let i = 0; i < 4; i++) bots.push(await league.enter());
  for (let round = 0; round < 3; round++) {
    for (const bot of bots.slice(0, round + 2)) {
      const weights = { 'BTC-USD': '0.123456789012345678', 'ETH-USD': `0.${round + 1}` };
      acks.push({ bot, ack: await bot.weights(weights, { sandbox: round === 1, reason: `round ${round}` }) });
    }
    await league.advance({ minutes: 5 });
  }
  await league.advance({ hours: 1 });
});
afterAll(() => league.close());

test('each receipt is the hash of its order and follows the bot’s receipt before', async () => {
  for (const bot of bots) {
    let previous = '';
    for (const { ack } of acks.filter((a) => a.bot === bot)) {
      const expected = { agentId: bot.id, league: 'spot_crypto', previous };
      const reason = ack.reason ?? '';
      expect(await verifyReceipt(ack, { ...expected, reason })).toMatchObject({ ok: true, computed: ack.receipt.hash });
      expect(await verifyReceipt(await bot.order(ack.order_id), expected)).toMatchObject({ ok: true });
      const forged = { ...ack, received_at: new Date(Date.parse(ack.received_at) - 1).toISOString() };
      expect(await verifyReceipt(forged, { ...expected, reason })).toMatchObject({ ok: false });
      expect(await verifyReceipt(ack, { ...expected, reason: 'another' })).toMatchObject({ ok: false });
      expect(await verifyReceipt({ ...ack, sandbox: !ack.sandbox }, { ...expected, reason })).toMatchObject({
        ok: false,
      });
      expect(await verifyReceipt(ack, { ...expected, reason, previous: '0'.repeat(64) })).toMatchObject({ ok: false });
      previous = ack.receipt.hash;
    }
  }
});

test('each order is proved to stand in the public log of the mark after it', async () => {
  for (const { ack } of acks) {
    const proof = await league.client.orderProof(ack.order_id);
    const checkpoint = await league.client.markCheckpoint(proof.mark);
    expect(proof).toMatchObject({ anchored: true, mark: ack.window.start, receipt: ack.receipt.hash });
    const expected = { receipt: ack.receipt.hash, sandbox: ack.sandbox, checkpoint };
    expect(await verifyOrderProof(proof, expected)).toMatchObject({ ok: true, reason: null });
    const earlier = await league.client.markCheckpoint('2026-03-02T00:00:00.000Z');
    expect(await verifyOrderProof(proof, { ...expected, checkpoint: earlier })).toMatchObject({ ok: false });
    expect(await verifyOrderProof(proof, { ...expected, receipt: '0'.repeat(64) })).toMatchObject({ ok: false });
  }
});

test('an order is not anchored before its mark', async () => {
  const bot = bots[0] as Bot;
  const ack = await bot.weights({});
  const proof = await league.client.orderProof(ack.order_id);
  expect(proof).toMatchObject({ anchored: false, log: null });
  expect(await verifyOrderProof(proof)).toMatchObject({ ok: false });
  await league.advance({ minutes: 5 });
  expect(await verifyOrderProof(await league.client.orderProof(ack.order_id))).toMatchObject({ ok: true });
});

test('what was read at each mark stands in the public log, from the first one on', async () => {
  const first = Date.parse('2026-03-02T00:00:00Z');
  let size = 1;
  for (let t = first; t <= league.now(); t += 300_000) {
    const mark = await league.client.markProof(new Date(t));
    const checkpoint = await league.client.markCheckpoint(new Date(t));
    expect(mark.readings).toMatchObject([{ mark: mark.mark, attempt: 0 }]);
    expect(await verifyMarkProof(mark, { checkpoint })).toMatchObject({ ok: true });
    expect(await verifyMarkProof({ ...mark, readings: [] }, { checkpoint })).toMatchObject({ ok: false });
    // Its entry stands right behind those of the mark before.
    expect(mark.log.index).toBe(size);
    size = mark.log.size;
  }
  await expect(league.client.markProof(new Date(first - 300_000))).rejects.toMatchObject({ code: 'mark_not_found' });
  await expect(league.client.markProof(new Date(league.now() + 300_000))).rejects.toMatchObject({
    code: 'mark_not_found',
  });
});
