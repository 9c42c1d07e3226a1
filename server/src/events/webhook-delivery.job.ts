/** One delivery of a webhook: the events behind its cursor are read and sent, and what became of it is stored. */
import { limits } from 'papertape-contract/limits';
import type { WebhooksTable } from '../storage/database.ts';
import type { Intake } from '../storage/intake.ts';
import { encodeCursor } from './cursor.ts';
import type { EventReader } from './read-events.ts';
import type { Turns } from './turns.ts';
import type { Deliver, Hook } from './webhook-queue.ts';
import { givesUp, retryWaitMs } from './webhook-retry.ts';
import type { Outcome, Send } from './webhook-send.ts';
import { messageId } from './webhook-signature.ts';
import { keepProgress } from './webhooks.sql.ts';

export interface DeliveryFigures {
  /** Deliveries by what became of them. */
  readonly deliveries: ReadonlyMap<'taken' | 'failed', number>;
  /** Of these, how many repeated one that had failed. */
  readonly retries: number;
  /** Webhooks that were given up. */
  readonly pauses: number;
}

export interface DeliveryDeps {
  readonly intake: Intake;
  readonly events: EventReader;
  readonly turns: Turns;
  readonly send: Send;
  readonly realNow: () => number;
  /** A random number from 0 to below 1. */
  readonly fraction: () => number;
}

export interface DeliveryJob {
  /** Sends one page of events. */
  readonly deliver: Deliver;
  readonly figures: () => DeliveryFigures;
}

/** Nothing stands against the next delivery. */
export const working = { failures: 0n, failing_since: null, next_try_at: null, last_error: null, paused_at: null };

export function createDelivery({ intake, events, turns, send, realNow, fraction }: DeliveryDeps): DeliveryJob {
  const deliveries = new Map<'taken' | 'failed', number>([
    ['taken', 0],
    ['failed', 0],
  ]);
  let retries = 0;
  let pauses = 0;

  async function note(hook: Hook, row: WebhooksTable): Promise<void> {
    const { url: _url, types: _types, secret: _secret, created_at: _created, ...progress } = row;
    await intake.write({ also: (trx) => keepProgress(trx, progress) });
    hook.row = row;
  }

  function tally({ failures }: WebhooksTable, after: WebhooksTable, { problem }: Outcome): void {
    const outcome = problem === null ? 'taken' : 'failed';
    deliveries.set(outcome, (deliveries.get(outcome) ?? 0) + 1);
    if (failures > 0n) retries++;
    if (after.paused_at !== null) pauses++;
  }

  return {
    async deliver(hook, isCurrent, stop) {
      hook.dirty = false;
      const { bot, row } = hook;
      const page = await turns(() => events.read(bot, hook.cursor, limits.webhookEventsPerDeliveryMax));
      if (!isCurrent()) return;
      const wanted = page.events.filter((e) => hook.types.length === 0 || hook.types.includes(e.type));
      const passed = { ...row, position: encodeCursor(bot.botId, page.next) };
      if (wanted.length === 0) {
        hook.cursor = page.next;
        if (page.events.length > 0) await note(hook, passed);
        if (page.more) hook.dirty = true;
        return;
      }
      const body = JSON.stringify({ agent_id: bot.botId, events: wanted });
      const ids = wanted.map((e) => e.id);
      const { url, secret } = row;
      const outcome = await send({ url, messageId: messageId(bot.botId, ids), secret, body, signal: stop });
      if (!isCurrent()) return;
      const isTaken = outcome.problem === null;
      if (!isTaken) hook.dirty = true;
      const after = afterAttempt(isTaken ? passed : row, outcome, realNow(), fraction());
      tally(row, after, outcome);
      await note(hook, after);
      if (!isTaken) return;
      hook.cursor = page.next;
      if (page.more) hook.dirty = true;
    },
    figures: () => ({ deliveries, retries, pauses }),
  };
}

/** The webhook after an attempt. @param random from 0 to below 1. */
function afterAttempt(row: WebhooksTable, outcome: Outcome, now: number, random: number): WebhooksTable {
  const { status, problem } = outcome;
  const tried = { last_try_at: BigInt(now), last_status: status === null ? null : BigInt(status) };
  if (problem === null) return { ...row, ...tried, ...working, delivered_at: BigInt(now) };
  const failures = Number(row.failures) + 1;
  const since = row.failing_since ?? BigInt(now);
  const ends = givesUp(Number(since), now, status);
  return {
    ...row,
    ...tried,
    last_error: problem,
    failures: BigInt(failures),
    failing_since: since,
    next_try_at: ends ? null : BigInt(now + retryWaitMs(failures, random)),
    paused_at: ends ? BigInt(now) : null,
  };
}
