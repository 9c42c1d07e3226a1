/**
 * How a delivery is signed: Standard Webhooks (https://www.standardwebhooks.com, specification 1.0), so that receivers check it with a
 * library of their language.
 *
 * In: the secret, the name of the message, the second and the body. Out: the three headers.
 *
 * Public rule (docs/bots/events.md): `webhook-signature` is `v1,` and the base64 of the HMAC-SHA256 of `ID.SECONDS.BODY`; the key is what the
 * secret holds in base64 behind `whsec_`. The time keeps a delivery that was caught from being sent again later.
 *
 * Example, from the specification: `msg_p5jXN8AQM9LWM0D4loKWxJek`, 1614265330, `{"test": 2432232314}` and the secret
 * `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw` give `v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=`.
 */
import { createHmac } from 'node:crypto';
import { sha256 } from '../lib/hash.ts';

export interface WebhookMessage {
  readonly id: string;
  /** When it is sent, seconds since 1970. */
  readonly seconds: number;
  readonly body: string;
}

const secretPrefix = 'whsec_';

/** @param random 24 to 64 bytes. */
export function webhookSecret(random: Buffer): string {
  return secretPrefix + random.toString('base64');
}

export function signedHeaders(secret: string, { id, seconds, body }: WebhookMessage): Record<string, string> {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}

/**
 * The name of a delivery: the same whenever the same events are sent to the same bot, and another one as soon as an event more is with
 * them. A receiver that skips a name it knows therefore never skips an event. Ids of events alone would not do: a delivery holds
 * several, and the bots of one maker may share a receiver, while `close/2026-03-02` is an event of each.
 */
export function messageId(botId: string, eventIds: readonly string[]): string {
  return `msg_${sha256(JSON.stringify([botId, ...eventIds])).slice(0, 32)}`;
}
