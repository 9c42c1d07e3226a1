/**
 * Two processes of one league on PostgreSQL: one serves, the other waits for its place. However the first one ends or stands still, the other one
 * serves, every order that was acknowledged is stored once, and one that wakes up later writes nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { holdMark } from '../../harness/amid-mark.ts';
import { startCommand, type Ended, type Running } from '../../harness/command.ts';
import { freePort } from '../../harness/free-port.ts';
import { expectError, get, post } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { patienceMs } from '../../harness/patience.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { readyLine } from '../../harness/ready-line.ts';

const waitingLine = /"message":"waiting","url":"([^"]+)"/;
const clock = { PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z', PAPERTAPE_CLOCK_SPEED: '300' };

interface Served {
  readonly service: Running;
  readonly url: string;
}

describe.skipIf(!hasPostgres)('a process that waits for its turn', () => {
  let server: OwnPostgres;
  let folder: string;
  const services: Running[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'papertape-standby-'));
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop('SIGKILL');
    await onPostgres(server.url, 'drop schema if exists intake cascade');
    await onPostgres(server.url, 'drop schema if exists ledger cascade');
  });
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  async function serve(says: RegExp): Promise<Served> {
    const port = await freePort();
    const service = startCommand({
      env: {
        PORT: String(port),
        DATABASE_URL: server.url,
        DATA_DIR: folder,
        PAPERTAPE_STANDBY: 'on',
        PAPERTAPE_LIMITS: 'off',
        ...clock,
      },
    });
    services.push(service);
    return { service, url: (await service.says(says))[1] ?? '' };
  }

  async function cluster(options: readonly string[]): Promise<Ended> {
    return await startCommand({ args: ['cluster', ...options], env: { DATABASE_URL: server.url } }).ended;
  }

  /** A client behind a proxy: it sends an order again with its key, to whoever takes it. */
  async function orderer(first: Served, processes: readonly Served[]) {
    const entrant = { name: 'Bot', company: 'Works', contact: 'm@example.test', country: 'CA', league: 'spot_crypto' };
    const { json } = await post(first, '/api/agents/register', entrant);
    const bot = json as { agent_id: string; api_key: string };
    let taken = 0;

    /** A process that stands still takes the connection and answers nothing: it is not waited for. */
    async function isTaken({ url }: Served, idempotencyKey: string): Promise<boolean> {
      const headers = {
        authorization: `Bearer ${bot.api_key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      };
      const body = JSON.stringify({ date: '2026-03-02', weights: { 'BTC-USD': ((taken % 9) + 1) / 10 } });
      const asked = { method: 'POST', headers, body, signal: AbortSignal.timeout(2_000) };
      return await fetch(`${url}/api/agents/${bot.agent_id}/weights`, asked).then(
        async (answer) => (await answer.text()) !== '' && answer.status === 200,
        () => false,
      );
    }

    return {
      /** Sends orders until one was taken after the work, by the process. */
      async until({ service, url }: Served, work: () => Promise<void>): Promise<void> {
        let isDone = false;
        let byThatOne = false;
        const orders = (async () => {
          for (let n = 0; !byThatOne; n++) {
            for (let i = 0, stored = false; !stored; i++) {
              const asked = processes[i % processes.length] as Served;
              stored = await isTaken(asked, `order ${taken}`);
              byThatOne = stored && isDone && asked.url === url;
              if (!stored) await sleep(50);
            }
            taken++;
          }
        })();
        await work();
        isDone = true;
        await service.says(readyLine);
        await orders;
      },
      async expectWhole(): Promise<void> {
        const rows = await onPostgres(server.url, 'select count(*)::int as orders from intake.orders');
        expect(rows).toEqual([{ orders: taken }]);
        const storage = openStorage({ engine: 'postgres', url: server.url });
        try {
          expect((await runAudit(storage)).differences).toEqual([]);
        } finally {
          await storage.close();
        }
      },
    };
  }

  test('it lives, says that it waits, sends everybody away, and ends when it is told to', async () => {
    await serve(readyLine);
    const { service, url } = await serve(waitingLine);
    expect((await get({ url }, '/healthz')).json).toEqual({ ok: true, waits: true });
    for (const path of ['/readyz', '/', '/api/leaderboard?league=spot_crypto']) {
      const answer = await get({ url }, path);
      expectError(answer, 'not_ready');
      expect(answer.json).toMatchObject({ detail: expect.stringContaining('another one serves the league') });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
    expectError(await post({ url }, '/api/agents/register', {}), 'not_ready');
    expect(await cluster([])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^serving .*\nwaiting .*\nprimary .*\nclock +primary .* ms (?:behind|ahead of) this machine +within [\d.]+ ms\nclosed through .*, last mark done .*\n$/,
      ),
    });
    const seen = JSON.parse((await cluster(['--json'])).stdout) as { processes: { state: string; stillMs: number }[] };
    expect(seen.processes.map(({ state }) => state)).toEqual(['serving', 'waiting']);
    for (const { stillMs } of seen.processes) expect(stillMs).toBeLessThan(10_000);
    const { code, stdout } = await service.stop();
    expect([code, stdout]).toEqual([0, expect.stringContaining('"message":"stopped"')]);
  });

  test('it serves at once when the other one leaves', async () => {
    const first = await serve(readyLine);
    const second = await serve(waitingLine);
    const orders = await orderer(first, [first, second]);
    await orders.until(second, async () => {
      expect((await first.service.stop()).code).toBe(0);
    });
    // Whoever was restarted waits in turn.
    const third = await serve(waitingLine);
    expectError(await get(third, '/readyz'), 'not_ready');
    await orders.expectWhole();
  });

  test('it serves soon after the other one was killed', async () => {
    const first = await serve(readyLine);
    const second = await serve(waitingLine);
    const orders = await orderer(first, [first, second]);
    await orders.until(second, async () => {
      await first.service.stop('SIGKILL');
    });
    expect((await get(second, '/readyz')).status).toBe(200);
    await orders.expectWhole();
  });

  test('one that stands still loses its place, and ends when it wakes up', async () => {
    const first = await serve(readyLine);
    const second = await serve(waitingLine);
    const orders = await orderer(first, [first, second]);
    await orders.until(second, async () => {
      first.service.process.kill('SIGSTOP');
    });
    first.service.process.kill('SIGCONT');
    const { code, stderr } = await first.service.ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('another Papertape process has served the data meanwhile'),
    ]);
    await orders.expectWhole();
  });

  test('one that stands still amid a mark takes it along, and the mark is done by the other one', async () => {
    const first = await serve(readyLine);
    const second = await serve(waitingLine);
    const orders = await orderer(first, [first, second]);
    await expect.poll(progress, { timeout: patienceMs }).toBeDefined();
    // The process is stopped amid its transaction, and the server waits for it then.
    const letGo = await holdMark(server.url);
    const before = await progress();
    await orders.until(second, async () => {
      first.service.process.kill('SIGSTOP');
      await letGo();
    });
    await expect.poll(progress, { timeout: patienceMs }).not.toBe(before);
    first.service.process.kill('SIGCONT');
    expect((await first.service.ended).code).toBe(1);
    await orders.expectWhole();
  });

  /** The last mark that is done. */
  async function progress(): Promise<unknown> {
    return (await onPostgres(server.url, `select value from ledger.meta where key = 'progress'`))[0]?.['value'];
  }
});
