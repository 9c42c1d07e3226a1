/**
 * PostgreSQL fails under a service that takes orders and does marks: sessions are ended, the server restarts, loses its power, turns read-only,
 * hangs, has no connection left, or does not hear that connections are cut. The process stays; what needs the database is refused with 503 and Retry-After; ready bytes are served; it comes back by
 * itself; and each order that was acknowledged is there once, and so is each that was sent again with its key.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { holdMark } from '../../harness/amid-mark.ts';
import { startCommand, type Running } from '../../harness/command.ts';
import { openCutWay, type CutWay } from '../../harness/cut-way.ts';
import { expectError, get, getOnce } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { readyLine } from '../../harness/ready-line.ts';
import { startOrders, type OrderLoad } from './order-load.ts';

const board = '/api/leaderboard?league=spot_crypto';

describe.skipIf(!hasPostgres)('a PostgreSQL that fails', () => {
  let server: OwnPostgres;
  let way: CutWay;
  let service: Running;
  let url: string;
  let orders: OrderLoad;

  beforeAll(async () => {
    server = await startPostgres();
    way = await openCutWay(new URL(server.url));
    const throughIt = new URL(server.url);
    throughIt.port = String(way.port);
    service = startCommand({
      env: {
        PORT: '0',
        DATABASE_URL: throughIt.href,
        PAPERTAPE_LIMITS: 'off',
        PAPERTAPE_LOG: 'info',
        PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
        PAPERTAPE_CLOCK_SPEED: '300',
      },
    });
    url = (await service.says(readyLine))[1] ?? '';
    orders = await startOrders(service, url);
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await way.close();
    await server.end();
  });

  const expectWhole = (): Promise<void> => orders.expectWhole(server.url);

  const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'papertape%' and pid <> pg_backend_pid()`;

  test('sessions that are ended while they are in a transaction, again and again', async () => {
    await orders.whileOrdering(async () => {
      for (let i = 0; i < 20; i++) {
        await onPostgres(server.url, 'begin', 'lock table intake.orders', 'select pg_sleep(0.02)', endAll, 'commit');
        await sleep(40);
      }
      // The engine has a transaction open for some milliseconds of each mark only: it is hit there, too.
      const letGo = await holdMark(server.url);
      await onPostgres(server.url, endAll);
      await letGo();
      await service.says(/^(?=.*"thread":"engine").*"the database is lost"/m);
    });
    await expectWhole();
  });

  test.each(['fast', 'immediate'] as const)('a server that restarts: %s', async (mode) => {
    await orders.whileOrdering(async () => {
      await server.stop(mode);
      expect((await get({ url }, board)).status).toBe(200);
      expectError(await get({ url }, '/api/agents/agt_0000000000000000'), 'storage_unavailable');
      expect((await get({ url }, '/healthz')).status).toBe(200);
      expectError(await get({ url }, '/readyz'), 'not_ready');
      // Where each sender has an order at a session that died, none is refused before it was asked for in vain whether that order is stored.
      await orders.untilRefused();
      await server.start();
    });
    await expectWhole();
  });

  test('a server that takes no writes', async () => {
    const set = async (value: string): Promise<void> => {
      await onPostgres(server.url, `alter system set default_transaction_read_only = ${value}`);
      await onPostgres(server.url, 'select pg_reload_conf()');
    };
    await orders.whileOrdering(async () => {
      await set('on');
      await orders.untilRefused();
      expect((await get({ url }, board)).status).toBe(200);
      await onPostgres(
        server.url,
        'set default_transaction_read_only = off',
        'alter system reset all',
        'select pg_reload_conf()',
      );
    });
    await expectWhole();
  });

  test('a server without a free connection', async () => {
    const taken: pg.Client[] = [];
    await orders.whileOrdering(async () => {
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

  test('connections that are cut amid a mark, and the server does not hear of it', async () => {
    await orders.whileOrdering(async () => {
      // Its transaction stays at the server, with what it has locked.
      const letGo = await holdMark(server.url);
      way.cut();
      await letGo();
    });
    await expectWhole();
  });

  test('a server that hangs, longer than it is waited for', async () => {
    await orders.whileOrdering(async () => {
      server.pause();
      const late = get({ url }, '/api/agents/agt_0000000000000000');
      // Once something has waited for a second, whoever has no key is refused.
      await sleep(500);
      expect((await getOnce({ url }, board)).status).toBe(200);
      expectError(await late, 'storage_unavailable');
      // An order that came later than that request is refused later than it, too.
      await orders.untilRefused();
      server.resume();
    });
    await expectWhole();
  });

  test('and what it has stored is whole', async () => {
    const { code, stdout } = await service.stop();
    expect(code).toBe(0);
    // Each thread lost it, and says so once for each time, and when it has it again.
    const said = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const thread of ['requests', 'engine']) {
      const of = said
        .filter((line) => line['thread'] === thread && String(line['message']).startsWith('the database'))
        .map((line) => line['message']);
      expect(of.slice(0, 2), thread).toEqual(['the database is lost', 'the database answers again']);
      expect(
        of.some((message, i) => i > 0 && message === of[i - 1]),
        thread,
      ).toBe(false);
      expect(of.at(-1), thread).toBe('the database answers again');
    }
    const storage = openStorage({ engine: 'postgres', url: server.url });
    const { differences } = await runAudit(storage);
    await storage.close();
    expect(differences).toEqual([]);
  });
});
