import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/harness/database.ts';
import { createIntake } from '../storage/intake.ts';
import { coreMigrations } from '../storage/migrations.ts';
import { prepareStorage } from '../storage/prepare.ts';
import { createIdempotency } from './idempotency.ts';

test('requests with keys that arrive together are looked up in one statement, and each is given its own answer', async () => {
  const database = await createTestDatabase();
  const storage = await prepareStorage(database.target, coreMigrations);
  try {
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        statements++;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const intake = createIntake(storage);
    const idempotency = createIdempotency(storage.db.withPlugin(counting), () => 1_000_000);
    const run = async (nth: number) =>
      await idempotency.run(
        // Two bots with one key have nothing to do with each other.
        { header: `key ${nth >> 1}`, scope: `bot ${nth % 2}`, body: Buffer.from('x'), secret: false },
        async (keep) => {
          const answer = { status: 200, body: { nth } };
          const idempotencyRow = keep(answer);
          if (idempotencyRow) await intake.write({ idempotency: idempotencyRow });
          return answer;
        },
      );
    const evens = [0, 2, 4, 6, 8];
    await Promise.all(evens.map(run));
    statements = 0;
    const all = Array.from({ length: 10 }, (_, nth) => nth);
    expect(await Promise.all(all.map(run))).toEqual(
      all.map((nth) => ({ status: 200, body: { nth }, replayed: nth % 2 === 0 })),
    );
    expect(statements).toBe(1);
  } finally {
    await storage.close();
    await database.drop();
  }
});
