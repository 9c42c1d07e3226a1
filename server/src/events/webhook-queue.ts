/**
 * Whose turn it is: every webhook waits for events, for a free place among the deliveries under way, or for its next attempt. One
 * delivery of a webhook is under way at a time, and a few of all webhooks together.
 */
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import type { Cursor } from './cursor.ts';
import type { Webhook } from './webhook.ts';

export interface Hook {
  webhook: Webhook;
  cursor: Cursor;
  /** May there be events behind the cursor? */
  dirty: boolean;
  /** Is a delivery under way? */
  busy: boolean;
  /** Cleared, or set anew. */
  gone: boolean;
}

/**
 * One delivery. More to deliver makes the webhook dirty again.
 * @param isCurrent false when the webhook was set anew or cleared meanwhile, or the service stops: then nothing is stored.
 */
export type Deliver = (hook: Hook, isCurrent: () => boolean, stop: AbortSignal) => Promise<void>;

export interface WebhookQueueDeps {
  readonly deliver: Deliver;
  /** Real milliseconds at which a webhook is worked on again whose work failed here, not at its receiver. */
  readonly retryAt: () => number;
  readonly realNow: () => number;
  readonly log: Log;
}

export type WebhookQueue = ReturnType<typeof createWebhookQueue>;

/** Deliveries under way at once. */
const deliveriesMax = 8;

export function createWebhookQueue({ deliver, retryAt, realNow, log }: WebhookQueueDeps) {
  const line = createLine(realNow);
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();
  let loop: Loop | undefined;

  /** Begins as many deliveries as may be under way; each begins the next when it ends. */
  function beginReady(): void {
    for (const hook of line.ready) {
      if (underWay.size >= deliveriesMax || stop.signal.aborted) return;
      line.ready.delete(hook);
      begin(hook);
    }
  }

  function begin(hook: Hook): void {
    hook.busy = true;
    const work = deliver(hook, () => !hook.gone && !stop.signal.aborted, stop.signal)
      .catch((e: unknown) => {
        if (stop.signal.aborted) return;
        log.warn('a webhook was not worked on', { agent_id: hook.webhook.bot.botId, error: errorText(e) });
        hook.dirty = true;
        hook.webhook = { ...hook.webhook, nextTryAt: retryAt() };
      })
      .then(() => {
        hook.busy = false;
        underWay.delete(work);
        if (line.place(hook) === 'later') loop?.wake();
        beginReady();
      });
    underWay.add(work);
  }

  function beginDue(): number {
    const waitMs = line.placeLater();
    beginReady();
    return waitMs;
  }

  const drained = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all(underWay);
  };

  return {
    /** Called for a webhook that is new, gone, or has events. */
    place(hook: Hook): void {
      const where = line.place(hook);
      if (where === 'ready' && loop) beginReady();
      if (where === 'later') loop?.wake();
    },
    /** Webhooks with something to deliver now, those under way among them. */
    size: () => line.ready.size + underWay.size,
    /** From now on deliveries begin by themselves. */
    start: (): void => {
      loop ??= startLoop({
        round: beginDue,
        onFault: (e) => log.warn('webhooks were not begun, and will be', { error: errorText(e) }),
        pauseMs: { first: 1_000, max: 30_000 },
        signal: stop.signal,
      });
    },
    /** Delivers everything that is due now. */
    run: async (): Promise<void> => {
      beginDue();
      await drained();
    },
    /** Breaks off what is under way. */
    async stop(): Promise<void> {
      stop.abort();
      await loop?.over;
      await drained();
    },
  };
}

function createLine(realNow: () => number) {
  const ready = new Set<Hook>();
  const later = new Set<Hook>();

  /** Puts a webhook where it waits: for its turn, for its next attempt, or, in no list, for events. */
  function place(hook: Hook): 'ready' | 'later' | 'nowhere' {
    ready.delete(hook);
    later.delete(hook);
    const { webhook, dirty, busy, gone } = hook;
    if (busy || !dirty || webhook.pausedAt !== null || gone) return 'nowhere';
    const where = tryAt(hook) <= realNow() ? 'ready' : 'later';
    (where === 'ready' ? ready : later).add(hook);
    return where;
  }

  return {
    ready,
    place,
    /** Those whose next attempt has come are ready. @returns milliseconds until that of the next one. */
    placeLater(): number {
      let next = Number.POSITIVE_INFINITY;
      // Placing one moves it within the set that is walked.
      const waiting = [...later];
      for (const hook of waiting) if (place(hook) === 'later') next = Math.min(next, tryAt(hook));
      return next - realNow();
    },
  };
}

/** Real milliseconds before which nothing is tried. */
function tryAt({ webhook }: Hook): number {
  return webhook.nextTryAt ?? 0;
}
