/** A client that was there before finds a past that was written anew, and says nothing of an honest service. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createClient, LogError, type Client, type LogMemory } from '../../../../client/src/index.ts';
import { nodeFiles } from '../../../../client/src/cli-files.ts';
import { rotateKey } from '../../../src/cli/log-key.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { openStorage, type Storage, type Trx } from '../../../src/storage/storage.ts';
import { runBotCommand } from '../../harness/bot-command.ts';
import { eachEntry, growAgain, putBack, takeBackup } from '../../harness/backup.ts';
import { openLeague, type League } from '../../harness/league.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
let league: League;
afterEach(() => league.close());

/** A bot that looks at the log before every call that comes five minutes after the last look, and keeps what it saw like a file does. */
async function openBot(): Promise<{ bot: Client; again: () => Client; kept: () => LogMemory | undefined }> {
  const seat = await league.client.register({
    name: 'Was There',
    company: 'Test Works',
    contact: 'there@example.test',
    country: 'CA',
    league: 'spot_crypto',
  });
  let kept: LogMemory | undefined;
  const again = (): Client =>
    createClient({
      baseUrl: league.url,
      agentId: seat.agent_id,
      apiKey: seat.api_key,
      now: () => league.now(),
      logMemory: kept,
      keepLog: async (memory) => void (kept = memory),
    });
  return { bot: again(), again, kept: () => kept };
}

/** Stops the service, changes its data and starts it again. @param honest leaves the note of what was signed last. */
async function changeAndGoOn(change: (trx: Trx, storage: Storage) => Promise<void>, honest = false): Promise<void> {
  const { database } = league;
  const now = league.now();
  await league.stop();
  const storage = openStorage(database.target, { connections: 2 });
  await storage.db.transaction().execute(async (trx) => await change(trx, storage));
  await storage.close();
  if (!honest) rmSync(join(database.env['DATA_DIR'] ?? 'data', 'log.key.signed'), { force: true });
  const source = createSimulatedSource({ seed: 7, origin: start });
  league = await openLeague({ start: new Date(now).toISOString(), database, source });
}

async function expectFound(call: Promise<unknown>, code: string, words: string): Promise<LogError> {
  const error: unknown = await call.then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(LogError);
  expect(error).toMatchObject({ code });
  expect((error as LogError).detail).toContain(words);
  return error as LogError;
}

test('a log that was written anew is found by the run after, with both checkpoints', async () => {
  league = await openLeague();
  const { bot, again, kept } = await openBot();
  await league.enter({ name: 'Loser' });
  await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ minutes: 10 });
  await bot.status();
  const seen = kept()?.checkpoint;
  expect(seen).toContain('\n');
  expect(kept()?.receipts).toEqual([]);
  await league.advance({ hours: 1 });
  await changeAndGoOn(async (trx, storage) => {
    await sql.raw(`update intake.bots set name = 'Winner' where name = 'Loser'`).execute(trx);
    const renamed = eachEntry((entry) => entry.replace('"name":"Loser"', '"name":"Winner"'));
    await growAgain(storage, trx, renamed);
  });
  const next = again();
  const { evidence } = await expectFound(next.status(), 'log_rewritten', 'does not begin with');
  expect(evidence).toEqual({ before: seen, after: await league.client.checkpoint() });
  // Nothing is sent any more.
  await expectFound(next.weights({ 'BTC-USD': 1 }), 'log_rewritten', 'does not begin with');
  expect((await league.client.status()).orders_pending).toBe(0);
});

test.each([
  ['taken away', 'delete from intake.orders where sequence = 1', 'is not in the log'],
  ['made a test', 'update intake.orders set sandbox = 1 where sequence = 1', 'became a test'],
])('an order that was acknowledged and %s before its mark is missed', async (_, change, words) => {
  league = await openLeague();
  const { bot, again, kept } = await openBot();
  await league.advance({ minutes: 6 });
  await bot.status();
  const ack = await bot.weights({ 'BTC-USD': 0.5 });
  expect(kept()?.receipts.map((r) => r.order_id)).toEqual([ack.order_id]);
  await changeAndGoOn(async (trx) => void (await sql.raw(change).execute(trx)), true);
  await league.advance({ minutes: 10 });
  const { evidence } = await expectFound(again().status(), 'receipt_missing', words);
  expect(evidence.receipt?.order_id).toBe(ack.order_id);
});

