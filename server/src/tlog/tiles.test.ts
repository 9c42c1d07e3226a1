import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  entryBundle,
  entryBytesMax,
  hasTile,
  parseTilePath,
  rangeHashes,
  readEntryBundle,
  tilePath,
  tileWidth,
  widthAt,
  type Tile,
} from './tiles.ts';
import {
  consistencyRanges,
  fold,
  inclusionRanges,
  leafHash,
  provesConsistency,
  provesInclusion,
  subtreesOf,
} from './tree.ts';

describe('paths', () => {
  test('are those of the specification', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 0, index: 273, width: 112 })).toBe('tile/0/273.p/112');
    expect(tilePath({ level: 'entries', index: 0, width: 256 })).toBe('tile/entries/000');
  });

  test('are read back, and have one spelling', () => {
    const tile = fc.record({
      level: fc.oneof(fc.constant('entries' as const), fc.integer({ min: 0, max: 63 })),
      index: fc.integer({ min: 0, max: 2 ** 45 }),
      width: fc.integer({ min: 1, max: tileWidth }),
    });
    fc.assert(
      fc.property(tile, (t) => {
        expect(parseTilePath(tilePath(t))).toEqual(t);
      }),
    );
    for (const wrong of [
      'tile/00/000',
      'tile/64/000',
      'tile/0/0',
      'tile/0/x000/001',
      'tile/0/001/002',
      'tile/0/000.p/0',
      'tile/0/000.p/256',
      'tile/0/000.p/012',
      'tile/-1/000',
      'tile/entry/000',
      'tile/0/000/',
      '/tile/0/000',
    ]) {
      expect(parseTilePath(wrong)).toBeUndefined();
    }
  });

  test('a log of 70,000 entries has the tiles of the example', () => {
    const widths = (level: number, count: number) => Array.from({ length: count }, (_, i) => widthAt(70_000, level, i));
    expect(widths(0, 275)).toEqual([...Array.from({ length: 273 }, () => 256), 112, 0]);
    expect(widths(1, 3)).toEqual([256, 17, 0]);
    expect(widths(2, 2)).toEqual([1, 0]);
    expect(widthAt(70_000, 3, 0)).toBe(0);
    expect(hasTile(70_000, { level: 0, index: 273, width: 112 })).toBe(true);
    expect(hasTile(70_000, { level: 0, index: 273, width: 113 })).toBe(false);
  });
});

/** 70,000 leaves: three levels of tiles. */
const leaves = Array.from({ length: 70_000 }, (_, i) => leafHash(Buffer.from(`entry ${i}`)));
const levels = (() => {
  const made = [leaves];
  for (let level = 1; level <= 2; level++) {
    const below = made[level - 1] as Buffer[];
    const full = Math.floor(below.length / tileWidth);
    made.push(Array.from({ length: full }, (_, i) => complete(below.slice(i * tileWidth, (i + 1) * tileWidth))));
  }
  return made;
})();

/** The root over a power of two of hashes, pair by pair. */
function complete(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 1) return hashes[0] as Buffer;
  const middle = hashes.length / 2;
  return fold([complete(hashes.slice(0, middle)), complete(hashes.slice(middle))]);
}

/** Every complete subtree's hash, by height: what the tiles are compared with. */
const heights = (() => {
  const made = [leaves];
  for (let below = leaves; below.length > 1;) {
    const pairs = below;
    below = Array.from({ length: Math.floor(pairs.length / 2) }, (_, i) => fold(pairs.slice(i * 2, i * 2 + 2)));
    made.push(below);
  }
  return made;
})();

const plainHash = (from: number, to: number): Buffer =>
  fold(subtreesOf(from, to).map(({ height, index }) => heights[height]?.[index] as Buffer));

describe('hashes out of tiles', () => {
  const reader = (size: number) => {
    const asked: string[] = [];
    const read = async (tile: Tile): Promise<Uint8Array> => {
      asked.push(tilePath(tile));
      expect(hasTile(size, tile)).toBe(true);
      const hashes = levels[tile.level as number] as Buffer[];
      return Buffer.concat(hashes.slice(tile.index * tileWidth, tile.index * tileWidth + tile.width));
    };
    return { asked, read };
  };

  test('roots and proofs of any size hold, and no tile is read twice', async () => {
    const size = fc.integer({ min: 1, max: leaves.length });
    await fc.assert(
      fc.asyncProperty(size, size, fc.nat(), async (a, b, at) => {
        const [old, now] = a <= b ? [a, b] : [b, a];
        const { asked, read } = reader(now);
        const index = at % now;
        const [root, oldRoot] = [plainHash(0, now), plainHash(0, old)];
        expect(await rangeHashes(now, [[0, now]], read)).toEqual([root]);
        const inclusion = await rangeHashes(now, inclusionRanges(index, now), read);
        expect(provesInclusion(leaves[index] as Buffer, index, { size: now, root }, inclusion)).toBe(true);
        asked.length = 0;
        const consistency = await rangeHashes(now, consistencyRanges(old, now), read);
        expect(provesConsistency({ size: old, root: oldRoot }, { size: now, root }, consistency)).toBe(true);
        expect(new Set(asked).size).toBe(asked.length);
      }),
      { numRuns: 40 },
    );
  });

  test('a tile that is too short is a fault, not a wrong hash', async () => {
    await expect(rangeHashes(3, [[0, 3]], async () => Buffer.alloc(64))).rejects.toThrow('too short');
  });
});

describe('bundles of entries', () => {
  test('are read back', () => {
    const entry = fc.uint8Array({ maxLength: 400 });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        expect(readEntryBundle(entryBundle(entries)).map((e) => [...e])).toEqual(entries.map((e) => [...e]));
      }),
    );
  });

  test('the longest entry has 65,535 bytes', () => {
    expect(readEntryBundle(entryBundle([Buffer.alloc(entryBytesMax, 7)]))[0]).toHaveLength(entryBytesMax);
    expect(() => entryBundle([Buffer.alloc(entryBytesMax + 1)])).toThrow(RangeError);
  });

  test('one that is cut off is told', () => {
    const bundle = entryBundle([Buffer.from('whole'), Buffer.from('cut')]);
    expect(() => readEntryBundle(bundle.subarray(0, -1))).toThrow(RangeError);
    expect(() => readEntryBundle(bundle.subarray(0, 8))).toThrow(RangeError);
  });
});
