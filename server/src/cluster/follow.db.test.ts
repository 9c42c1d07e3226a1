/** Whoever waits for a look of a process of role web is told, whatever becomes of the looks. */
import { describe, expect, test } from 'vitest';
import { testEngine } from '../../test/harness/database.ts';
import { createTestLog } from '../../test/harness/log.ts';
import { databaseOfTest } from '../../test/harness/of-test.ts';
import { coreMigrations } from '../storage/migrations.ts';
import { prepareStorage } from '../storage/prepare.ts';
import { openFollow } from './follow.ts';

describe.runIf(testEngine === 'postgres')('whoever waits for a look', () => {
  test('hears of one that began later, of one that failed, and of the last one', async () => {
    const storage = await prepareStorage((await databaseOfTest()).target, coreMigrations);
    try {
      const follow = await openFollow({ db: storage.db, log: createTestLog().log, version: '1', port: () => 1 });
      let looks = 0;
      let fails = false;
      const loop = follow.start(() => {
        looks++;
        return fails ? Promise.reject(new Error('It cannot be applied.')) : Promise.resolve();
      });
      await follow.caughtUp();
      expect(looks).toBeGreaterThan(0);
      fails = true;
      await follow.caughtUp();
      const before = looks;
      await follow.caughtUp();
      expect(looks).toBeGreaterThan(before);
      const last = follow.caughtUp();
      await loop.stop();
      await last;
      await follow.caughtUp();
    } finally {
      await storage.close();
    }
  });
});
