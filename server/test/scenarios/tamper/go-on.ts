/** A service goes on from data that was changed: bots trade, marks and a close are done. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../../../client/src/index.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { watchLeague } from '../../harness/watched-league.ts';
import { stoppedAt, type Played } from './played.ts';
import type { Tampering } from './tampering.ts';

export const goesOnUntil = '2026-03-03T00:10:00Z';

export async function goOn(of: Played, database: TestDatabase, t: Partial<Tampering>): Promise<League> {
  if (t.form === 'watched') return await goOnWatched(of, database, t);
  const { overrides, until = goesOnUntil } = t;
  const start = stoppedAt.short;
  const league = await openLeague({ start, database, source: of.prices(), ...(overrides ? { overrides } : {}) });
  await league.advanceTo('2026-03-02T23:36:00Z');
  await trade(of, league);
  await league.advanceTo(until);
  return league;
}

async function trade(of: Played, league: League): Promise<void> {
  for (const name of ['Trader 2', 'Trader 8']) {
    const { id: agentId, key: apiKey } = of.bots.get(name) as { id: string; key: string };
    const client = createClient({ baseUrl: league.url, agentId, apiKey });
    // A bot that is deleted has no key.
    await client.weights({ 'BTC-USD': 0.4, 'SOL-USD': 0.4 }).catch(() => undefined);
  }
}

/**
 * The marks since 23:20 are done at 23:58. A program that lies has a clock that was set back, and tells of no late mark. An honest witness has
 * the right time; the operator's own has that of the service.
 */
async function goOnWatched(of: Played, database: TestDatabase, { lies }: Partial<Tampering>): Promise<League> {
  const stopped = Date.parse(stoppedAt.watched);
  const start = lies ? '2026-03-02T23:20:30Z' : stoppedAt.watched;
  const watch = mkdtempSync(join(tmpdir(), 'papertape-watch-'));
  cpSync(of.watch, watch, { recursive: true });
  const league = await openLeague({ start, database, source: of.prices(), clock: 'real' });
  const outside: Clock = { ...league.clock, now: () => Math.max(league.now(), stopped) };
  const clock = lies === 'by a witness of his own' ? league.clock : outside;
  const watched = await watchLeague(league, of.start, watch, clock);
  const told = league.clock as { kind: Clock['kind'] };
  if (lies) told.kind = 'stepped';
  if (lies) await watched.inTime('2026-03-02T23:55:00Z');
  league.clock.set(stopped + 30_000);
  await league.app.runEngine();
  await watched.see();
  await trade(of, league);
  await watched.inTime(goesOnUntil);
  told.kind = 'real';
  return {
    ...watched,
    async stop() {
      await watched.stop();
      rmSync(watch, { recursive: true, force: true });
    },
  };
}