test('a log that is shorter than it was, and one of another name, are found', async () => {
  league = await openLeague();
  const { bot, kept, again } = await openBot();
  await league.advance({ minutes: 30 });
  await bot.status();
  const seen = kept() as LogMemory;
  await league.advance({ minutes: 10 });
  const [origin = '', size, ...rest] = (seen.checkpoint ?? '').split('\n');
  const withNote = (lines: readonly string[]): Client =>
    createClient({
      baseUrl: league.url,
      now: () => league.now(),
      logMemory: { ...seen, checkpoint: lines.join('\n') },
    });
  await expectFound(
    withNote([origin, String(Number(size) + 500), ...rest]).status(),
    'log_rewritten',
    'and now it has',
  );
  await expectFound(withNote(['other.example', size ?? '', ...rest]).status(), 'log_rewritten', 'another one');
  await again().status();
});

test('honest restarts, a new key, catching up and a backup that was put back raise nothing', async () => {
  league = await openLeague();
  const { bot, again, kept } = await openBot();
  for (let i = 0; i < 12; i++) {
    await bot.weights({ 'BTC-USD': 0.05 * i }, { sandbox: i % 3 === 0 });
    await league.advance({ minutes: 25 });
  }
  const storage = openStorage(league.database.target, { connections: 2 });
  const backup = await takeBackup(storage);
  await storage.close();
  await again().status();
  const early = kept()?.checkpoint;
  // A new key, and two hours that are caught up at once.
  rotateKey(league.database.env);
  await changeAndGoOn(async () => undefined, true);
  await league.advance({ hours: 2 });
  const after = again();
  await after.weights({ 'ETH-USD': 0.5 });
  await league.advance({ minutes: 5 });
  await after.status();
  expect(kept()?.checkpoint).not.toBe(early);
  expect(kept()?.receipts).toEqual([]);
  // The service does not sign, so there is nothing to hold against it; the client asks again later.
  await changeAndGoOn(async () => undefined, true);
  const reader = openStorage(league.database.target, { connections: 2 });
  await putBack(reader, backup);
  await reader.close();
  await league.advance({ minutes: 10 });
  await again().status();
});

test('it looks at most once in five minutes, by a handful of requests', async () => {
  league = await openLeague();
  const asked: string[] = [];
  const client = createClient({
    baseUrl: league.url,
    now: () => league.now(),
    fetch: async (input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : input).pathname);
      return await fetch(input, init);
    },
  });
  const calls = async (): Promise<string[]> => {
    for (let i = 0; i < 20; i++) await client.status();
    return asked.splice(0).filter((path) => path !== '/api/status');
  };
  expect(await calls()).toEqual([]);
  await league.advance({ minutes: 5 });
  expect(await calls()).toEqual(['/api/log', '/checkpoint']);
  await league.advance({ hours: 30 });
  const later = await calls();
  expect(later.slice(0, 2)).toEqual(['/api/log', '/checkpoint']);
  expect(later.length).toBeLessThan(8);
});

test('papertape-bot keeps what it saw beside its key, and shows both checkpoints when it does not hold', async () => {
  league = await openLeague();
  const path = '/home/maker/credentials.json';
  let text: string | null = null;
  const command = async (...argv: string[]): Promise<{ code: number; told: string }> => {
    const files = {
      ...nodeFiles,
      read: async () => (text === null ? null : { text, mode: 0o600 }),
      writeSecret: async (_: string, written: string) => void (text = written),
    };
    return await runBotCommand(league, [...argv, '--url', league.url, '--credentials', path], { files });
  };
  const kept = (): LogMemory | undefined => (JSON.parse(text ?? '{}') as { bots: { log?: LogMemory }[] }).bots[0]?.log;
  const maker = [
    '--name',
    'Was There',
    '--company',
    'Test Works',
    '--contact',
    'there@example.test',
    '--country',
    'CA',
  ];
  expect(await command('register', '--league', 'spot_crypto', ...maker)).toMatchObject({ code: 0 });
  expect(kept()).toBeUndefined();
  expect(await command('weights', 'BTC-USD=0.5')).toMatchObject({ code: 0 });
  expect(kept()).toMatchObject({ checkpoint: null, receipts: [{ sandbox: false }] });
  await league.advance({ minutes: 10 });
  expect(await command('state')).toMatchObject({ code: 0 });
  expect(kept()).toMatchObject({ checkpoint: await league.client.checkpoint(), receipts: [] });
  // The log that it saw before was another one.
  const { checkpoint } = kept() as LogMemory;
  const root = checkpoint?.split('\n')[2] ?? '';
  const other = Buffer.alloc(32, 7).toString('base64');
  text = (text ?? '').replace(root, other);
  await league.advance({ minutes: 10 });
  const { code, told } = await command('state');
  expect(code).toBe(1);
  expect(told).toContain('log_rewritten');
  expect(told).toContain(other);
  expect(told).toContain((await league.client.checkpoint()).split('\n')[2]);
});
