import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../../client/src/index.ts';
import { messageId, signedHeaders, webhookSecret } from './webhook-signature.ts';

test('the worked example of the specification', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', seconds: 1614265330, body: '{"test": 2432232314}' };
  expect(signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('the reference library takes what is signed here, and the client takes what that library signs', async () => {
  const seconds = Math.floor(Date.now() / 1000);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.array(fc.string()), async (text, ids) => {
      const secret = webhookSecret(randomBytes(32));
      const body = JSON.stringify({ agent_id: 'agt_1', events: [], text });
      const id = messageId('agt_1', ids);
      const headers = signedHeaders(secret, { id, seconds, body });
      const judge = new Webhook(secret);
      expect(judge.verify(body, headers)).toEqual(JSON.parse(body));
      expect(() => judge.verify(`${body} `, headers)).toThrow('No matching signature');
      expect(() => judge.verify(body, { ...headers, 'webhook-id': `${id}0` })).toThrow('No matching signature');
      const theirs = { ...headers, 'webhook-signature': judge.sign(id, new Date(seconds * 1000), body) };
      expect(theirs).toEqual(headers);
      expect(await verifyWebhook(secret, theirs, body)).toEqual(JSON.parse(body));
    }),
    { numRuns: 20 },
  );
});

test('a delivery is named by the bot and by the events in it, in their order', () => {
  const names = [
    messageId('agt_1', ['close/2026-03-02']),
    messageId('agt_2', ['close/2026-03-02']),
    messageId('agt_1', ['close/2026-03-02', 'champion/2026-W09/2026-03-02']),
    messageId('agt_1', ['champion/2026-W09/2026-03-02', 'close/2026-03-02']),
  ];
  expect(new Set(names).size).toBe(names.length);
  // The name is a part of what is signed, where a dot ends it.
  for (const name of names) expect(name).toMatch(/^msg_[0-9a-f]{32}$/);
  expect(messageId('agt_1', ['close/2026-03-02'])).toBe(names[0]);
});
