/**
 * League time is a function of the database's clock: a process whose own clock is wrong stamps rightly and is refused nothing, one that takes over stamps on, and one that does not
 * know the time of the database takes no orders.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { runCommand, startCommand, type Running } from '../../harness/command.ts';
import { expectError, get, okJson, post, type Answer } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { patienceMs } from '../../harness/patience.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { readyLine } from '../../harness/ready-line.ts';
import { openSlowWay } from '../../harness/slow-way.ts';
import { wrongClock } from '../../harness/wrong-clock.ts';

/** How far the offset of a process may be off on a busy machine, milliseconds; the service itself takes orders up to 250. */
const nearMs = 250;
const start = Date.parse('2026-03-02T00:00:00Z');
const speed = 60;
const fast = { PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z', PAPERTAPE_CLOCK_SPEED: String(speed) };

describe.skipIf(!hasPostgres)('the time of the database', () => {
  let server: OwnPostgres;
  let folder: string;
  const services: Running[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'papertape-time-'));
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop('SIGKILL');
    await onPostgres(server.url, 'drop schema if exists intake cascade', 'drop schema if exists ledger cascade');
  });
  afterAll(async () => {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const settings = (env: Readonly<Record<string, string>>) => ({
    PORT: '0',
    DATABASE_URL: server.url,
    DATA_DIR: folder,
    PAPERTAPE_LIMITS: 'off',
    ...env,
  });

  async function serve(env: Readonly<Record<string, string>>): Promise<{ service: Running; url: string }> {
    const service = startCommand({ env: settings(env) });
    services.push(service);
    const url = (await service.says(readyLine))[1] ?? '';
    // The first questions for the time are asked amid the start: on a busy machine their answers come too late to stamp by.
    await vi.waitFor(async () => expect((await get({ url }, '/readyz')).status).toBe(200), { timeout: patienceMs });
    return { service, url };
  }

  async function enter(served: { url: string }): Promise<(share?: number) => Promise<Answer>> {
    const entrant = { name: 'Bot', company: 'Works', contact: 'm@example.test', country: 'CA', league: 'spot_crypto' };
    const bot = okJson<{ agent_id: string; api_key: string }>(await post(served, '/api/agents/register', entrant));
    return orders(served, bot);
  }

  const orders =
    (served: { url: string }, bot: { agent_id: string; api_key: string }) =>
    (share = 0.5): Promise<Answer> =>
      post(
        served,
        `/api/agents/${bot.agent_id}/weights`,
        { date: new Date().toISOString().slice(0, 10), weights: { 'BTC-USD': share } },
        { key: bot.api_key },
      );

  async function now(): Promise<number> {
    const [row] = await onPostgres(server.url, `select (date_part('epoch', clock_timestamp()) * 1000)::float8 as ms`);
    return Number(row?.['ms']);
  }

  async function stamps(): Promise<number[]> {
    const rows = await onPostgres(server.url, 'select received_at::float8 as at from intake.orders order by sequence');
    return rows.map((row) => Number(row['at']));
  }

  async function metric(served: { url: string }, name: string): Promise<number | undefined> {
    const { text } = await get(served, '/metrics');
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    return value === undefined ? undefined : Number(value);
  }

  test.each([-2_000, -700, 700, 2_000])('a process whose clock is %i ms wrong stamps rightly', async (wrongMs) => {
    const served = await serve(wrongClock(wrongMs));
    // But for what a busy machine refuses, which was sent again.
    const refusals = async (): Promise<number> => {
      const all = await metric(served, 'papertape_http_answers_total\\{status="503"\\}');
      const askers = ['stranger', 'bot', 'order'].map((asker) =>
        metric(served, `papertape_overloaded_total\\{asker="${asker}"\\}`),
      );
      return (await Promise.all(askers)).reduce<number>((left, overloaded) => left - (overloaded ?? 0), all ?? 0);
    };
    const refusedBefore = await refusals();
    const order = await enter(served);
    const before = await now();
    for (const share of [0.1, 0.2, 0.3]) expect((await order(share)).status).toBe(200);
    const after = await now();
    const stamped = await stamps();
    expect(stamped.length).toBe(3);
    for (const at of stamped) {
      expect(at).toBeGreaterThan(before - nearMs);
      expect(at).toBeLessThan(after + nearMs);
    }
    expect(Math.abs(((await metric(served, 'papertape_clock_offset_ms')) ?? 0) + wrongMs)).toBeLessThan(nearMs);
    expect([(await refusals()) - refusedBefore, (await get(served, '/readyz')).status]).toEqual([0, 200]);
    const { stdout } = await runCommand({ args: ['cluster', '--json'], env: settings(wrongClock(wrongMs)) });
    const seen = JSON.parse(stdout) as { clock_offset_ms: number; clock_error_ms: number };
    // As near as it says; clocks are told in whole milliseconds.
    expect(Math.abs(seen.clock_offset_ms + wrongMs)).toBeLessThan(seen.clock_error_ms + 2);
    expect(seen.clock_error_ms).toBeLessThan(Math.abs(wrongMs) / 2);
  });

  test('one that takes over with another wrong clock stamps on, on a fast clock that ran on meanwhile', async () => {
    const first = await serve({ ...fast, ...wrongClock(2_000) });
    const entrant = { name: 'Bot', company: 'Works', contact: 'm@example.test', country: 'CA', league: 'spot_crypto' };
    const bot = okJson<{ agent_id: string; api_key: string }>(await post(first, '/api/agents/register', entrant));
    const [row] = await onPostgres(server.url, `select value from ledger.meta where key = 'origin'`);
    const { clock } = JSON.parse(String(row?.['value'])) as { clock: { startedAt: number } };
    const due = (at: number): number => start + (at - clock.startedAt) * speed;
    const turns: { before: number; after: number }[] = [];
    async function turn(served: { service: Running; url: string }): Promise<void> {
      const before = await now();
      expect((await orders(served, bot)()).status).toBe(200);
      turns.push({ before, after: await now() });
      // The engine's thread goes by the same clock: a mark is done neither early nor much later than it is due.
      const mark = Math.ceil(due(await now()) / 300_000) * 300_000;
      await vi.waitFor(
        async () => {
          const done = (await metric(served, 'papertape_last_mark_timestamp_seconds')) ?? 0;
          expect(done * 1_000).toBeLessThanOrEqual(due((await now()) + nearMs));
          expect(done * 1_000).toBeGreaterThanOrEqual(mark);
        },
        { timeout: patienceMs, interval: 20 },
      );
      await served.service.stop('SIGKILL');
    }
    await turn(first);
    await turn(await serve({ ...fast, ...wrongClock(-2_000) }));
    const stamped = await stamps();
    expect(stamped.length).toBe(2);
    for (const [nth, { before, after }] of turns.entries()) {
      expect(stamped[nth]).toBeGreaterThan(due(before - nearMs));
      expect(stamped[nth]).toBeLessThan(due(after + nearMs));
    }
    const storage = openStorage({ engine: 'postgres', url: server.url });
    try {
      expect((await runAudit(storage)).differences).toEqual([]);
    } finally {
      await storage.close();
    }
  });

  test('one that does not know the time of the database takes no orders until it does', async () => {
    const address = new URL(server.url);
    const way = await openSlowWay(address);
    try {
      const served = await serve({ DATABASE_URL: `postgres://postgres@127.0.0.1:${way.port}/postgres` });
      const order = await enter(served);
      expect((await order()).status).toBe(200);
      // It is known for a minute, and slow questions do not spoil it.
      way.delay(400);
      expect((await order()).status).toBe(200);
      // A new session may be another server's: what was known counts no more, and every question takes too long.
      await onPostgres(
        server.url,
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'papertape lock%'`,
      );
      const unknown = 'The time of the database is not known';
      await vi.waitFor(
        async () => {
          const refused = await order();
          expectError(refused, 'storage_unavailable');
          expect(refused.json).toMatchObject({ detail: expect.stringContaining(unknown) });
          expect(refused.headers.get('retry-after')).toBe('1');
        },
        { timeout: patienceMs },
      );
      const kept = (await stamps()).length;
      expect((await order()).status).toBe(503);
      const unready = await get(served, '/readyz');
      expectError(unready, 'not_ready');
      expect(unready.json).toMatchObject({ detail: expect.stringContaining(unknown) });
      expect((await stamps()).length).toBe(kept);
      way.delay(0);
      await vi.waitFor(async () => expect((await get(served, '/readyz')).status).toBe(200), { timeout: patienceMs });
      expect((await order()).status).toBe(200);
      await services.pop()?.stop('SIGKILL');
    } finally {
      await way.close();
    }
  });
});
