/**
 * Appending to a log: entries in, the hashes and bundles that are new out. What is kept between two entries is the frontier: the roots of
 * the complete subtrees that the size is made of, highest first, and the entries of the last bundle while it is not full.
 *
 * Example: a log of 259 entries has subtrees of 256, 2 and 1 entries, and a last bundle of 3.
 */
import { entryBytesMax, tileWidth } from './tiles.ts';
import { fold, leafHash, nodeHash } from './tree.ts';

export interface Frontier {
  readonly size: number;
  /** Roots of the complete subtrees that `subtreesOf(0, size)` names, in its order. */
  readonly subtrees: readonly Uint8Array[];
  /** The entries of the last bundle, while it is not full. */
  readonly last: readonly string[];
}

export const emptyFrontier: Frontier = { size: 0, subtrees: [], last: [] };

/** Entries in their order, 256 in all bundles but the last one. */
export interface Bundle {
  readonly number: number;
  readonly entries: readonly string[];
}

/** A hash of a tile at level 1 or above: the root of 256^level entries. */
export interface TileHash {
  readonly level: number;
  /** Its place among the hashes of its level, counted from 0. */
  readonly index: number;
  readonly hash: Buffer;
}

/** What is new since it was last taken. */
export interface Appended {
  /** A bundle that was handed out before it was full is handed out again, longer. */
  readonly bundles: readonly Bundle[];
  readonly hashes: readonly TileHash[];
}

export interface Appender {
  /** @throws RangeError when the entry is too long, or has a newline in it: they part the entries where they are stored. */
  append(entry: string): void;
  size(): number;
  root(): Buffer;
  /** What is needed to go on from here. */
  frontier(): Frontier;
  /** Full bundles that were not taken yet. */
  untaken(): number;
  take(): Appended;
}

/** Levels of the tree between two levels of tiles. */
const tileHeight = Math.log2(tileWidth);

export function createAppender(from: Frontier): Appender {
  const subtrees: Buffer[] = from.subtrees.map((h) => Buffer.from(h));
  let { size } = from;
  let last = [...from.last];
  let isLastNew = false;
  let full: Bundle[] = [];
  let hashes: TileHash[] = [];

  function leafOf(entry: string): Buffer {
    // An upper bound of its bytes, at no cost for entries that are far from the limit.
    const isLong = entry.length * 3 > entryBytesMax;
    if (isLong && Buffer.byteLength(entry) > entryBytesMax) throw new RangeError('an entry of more than 65,535 bytes');
    if (entry.includes('\n')) throw new RangeError('an entry of more than one line');
    return leafHash(entry);
  }

  return {
    append(entry) {
      let running = leafOf(entry);
      size++;
      last.push(entry);
      isLastNew = true;
      if (last.length === tileWidth) {
        full.push({ number: size / tileWidth - 1, entries: last });
        last = [];
        isLastNew = false;
      }
      // As when counting: each lower subtree that the new size no longer has is the left part of the next higher one.
      for (let height = 1, width = 2; size % width === 0; height++, width *= 2) {
        running = nodeHash(subtrees.pop() as Buffer, running);
        if (height % tileHeight === 0)
          hashes.push({ level: height / tileHeight, index: size / width - 1, hash: running });
      }
      subtrees.push(running);
    },
    size: () => size,
    root: () => fold(subtrees),
    frontier: () => ({ size, subtrees: [...subtrees], last: [...last] }),
    untaken: () => full.length,
    take() {
      const bundles = isLastNew ? [...full, { number: Math.floor(size / tileWidth), entries: [...last] }] : full;
      const taken = { bundles, hashes };
      full = [];
      hashes = [];
      isLastNew = false;
      return taken;
    },
  };
}
