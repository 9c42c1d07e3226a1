/**
 * A death between the commits of the two files of the embedded engine. SQLite commits file by file, the intake first: what such a death
 * leaves is the one file as it is after a migration, and the other as it was before.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { migrations } from '../../src/app.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { createTestDatabase, type TestDatabase } from '../harness/database.ts';
import { endAll, startService } from './service-process.ts';

let database: TestDatabase | undefined;
afterEach(async () => {
  await endAll();
  await database?.drop();
  database = undefined;
});

test('is mended at the next start, whichever migration it is', async () => {
  const { target, env } = (database = await createTestDatabase('sqlite'));
  if (target.engine !== 'sqlite') throw new Error('the embedded engine was asked for');
  const ledger = join(target.dataDir, 'ledger.db');
  const migrateTo = async (number: number): Promise<void> => {
    const storage = openStorage(target);
    try {
      await migrate(storage, migrations.slice(0, number));
    } finally {
      await storage.close();
    }
    // Closed, it has nothing left in other files.
    expect(existsSync(`${ledger}-wal`)).toBe(false);
  };
  for (const [i, { name }] of migrations.entries()) {
    const before = existsSync(ledger) ? readFileSync(ledger) : undefined;
    await migrateTo(i + 1);
    if (before) writeFileSync(ledger, before);
    else rmSync(ledger);
    await expect(migrateTo(i + 1), name).resolves.toBeUndefined();
  }
  const service = await startService({ ...env });
  expect((await fetch(`${service.url}/api/status`)).status).toBe(200);
  await service.stop();
});
