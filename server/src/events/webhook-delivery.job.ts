/**
 * One delivery of a webhook: the events behind its cursor are read and sent, and what became of it is stored. Before that it is looked at as it is stored: a process that stood still while another one
 * took its place wakes up with webhooks in memory that were cleared since, or of which others have delivered more.
 */
import { limits } from 'papertape-contract/limits';
import type { Intake } from '../storage/intake.ts';
import { decodeCursor, encodeCursor, firstCursor } from './cursor.ts';
import type { EventReader } from './read-events.ts';
import type { Turns } from '../lib/streams/turns.ts';
import type { Db } from '../storage/storage.ts';
import type { Deliver, Hook } from './webhook-queue.ts';
import type { Send } from './webhook-send.ts';
import { messageId } from './webhook-signature.ts';
import { afterAttempt, type Webhook } from './webhook.ts';
import { keepProgress, webhookOfBot } from './webhooks.sql.ts';

export interface DeliveryFigures {
  /** Deliveries by what became of them. */
  readonly deliveries: ReadonlyMap<'taken' | 'failed', number>;
  /** Of these, how many repeated one that had failed. */
  readonly retries: number;
  /** Webhooks that were given up. */
  readonly pauses: number;
}

export interface DeliveryDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly events: EventReader;
  readonly turns: Turns;
  readonly send: Send;
  readonly realNow: () => number;
  /** A random number from 0 to below 1. */
  readonly fraction: () => number;
}

/** `deliver` sends one page of events. */
export function createDelivery({ db, intake, events, turns, send, realNow, fraction }: DeliveryDeps): {
  readonly deliver: Deliver;
  readonly figures: () => DeliveryFigures;
} {
  const deliveries = new Map<'taken' | 'failed', number>([
    ['taken', 0],
    ['failed', 0],
  ]);
  let retries = 0;
  let pauses = 0;

  async function note(hook: Hook, after: Webhook): Promise<void> {
    await intake.write({ also: (trx) => keepProgress(trx, after) });
    hook.webhook = after;
  }

  /** Is it the one that is stored? Throws when it is, and others have gone on with it: where they stand is gone on from, unless this process ends. */
  async function isStored(hook: Hook): Promise<boolean> {
    const { id, bot, position } = hook.webhook;
    const stored = await turns(() => webhookOfBot(db, bot.botId));
    if (stored?.id !== id) return false;
    if (stored.position === position) return true;
    hook.webhook = stored;
    hook.cursor = decodeCursor(bot.botId, stored.position) ?? firstCursor;
    throw new Error('events of it were delivered by another process, or that this one stored them is not known');
  }

  return {
    async deliver(hook, isCurrent, stop) {
      hook.dirty = false;
      if (!(await isStored(hook)) || !isCurrent()) return;
      const { webhook } = hook;
      const { bot, types, url, secret } = webhook;
      const page = await turns(() => events.read(bot, hook.cursor, limits.webhookEventsPerDeliveryMax));
      if (!isCurrent()) return;
      const wanted = page.events.filter((e) => types.length === 0 || types.includes(e.type));
      const passed = { ...webhook, position: encodeCursor(bot.botId, page.next) };
      if (wanted.length > 0) {
        const body = JSON.stringify({ agent_id: bot.botId, events: wanted });
        const id = messageId(
          bot.botId,
          wanted.map((e) => e.id),
        );
        const outcome = await send({ url, messageId: id, secret, body, signal: stop });
        if (!isCurrent()) return;
        const isTaken = outcome.problem === null;
        if (!isTaken) hook.dirty = true;
        const after = afterAttempt(isTaken ? passed : webhook, outcome, realNow(), fraction());
        const became = isTaken ? 'taken' : 'failed';
        deliveries.set(became, (deliveries.get(became) ?? 0) + 1);
        if (webhook.failures > 0) retries++;
        if (after.pausedAt !== null) pauses++;
        await note(hook, after);
        if (!isTaken) return;
      } else if (page.events.length > 0) await note(hook, passed);
      hook.cursor = page.next;
      if (page.more) hook.dirty = true;
    },
    figures: () => ({ deliveries, retries, pauses }),
  };
}
