/**
 * Webhooks: each bot's events posted to its own address, in order, each at least once. The cursor is stored after an answer of 2xx: what
 * was sent before a crash and not noted is sent again, with the same event ids.
 *
 * All of them are in memory, for this process is the only one that serves the data. One delivery per bot is under way at a time, and
 * a few in all.
 */
import type { EventType } from 'papertape-contract/event';
import { limits } from 'papertape-contract/limits';
import { errorText, type Log } from '../lib/log.ts';
import type { RandomBytes } from '../lib/ids.ts';
import type { IdempotencyTable, WebhooksTable } from '../storage/database.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { decodeCursor, encodeCursor, firstCursor, type Cursor } from './cursor.ts';
import type { Followers } from './followers.ts';
import type { EventOwner, EventReader } from './read-events.ts';
import type { Turns } from './turns.ts';
import { givesUp, retryWaitMs } from './webhook-retry.ts';
import type { Outcome, Send } from './webhook-send.ts';
import { messageId, webhookSecret } from './webhook-signature.ts';
import { allWebhooks, deleteWebhook, keepProgress, replaceWebhook } from './webhooks.sql.ts';

export interface WebhookSetting {
  readonly url: string;
  /** Empty = all. */
  readonly types: readonly EventType[];
}

/** Keeps the answer that a request will get, in the same commit. */
export type KeepAnswer = (row: WebhooksTable) => IdempotencyTable | undefined;

export interface Webhooks {
  of(agentId: string): WebhooksTable | undefined;
  set(bot: EventOwner, setting: WebhookSetting, keep: KeepAnswer): Promise<WebhooksTable>;
  /** @param idempotency the answer to keep. */
  clear(agentId: string, idempotency: IdempotencyTable | undefined): Promise<void>;
  /** Begins to deliver as events come, and goes on with what was not delivered. */
  start(): void;
  /** Delivers everything that is due now. For a clock that is stepped, where nothing is delivered by itself. */
  run(): Promise<void>;
  figures(): WebhookFigures;
  /** Breaks off what is under way; it is not counted as a failure. */
  stop(): Promise<void>;
}

/** How it goes for all of them, since the start of the process. */
export interface WebhookFigures {
  /** How many there are now, by state as their bots are told it. */
  readonly states: ReadonlyMap<WebhookState, number>;
  /** Webhooks with something to deliver now, those under way among them; not those that wait for their next attempt. */
  readonly queue: number;
  /** Deliveries by what became of them. */
  readonly deliveries: ReadonlyMap<'taken' | 'failed', number>;
  /** Of these, how many repeated one that had failed. */
  readonly retries: number;
  /** Webhooks that were given up. */
  readonly pauses: number;
}

export type WebhookState = 'working' | 'retrying' | 'paused';

/** How it goes for one of them. */
export function webhookState({ paused_at: pausedAt, failures }: WebhooksTable): WebhookState {
  if (pausedAt !== null) return 'paused';
  return failures > 0n ? 'retrying' : 'working';
}

export interface WebhooksDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly events: EventReader;
  readonly followers: Followers;
  readonly turns: Turns;
  readonly send: Send;
  readonly random: RandomBytes;
  readonly realNow: () => number;
  readonly log: Log;
}

interface Hook {
  readonly bot: EventOwner;
  row: WebhooksTable;
  readonly types: readonly EventType[];
  cursor: Cursor;
  /** May there be events behind the cursor? */
  dirty: boolean;
  busy: boolean;
  leave: () => void;
}

/** Deliveries under way at once. */
const deliveriesMax = 8;

