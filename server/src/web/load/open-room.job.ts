/** The room of windows, with the orders that are stored counted, and with the pace that was measured before the start. */
import { availableParallelism, cpus } from 'node:os';
import { countOrders } from '../../engine/engine.sql.ts';
import { lastMarkDone } from '../../engine/progress.sql.ts';
import { ordersByBot } from '../../flow/order/order.sql.ts';
import { decidedUpTo } from '../../flow/window/late.ts';
import { windowFor } from '../../flow/window/window.ts';
import { createWindowRoom, type RoomParts, type WindowRoom } from '../../flow/window/window-room.ts';
import type { Clock, Instant } from '../../lib/clock.ts';
import { errorText, type Log } from '../../lib/log.ts';
import type { Pace } from '../../flow/window/room.ts';
import type { Intake } from '../../storage/intake.ts';
import { keepPace, keptPace } from '../../storage/pace.sql.ts';
import type { Db, Storage } from '../../storage/storage.ts';
import { readPace, writePace } from './kept-pace.ts';

export interface RoomDeps {
  readonly db: Db;
  readonly storage: Pick<Storage, 'engine'>;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly log: Log;
  readonly parts?: RoomParts | undefined;
}

/** @param max orders of a window in place of what is measured. */
export async function openRoom(
  { db, storage, intake, clock, log, parts }: RoomDeps,
  openedAt: Instant,
  max?: number,
): Promise<WindowRoom> {
  const machine = `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, ${storage.engine}`;
  // Without it a restart in the middle of a flood would take 16,000 orders on a machine that decides 3,000 in time, or refuse them on a fast one.
  const measured = (pace: Pace): void => {
    const kept = writePace(pace, machine);
    intake.write({ also: async (trx) => await keepPace(trx, kept) }).catch((e: unknown) => {
      log.debug('the pace of the engine is not kept', { error: errorText(e) });
    });
  };
  const first = readPace(await keptPace(db), machine);
  const room = createWindowRoom(clock.realPerTick, max, clock.realPerTick === 0 ? {} : { ...parts, first, measured });
  const { start } = windowFor(clock.now());
  const undecided = decidedUpTo(openedAt, await lastMarkDone(db)) + 1;
  const earlier = new Map<Instant, number>();
  for (const [each, leagues] of await countOrders(db, undecided, start - 1))
    earlier.set(
      each,
      [...leagues.values()].reduce((sum, n) => sum + n, 0),
    );
  room.load(start, await ordersByBot(db, start), earlier);
  return room;
}
