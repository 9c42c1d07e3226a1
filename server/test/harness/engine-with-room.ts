import { createEngine, type Engine } from '../../src/engine/engine.job.ts';
import type { EngineRoom } from '../../src/engine/pay.job.ts';
import { allRules } from '../../src/engine/rules.sql.ts';
import { silentLog } from '../../src/lib/log.ts';
import type { League } from './league.ts';

/** The engine of the league, with a room that pays what is told at each mark. */
export async function engineWithRoom(of: League, atMark: EngineRoom['atMark']): Promise<Engine> {
  return createEngine({
    storage: of.app.storage,
    source: of.app.source,
    botsPerTier: 100,
    rulesVersion: (await allRules(of.app.storage.db)).at(-1)?.version ?? '',
    universe: of.app.deps.universe,
    firstMark: of.now(),
    barrier: async () => undefined,
    clock: of.clock,
    log: silentLog,
    realNow: () => 0,
    rooms: [{ name: 'rounds', atMark }],
  });
}