export async function openWebhooks(deps: WebhooksDeps): Promise<Webhooks> {
  const { db, intake, events, followers, send, realNow, log } = deps;
  const hooks = new Map<string, Hook>();
  const stop = new AbortController();
  const underWay = new Set<Promise<void>>();
  const ready = new Set<Hook>();
  const later = new Set<Hook>();
  const deliveries = new Map<'taken' | 'failed', number>([
    ['taken', 0],
    ['failed', 0],
  ]);
  let retries = 0;
  let pauses = 0;
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let armedFor = Number.POSITIVE_INFINITY;

  for (const { league, ...row } of await allWebhooks(db)) keepInMind({ agentId: row.agent_id, league }, row);

  function keepInMind(bot: EventOwner, row: WebhooksTable): void {
    forget(bot.agentId);
    const hook: Hook = {
      bot,
      row,
      types: JSON.parse(row.types) as EventType[],
      cursor: decodeCursor(bot.agentId, row.position) ?? firstCursor,
      dirty: true,
      busy: false,
      leave: () => undefined,
    };
    hook.leave = followers.add({
      agentId: bot.agentId,
      // While a delivery is under way, the cursor is behind what it tells of.
      expectsOutcome: () => hook.busy || hook.cursor.fills < hook.cursor.orders,
      wake() {
        if (hook.dirty) return;
        hook.dirty = true;
        place(hook);
        if (started) beginReady();
      },
    });
    hooks.set(bot.agentId, hook);
    place(hook);
  }

  function forget(agentId: string): void {
    const hook = hooks.get(agentId);
    if (!hook) return;
    hook.leave();
    hooks.delete(agentId);
    place(hook);
  }

  /** Where a webhook waits: for its turn, for its next attempt, or for events. */
  function place(hook: Hook): void {
    ready.delete(hook);
    later.delete(hook);
    const { row, dirty, busy } = hook;
    if (busy || !dirty || row.paused_at !== null || hooks.get(hook.bot.agentId) !== hook) return;
    if (row.next_try_at === null || Number(row.next_try_at) <= realNow()) ready.add(hook);
    else {
      later.add(hook);
      arm(Number(row.next_try_at));
    }
  }

  function arm(at: number): void {
    if (!started || at >= armedFor || stop.signal.aborted) return;
    clearTimeout(timer);
    armedFor = at;
    timer = setTimeout(tick, Math.min(Math.max(0, at - realNow()), timerMsMax)).unref();
  }

  function tick(): void {
    clearTimeout(timer);
    armedFor = Number.POSITIVE_INFINITY;
    // Placing one moves it within the set that is walked.
    const waiting = [...later];
    for (const hook of waiting) place(hook);
    beginReady();
  }

  /** Begins as many deliveries as may be under way; each begins the next when it ends. */
  function beginReady(): void {
    for (const hook of ready) {
      if (underWay.size >= deliveriesMax || stop.signal.aborted) return;
      ready.delete(hook);
      begin(hook);
    }
  }

  function begin(hook: Hook): void {
    hook.busy = true;
    const work = deliver(hook)
      .catch((e: unknown) => {
        if (stop.signal.aborted) return;
        // The database, not the receiver: the same again after a while.
        log.warn('a webhook was not worked on', { agent_id: hook.bot.agentId, error: errorText(e) });
        hook.dirty = true;
        hook.row = { ...hook.row, next_try_at: BigInt(realNow() + retryWaitMs(1, fraction())) };
      })
      .then(() => {
        hook.busy = false;
        underWay.delete(work);
        place(hook);
        beginReady();
      });
    underWay.add(work);
  }

  const isCurrent = (hook: Hook): boolean => hooks.get(hook.bot.agentId) === hook && !stop.signal.aborted;

  /** One page of events to its receiver. More of them make it due again. */
  async function deliver(hook: Hook): Promise<void> {
    hook.dirty = false;
    const { bot, row } = hook;
    const page = await deps.turns(() => events.read(bot, hook.cursor, limits.webhookEventsPerDeliveryMax));
    if (!isCurrent(hook)) return;
    const wanted = page.events.filter((e) => hook.types.length === 0 || hook.types.includes(e.type));
    const passed = { ...row, position: encodeCursor(bot.agentId, page.next) };
    if (wanted.length === 0) {
      hook.cursor = page.next;
      if (page.events.length > 0) await note(hook, passed);
      if (page.more) hook.dirty = true;
      return;
    }
    const body = JSON.stringify({ agent_id: bot.agentId, events: wanted });
    const { url, secret } = row;
    const message = messageId(
      bot.agentId,
      wanted.map((e) => e.id),
    );
    const outcome = await send({ url, messageId: message, secret, body, signal: stop.signal });
    if (!isCurrent(hook)) return;
    tally(row, outcome);
    const now = realNow();
    const tried = { last_try_at: BigInt(now), last_status: outcome.status === null ? null : BigInt(outcome.status) };
    if (outcome.problem === null) {
      await note(hook, { ...passed, ...tried, ...working, delivered_at: BigInt(now) });
      hook.cursor = page.next;
      if (page.more) hook.dirty = true;
      return;
    }
    hook.dirty = true;
    const failures = Number(row.failures) + 1;
    const since = row.failing_since ?? BigInt(now);
    const ends = givesUp(Number(since), now, outcome.status);
    if (ends) pauses++;
    await note(hook, {
      ...row,
      ...tried,
      last_error: outcome.problem,
      failures: BigInt(failures),
      failing_since: since,
      next_try_at: ends ? null : BigInt(now + retryWaitMs(failures, fraction())),
      paused_at: ends ? BigInt(now) : null,
    });
  }

  function tally({ failures }: WebhooksTable, { problem }: Outcome): void {
    const outcome = problem === null ? 'taken' : 'failed';
    deliveries.set(outcome, (deliveries.get(outcome) ?? 0) + 1);
    if (failures > 0n) retries++;
  }

  async function note(hook: Hook, row: WebhooksTable): Promise<void> {
    const { url: _url, types: _types, secret: _secret, created_at: _created, ...progress } = row;
    await intake.write({ also: (trx) => keepProgress(trx, progress) });
    hook.row = row;
  }

  const fraction = (): number => deps.random(4).readUInt32BE() / 2 ** 32;

  return {
    of: (agentId) => hooks.get(agentId)?.row,
    async set(bot, { url, types }, keep) {
      const before = hooks.get(bot.agentId);
      const cursor = before?.cursor ?? (await events.now(bot));
      const row: WebhooksTable = {
        agent_id: bot.agentId,
        webhook_id: `whk_${deps.random(8).toString('hex')}`,
        url,
        types: JSON.stringify(types),
        secret: webhookSecret(deps.random(32)),
        created_at: BigInt(realNow()),
        position: encodeCursor(bot.agentId, cursor),
        ...working,
        last_try_at: null,
        last_status: null,
        delivered_at: null,
      };
      const idempotency = keep(row);
      await intake.write({ also: (trx) => replaceWebhook(trx, row), ...(idempotency ? { idempotency } : {}) });
      keepInMind(bot, row);
      if (started) beginReady();
      return row;
    },
    async clear(agentId, idempotency) {
      await intake.write({ also: (trx) => deleteWebhook(trx, agentId), ...(idempotency ? { idempotency } : {}) });
      forget(agentId);
    },
    start() {
      started = true;
      tick();
    },
    figures() {
      const states = new Map<WebhookState, number>([
        ['working', 0],
        ['retrying', 0],
        ['paused', 0],
      ]);
      for (const { row } of hooks.values()) {
        const state = webhookState(row);
        states.set(state, (states.get(state) ?? 0) + 1);
      }
      return { states, queue: ready.size + underWay.size, deliveries, retries, pauses };
    },
    async run() {
      tick();
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async stop() {
      clearTimeout(timer);
      stop.abort();
      while (underWay.size > 0) await Promise.all(underWay);
      for (const agentId of hooks.keys()) forget(agentId);
    },
  };
}

/** Nothing stands against the next delivery. */
const working = { failures: 0n, failing_since: null, next_try_at: null, last_error: null, paused_at: null };

/** A timer does not take more. */
const timerMsMax = 3_600_000;
