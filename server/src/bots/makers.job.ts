/** The key that maker ids are made with: kept with the data, made at the first start. */
import type { RandomBytes } from '../lib/ids.ts';
import type { Db } from '../storage/storage.ts';
import { keepIntakeMeta, readIntakeMeta } from './makers.sql.ts';
import { makersOf, secretName, type Makers } from './read-makers.ts';

const secretBytes = 32;

/** Called before anything is served: nothing else writes to `intake` then. */
export async function prepareMakers(db: Db, random: RandomBytes): Promise<Makers> {
  const kept = await readIntakeMeta(db, secretName);
  if (kept !== undefined) return makersOf(kept);
  const secret = random(secretBytes).toString('hex');
  await keepIntakeMeta(db, secretName, secret);
  return makersOf(secret);
}
