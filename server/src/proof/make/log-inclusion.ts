/** Shows that an order stands in the public log, and whether it counts. */
import type { LogInclusion } from 'papertape-contract/log';
import { logHashes } from '../../engine/log-store.ts';
import { bundleEntries, headAt, ordersBefore } from '../../engine/log.sql.ts';
import type { Instant } from '../../lib/clock.ts';
import type { Db } from '../../storage/storage.ts';
import { tileWidth } from '../../tlog/tiles.ts';
import { inclusionRanges } from '../../tlog/tree.ts';

/** In the tree of the mark at which the order's window starts; undefined until that has passed. */
export async function orderInclusion(
  db: Db,
  order: { readonly windowStart: Instant; readonly botId: string; readonly sequence: number },
): Promise<LogInclusion | undefined> {
  const head = await headAt(db, order.windowStart);
  if (!head) return undefined;
  const { size, root } = head;
  const index = head.firstOrder + (await ordersBefore(db, order));
  const entry = (await bundleEntries(db, Math.floor(index / tileWidth)))[index % tileWidth];
  if (entry === undefined) throw new Error(`the public log has no entry ${index}`);
  const path = await logHashes(db, size, inclusionRanges(index, size));
  return { index, entry, size, root: root.toString('hex'), path: path.map((hash) => hash.toString('hex')) };
}
