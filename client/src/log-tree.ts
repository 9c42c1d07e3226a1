/**
 * The Merkle tree of the public log (RFC 6962, section 2.1), read from its tiles (C2SP tlog-tiles): does one tree begin another, and does an
 * entry stand in a tree? Whatever the tiles say, the answer is yes only when their hashes make the roots that are given.
 */
import { concat, sha256, toHex } from './hashes.ts';

export interface Tree {
  /** Entries. */
  readonly size: number;
  /** Hex. */
  readonly root: string;
}

type Hash = Uint8Array<ArrayBuffer>;
/** Reads a tile by its path, such as `/tile/0/000.p/7`. */
export type ReadTile = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

const hashBytes = 32;
/** Levels of the tree between two levels of tiles. */
const tileHeight = 8;

const node = async (left: Hash, right: Hash): Promise<Hash> => sha256(concat([1], left, right));

/** The largest power of two below n. */
function below(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

function pathOf(level: number, index: number, width: number): string {
  const groups = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  return `/tile/${level}/${groups.join('/')}${width === 2 ** tileHeight ? '' : `.p/${width}`}`;
}

/** Hashes of ranges of entries, in a log of `size` entries. A tile is read once. */
function createRanges(size: number, read: ReadTile): (from: number, to: number) => Promise<Hash> {
  const tiles = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  /** Of a tile's hash at a place of its level. */
  async function stored(level: number, place: number): Promise<Hash> {
    const index = Math.floor(place / 2 ** tileHeight);
    const width = Math.min(2 ** tileHeight, Math.floor(size / 2 ** (tileHeight * level)) - index * 2 ** tileHeight);
    const path = pathOf(level, index, width);
    const tile = tiles.get(path) ?? read(path);
    tiles.set(path, tile);
    const at = (place % 2 ** tileHeight) * hashBytes;
    return (await tile).slice(at, at + hashBytes);
  }
  return async function range(from, to): Promise<Hash> {
    const height = Math.log2(to - from);
    if (Number.isInteger(height) && height % tileHeight === 0) return stored(height / tileHeight, from / (to - from));
    const middle = from + below(to - from);
    return node(await range(from, middle), await range(middle, to));
  };
}

/** Whether the old tree is a beginning of the new one. */
export async function begins(old: Tree, tree: Tree, read: ReadTile): Promise<boolean> {
  if (old.size > tree.size) return false;
  if (old.size === 0) return true;
  const range = createRanges(tree.size, read);
  /** The hash of a range in the old tree and in the new one; the range begins before the old tree's end. */
  async function both(from: number, to: number): Promise<readonly [Hash, Hash]> {
    if (to <= old.size) {
      const hash = await range(from, to);
      return [hash, hash];
    }
    const middle = from + below(to - from);
    if (old.size <= middle) {
      const [before, after] = await both(from, middle);
      return [before, await node(after, await range(middle, to))];
    }
    const left = await range(from, middle);
    const [before, after] = await both(middle, to);
    return [await node(left, before), await node(left, after)];
  }
  const [before, after] = await both(0, tree.size);
  return toHex(before) === old.root && toHex(after) === tree.root;
}

/** Whether the entry stands at `index` of the tree. */
export async function holds(entry: string, index: number, tree: Tree, read: ReadTile): Promise<boolean> {
  const range = createRanges(tree.size, read);
  const leaf = await sha256(concat([0], new TextEncoder().encode(entry)));
  async function over(from: number, to: number): Promise<Hash> {
    if (to - from === 1) return leaf;
    const middle = from + below(to - from);
    return index < middle
      ? node(await over(from, middle), await range(middle, to))
      : node(await range(from, middle), await over(middle, to));
  }
  return toHex(await over(0, tree.size)) === tree.root;
}
