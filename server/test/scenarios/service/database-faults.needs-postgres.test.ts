/**
 * PostgreSQL fails under a service that takes orders and does marks: sessions are ended, the server restarts, loses its power, turns read-only,
 * hangs, has no connection left. The process stays; what needs the database is refused with 503 and Retry-After; ready bytes are served; it comes back by
 * itself; and each order that was acknowledged is there once, and so is each that was sent again with its key.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { startCommand, type Running } from '../../harness/command.ts';
import { expectError, get, post, type Answer } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { onPostgres } from '../../harness/postgres.ts';

const board = '/api/leaderboard?league=spot_crypto';
/** Requests that are refused are sent again with their key, as the published client does. */
const senders = 4;

describe.skipIf(!hasPostgres)('a PostgreSQL that fails', () => {
  let server: OwnPostgres;
  let service: Running;
  let url: string;
  let bots: { readonly id: string; readonly key: string }[];
  let sent = 0;
  let refused: Answer[] = [];
  let isOver: boolean;

  beforeAll(async () => {
    server = await startPostgres();
    service = startCommand({
      env: {
        PORT: '0',
        DATABASE_URL: server.url,
        PAPERTAPE_LIMITS: 'off',
        PAPERTAPE_LOG: 'off',
        PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
        PAPERTAPE_CLOCK_SPEED: '300',
      },
    });
    url = (await service.says(/Papertape is open at (\S+)/))[1] ?? '';
    bots = [];
    for (let i = 0; i < senders; i++) {
      const entrant = { name: `Bot ${i}`, company: 'Works', contact: `m${i}@example.test`, country: 'CA' };
      const answer = await post({ url }, '/api/agents/register', { ...entrant, league: 'spot_crypto' });
      const seat = answer.json as { agent_id: string; api_key: string };
      bots.push({ id: seat.agent_id, key: seat.api_key });
    }
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await server.end();
  });
  beforeEach(() => {
    refused = [];
  });

  const patience = { timeout: 40_000, interval: 100 };

  /** Orders go on while the work is done, and then until each was taken. */
  async function whileOrdering(work: () => Promise<void>): Promise<void> {
    isOver = false;
    const orders = bots.map(orderOn);
    try {
      await sleep(300);
      expect((await get({ url }, board)).status).toBe(200);
      await work();
      await sleep(300);
    } finally {
      isOver = true;
    }
    await Promise.all(orders);
  }

  async function orderOn(bot: { readonly id: string; readonly key: string }): Promise<void> {
    while (!isOver) {
      const weights = { 'BTC-USD': ((sent % 9) + 1) / 10 };
      const headers = { 'idempotency-key': `order ${sent++}` };
      for (;;) {
        const body = { date: '2026-03-02', weights };
        const answer = await post({ url }, `/api/agents/${bot.id}/weights`, body, { key: bot.key, headers });
        if (answer.status === 200) break;
        // Marks were late while the database was away, and then no order is taken either.
        const { code } = (answer.json as { error: { code: 'orders_closed' | 'storage_unavailable' } }).error;
        expect(['orders_closed', 'storage_unavailable']).toContain(code);
        expectError(answer, code);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        refused.push(answer);
        await sleep(50);
      }
      await sleep(5);
    }
  }

  async function expectWhole(): Promise<void> {
    expect(service.process.exitCode).toBe(null);
    const mark = await lastMark();
    await vi.waitFor(async () => expect(await lastMark()).toBeGreaterThan(mark + 600_000), patience);
    await vi.waitFor(async () => expect((await get({ url }, '/readyz')).status).toBe(200), patience);
    const rows = await onPostgres(server.url, 'select count(*)::int as orders from intake.orders');
    expect(rows).toEqual([{ orders: sent }]);
  }

  /** 0 where no mark is done yet. */
  async function lastMark(): Promise<number> {
    const rows = await onPostgres(server.url, "select value from ledger.meta where key = 'progress'");
    return Number(rows[0]?.['value'] ?? 0);
  }

  const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'papertape%' and pid <> pg_backend_pid()`;

  test('sessions that are ended while they are in a transaction, again and again', async () => {
    await whileOrdering(async () => {
      for (let i = 0; i < 20; i++) {
        await onPostgres(server.url, 'begin', 'lock table intake.orders', 'select pg_sleep(0.02)', endAll, 'commit');
        await sleep(40);
      }
    });
    await expectWhole();
  });

  test.each(['fast', 'immediate'] as const)('a server that restarts: %s', async (mode) => {
    await whileOrdering(async () => {
      await server.stop(mode);
      expect((await get({ url }, board)).status).toBe(200);
      expectError(await get({ url }, '/api/agents/agt_0000000000000000'), 'storage_unavailable');
      expect((await get({ url }, '/healthz')).status).toBe(200);
      expectError(await get({ url }, '/readyz'), 'not_ready');
      await sleep(500);
      await server.start();
    });
    expect(refused.length).toBeGreaterThan(0);
    await expectWhole();
  });

  test('a server that takes no writes', async () => {
    const set = async (value: string): Promise<void> => {
      await onPostgres(server.url, `alter system set default_transaction_read_only = ${value}`);
      await onPostgres(server.url, 'select pg_reload_conf()');
    };
    await whileOrdering(async () => {
      await set('on');
      await sleep(1_500);
      expect((await get({ url }, board)).status).toBe(200);
      await onPostgres(
        server.url,
        'set default_transaction_read_only = off',
        'alter system reset all',
        'select pg_reload_conf()',
      );
    });
    expect(refused.length).toBeGreaterThan(0);
    await expectWhole();
  });

  test('a server without a free connection', async () => {
    const taken: pg.Client[] = [];
    await whileOrdering(async () => {
      try {
        for (;;) {
          const client = new pg.Client({ connectionString: server.url });
          client.on('error', () => undefined);
          await client.connect();
          taken.push(client);
        }
      } catch (e) {
        expect((e as { code?: string }).code).toBe('53300');
      }
      await taken[0]?.query(endAll);
      for (let i = 0; i < 12; i++) {
        const client = new pg.Client({ connectionString: server.url });
        client.on('error', () => undefined);
        await client.connect().then(
          () => taken.push(client),
          () => undefined,
        );
      }
      await sleep(1_500);
      await Promise.all(taken.map((client) => client.end()));
    });
    await expectWhole();
  });

  test('a server that hangs, longer than it is waited for', async () => {
    await whileOrdering(async () => {
      server.pause();
      const late = get({ url }, '/api/agents/agt_0000000000000000');
      await sleep(1_000);
      expect((await get({ url }, board)).status).toBe(200);
      expectError(await late, 'storage_unavailable');
      // An order that came later than that request is refused later than it, too.
      while (refused.length === 0) await sleep(50);
      server.resume();
    });
    await expectWhole();
  });

  test('and what it has stored is whole', async () => {
    expect((await service.stop()).code).toBe(0);
    const storage = openStorage({ engine: 'postgres', url: server.url });
    const { differences } = await runAudit(storage);
    await storage.close();
    expect(differences).toEqual([]);
  });
});
