/** The room of windows, with the orders that are stored counted. */
import { countOrders } from '../../engine/engine.sql.ts';
import { lastMarkDone } from '../../engine/progress.sql.ts';
import { ordersByBot } from '../../flow/order/order.sql.ts';
import { decidedUpTo } from '../../flow/window/late.ts';
import { windowFor } from '../../flow/window/window.ts';
import { createWindowRoom, type WindowRoom } from '../../flow/window/window-room.ts';
import type { Clock, Instant } from '../../lib/clock.ts';
import type { Db } from '../../storage/storage.ts';

/** @param max orders of a window in place of what is measured. */
export async function openRoom(db: Db, clock: Clock, openedAt: Instant, max?: number): Promise<WindowRoom> {
  const room = createWindowRoom(clock.realPerTick, max);
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
