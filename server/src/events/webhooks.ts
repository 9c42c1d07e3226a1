/**
 * Webhooks: each bot's events posted to its own address, in order, each at least once. The cursor is stored after an answer of 2xx: what
 * was sent before a crash and not noted is sent again, with the same event ids.
 *
 * All of them are in memory, for this process is the only one that serves the data, and each is looked at as it is stored before something is sent. One delivery per bot is under way
 * at a time, and a few in all.
 */
import type { KeptAnswer } from 'papertape-contract/call';
import type { EventType } from 'papertape-contract/event';
import type { Log } from '../lib/log.ts';
import type { RandomBytes } from '../lib/ids.ts';
import { decodeCursor, encodeCursor, firstCursor } from './cursor.ts';
import type { Followers } from './followers.ts';
import type { EventOwner } from './read-events.ts';
import { createDelivery, type DeliveryDeps, type DeliveryFigures } from './webhook-delivery.job.ts';
import { createWebhookQueue, type Hook, type WebhookQueue } from './webhook-queue.ts';
import { webhookSecret } from './webhook-signature.ts';
import { retryWaitMs, webhookState, webhookStates, working, type Webhook, type WebhookState } from './webhook.ts';
import { allWebhooks, deleteWebhook, replaceWebhook } from './webhooks.sql.ts';

export interface WebhookSetting {
  readonly url: string;
  /** Empty = all. */
  readonly types: readonly EventType[];
}

/** Keeps the answer that a request will get, in the same commit. */
export type KeepAnswer = (hook: Webhook) => KeptAnswer | undefined;

export interface Webhooks {
  of(botId: string): Webhook | undefined;
  set(bot: EventOwner, setting: WebhookSetting, keep: KeepAnswer): Promise<void>;
  /** @param idempotency the answer to keep. */
  clear(botId: string, idempotency: KeptAnswer | undefined): Promise<void>;
  /** Begins to deliver as events come, and goes on with what was not delivered. */
  start(): void;
  /** Delivers everything that is due now. For a clock that is stepped, where nothing is delivered by itself. */
  run(): Promise<void>;
  figures(): WebhookFigures;
  /** Breaks off what is under way; it is not counted as a failure. */
  stop(): Promise<void>;
}

/** How it goes for all of them, since the start of the process. */
export interface WebhookFigures extends DeliveryFigures {
  /** How many there are now, by state as their bots are told it. */
  readonly states: ReadonlyMap<WebhookState, number>;
  /** Webhooks with something to deliver now, those under way among them; not those that wait for their next attempt. */
  readonly queue: number;
}

export interface WebhooksDeps extends Omit<DeliveryDeps, 'fraction'> {
  readonly followers: Followers;
  readonly random: RandomBytes;
  readonly log: Log;
}

export async function openWebhooks(deps: WebhooksDeps): Promise<Webhooks> {
  const { db, intake, events, followers, random, realNow, log } = deps;
  const fraction = (): number => random(4).readUInt32BE() / 2 ** 32;
  const delivery = createDelivery({ ...deps, fraction });
  const queue = createWebhookQueue({
    realNow,
    log,
    deliver: delivery.deliver,
    retryAt: () => realNow() + retryWaitMs(1, fraction()),
  });
  const hooks = createHooks(followers, queue);
  for (const webhook of await allWebhooks(db)) hooks.add(webhook);

  return {
    of: (botId) => hooks.get(botId)?.webhook,
    async set(bot, setting, keep) {
      const cursor = hooks.get(bot.botId)?.cursor ?? (await events.now(bot));
      const webhook: Webhook = {
        bot: { botId: bot.botId, league: bot.league },
        id: `whk_${random(8).toString('hex')}`,
        ...setting,
        secret: webhookSecret(random(32)),
        createdAt: realNow(),
        position: encodeCursor(bot.botId, cursor),
        ...working,
        lastTryAt: null,
        lastStatus: null,
        deliveredAt: null,
      };
      await intake.write({
        also: (trx) => replaceWebhook(trx, webhook),
        idempotency: keep(webhook),
        onStored: () => hooks.add(webhook),
      });
    },
    async clear(botId, idempotency) {
      await intake.write({
        also: (trx) => deleteWebhook(trx, botId),
        idempotency,
        onStored: () => hooks.remove(botId),
      });
    },
    start: queue.start,
    figures() {
      const found = hooks.all().map(({ webhook }) => webhookState(webhook));
      const states = new Map(webhookStates.map((state) => [state, found.filter((s) => s === state).length]));
      return { states, queue: queue.size(), ...delivery.figures() };
    },
    run: queue.run,
    async stop() {
      await queue.stop();
      for (const { webhook } of hooks.all()) hooks.remove(webhook.bot.botId);
    },
  };
}

/** Webhooks by their bots, each listening for its bot's events. */
function createHooks(followers: Followers, queue: WebhookQueue) {
  const hooks = new Map<string, { readonly hook: Hook; readonly leave: () => void }>();

  function remove(botId: string): void {
    const kept = hooks.get(botId);
    if (!kept) return;
    kept.leave();
    hooks.delete(botId);
    kept.hook.gone = true;
    queue.place(kept.hook);
  }

  return {
    get: (botId: string): Hook | undefined => hooks.get(botId)?.hook,
    all: (): Hook[] => [...hooks.values()].map(({ hook }) => hook),
    /** Takes the place of the one that the bot had. */
    add(webhook: Webhook): void {
      const { botId, league } = webhook.bot;
      remove(botId);
      const cursor = decodeCursor(botId, webhook.position) ?? firstCursor;
      const hook: Hook = { webhook, cursor, dirty: true, busy: false, gone: false };
      const leave = followers.add({
        botId,
        league,
        // While a delivery is under way, the cursor is behind what it tells of.
        expectsOutcome: () => hook.busy || hook.cursor.fills < hook.cursor.orders,
        wake() {
          if (hook.dirty) return;
          hook.dirty = true;
          queue.place(hook);
        },
      });
      hooks.set(botId, { hook, leave });
      queue.place(hook);
    },
    remove,
  };
}
