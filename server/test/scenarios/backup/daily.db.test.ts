/** The backups that a service makes by itself after daily closes, in its real thread, on a league whose days are stepped. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runRestore } from '../../../src/cli/backup.ts';
import { until } from '../../acceptance/service-process.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { createTestLog } from '../../harness/log.ts';

let league: League | undefined;
let folder = '';
afterEach(async () => {
  await league?.close();
  league = undefined;
  rmSync(folder, { recursive: true, force: true });
});

type Outcome = 'made' | 'failed';

const statusOf = async ({ client }: League) => (await client.status()).backup;

/** Rounds until one more backup has this outcome. */
async function oneMore(of: League, outcome: Outcome): Promise<void> {
  const { backups } = of.app.deps;
  const count = (): number => backups.figures()?.outcomes.get(outcome) ?? 0;
  const before = count();
  const loop = backups.start();
  await until(`one more ${outcome}`, async () => (count() > before ? true : undefined));
  await loop?.stop();
}

async function metricsOf({ url }: League): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return text.split('\n').filter((line) => line.startsWith('papertape_backup'));
}

test('one is made for each close, the newest are kept, and they can be restored', async () => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-daily-'));
  const env = { PAPERTAPE_BACKUPS: 'daily:2', PAPERTAPE_BACKUP_DIR: folder };
  league = await openLeague({ env });
  expect(await metricsOf(league)).toEqual([
    'papertape_backups_total{outcome="made"} 0',
    'papertape_backups_total{outcome="failed"} 0',
  ]);
  const bot = await league.enter();
  await bot.weights({ 'BTC-USD': 0.5 });
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  // What a process left that was killed.
  mkdirSync(join(folder, 'papertape-2026-03-01'));
  for (const days of [3, 4, 5]) {
    await league.advance({ days: 1 });
    await oneMore(league, 'made');
    expect(existsSync(join(folder, `papertape-2026-03-0${days}`, 'backup.json'))).toBe(true);
  }
  expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'papertape-2026-03-04', 'papertape-2026-03-05']);
  expect(await statusOf(league)).toEqual({ at: expect.stringMatching(/^20\d\d-.*Z$/), fault: null });
  expect(await metricsOf(league)).toEqual([
    'papertape_backups_total{outcome="made"} 3',
    'papertape_backups_total{outcome="failed"} 0',
    expect.stringMatching(/^papertape_backup_last_timestamp_seconds \d+/),
    'papertape_backup_faulty 0',
    expect.stringMatching(/^papertape_backup_last_bytes \d{6,}/),
  ]);
  const target = await createTestDatabase();
  expect(await runRestore(target.env, join(folder, 'papertape-2026-03-05'))).toMatchObject({ code: 0 });
  await target.drop();
});

test('one that cannot be made is told in the log and counted, and is made when it can be', async () => {
  folder = mkdtempSync(join(tmpdir(), 'papertape-daily-'));
  const file = join(folder, 'backups');
  writeFileSync(file, 'no folder');
  const { log, lines } = createTestLog();
  league = await openLeague({ env: { PAPERTAPE_BACKUPS: 'daily:1', PAPERTAPE_BACKUP_DIR: file }, overrides: { log } });
  await league.advance({ days: 1 });
  await oneMore(league, 'failed');
  expect(lines.filter((line) => line.includes('a backup failed'))).toEqual([
    expect.stringContaining('The folder of the backups'),
  ]);
  expect(await metricsOf(league)).toContain('papertape_backup_faulty 1');
  const failed = await statusOf(league);
  expect(failed).toMatchObject({ fault: 'folder' });
  expect(Math.abs(Date.now() - Date.parse(failed?.at ?? ''))).toBeLessThan(60_000);
  // Everybody reads it: where it was to be stays in the log.
  expect(JSON.stringify(await league.client.status())).not.toContain(file);
  rmSync(file);
  await oneMore(league, 'made');
  expect(await statusOf(league)).toMatchObject({ fault: null });
  expect(await metricsOf(league)).toContain('papertape_backups_total{outcome="failed"} 1');
});

test('without the setting none is made, and none is counted', async () => {
  league = await openLeague();
  expect(league.app.deps.backups.start()).toBeUndefined();
  expect(await metricsOf(league)).toEqual([]);
  expect(await statusOf(league)).toBeNull();
});
