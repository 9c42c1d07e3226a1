/**
 * kill -9 at random points: the real process, one database kept over all runs, orders over 20 keep-alive connections. Whatever
 * instant the process dies at, every acknowledged order is there exactly once with the receipt that was acknowledged, every due order
 * has one outcome, an unacknowledged request that is sent again makes no second order, and the audit is clean.
 *
 * PAPERTAPE_KILL_RUNS (50) says how often, PAPERTAPE_KILL_SEED repeats the instants of a run (as far as a machine repeats itself). On
 * PostgreSQL the service process is killed; the database lives on, and with it for a moment the dead process's sessions.
 *
 * Out of scope: the power cut. A killed process leaves what it wrote to the operating system, so this test cannot tell whether the
 * embedded engine also waited for the disk (it does: `synchronous = full`).
 */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import type { ErrorBody } from 'papertape-contract/error-body';
import type { OrderAck } from 'papertape-contract/order';
import type { Seat } from 'papertape-contract/registration';
import type { StatusView } from 'papertape-contract/status';
import { createTestDatabase, testEngine, type TestDatabase } from '../harness/database.ts';
import {
  chanceOfKills,
  expectChained,
  expectCleanAudit,
  killedEnv,
  lastMark,
  lookInto,
  register,
  say,
} from '../harness/killed.ts';
import { openConnections, type Connections } from './load.ts';
import { endAll, launch, startService, until, type Service } from './service-process.ts';

const runs = Number(process.env['PAPERTAPE_KILL_RUNS'] ?? '50');
const connectionsMax = 20;
const checkEvery = 10;
const windowMs = 30 * 60_000;

interface SentOrder {
  readonly key: string;
  readonly bot: Bot;
  readonly body: string;
  ack: { readonly orderId: string; readonly receipt: string } | undefined;
}

interface Bot {
  readonly id: string;
  readonly apiKey: string;
}

interface SentRegistration {
  readonly key: string;
  readonly body: string;
}

let database: TestDatabase | undefined;
afterEach(async () => {
  await endAll();
  await database?.drop();
  database = undefined;
});

