/** The place of the one process that serves a league: taken, or waited for (docs/operators/cluster.md). */
import type { Settings } from '../config/config.ts';
import type { Log } from '../lib/log.ts';
import { awaitPlace, standbyName } from '../storage/await-place.ts';
import { lockPostgresIfFree, type InstanceLock } from '../storage/instance-lock.ts';
import { openStandbyServer } from './standby.ts';

export interface TakePlaceOptions {
  readonly log: Log;
  /** Told once it waits, with the address at which it says so. */
  readonly onWait: (address: string) => void;
  readonly stop: AbortSignal;
}

/**
 * With PAPERTAPE_STANDBY: waits while another process serves the league.
 * @returns the lock; none where the service is to take it itself. undefined when it was told to stop before it had it.
 */
export async function takePlace(
  { config, secrets }: Settings,
  { log, onWait, stop }: TakePlaceOptions,
): Promise<{ readonly lock?: InstanceLock } | undefined> {
  // A process that stands beside the one that serves takes no place.
  if (!config.standby || config.role !== 'all' || !secrets.databaseUrl) return {};
  const url = secrets.databaseUrl.reveal();
  const lock = (await lockPostgresIfFree(url).catch(() => undefined)) ?? (await waitForPlace());
  if (!stop.aborted) return lock && { lock };
  // Told to stop while it took the lock: nobody would hear of that again.
  await lock?.release();
  return undefined;

  async function waitForPlace(): Promise<InstanceLock | undefined> {
    const server = await openStandbyServer(config, log);
    onWait(server.address);
    try {
      return await awaitPlace({ url, name: standbyName(), log, stop });
    } finally {
      await server.close();
    }
  }
}
