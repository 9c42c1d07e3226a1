/**
 * Tiles: the hashes of a log as files that never change, by the specification C2SP tlog-tiles. The tile at level l and place n holds
 * up to 256 hashes, each of a complete subtree of height 8 * l; a tile that the tree has not filled yet is partial and says its width.
 *
 * Example: a log of 70,000 entries has 273 full tiles at level 0 and a partial one of 112, a full one at level 1 and a partial one of
 * 17, and a partial one of 1 at level 2.
 */
import { fold, hashBytes, nodeHash, subtreesOf, type Subtree } from './tree.ts';

/** Hashes in a full tile, and levels of the tree between two levels of tiles: 2^8 = 256. */
export const tileWidth = 256;
const tileHeight = 8;

export interface Tile {
  /** 0 to 63: over the leaves, over full tiles of level 0, and so on. `entries` is the bundle of the entries themselves. */
  readonly level: number | 'entries';
  readonly index: number;
  /** Hashes in it: 1 to 256. */
  readonly width: number;
}

/** The path of a tile below the log's prefix: `tile/0/x001/x234/067`, with `.p/112` behind it when it is partial. */
export function tilePath({ level, index, width }: Tile): string {
  const groups: string[] = [];
  let rest = index;
  do {
    groups.unshift(String(rest % 1000).padStart(3, '0'));
    rest = Math.floor(rest / 1000);
  } while (rest > 0);
  const place = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${place}${width === tileWidth ? '' : `.p/${width}`}`;
}

const pathForm = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Reads what `tilePath` writes; undefined for every other text: numbers have one spelling each. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level, place, partial] = pathForm.exec(path) ?? [];
  if (level === undefined || place === undefined) return undefined;
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(place.replaceAll(/[x/]/g, '')),
    width: partial === undefined ? tileWidth : Number(partial),
  };
  const isInRange = (tile.level === 'entries' || tile.level <= 63) && tile.width <= tileWidth;
  return isInRange && Number.isSafeInteger(tile.index) && tilePath(tile) === path ? tile : undefined;
}

/** Hashes that a tile has in a log of `size` entries: 0 where the tile does not exist yet. */
export function widthAt(size: number, level: Tile['level'], index: number): number {
  const hashes = Math.floor(size / tileWidth ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(tileWidth, hashes - index * tileWidth));
}

/** Whether a log of `size` entries has this tile: full ones once they are filled, partial ones of every width that was reached. */
export function hasTile(size: number, tile: Tile): boolean {
  return tile.width <= widthAt(size, tile.level, tile.index);
}

/** The tile in which the hash of a subtree is found, and from which to which of the tile's hashes it folds. */
function placeOf({ height, index }: Subtree): { level: number; index: number; from: number; to: number } {
  const level = Math.floor(height / tileHeight);
  const width = 2 ** (height % tileHeight);
  const first = index * width;
  const from = first % tileWidth;
  return { level, index: Math.floor(first / tileWidth), from, to: from + width };
}

/** Reads a tile of the log: its hashes, 32 bytes each, at least as many as asked for. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array>;

/** The hash of a complete subtree, out of the hashes of the tile that holds it. */
function hashIn(tile: Uint8Array, from: number, to: number): Buffer {
  if (to - from === 1) return Buffer.from(tile.subarray(from * hashBytes, to * hashBytes));
  const middle = (from + to) / 2;
  return nodeHash(hashIn(tile, from, middle), hashIn(tile, middle, to));
}

/**
 * The hashes of ranges of leaves in a log of `size` entries, each tile read once. For a root ask for [0, size); for a proof, for
 * what `inclusionRanges` or `consistencyRanges` name.
 * @throws Error when a tile is shorter than the log's size demands.
 */
export async function rangeHashes(
  size: number,
  ranges: readonly (readonly [from: number, to: number])[],
  read: ReadTile,
): Promise<Buffer[]> {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const hashOf = async (subtree: Subtree): Promise<Buffer> => {
    const place = placeOf(subtree);
    const tile: Tile = { ...place, width: widthAt(size, place.level, place.index) };
    const path = tilePath(tile);
    const bytes = tiles.get(path) ?? read(tile);
    tiles.set(path, bytes);
    const hashes = await bytes;
    if (hashes.length < place.to * hashBytes) throw new Error(`the tile ${path} is too short: ${hashes.length} bytes`);
    return hashIn(hashes, place.from, place.to);
  };
  return Promise.all(ranges.map(async ([from, to]) => fold(await Promise.all(subtreesOf(from, to).map(hashOf)))));
}

/** Bytes that an entry may have: its length is written in two. */
export const entryBytesMax = 65_535;

/** Entries one behind the other, each with its length in two bytes before it, the higher byte first. */
export function entryBundle(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > entryBytesMax) throw new RangeError(`an entry of ${entry.length} bytes`);
      return [Buffer.from([entry.length >> 8, entry.length & 255]), entry];
    }),
  );
}

/** @throws RangeError when the last entry is cut off. */
export function readEntryBundle(bundle: Uint8Array): Uint8Array[] {
  const view = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < view.length;) {
    const end = at + 2 + view.readUInt16BE(at);
    if (end > view.length) throw new RangeError('the last entry of the bundle is cut off');
    entries.push(view.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
