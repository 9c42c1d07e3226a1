/**
 * A log that grows, in memory: its entries are a function of their places, so two logs that share a beginning are two functions that
 * agree on it. Trees, tiles and checkpoints of any size are made when they are asked for.
 */
import { formatCheckpoint, type Tree } from '../../src/tlog/checkpoint.ts';
import { formatNote, signLine, type NoteSigner } from '../../src/tlog/note.ts';
import { entryBundle, rangeHashes, tileWidth, type ReadTile, type Tile } from '../../src/tlog/tiles.ts';
import { consistencyRanges, leafHash, nodeHash } from '../../src/tlog/tree.ts';
import { formatAddCheckpoint } from '../../src/tlog/witness-rule.ts';

export interface GrownLog {
  readonly origin: string;
  readonly entry: (index: number) => Buffer;
  /** A tile of hashes or a bundle of entries, of exactly the asked width. */
  readonly read: ReadTile;
  tree(size: number): Promise<Tree>;
  /** A signed note. */
  checkpoint(size: number): Promise<string>;
  consistency(old: number, size: number): Promise<Buffer[]>;
  /** The body of add-checkpoint; the proof is empty where there is none from the old size. */
  request(old: number, size: number): Promise<string>;
}

export function createGrownLog(signer: NoteSigner, entry: (index: number) => Buffer): GrownLog {
  const origin = signer.key.name;
  const known = new Map<string, Promise<Buffer>>();
  /** The hash at a level of tiles: of an entry, or of a full tile of the level below. */
  const hashAt = (level: number, index: number): Promise<Buffer> => {
    const place = `${level}/${index}`;
    const found = known.get(place) ?? (level === 0 ? Promise.resolve(leafHash(entry(index))) : overTile(level, index));
    known.set(place, found);
    return found;
  };
  const overTile = async (level: number, index: number): Promise<Buffer> => {
    let hashes = await Promise.all(
      Array.from({ length: tileWidth }, (_, i) => hashAt(level - 1, index * tileWidth + i)),
    );
    while (hashes.length > 1)
      hashes = hashes.flatMap((left, i) => (i % 2 === 0 ? [nodeHash(left, hashes[i + 1]!)] : []));
    return hashes[0]!;
  };
  const read = async ({ level, index, width }: Tile): Promise<Buffer> => {
    const places = Array.from({ length: width }, (_, i) => index * tileWidth + i);
    if (level === 'entries') return entryBundle(places.map(entry));
    return Buffer.concat(await Promise.all(places.map((place) => hashAt(level, place))));
  };
  const tree = async (size: number): Promise<Tree> => {
    const [root] = await rangeHashes(size, [[0, size]], read);
    return { size, root: root! };
  };
  const checkpoint = async (size: number): Promise<string> => {
    const text = formatCheckpoint({ origin, ...(await tree(size)) });
    return formatNote(text, [signLine(signer, text)]);
  };
  const consistency = async (old: number, size: number): Promise<Buffer[]> =>
    old > size ? [] : await rangeHashes(size, consistencyRanges(old, size), read);
  return {
    origin,
    entry,
    read,
    tree,
    checkpoint,
    consistency,
    request: async (old, size) =>
      formatAddCheckpoint({ oldSize: old, proof: await consistency(old, size), note: await checkpoint(size) }),
  };
}

/** A log of numbered entries; from `forkAt` on they are other ones. */
export function numberedLog(signer: NoteSigner, forkAt = Number.POSITIVE_INFINITY, fork = 'forged'): GrownLog {
  return createGrownLog(signer, (i) => Buffer.from(`${i >= forkAt ? fork : 'entry'} ${i}`));
}