test(
  `${runs} times kill -9: no acknowledged order is lost, doubled or decided twice`,
  { timeout: 240_000 + runs * 20_000 },
  async () => {
    const { random, between } = chanceOfKills(runs);
    const db = (database = await createTestDatabase());
    const env = killedEnv(db, '2026-03-02T00:00:00Z', '3600');
    const bots: Bot[] = [];
    const orders: SentOrder[] = [];
    const pendingRegistrations: SentRegistration[] = [];
    const tally = { early: 0, killed: 0, retried: 0, replayed: 0, refused: 0, startMs: [] as number[] };
    let entered = 0;

    async function seat(to: Connections, sent: SentRegistration): Promise<void> {
      const answer = await register(to, sent.body, { 'Idempotency-Key': sent.key });
      if (!answer) return;
      expect(answer, sent.body).toMatchObject({ status: 200 });
      const taken = answer.body as Seat;
      expect(bots.every((b) => b.id !== taken.agent_id)).toBe(true);
      bots.push({ id: taken.agent_id, apiKey: taken.api_key });
      pendingRegistrations.splice(pendingRegistrations.indexOf(sent), 1);
    }

    async function enter(to: Connections): Promise<void> {
      const n = ++entered;
      const body = {
        name: `Survivor ${n}`,
        company: 'Test Works',
        contact: `maker${n}@example.test`,
        country: 'CA',
        league: 'spot_crypto',
      };
      const sent = { key: randomUUID(), body: JSON.stringify(body) };
      pendingRegistrations.push(sent);
      await seat(to, sent);
    }

    /** @returns false when the connection broke. */
    async function post(to: Connections, sent: SentOrder): Promise<boolean> {
      const { key, bot, body } = sent;
      const answer = await to.post(`/api/agents/${bot.id}/weights`, body, {
        'Idempotency-Key': key,
        Authorization: `Bearer ${bot.apiKey}`,
      });
      if (!answer) return false;
      if (answer.status === 503 && (testEngine === 'postgres' || isRefusedForNow(answer.body))) {
        // A commit of the dead process landed after this one had read the bot's last receipt; or processes that died young have done
        // no mark for so long that orders are closed; or the machine is busy. It was not acknowledged and is sent again.
        tally.refused++;
        return true;
      }
      expect(answer, `${body} ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 });
      const ack = answer.body as OrderAck;
      const now = { orderId: ack.order_id, receipt: ack.receipt.hash };
      if (sent.ack) expect([key, answer.replayed, now]).toEqual([key, true, sent.ack]);
      if (answer.replayed) tally.replayed++;
      sent.ack = now;
      return true;
    }

    function newOrder(): SentOrder {
      const bot = bots[between(0, bots.length - 1)] as Bot;
      const key = randomUUID();
      const body = JSON.stringify({
        date: '2026-03-02',
        weights: { 'BTC-USD': between(0, 50) / 100, 'ETH-USD': between(0, 50) / 100 },
        reason: key,
      });
      const sent = { key, bot, body, ack: undefined };
      orders.push(sent);
      return sent;
    }

    /** Load on all connections until the process is gone. `onAck` is called after each acknowledgement. */
    async function load(service: Service, to: Connections, onAck: () => void): Promise<void> {
      let gone = false;
      void service.exited.then(() => (gone = true));
      // First what was not acknowledged before, and some that was: neither may make an order a second time.
      const again = orders.filter((o) => !o.ack).concat(orders.filter((o) => o.ack && random() < 5 / orders.length));
      tally.retried += again.length;
      const one = async (): Promise<void> => {
        while (!gone) {
          if (!(await post(to, again.pop() ?? newOrder()))) return;
          onAck();
        }
      };
      await Promise.all(Array.from({ length: connectionsMax }, one));
    }

    async function killedRun(): Promise<void> {
      const started = performance.now();
      const service = await startService(env);
      tally.startMs.push(performance.now() - started);
      const to = openConnections(service.url, connectionsMax + 2);
      for (const sent of pendingRegistrations.slice()) await seat(to, sent);
      while (bots.length < 8) await enter(to);
      const delay = between(50, 600);
      let armed: NodeJS.Timeout | undefined;
      const newcomer = between(0, 2) === 0 ? enter(to) : Promise.resolve();
      await Promise.all([
        newcomer,
        load(service, to, () => (armed ??= setTimeout(() => service.kill('SIGKILL'), delay))),
      ]);
      expect((await service.exited).signal).toBe('SIGKILL');
      to.close();
      tally.killed++;
    }

    /** Dies while it makes or opens its database. */
    async function earlyRun(): Promise<void> {
      const service = launch(['serve'], env);
      const armed = setTimeout(() => service.kill('SIGKILL'), between(80, 400));
      expect((await service.exited).signal).toBe('SIGKILL');
      clearTimeout(armed);
      tally.early++;
    }

    for (let run = 1; run <= runs; run++) {
      if (run <= 2 || random() < 0.15) await earlyRun();
      else await killedRun();
      if (run % checkEvery === 0 && tally.killed > 0) await check(db, orders, false);
    }

    const service = await startService(env);
    const to = openConnections(service.url, connectionsMax);
    for (const sent of pendingRegistrations.slice()) await seat(to, sent);
    for (const sent of orders) while (!sent.ack) expect(await post(to, sent)).toBe(true);
    await until('every order has an outcome', async () => {
      const status = (await (await fetch(`${service.url}/api/status`)).json()) as StatusView;
      return status.orders_pending === 0 ? status : undefined;
    });
    to.close();
    await service.stop();
    expect(bots).toHaveLength(entered);
    const outcomes = await check(db, orders, true);
    await expectCleanAudit(env);
    const slowest = Math.max(...tally.startMs);
    say(
      `${tally.killed} kills under load, ${tally.early} during start-up; ${orders.length} orders of ${bots.length} bots, ${outcomes}; ${tally.retried} sent again, ${tally.replayed} of them had been stored; ${tally.refused} answered 503; slowest start ${slowest.toFixed(0)} ms`,
    );
  },
);

function isRefusedForNow(body: unknown): boolean {
  return ['orders_closed', 'overloaded'].includes((body as Partial<ErrorBody> | undefined)?.error?.code ?? '');
}

/** What the database holds, against what was sent and acknowledged. `all`: everything was acknowledged and is decided. */
async function check(database: TestDatabase, sent: readonly SentOrder[], all: boolean): Promise<string> {
  return await lookInto(database, async (db) => {
    const stored = await db.selectFrom('intake.orders').selectAll().orderBy('agent_id').orderBy('sequence').execute();
    const byKey = new Map(stored.map((o) => [o.reason, o]));
    // The key travels as the order's reason: two orders of one request would stand under one key.
    expect(byKey.size).toBe(stored.length);
    const keys = new Set(sent.map((o) => o.key));
    expect(stored.filter((o) => !keys.has(o.reason ?? ''))).toEqual([]);
    for (const { key, ack, bot } of sent) {
      if (ack) {
        const row = byKey.get(key);
        expect([key, row?.agent_id, row?.order_id, row?.receipt]).toEqual([key, bot.id, ack.orderId, ack.receipt]);
      }
    }
    expectChained(stored, (o) => o.order_id);
    const fills = await db
      .selectFrom('ledger.fills')
      .select(['order_id', 'state', 'agent_id', 'sequence', 'at_mark', 'window_start'])
      .execute();
    const decided = new Map(fills.map((f) => [f.order_id, f]));
    expect(decided.size).toBe(fills.length);
    const waiting = await db.selectFrom('ledger.waiting_orders').select(['agent_id', 'sequence']).execute();
    const waits = new Set(waiting.map((w) => `${w.agent_id} ${w.sequence}`));
    const progress = await lastMark(db);
    let pending = 0;
    for (const o of stored) {
      const fill = decided.get(o.order_id);
      const due = Number(o.window_start) + windowMs <= progress;
      expect([o.order_id, due], 'a due order without an outcome, or an outcome before its time').toEqual([
        o.order_id,
        fill !== undefined || waits.has(`${o.agent_id} ${o.sequence}`),
      ]);
      if (fill)
        expect([fill.agent_id, fill.sequence, fill.window_start]).toEqual([o.agent_id, o.sequence, o.window_start]);
      else pending++;
      decided.delete(o.order_id);
    }
    expect([...decided.keys()], 'outcomes without an order').toEqual([]);
    if (all) {
      expect(sent.filter((o) => !o.ack)).toEqual([]);
      expect(stored).toHaveLength(sent.length);
      expect([pending, waiting.length]).toEqual([0, 0]);
    }
    return `${fills.filter((f) => f.state === 'filled').length} filled, ${fills.filter((f) => f.state === 'rejected').length} rejected`;
  });
}
