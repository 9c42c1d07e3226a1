/**
 * When a delivery is tried again.
 *
 * In: how often it failed, since when, a random number. Out: the wait, or the end of trying.
 *
 * Public rule (docs/bots/events.md): after a failure 5 seconds, then twice as long each time, an hour at most, each spread by a quarter up and
 * down; after 24 hours of failures, and after an answer 410, deliveries are paused until the webhook is set again.
 *
 * Example: the third failure in a row waits 20 s, between 15 and 25.
 */
import { limits } from 'papertape-contract/limits';

const firstWaitMs = 5_000;
const waitMsMax = 3_600_000;
const gone = 410;

/** @param failures in a row, this one counted. @param random from 0 to below 1. */
export function retryWaitMs(failures: number, random: number): number {
  return Math.round(Math.min(waitMsMax, firstWaitMs * 2 ** Math.min(failures - 1, 30)) * (0.75 + random / 2));
}

export function givesUp(failingSince: number, now: number, status: number | null): boolean {
  return status === gone || now - failingSince >= limits.webhookRetryHours * 3_600_000;
}
