/** The public log as it is stored, read for who goes on with it, proves something by it, or serves it. */
import type { Db, Trx } from '../storage/storage.ts';
import type { Frontier } from '../tlog/append.ts';
import { rangeHashes, tileWidth } from '../tlog/tiles.ts';
import { subtreesOf } from '../tlog/tree.ts';
import { bundleEntries, tileHashes } from './log.sql.ts';

/** Hashes of ranges of entries, in the log as it was at a size. */
export async function logHashes(
  db: Db | Trx,
  size: number,
  ranges: readonly (readonly [from: number, to: number])[],
): Promise<Buffer[]> {
  return await rangeHashes(size, ranges, async (tile) => await tileHashes(db, tile));
}

/** What is needed to go on with the log behind its first `size` entries. */
export async function frontierAt(db: Db | Trx, size: number): Promise<Frontier> {
  let at = 0;
  const ranges = subtreesOf(0, size).map(({ height }): [number, number] => [at, (at += 2 ** height)]);
  const subtrees = await logHashes(db, size, ranges);
  const left = size % tileWidth;
  const last = left === 0 ? [] : (await bundleEntries(db, Math.floor(size / tileWidth))).slice(0, left);
  return { size, subtrees, last };
}
