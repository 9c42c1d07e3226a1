import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { botRow } from '../../bench/seed.ts';
import { createTestDatabase } from '../../test/harness/database.ts';
import { coreMigrations } from '../storage/migrations.ts';
import { prepareStorage } from '../storage/prepare.ts';
import { createBotCount } from './bot-count.ts';

test('bots are those that there are, whatever was counted before, and those of done marks are counted once', async () => {
  const database = await createTestDatabase();
  const storage = await prepareStorage(database.target, coreMigrations);
  try {
    let nth = 0;
    const register = async (...at: number[]): Promise<void> => {
      await storage.db.transaction().execute((trx) =>
        storage.insertMany(
          trx,
          'intake.bots',
          at.map((time) => botRow(nth++, 'spot_crypto', time)),
        ),
      );
    };
    const asked: string[] = [];
    const watching: KyselyPlugin = {
      transformQuery({ node }) {
        asked.push(JSON.stringify(node, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const count = createBotCount(storage.db.withPlugin(watching));
    await register(100, 200);
    expect(await count(undefined)).toBe(2);
    // One that is registered at the very instant of a mark is not behind it.
    await register(300, 301);
    expect(await count(300)).toBe(4);
    await register(300, 450);
    expect(await count(300)).toBe(6);
    expect(await Promise.all([count(600), count(600), count(300)])).toEqual([6, 6, 6]);
    await register(600, 700);
    asked.length = 0;
    expect(await count(600)).toBe(8);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('>=');
    expect(await createBotCount(storage.db)(600)).toBe(8);
  } finally {
    await storage.close();
    await database.drop();
  }
});
