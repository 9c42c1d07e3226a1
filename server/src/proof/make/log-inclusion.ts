/** Shows that an order or a mark stands in the public log: in the tree of its own mark, so that what was shown once never changes. */
import type { LogInclusion } from 'papertape-contract/log';
import { logHashes } from '../../engine/log-store.ts';
import { bundleEntries, headAt, ordersBefore, type LogHead } from '../../engine/log.sql.ts';
import type { Instant } from '../../lib/clock.ts';
import { markMs } from '../../lib/time.ts';
import type { Db } from '../../storage/storage.ts';
import { tileWidth } from '../../tlog/tiles.ts';
import { inclusionRanges } from '../../tlog/tree.ts';

/** The entry that says whether the order counts; undefined until its mark has passed. */
export async function orderInclusion(
  db: Db,
  order: { readonly windowStart: Instant; readonly botId: string; readonly sequence: number },
): Promise<LogInclusion | undefined> {
  const head = await headAt(db, order.windowStart);
  return head && (await inclusionOf(db, head, head.firstOrder + (await ordersBefore(db, order))));
}

/** The entry that begins a mark: behind those of the mark before, or behind the one that opens the log. */
export async function markInclusion(db: Db, mark: Instant): Promise<LogInclusion | undefined> {
  const head = await headAt(db, mark);
  return head && (await inclusionOf(db, head, (await headAt(db, mark - markMs))?.size ?? 1));
}

async function inclusionOf(db: Db, { size, root }: LogHead, index: number): Promise<LogInclusion> {
  const entry = (await bundleEntries(db, Math.floor(index / tileWidth)))[index % tileWidth];
  if (entry === undefined) throw new Error(`the public log has no entry ${index}`);
  const path = await logHashes(db, size, inclusionRanges(index, size));
  return { index, entry, size, root: root.toString('hex'), path: path.map((hash) => hash.toString('hex')) };
}
