/** A close that several processes share gives what one transaction gives, byte for byte; nobody sees half of it; and whoever comes ends what another one began. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { actOnBan } from '../../../src/desk/moderation-acts.ts';
import { closesBehind } from '../../../src/pro/history.sql.ts';
import { iso } from '../../../src/lib/clock.ts';
import { inTurn } from '../../../src/engine/in-turn.ts';
import { closeNext } from '../../../src/engine/shared-close/close-next.job.ts';
import type { EngineProgress } from '../../../src/engine/progress.ts';
import { openMark } from '../../../src/engine/shared-close/open-mark.sql.ts';
import { lastMarkDone } from '../../../src/engine/progress.sql.ts';
import { allIncidents } from '../../../src/operator/incident.sql.ts';
import type { BulkInsert } from '../../../src/storage/bulk.ts';
import { tables, type Database } from '../../../src/storage/database.ts';
import { StorageFault } from '../../../src/storage/fault.ts';
import type { Trx } from '../../../src/storage/storage.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { get } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { dumpTables } from '../../harness/tables.ts';

const opened: League[] = [];
afterEach(async () => {
  for (const league of opened.splice(0)) await league.close();
});

/** One key signs the logs of all of them, since the log tells it. */
const folder = mkdtempSync(join(tmpdir(), 'papertape-shared-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = '2026-02-28T20:00:00Z';
const leagues = ['spot_crypto', 'multi', 'income'];
const ledger = (Object.keys(tables) as (keyof Database)[]).filter((name) => name.startsWith('ledger.'));

const given = () => ({
  env: { PAPERTAPE_LOG_KEY_FILE: join(folder, 'log.key') },
  source: createSimulatedSource({ seed: 7, origin: Date.parse(start) }),
});

async function open(
  engines: number,
  database?: League['database'],
  at = start,
  onCommit: (done: EngineProgress) => void = () => undefined,
): Promise<League> {
  const league = await openLeague({
    start: at,
    ...given(),
    overrides: { engines: async () => engines, onCommit },
    ...(database ? { database } : {}),
  });
  opened.push(league);
  return league;
}

async function enter(league: League): Promise<Bot[]> {
  const bots: Bot[] = [];
  for (const [i, of] of leagues.flatMap((name) => [name, name, name]).entries())
    bots.push(await league.enter({ league: of, name: `Shared ${'abcdefghk'[i]}` }));
  return bots;
}

async function order(bots: readonly Bot[], share: number): Promise<void> {
  for (const [i, bot] of bots.entries()) {
    // The last three are in the league of dividends.
    const symbol = i >= 6 ? 'VYM-USD' : ['BTC-USD', 'ETH-USD', 'SOL-USD'][i % 3];
    await bot.weights({ [symbol as string]: share + i / 100 });
  }
}

const closes = ['2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'];

/** Three closes, the second of which decides a week. */
async function play(league: League, bots: readonly Bot[]): Promise<void> {
  await order(bots, 0.3);
  await league.advance({ minutes: 45 });
  for (const close of closes) {
    await order(bots, 0.5);
    await league.advanceTo(close);
    await league.advance({ minutes: 30 });
  }
}

async function ledgerOf(league: League): Promise<Record<string, string[]>> {
  return await dumpTables(league.app.storage.db, ledger);
}

test('tables, log and roots are the same to the byte, shared or not', async () => {
  const alone = await open(0);
  await play(alone, await enter(alone));
  const shared = await open(2);
  await play(shared, await enter(shared));
  const [one, several] = [await ledgerOf(alone), await ledgerOf(shared)];
  expect(several).toEqual(one);
  expect(one['ledger.weeks']).not.toEqual([]);
  for (const of of leagues)
    expect(one['ledger.boards']?.filter((row) => row.includes(`"league":"${of}"`))).toHaveLength(closes.length);
  expect(several['ledger.open_closes']).toEqual([]);
  expect((await runAudit(shared.app.storage)).differences).toEqual([]);
});

/** From now on the close of one league fails in the database. @returns ends that. */
function failLeague({ app: { storage } }: League, name: string): () => void {
  const real = storage.insertMany;
  const failing: BulkInsert = async (trx, table, rows, onConflict) => {
    const isIt = table === 'ledger.board_blocks' && (rows[0] as { league?: string } | undefined)?.league === name;
    if (isIt) throw new StorageFault('no space', { isUnclear: false });
    await real(trx, table, rows, onConflict);
  };
  Object.assign(storage, { insertMany: failing });
  return () => void Object.assign(storage, { insertMany: real });
}

/** A close that is half done: one of its leagues fails. */
async function openClose(league: League): Promise<void> {
  await enter(league);
  // The first mark is never shared: there is none before it.
  await league.advance({ minutes: 10 });
  failLeague(league, 'multi');
  await expect(league.advanceTo('2026-03-01T00:00:00Z')).rejects.toThrow('no space');
  expect(await openMark(league.app.storage.db)).toBeDefined();
}

async function boardTime(league: League, of: string): Promise<unknown> {
  const { json } = await get(league, `/api/leaderboard?league=${of}`);
  return (json as { readonly close?: unknown }).close ?? json;
}

test('while a mark is open nothing of its close is shown, no mark follows, and another process ends it', async () => {
  const alone = await open(0);
  await play(alone, await enter(alone));

  const first = await open(1);
  const bots = await enter(first);
  await order(bots, 0.3);
  await first.advance({ minutes: 45 });
  await order(bots, 0.5);
  await first.advanceTo('2026-02-28T23:55:00Z');
  const before = await Promise.all(leagues.map(async (of) => await boardTime(first, of)));
  failLeague(first, 'multi');
  await expect(first.advanceTo('2026-03-01T00:00:00Z')).rejects.toThrow('no space');
  const { db } = first.app.storage;
  expect(await openMark(db)).toMatchObject({ mark: Date.parse('2026-03-01T00:00:00Z') });
  expect(await lastMarkDone(db)).toBe(Date.parse('2026-02-28T23:55:00Z'));
  await expect(first.advance({ minutes: 5 })).rejects.toThrow('no space');
  expect(await lastMarkDone(db)).toBe(Date.parse('2026-02-28T23:55:00Z'));
  // Some league is closed and stored by now, and is not shown.
  expect((await dumpTables(db, ['ledger.boards']))['ledger.boards']?.length).toBeGreaterThan(0);
  expect(await Promise.all(leagues.map(async (of) => await boardTime(first, of)))).toEqual(before);
  for (const of of leagues) expect((await get(first, `/api/closes/${of}/2026-03-01/proof`)).status, of).toBe(404);
  await first.stop();
  opened.splice(opened.indexOf(first), 1);

  const second = await open(0, first.database, '2026-03-01T00:05:00Z');
  await second.advance({ minutes: 0 });
  expect(await openMark(second.app.storage.db)).toBeUndefined();
  await second.advanceTo('2026-03-01T00:30:00Z');
  const [one, other] = [await ledgerOf(alone), await ledgerOf(second)];
  const ofFirstClose = (rows: readonly string[] = []) => rows.filter((row) => row.includes('"close":"1772323200000"'));
  for (const table of ['ledger.closes', 'ledger.boards', 'ledger.board_blocks', 'ledger.records'])
    expect(ofFirstClose(other[table])).toEqual(ofFirstClose(one[table]));
  expect(ofFirstClose(one['ledger.boards']).length).toBeGreaterThanOrEqual(leagues.length);
  expect((await runAudit(second.app.storage)).differences).toEqual([]);
});

/** What is told to everyone, made anew: nothing that was kept answers. */
async function told(league: League, bot: Bot): Promise<Record<string, string>> {
  league.app.deps.ready.dropAll();
  const { maker_id: maker } = JSON.parse((await get(league, `/api/agents/${bot.id}`)).text) as { maker_id: string };
  const pages = [
    '/api/leaderboard?league=spot_crypto',
    '/api/leaderboard?league=spot_crypto&week=2026-W09',
    '/api/leaderboard?league=spot_crypto&as_of=2026-03-01',
    `/api/agents/${bot.id}/equity`,
    `/api/makers/${maker}`,
    '/api/champions',
    '/api/leagues/spot_crypto/champions',
    '/api/log/closes/spot_crypto/2026-03-02/board',
    '/api/log/closes/spot_crypto/2026-03-02/records',
  ];
  const history = await closesBehind(league.app.storage.db, bot.id, 0, 10);
  const answers: Record<string, string> = { 'the paid history': history.map(({ close }) => iso(close)).join() };
  for (const page of pages) {
    const { status, text } = await get(league, page);
    // Of what is told that alone goes by the clock.
    answers[page] = `${status} ${text.replace(/"next_close":"[^"]*"/, '')}`;
  }
  return answers;
}

const eventsOf = async (league: League, bot: Bot, since: string) =>
  JSON.parse((await get(league, `/api/agents/${bot.id}/events?since=${since}`, { key: bot.key })).text) as {
    readonly events: readonly { readonly type: string }[];
    readonly next: string;
  };

test('while the mark that decides a week is open everything told is of the last one that ended, and what is told then misses nothing', async () => {
  const league = await open(1);
  const bots = await enter(league);
  // The league with most bots is closed first.
  const [bot] = [await league.enter({ league: 'spot_crypto', name: 'Shared z' })];
  await order(bots, 0.3);
  await bot.weights({ 'BTC-USD': 0.3 });
  await league.advanceTo('2026-03-01T23:27:00Z');
  await bot.weights({ 'ETH-USD': 0.2 });
  await league.advanceTo('2026-03-01T23:55:00Z');
  const before = await told(league, bot);
  const mend = failLeague(league, 'multi');
  await expect(league.advanceTo('2026-03-02T00:00:00Z')).rejects.toThrow('no space');
  const closed = (await dumpTables(league.app.storage.db, ['ledger.weeks']))['ledger.weeks'];
  expect(closed?.some((row) => row.includes('spot_crypto'))).toBe(true);
  expect(await told(league, bot)).toEqual(before);
  const { next } = await eventsOf(league, bot, 'now');
  // Nobody has asked for these until now.
  const live = JSON.parse((await get(league, '/api/live')).text) as {
    readonly events: readonly { readonly mark: string }[];
    readonly next: string;
  };
  expect(live.events.at(-1)?.mark).toBe('2026-03-01T23:55:00.000Z');
  mend();
  await league.advance({ minutes: 0 });
  const after = await told(league, bot);
  for (const [page, answer] of Object.entries(after)) expect([page, answer === before[page]]).toEqual([page, false]);
  expect((await eventsOf(league, bot, next)).events.map((e) => e.type)).toEqual(
    expect.arrayContaining(['order_filled', 'close']),
  );
  const { text } = await get(league, `/api/live?since=${live.next}`);
  expect(text).toContain('"type":"fill"');
  expect(text).toContain('"type":"champion"');
});

test('whoever is told of commits hears all that an open mark did, though the answers of both its commits were lost', async () => {
  const done: EngineProgress[] = [];
  const league = await open(1, undefined, start, (progress) => void done.push(structuredClone(progress)));
  const [bot] = await enter(league);
  await league.advanceTo('2026-02-28T23:55:00Z');
  const { storage } = league.app;
  await actOnBan(storage.db, 'ban', (bot as Bot).id, 'It floods.');
  const { db } = storage;
  const isOpen = async (): Promise<boolean> => (await openMark(db)) !== undefined;
  // The commit after which the mark is open gets no answer, nor does the one after which it no longer is.
  const lost = [true, false];
  const execute = async <T>(work: (trx: Trx) => Promise<T>): Promise<T> => {
    const value = await db.transaction().execute(work);
    if ((await isOpen()) !== lost[0]) return value;
    lost.shift();
    throw new StorageFault('the server is gone', { isUnclear: true });
  };
  const losing = new Proxy(db, {
    get(of, name) {
      if (name === 'transaction') return () => ({ execute });
      const value: unknown = Reflect.get(of, name);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
  Object.assign(storage, { db: losing });
  await expect(league.advanceTo('2026-03-01T00:00:00Z')).rejects.toThrow('the server is gone');
  expect(await isOpen()).toBe(true);
  await expect(league.advance({ minutes: 0 })).rejects.toThrow('the server is gone');
  expect(await isOpen()).toBe(false);
  await league.advance({ minutes: 0 });
  Object.assign(storage, { db });
  const last = done.at(-1);
  expect(last).toMatchObject({ mark: Date.parse('2026-03-01T00:00:00Z'), closed: true });
  expect([...(last?.retired ?? [])]).toEqual([(bot as Bot).id]);
  expect(new Set(last?.closes.map((c) => c.league)).size).toBe(last?.closes.length);
  await expect((bot as Bot).weights({})).rejects.toMatchObject({ code: 'banned' });
});

test('a league whose close cannot be done is missed, and stops no other', async () => {
  const league = await open(1);
  const bots = await enter(league);
  await order(bots, 0.3);
  await league.advance({ minutes: 45 });
  // The board of that close is there already: it cannot be written.
  const { db } = league.app.storage;
  const close = BigInt(Date.parse('2026-03-01T00:00:00Z'));
  await db.insertInto('ledger.board_blocks').values({ league: 'multi', close, block: 0n, agent_ids: '[]' }).execute();
  await league.advanceTo('2026-03-01T00:00:00Z');
  await db.deleteFrom('ledger.board_blocks').where('league', '=', 'multi').where('close', '=', close).execute();
  await league.advance({ minutes: 10 });
  const told = (await allIncidents(db)).map(({ kind, about }) => `${kind} ${about.id}`);
  expect(told).toEqual(['close_missed multi/2026-03-01']);
  const boards = await db.selectFrom('ledger.boards').select('league').where('close', '=', close).execute();
  const closed = boards.map((r) => r.league);
  expect(closed).toEqual(expect.arrayContaining(['income', 'spot_crypto']));
  expect(closed).not.toContain('multi');
  expect((await runAudit(league.app.storage)).differences).toEqual([]);
});

test('a version with other rules does not start amid a close, and writes nothing', async () => {
  const league = await open(1);
  await openClose(league);
  const before = await dumpTables(league.app.storage.db, ['ledger.rules_versions']);
  const { database } = league;
  await league.stop();
  opened.splice(opened.indexOf(league), 1);
  const others = openLeague({ start: '2026-03-01T00:05:00Z', ...given(), database, overrides: { botsPerTier: 50 } });
  await expect(others).rejects.toThrow('The close of 2026-03-01T00:00:00.000Z was begun under version');
  const same = await open(0, database, '2026-03-01T00:05:00Z');
  expect(await dumpTables(same.app.storage.db, ['ledger.rules_versions'])).toEqual(before);
  await same.advance({ minutes: 0 });
  expect(await openMark(same.app.storage.db)).toBeUndefined();
});

test('what goes on beside the marks waits for the end of an open one, and not longer than the service runs', async () => {
  const league = await open(1);
  await openClose(league);
  const { storage } = league.app;
  const none = async (): Promise<void> => undefined;
  await expect(inTurn(storage, none, AbortSignal.abort())).rejects.toThrow('the service stops');
});

test('a program of another version leaves an open mark to the one that serves', async () => {
  const league = await open(1);
  await openClose(league);
  const { storage } = league.app;
  const { version: begunBy } = (await openMark(storage.db)) ?? {};
  const closeBy = async (own: string | undefined) =>
    await closeNext({ storage, isOurs: ({ version }) => version === own, realNow: () => 0 });
  expect(await closeBy('another')).toBeUndefined();
  await expect(closeBy(begunBy)).rejects.toThrow('no space');
});
