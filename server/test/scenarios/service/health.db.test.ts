/** Whoever watches the service: is it alive, may traffic come, what does it count, and do pages tell when the engine stands still. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { readSettings } from '../../../src/config/config.ts';
import { rateLimits } from 'papertape-contract/limits';
import type { LeagueCatalogue } from 'papertape-contract/league';
import { createSteppedClock } from '../../../src/lib/clock.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type League, type LeagueOptions } from '../../harness/league.ts';
import { repository } from '../../harness/markdown.ts';
import { openStream } from '../../harness/stream.ts';

let league: League;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});
async function open(options: LeagueOptions = {}): Promise<void> {
  league = await openLeague(options);
  cleanups.push(() => league.close());
}

test('alive at once, ready while no mark is late, and it says when it is not', async () => {
  await open({ start: '2026-03-02T00:01:00Z' });
  expect(okJson(await get(league, '/healthz'))).toEqual({ ok: true });
  expect(okJson(await get(league, '/readyz'))).toEqual({ ok: true, last_mark: null });
  await league.advanceTo('2026-03-02T00:05:00Z');
  expect(okJson(await get(league, '/readyz'))).toEqual({ ok: true, last_mark: '2026-03-02T00:05:00.000Z' });
  league.clock.set(Date.parse('2026-03-02T00:10:00Z') - 1);
  okJson(await get(league, '/readyz'));
  league.clock.set(Date.parse('2026-03-02T00:10:00Z'));
  const late = await get(league, '/readyz');
  expectError(late, 'not_ready');
  expect(late.headers.get('retry-after')).toBe('5');
  expect(okJson(await get(league, '/healthz'))).toEqual({ ok: true });
  await league.app.runEngine();
  okJson(await get(league, '/readyz'));
});

test('/metrics tells the pipeline: orders taken and decided, marks, readings, streams, mails, limits hit', async () => {
  const start = Date.parse('2026-03-02T00:01:00Z');
  const dumb = { kind: 'no_answer', pool: 'sim:SOL-USD:1', from: start, to: start + 86_400_000 } as const;
  const own = mkdtempSync(join(tmpdir(), 'papertape-mails-'));
  cleanups.push(() => rmSync(own, { recursive: true, force: true }));
  await open({
    start: '2026-03-02T00:01:00Z',
    env: { DATA_DIR: own, PAPERTAPE_LIMITS: 'on' },
    faults: [dumb],
  });
  const value = async (name: string): Promise<number | undefined> => {
    const answer = await get(league, '/metrics');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const line = answer.text.split('\n').find((l) => l.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length + 1));
  };
  expect(await value('papertape_last_mark_timestamp_seconds')).toBeUndefined();
  const bot = await league.enter();
  await bot.weights({ 'BTC-USD': 0.5 });
  expect(await value('papertape_orders_pending')).toBe(1);
  expect(await value('papertape_order_ack_seconds_count')).toBe(1);
  await league.advance({ minutes: 40 });
  expect(await value('papertape_orders_pending')).toBe(0);
  expect(await value('papertape_fills_total')).toBe(1);
  expect(await value('papertape_marks_total')).toBe(8);
  expect(await value('papertape_marks_late')).toBe(0);
  expect(await value('papertape_readings_total')).toBe(8 * league.app.source.pools.size);
  expect(await value('papertape_readings_failed_total{reason="no_answer"}')).toBe(8);
  expect(await value('papertape_source_last_healthy_timestamp_seconds{source="prices"}')).toBe(
    league.now() / 1000 - 60,
  );
  expect(await value('papertape_orders_open{league="spot_crypto"}')).toBe(1);

  const stream = await openStream(league, `/api/agents/${bot.id}/events`, bot.key);
  await stream.firstId();
  expect(await value('papertape_event_streams')).toBe(1);
  stream.close();

  const { contact } = await league.app.deps.db.selectFrom('intake.bots').select('contact').executeTakeFirstOrThrow();
  await post(league, `/api/agents/${bot.id}/recover`, { contact });
  await league.app.runMails();
  expect(await value('papertape_mails_total{outcome="sent"}')).toBe(1);
  // A folder that is a file takes no mail.
  const outbox = join(league.database.env['DATA_DIR'] ?? own, 'outbox');
  rmSync(outbox, { recursive: true });
  writeFileSync(outbox, '');
  await post(league, `/api/agents/${bot.id}/recover`, { contact });
  await league.app.runMails();
  expect(await value('papertape_mails_total{outcome="failed"}')).toBe(1);
  expect(await value('papertape_mails_waiting')).toBe(1);

  // One registration, one order and two mails asked for are counted already.
  for (let i = 0; i < rateLimits.writesPerAddress.count; i++) await post(league, '/nothing', {});
  expect(await value('papertape_rate_limited_total{limit="writesPerAddress"}')).toBe(4);
  expect(await value('papertape_http_answers_total{status="429"}')).toBe(4);
});

test('the database is gone: not ready and why, alive all the same, and what is in memory is told', async () => {
  await open();
  await league.advance({ minutes: 5 });
  okJson(await get(league, '/readyz'));
  const back = await takeDatabaseAway(league);
  const refused = await get(league, '/readyz');
  expect(expectError(refused, 'not_ready').detail).toBe('The database does not answer.');
  expect(refused.headers.get('retry-after')).toBe('5');
  okJson(await get(league, '/healthz'));
  const figures = (await get(league, '/metrics')).text;
  expect(figures).toContain('\npapertape_database_up 0\n');
  expect(figures).toContain('\npapertape_marks_total 2\n');
  expect(figures).not.toMatch(/^papertape_(marks_late|orders_pending|bots) /m);
  if (!back) return;
  await back();
  okJson(await get(league, '/readyz'));
  expect((await get(league, '/metrics')).text).toContain('\npapertape_database_up 1\n');
});

/** Closes the files, or ends every session and lets no new one in. @returns what gives it back, where that can be done. */
async function takeDatabaseAway({ app, database }: League): Promise<(() => Promise<void>) | undefined> {
  const { target } = database;
  if (target.engine === 'sqlite') {
    await app.storage.db.destroy();
    return undefined;
  }
  const name = new URL(target.url).pathname.slice(1);
  const url = new URL(target.url);
  url.pathname = '/postgres';
  const asAdmin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await asAdmin(`alter database ${name} with allow_connections false`);
  await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  return () => asAdmin(`alter database ${name} with allow_connections true`);
}

