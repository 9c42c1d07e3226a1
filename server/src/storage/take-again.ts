/**
 * Orders that something else was stored before, on PostgreSQL: their bots' chains are held, read, and gone on with in one transaction, so that the second try is the last one whoever
 * else stores orders of the same bots.
 */
import { isMistimed, isOvertaken, Overtaken } from './fault.ts';
import type { IntakeStorage, IntakeWrite } from './intake-write.ts';
import type { Lost, Waiting } from './lost.ts';
import { takeAll } from './store.ts';
import { lockChains, storedChains } from './take-orders.sql.ts';

/** How often an order is stamped and chained anew. */
const triesMax = 5;

/** What could not be settled here. */
export interface Unsettled {
  /** As they were handed to the database last. */
  readonly batch: readonly Waiting[];
  readonly fault: unknown;
}

export function botOf({ write }: Waiting): string {
  return write.order?.agent_id ?? '';
}

/**
 * Stores one order of each of some bots.
 * @param tellDone told of those that are stored; those that were refused anew have failed.
 * @returns what the database failed, if it did; undefined where all is done.
 */
export async function takeAgain(
  storage: IntakeStorage,
  lost: Lost,
  round: readonly Waiting[],
  tellDone: (batch: readonly Waiting[]) => void,
): Promise<Unsettled | undefined> {
  let left = round;
  let why: unknown = new Overtaken();
  for (let tries = 1; tries < triesMax && left.length > 0; tries++) {
    let made: readonly Waiting[] = left;
    try {
      const notStored = await storage.intakeDb.transaction().execute(async (trx) => {
        const bots = left.map(botOf);
        await lockChains(trx, bots);
        const chains = await storedChains(trx, bots);
        made = left.flatMap((b) => remade(lost, b, chains.get(botOf(b))) ?? []);
        return made.length === 0 ? new Set<IntakeWrite>() : await takeAll(storage, trx, written(made), true);
      });
      tellDone(made.filter(({ write }) => !notStored.has(write)));
      left = made.filter(({ write }) => notStored.has(write));
      why = new Overtaken();
    } catch (fault) {
      if (!isOvertaken(fault)) return { batch: made, fault };
      if (isMistimed(fault)) await storage.time?.again();
      left = made;
      why = fault;
    }
  }
  for (const b of left) lost.fail(b, why);
  return undefined;
}

function written(batch: readonly Waiting[]): IntakeWrite[] {
  return batch.map(({ write }) => write);
}

/** @returns undefined where it is refused now, which it was told. */
function remade(lost: Lost, b: Waiting, chain: Parameters<NonNullable<IntakeWrite['again']>>[0]): Waiting | undefined {
  // What was handed in behind it hangs on a receipt that will not be there.
  lost.note(b.write, new Overtaken());
  try {
    return { ...b, write: { ...b.write, ...b.write.again?.(chain) } };
  } catch (e) {
    b.failed(e);
    return undefined;
  }
}
