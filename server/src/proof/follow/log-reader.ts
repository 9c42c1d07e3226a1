/** The public log of a service, over HTTP alone (docs/bots/log.md): its key, its checkpoints, its entries, and proofs out of its tiles. */
import type { LogHead, LogHeads, LogTimes, LogView } from 'papertape-contract/log';
import { iso, type Instant } from '../../lib/clock.ts';
import type { Tree } from '../../tlog/checkpoint.ts';
import { rangeHashes, readEntryBundle, tilePath, tileWidth, type Tile } from '../../tlog/tiles.ts';
import { consistencyRanges, provesConsistency } from '../../tlog/tree.ts';
import type { Service } from '../check/service.ts';

export interface LogReader {
  view(): Promise<LogView>;
  /** The newest signed note. */
  checkpoint(): Promise<string>;
  /** The signed note of an earlier mark. */
  checkpointOf(mark: Instant): Promise<string>;
  /** What the log was after each mark of a day, YYYY-MM-DD, as it is told. */
  heads(date: string): Promise<readonly LogHead[]>;
  /** When the marks of a day were done and seen, as it is told. */
  times(date: string): Promise<LogTimes>;
  /** The entries [from, to) of a log of `to` entries, a bundle at a time. Bundles that end at or before `from` are not asked for. */
  entries(from: number, to: number): AsyncIterable<readonly string[]>;
  /** Whether the hashes of the log prove that the old tree is a beginning of the new one. */
  goesOn(old: Tree, tree: Tree): Promise<boolean>;
}

export function createLogReader(service: Service): LogReader {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  async function bundle(tile: Tile): Promise<string[]> {
    const entries = readEntryBundle(await service.bytes(`/${tilePath(tile)}`));
    if (entries.length === tile.width) return entries.map((entry) => utf8.decode(entry));
    throw new Error(`${tilePath(tile)} has ${entries.length} entries`);
  }

  return {
    view: async () => JSON.parse(await service.text('/api/log')) as LogView,
    checkpoint: async () => await service.text('/checkpoint'),
    checkpointOf: async (mark) => await service.text(`/api/log/checkpoints/${iso(mark)}`),
    heads: async (date) => (JSON.parse(await service.text(`/api/log/heads/${date}`)) as LogHeads).heads,
    times: async (date) => JSON.parse(await service.text(`/api/log/times/${date}`)) as LogTimes,
    async *entries(from, to) {
      for (let at = from; at < to;) {
        const index = Math.floor(at / tileWidth);
        const first = index * tileWidth;
        const width = Math.min(tileWidth, to - first);
        yield (await bundle({ level: 'entries', index, width })).slice(at - first);
        at = first + width;
      }
    },
    async goesOn(old, tree) {
      const read = async (tile: Tile): Promise<Uint8Array> => await service.bytes(`/${tilePath(tile)}`);
      return provesConsistency(old, tree, await rangeHashes(tree.size, consistencyRanges(old.size, tree.size), read));
    },
  };
}
