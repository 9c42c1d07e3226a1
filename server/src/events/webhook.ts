/**
 * A webhook: where a bot wants its events sent, and what an attempt to send some makes of it.
 *
 * In: the webhook, how the attempt ended, the time, a random number. Out: the webhook after it, with when it is tried again.
 *
 * Public rule (docs/bots/events.md): after a failure 5 seconds, then twice as long each time, an hour at most, each spread by a quarter up and
 * down; after 24 hours of failures, and after an answer 410, deliveries are paused until the webhook is set again.
 *
 * Example: the third failure in a row waits 20 s, between 15 and 25.
 */
import { eventType, type EventType, type WebhookView } from 'papertape-contract/event';
import { limits } from 'papertape-contract/limits';
import { iso, type Instant } from '../lib/clock.ts';
import type { EventOwner } from './read-events.ts';
import { hourMs } from '../lib/time.ts';

/** Instants are on real time, whatever the clock of the league. */
export interface Webhook {
  readonly bot: EventOwner;
  /** `whk_…`, another one whenever it is set. */
  readonly id: string;
  readonly url: string;
  /** The types that are wanted; empty = all. */
  readonly types: readonly EventType[];
  /** What deliveries are signed with. */
  readonly secret: string;
  readonly createdAt: Instant;
  /** Cursor: everything before it was delivered. */
  readonly position: string;
  /** Attempts that failed since the last good one. */
  readonly failures: number;
  readonly failingSince: Instant | null;
  readonly nextTryAt: Instant | null;
  readonly lastTryAt: Instant | null;
  /** Of the last answer; null when there was none. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly deliveredAt: Instant | null;
  readonly pausedAt: Instant | null;
}

/** How one attempt ended. */
export interface Outcome {
  /** Of the answer; null without one. */
  readonly status: number | null;
  /** In words, without what the network around the service would tell a stranger; null when it was taken. */
  readonly problem: string | null;
}

export const webhookStates = ['working', 'retrying', 'paused'] as const;
export type WebhookState = (typeof webhookStates)[number];

export function webhookState({ pausedAt, failures }: Webhook): WebhookState {
  if (pausedAt !== null) return 'paused';
  return failures > 0 ? 'retrying' : 'working';
}

/** Nothing stands against the next delivery. */
export const working = { failures: 0, failingSince: null, nextTryAt: null, lastError: null, pausedAt: null };

/** The webhook after an attempt. @param random from 0 to below 1. */
export function afterAttempt(hook: Webhook, { status, problem }: Outcome, now: Instant, random: number): Webhook {
  const tried = { ...hook, lastTryAt: now, lastStatus: status };
  if (problem === null) return { ...tried, ...working, deliveredAt: now };
  const failures = hook.failures + 1;
  const failingSince = hook.failingSince ?? now;
  const ends = givesUp(failingSince, now, status);
  return {
    ...tried,
    lastError: problem,
    failures,
    failingSince,
    nextTryAt: ends ? null : now + retryWaitMs(failures, random),
    pausedAt: ends ? now : null,
  };
}

const firstWaitMs = 5_000;
const waitMsMax = hourMs;
const gone = 410;

/** @param failures in a row, this one counted. @param random from 0 to below 1. */
export function retryWaitMs(failures: number, random: number): number {
  return Math.round(Math.min(waitMsMax, firstWaitMs * 2 ** Math.min(failures - 1, 30)) * (0.75 + random / 2));
}

export function givesUp(failingSince: Instant, now: Instant, status: number | null): boolean {
  return status === gone || now - failingSince >= limits.webhookRetryHours * hourMs;
}

const pausedFix = 'Deliveries are paused; set the webhook again to go on from where it stood.';

/** A webhook as its owner sees it. @param secret shown once, when the webhook is set. */
export function webhookView(
  botId: string,
  hook: Webhook | undefined,
  secret: string | null = null,
  warnings: readonly string[] = [],
): WebhookView {
  const at = (t: Instant | null | undefined): string | null => (t === null || t === undefined ? null : iso(t));
  return {
    agent_id: botId,
    webhook_id: hook?.id ?? null,
    url: hook?.url ?? null,
    events: !hook ? [] : hook.types.length > 0 ? [...hook.types] : [...eventType.options],
    secret,
    state: hook ? webhookState(hook) : 'none',
    reason: !hook ? null : hook.pausedAt === null ? hook.lastError : `${hook.lastError ?? ''} ${pausedFix}`.trim(),
    cursor: hook?.position ?? null,
    last_delivery_at: at(hook?.deliveredAt),
    last_attempt_at: at(hook?.lastTryAt),
    last_status: hook?.lastStatus ?? null,
    failures: hook?.failures ?? 0,
    next_attempt_at: at(hook?.nextTryAt),
    warnings: [...warnings],
  };
}
