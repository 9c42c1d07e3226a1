/** The house bots of a test's league, run by hand: one run after another, on the league's stepped clock. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openHouseFile } from '../../src/house/house-file.ts';
import { createHouse, type House } from '../../src/house/house.ts';
import { silentLog } from '../../src/lib/log.ts';
import type { League } from './league.ts';

/** Where house.json is, until the test ends. */
export function houseFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'papertape-house-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export interface HouseWorker extends House {
  /** Real milliseconds that the worker sees; more are added by hand. */
  later(ms: number): void;
}

export function houseWorker(
  league: League,
  dataDir: string,
  leagues: readonly string[] = ['spot_crypto'],
): HouseWorker {
  let realMs = 0;
  const house = createHouse({
    baseUrl: league.url,
    token: league.app.deps.house.token,
    leagues,
    file: openHouseFile(dataDir, silentLog),
    now: () => league.now(),
    realNow: () => realMs,
    realMsUntil: (at) => at - league.now(),
    retryMs: 60_000,
    pace: () => Promise.resolve(),
    stop: new AbortController().signal,
    log: silentLog,
  });
  return { ...house, later: (ms) => (realMs += ms) };
}
