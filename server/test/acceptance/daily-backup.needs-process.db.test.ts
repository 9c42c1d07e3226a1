/** The real service makes backups by itself, and is stopped and killed while it does. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { endAll, launch, startService, until } from './service-process.ts';

let database: TestDatabase | undefined;
let folder = '';
afterEach(async () => {
  await endAll();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('a backup is made after a close; a service that ends meanwhile leaves none that is half', async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'papertape-daily-'));
  const env = {
    ...database.env,
    // A day takes 9 seconds.
    PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
    PAPERTAPE_CLOCK_SPEED: '9600',
    PAPERTAPE_BACKUPS: 'daily:100',
    PAPERTAPE_BACKUP_DIR: folder,
  };
  const begun = (): string[] => readdirSync(folder);
  const finished = (): string[] => begun().filter((name) => existsSync(join(folder, name, 'backup.json')));
  const more = async (of: () => string[], than: number): Promise<unknown> =>
    await until('one more backup', async () => (of().length > than ? true : undefined), 5);

  const first = await startService(env);
  await more(begun, 0);
  first.kill('SIGKILL');
  await first.exited;
  const left = finished();
  const second = await startService(env);
  await more(finished, left.length);
  await more(begun, finished().length);
  await second.stop();
  const whole = finished();
  expect(whole.length).toBeGreaterThan(left.length);
  const target = await createTestDatabase();
  try {
    const restored = await launch(['restore', join(folder, whole.at(-1) as string)], target.env).exited;
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('audit clean') });
  } finally {
    await target.drop();
  }
});