test('the port opens when the tables are as they should be, and not before', async () => {
  const database = await createTestDatabase();
  cleanups.push(() => database.drop());
  const app = await createApp(readSettings({ PORT: '0', PAPERTAPE_LOG: 'off', ...database.env }), {
    clock: createSteppedClock(Date.parse('2026-03-02T00:00:00Z')),
    log: silentLog,
  });
  cleanups.push(() => app.close());
  expect(app.http.server.listening).toBe(false);
  expect(await app.deps.db.selectFrom('intake.bots').selectAll().execute()).toEqual([]);
  const url = await app.listen();
  okJson(await get({ url }, '/readyz'));
});

test('a page that was made while orders were open says so no longer when the engine stands still', async () => {
  // A clock that is stepped, and whose marks are late as those of a real one are.
  const start = Date.parse('2026-03-02T00:00:00Z');
  const stepped = createSteppedClock(start);
  await open({ overrides: { clock: { ...stepped, kind: 'real', realPerTick: 1 } } });
  stepped.set(start + 300_000);
  await league.app.runEngine();
  const isOpen = async (): Promise<boolean | undefined> =>
    okJson<LeagueCatalogue>(await get(league, '/api/leagues')).leagues.find((l) => l.id === 'spot_crypto')?.orders_open;
  const saysWhy = async (): Promise<boolean> =>
    (await get(league, '/leagues/spot_crypto')).text.includes(
      'Marks are late: prices were last read at 2026-03-02T00:05:00.000Z.',
    );
  expect([await isOpen(), await saysWhy()]).toEqual([true, false]);
  stepped.set(start + 1_200_000 - 1);
  expect([await isOpen(), await saysWhy()]).toEqual([true, false]);
  stepped.set(start + 1_200_000);
  expect([await isOpen(), await saysWhy()]).toEqual([false, true]);
  await league.app.runEngine();
  expect([await isOpen(), await saysWhy()]).toEqual([true, false]);
});

test('docs/operators/operate.md lists every family of /metrics, and nothing else', async () => {
  await open();
  const { text } = await get(league, '/metrics');
  const told = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
  const help = [...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name);
  expect(help).toEqual(told.map((t) => t.split(' ')[0]));
  const page = readFileSync(join(repository, 'docs/operators/operate.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([a-z_]+)(?:\{[a-z]+\})?` \| (gauge|counter|histogram) \|/gm)];
  expect(listed.map(([, name, type]) => `${name} ${type}`).toSorted()).toEqual(told.toSorted());
});
