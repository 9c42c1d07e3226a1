/** Bots that order all the while, and send what was refused again with its key, as the published client does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import type { Running } from '../../harness/command.ts';
import { expectError, get, okJson, post, postOnce } from '../../harness/http.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { patienceMs } from '../../harness/patience.ts';

const board = '/api/leaderboard?league=spot_crypto';
const senders = 4;
const refusals = ['orders_closed', 'storage_unavailable', 'overloaded', 'window_full'] as const;
type Refusal = (typeof refusals)[number];
const patience = { timeout: patienceMs, interval: 100 };

export interface OrderLoad {
  /** Until one was refused of those that `whileOrdering` sends now: an order in doubt waits for the database before it is. */
  untilRefused(): Promise<void>;
  /** Orders go on while the work is done, and then until each was taken. */
  whileOrdering(work: () => Promise<void>): Promise<void>;
  /** The process is there, marks go on, it is ready, and each order is stored once. @param database where the data is now. */
  expectWhole(database: string): Promise<void>;
}

/** @param name what the names of its bots begin with. */
export async function startOrders(service: Running, url: string, name = 'Bot'): Promise<OrderLoad> {
  const bots: { readonly id: string; readonly key: string }[] = [];
  for (let i = 0; i < senders; i++) {
    const entrant = { name: `${name} ${i}`, company: 'Works', contact: `m${i}@example.test`, country: 'CA' };
    const answer = await post({ url }, '/api/agents/register', { ...entrant, league: 'spot_crypto' });
    const seat = okJson<{ agent_id: string; api_key: string }>(answer);
    bots.push({ id: seat.agent_id, key: seat.api_key });
  }
  let sent = 0;
  let refused = 0;
  let isOver = false;

  async function orderOn(bot: { readonly id: string; readonly key: string }): Promise<void> {
    while (!isOver) {
      const weights = { 'BTC-USD': ((sent % 9) + 1) / 10 };
      const headers = { 'idempotency-key': `order ${sent++}` };
      for (;;) {
        const body = { date: '2026-03-02', weights };
        const answer = await postOnce({ url }, `/api/agents/${bot.id}/weights`, body, { key: bot.key, headers });
        if (answer.status === 200) break;
        // Marks were late while the database was away, and then no order is taken either. What waits for a server that hangs is an overload.
        const { code } = (answer.json as { error: { code: Refusal } }).error;
        expect(refusals).toContain(code);
        expectError(answer, code);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        refused++;
        await sleep(50);
      }
      await sleep(5);
    }
  }

  return {
    async untilRefused() {
      while (refused === 0) await sleep(50);
    },
    async whileOrdering(work) {
      refused = 0;
      isOver = false;
      const orders = Promise.all(bots.map(orderOn));
      const worked = (async () => {
        await sleep(300);
        expect((await get({ url }, board)).status).toBe(200);
        await work();
        await sleep(300);
      })().finally(() => (isOver = true));
      await unlessEnded(service, Promise.all([worked, orders]));
    },
    async expectWhole(database) {
      /** 0 where no mark is done yet. */
      const lastMark = async (): Promise<number> => {
        const rows = await onPostgres(database, "select value from ledger.meta where key = 'progress'");
        return Number(rows[0]?.['value'] ?? 0);
      };
      expect(service.process.exitCode).toBe(null);
      const mark = await lastMark();
      await vi.waitFor(async () => expect(await lastMark()).toBeGreaterThan(mark + 600_000), patience);
      await vi.waitFor(async () => expect((await get({ url }, '/readyz')).status).toBe(200), patience);
      const rows = await onPostgres(database, 'select count(*)::int as orders from intake.orders');
      expect(rows).toEqual([{ orders: sent }]);
    },
  };
}

/** @throws with what the process said last, where it ended meanwhile. */
async function unlessEnded<T>(service: Running, work: Promise<T>): Promise<T> {
  const ended = service.ended.then(({ code, stdout, stderr }) => {
    throw new Error(`the service ended (${code}):\n${stdout.slice(-3_000)}${stderr}`);
  });
  try {
    return await Promise.race([work, ended]);
  } catch (e) {
    // A request that fails may be told before the end is that it fails for.
    const isEnding = service.process.exitCode !== null || service.process.signalCode !== null;
    if (isEnding) await ended;
    throw e;
  }
}
