/**
 * Whose turn it is: every webhook waits for events, for a free place among the deliveries under way, or for its next attempt. One
 * delivery of a webhook is under way at a time, and a few of all webhooks together.
 */
import type { EventType } from 'papertape-contract/event';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import type { WebhooksTable } from '../storage/database.ts';
import type { Cursor } from './cursor.ts';
import type { EventOwner } from './read-events.ts';

export interface Hook {
  readonly bot: EventOwner;
  row: WebhooksTable;
  readonly types: readonly EventType[];
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

export interface WebhookQueue {
  /** Called for a webhook that is new, gone, or has events. */
  readonly place: (hook: Hook) => void;
  /** Webhooks with something to deliver now, those under way among them. */
  readonly size: () => number;
  /** From now on deliveries begin by themselves. */
  readonly start: () => void;
  /** Delivers everything that is due now. */
  readonly run: () => Promise<void>;
  /** Breaks off what is under way. */
  readonly stop: () => Promise<void>;
}

/** Deliveries under way at once. */
const deliveriesMax = 8;

export function createWebhookQueue(deps: WebhookQueueDeps): WebhookQueue {
  const { realNow, log } = deps;
  const underWay = new Set<Promise<void>>();
  const stop = new AbortController();
  let loop: Loop | undefined;

  const line = createLine(realNow);

  /** Begins as many deliveries as may be under way; each begins the next when it ends. */
  function beginReady(): void {
    while (underWay.size < deliveriesMax && !stop.signal.aborted) {
      const hook = line.takeReady();
      if (!hook) return;
      begin(hook);
    }
  }

  function begin(hook: Hook): void {
    hook.busy = true;
    const work = deps
      .deliver(hook, () => !hook.gone && !stop.signal.aborted, stop.signal)
      .catch((e: unknown) => {
        if (stop.signal.aborted) return;
        log.warn('a webhook was not worked on', { agent_id: hook.bot.botId, error: errorText(e) });
        hook.dirty = true;
        hook.row = { ...hook.row, next_try_at: BigInt(deps.retryAt()) };
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
    place(hook) {
      const where = line.place(hook);
      if (where === 'ready' && loop) beginReady();
      if (where === 'later') loop?.wake();
    },
    size: () => line.ready() + underWay.size,
    start() {
      loop ??= startLoop({
        round: beginDue,
        onFault: (e) => log.warn('webhooks were not begun, and will be', { error: errorText(e) }),
        pauseMs: { first: 1_000, max: 30_000 },
        signal: stop.signal,
      });
    },
    async run() {
      beginDue();
      await drained();
    },
    async stop() {
      stop.abort();
      await loop?.over;
      await drained();
    },
  };
}

interface Line {
  /** Where a webhook waits: for its turn, for its next attempt, or, in no list, for events. */
  readonly place: (hook: Hook) => 'ready' | 'later' | 'nowhere';
  /** Those whose next attempt has come are ready. @returns milliseconds until that of the next one. */
  readonly placeLater: () => number;
  readonly takeReady: () => Hook | undefined;
  readonly ready: () => number;
}

function createLine(realNow: () => number): Line {
  const ready = new Set<Hook>();
  const later = new Set<Hook>();

  function place(hook: Hook): 'ready' | 'later' | 'nowhere' {
    ready.delete(hook);
    later.delete(hook);
    const { row, dirty, busy, gone } = hook;
    if (busy || !dirty || row.paused_at !== null || gone) return 'nowhere';
    const where = tryAt(hook) <= realNow() ? 'ready' : 'later';
    (where === 'ready' ? ready : later).add(hook);
    return where;
  }

  return {
    place,
    placeLater() {
      let next = Number.POSITIVE_INFINITY;
      // Placing one moves it within the set that is walked.
      const waiting = [...later];
      for (const hook of waiting) if (place(hook) === 'later') next = Math.min(next, tryAt(hook));
      return next - realNow();
    },
    takeReady() {
      for (const hook of ready) {
        ready.delete(hook);
        return hook;
      }
      return undefined;
    },
    ready: () => ready.size,
  };
}

/** Real milliseconds before which nothing is tried. */
function tryAt({ row }: Hook): number {
  return row.next_try_at === null ? 0 : Number(row.next_try_at);
}
