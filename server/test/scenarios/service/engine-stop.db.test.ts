/** A stop while the engine waits for its barrier: the mark is not done, since orders stamped before it may not be stored yet. */
import { expect, test } from 'vitest';
import { createEngine } from '../../../src/engine/engine.job.ts';
import { lastMarkDone } from '../../../src/engine/progress.sql.ts';
import { silentLog } from '../../../src/lib/log.ts';
import { openLeague } from '../../harness/league.ts';

test('a mark whose barrier gave way to a stop is left for the next start', async () => {
  const league = await openLeague();
  try {
    await league.advance({ minutes: 10 });
    const stop = new AbortController();
    let asked = 0;
    const engine = createEngine({
      storage: league.app.storage,
      source: league.app.source,
      botsPerTier: 100,
      rulesVersion: '',
      universe: league.app.deps.universe,
      firstMark: league.now(),
      barrier: async () => {
        asked++;
        stop.abort();
      },
      clock: league.clock,
      log: silentLog,
      realNow: () => 0,
    });
    const before = await lastMarkDone(league.app.storage.db);
    await engine.runUntil(league.now() + 600_000, stop.signal);
    expect(asked).toBe(1);
    expect(await lastMarkDone(league.app.storage.db)).toBe(before);
  } finally {
    await league.close();
  }
});
