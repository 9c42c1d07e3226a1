/** How far the engine is. */
import type { Instant } from '../lib/clock.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { readMeta } from './engine.sql.ts';

/** The last mark that is done; undefined before the first. */
export async function lastMarkDone(db: Db | Trx): Promise<Instant | undefined> {
  const progress = await readMeta(db, 'progress');
  return progress === undefined ? undefined : Number(progress);
}
