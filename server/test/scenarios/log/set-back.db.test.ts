/** Data that was set back to a backup is never signed as another log; everything else is served. */
import { join } from 'node:path';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { putBack, takeBackup } from '../../harness/backup.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

const signedFile = ({ database }: League): string => join(database.env['DATA_DIR'] ?? 'data', 'log.key.signed');
const statusOf = async ({ url }: League, path: string): Promise<number> => (await fetch(`${url}${path}`)).status;

/** The service, started again on what is there. */
async function goOn({ database }: League, now: number): Promise<League> {
  const source = createSimulatedSource({ seed: 7, origin: Date.parse('2026-03-02T00:00:00Z') });
  return await openLeague({ start: new Date(now).toISOString(), database, source });
}

/** A league that signed two hours, and is set back to its first one. @param lost what happened in the second hour and is lost. */
async function setBack(
  lost: (league: League) => Promise<void>,
): Promise<{ league: League; bot: Bot; checkpoint: string }> {
  const before = await openLeague();
  const bot = await before.enter();
  await bot.weights({ 'BTC-USD': 0.5 });
  await before.advance({ hours: 1 });
  const reader = openStorage(before.database.target, { connections: 2 });
  const backup = await takeBackup(reader);
  await lost(before);
  await before.advance({ hours: 1 });
  const checkpoint = await before.client.checkpoint();
  const now = before.now();
  await before.stop();
  await putBack(reader, backup);
  await reader.close();
  const league = await goOn(before, now);
  return { league, bot, checkpoint };
}

test('what was lost with the backup is not signed over; all else goes on, and the operator is told what to do', async () => {
  const { league, checkpoint } = await setBack(async (before) => void (await before.enter({ name: 'Lost' })));
  try {
    const [, size] = checkpoint.split('\n');
    expect(readFileSync(signedFile(league), 'utf8').startsWith(`${size} `)).toBe(true);
    // Before the marks are caught up the log is shorter, and afterwards it is another one.
    for (const why of ['set back to an earlier state', 'other entries']) {
      expect(await statusOf(league, '/checkpoint')).toBe(503);
      expect(await statusOf(league, '/api/log/checkpoints/2026-03-02T00:05:00.000Z')).toBe(503);
      expect((await league.client.status()).log.problem).toContain(why);
      await league.advance({ hours: 3 });
    }
    const bot = await league.enter({ name: 'Later' });
    await bot.weights({ 'BTC-USD': 1 });
    await league.advance({ minutes: 40 });
    expect((await bot.orders()).orders[0]).toMatchObject({ state: 'filled' });
    expect(await (await fetch(league.url)).text()).toContain('Public log</a>: it is not signed. It signed');
    // The operator knows that it is lost, and says so.
    await league.stop();
    rmSync(signedFile(league));
    const again = await goOn(league, league.now());
    expect(await statusOf(again, '/checkpoint')).toBe(200);
    expect((await again.client.status()).log.problem).toBeNull();
    await again.stop();
  } finally {
    await league.close();
  }
});

test('nobody waits for a log that is not signed: that takes an operator, and readers are told at once', async () => {
  const { league, bot } = await setBack(async (before) => void (await before.enter({ name: 'Lost' })));
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  try {
    await league.advance({ hours: 3 });
    for (const target of ['log', bot.id]) {
      const told: string[] = [];
      const code = await runVerify(target, { url: league.url, sleep, alone: true, write: (line) => told.push(line) });
      // What cannot be checked is nothing that differs.
      expect([code, told.filter((line) => line.startsWith('DIFFERS'))]).toEqual([2, []]);
      expect(told.find((line) => line.startsWith('NOT'))).toMatch(/^NOT CHECKED .* 503 It signed \d+ entries/);
    }
    const refusal = createClient({ baseUrl: league.url, sleep }).checkpoint();
    await expect(refusal).rejects.toMatchObject({ code: 'log_set_back', retryAfterSeconds: 3600 });
    expect(waits).toEqual([]);
  } finally {
    await league.close();
  }
});

test('data that is caught up to the same entries is signed again', async () => {
  const { league, checkpoint } = await setBack(async () => undefined);
  try {
    expect(await statusOf(league, '/checkpoint')).toBe(503);
    await league.advance({ minutes: 0 });
    expect(await league.client.checkpoint()).toBe(checkpoint);
    expect((await league.client.status()).log.problem).toBeNull();
  } finally {
    await league.close();
  }
});

test('a file that cannot be read as what was signed is as if there were none', async () => {
  const league = await openLeague();
  try {
    await league.advance({ minutes: 5 });
    await league.client.checkpoint();
    await league.stop();
    writeFileSync(signedFile(league), 'nonsense\n', { mode: 0o600 });
    const again = await goOn(league, league.now());
    expect(await statusOf(again, '/checkpoint')).toBe(200);
    await again.stop();
  } finally {
    await league.close();
  }
});

test('a root that is not that of the entries is not signed; every other checkpoint is', async () => {
  const league = await openLeague();
  try {
    await league.enter();
    await league.advance({ hours: 1 });
    const at = (mark: string): string => `/api/log/checkpoints/${mark}`;
    const marks = ['2026-03-02T00:25:00.000Z', '2026-03-02T00:30:00.000Z', '2026-03-02T00:35:00.000Z'] as const;
    const changed = Date.parse(marks[1]);
    await sql`update ledger.log_heads set root = ${'0'.repeat(64)} where mark = ${changed}`.execute(
      league.app.storage.db,
    );
    expect(await Promise.all(marks.map(async (mark) => await statusOf(league, at(mark))))).toEqual([200, 503, 200]);
    expect(await statusOf(league, '/checkpoint')).toBe(200);
    expect(await (await fetch(`${league.url}${at(marks[1])}`)).json()).toMatchObject({
      detail: expect.stringMatching(/^The root that the data has for \d+ entries is not the one that the entries make/),
      error: { code: 'log_set_back' },
    });
  } finally {
    await league.close();
  }
});
