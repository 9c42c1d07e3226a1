/** What stands at a place that a league was copied to, read while no process has it. */
import { openStorage, type Storage } from '../../src/storage/storage.ts';
import { isTableThere, readUnserved } from '../../src/storage/unserved.ts';
import type { TestDatabase } from '../harness/database.ts';

async function reading<T>({ target }: TestDatabase, read: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = openStorage(target, { connections: 1 });
  try {
    return await read(storage);
  } finally {
    await storage.close();
  }
}

/** @returns what the data says of itself. */
export async function stateOf(database: TestDatabase): Promise<string | undefined> {
  return (await reading(database, readUnserved))?.state;
}

/** @returns whether a league is there, finished or not. */
export async function isThere(database: TestDatabase): Promise<boolean> {
  return await reading(database, async (storage) => {
    if (!(await isTableThere(storage, 'ledger.meta'))) return false;
    return (await storage.db.selectFrom('ledger.meta').select('value').execute()).length > 0;
  });
}

/** The log and the boards: scenarios/backup compares every answer. */
export async function shownAt(database: TestDatabase): Promise<unknown> {
  return await reading(database, async ({ db }) => ({
    heads: await db.selectFrom('ledger.log_heads').selectAll().orderBy('mark').execute(),
    boards: await db.selectFrom('ledger.board_blocks').selectAll().orderBy('league').orderBy('close').execute(),
  }));
}

export async function ordersAt(database: TestDatabase): Promise<ReadonlySet<string>> {
  const rows = await reading(database, ({ db }) => db.selectFrom('intake.orders').select('order_id').execute());
  return new Set(rows.map((row) => row.order_id));
}
