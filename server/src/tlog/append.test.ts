import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAppender, emptyFrontier, type Appended, type Appender, type Frontier } from './append.ts';
import { hasTile, rangeHashes, tileWidth, widthAt, type Tile } from './tiles.ts';
import { leafHash, nodeHash, subtreesOf } from './tree.ts';

/** The tree as RFC 6962 writes it down, over all leaves at once. */
function naiveRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0] as Buffer;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}

/** What a database holds of a log. */
function createStore() {
  const bundles = new Map<number, readonly string[]>();
  const hashes = new Map<string, Buffer>();
  return {
    bundles,
    keep(appended: Appended): void {
      for (const { number, entries } of appended.bundles) {
        const before = bundles.get(number) ?? [];
        // Append only: what was there stays as it was.
        expect(entries.slice(0, before.length)).toEqual(before);
        bundles.set(number, entries);
      }
      for (const { level, index, hash } of appended.hashes) {
        expect(hashes.has(`${level} ${index}`)).toBe(false);
        hashes.set(`${level} ${index}`, hash);
      }
    },
    readTile,
    async frontier(size: number): Promise<Frontier> {
      const ranges = rangesOf(size);
      const last = size % tileWidth === 0 ? [] : (bundles.get(Math.floor(size / tileWidth)) ?? []);
      return { size, subtrees: await rangeHashes(size, ranges, readTile), last };
    },
  };

  async function readTile({ level, index, width }: Tile): Promise<Buffer> {
    const from = index * tileWidth;
    const list =
      level === 0
        ? (bundles.get(index) ?? []).map((entry) => leafHash(Buffer.from(entry)))
        : Array.from({ length: width }, (_, i) => hashes.get(`${level} ${from + i}`) as Buffer);
    return Buffer.concat(list.slice(0, width));
  }
}

function rangesOf(size: number): [number, number][] {
  let at = 0;
  return subtreesOf(0, size).map(({ height }) => [at, (at += 2 ** height)]);
}

const entryOf = (i: number): string => JSON.stringify({ type: 'order', n: i, name: i % 7 === 0 ? 'Größe' : 'x' });

function add(log: Appender, from: number, to: number): void {
  for (let i = from; i < to; i++) log.append(entryOf(i));
}

describe('an appended log', () => {
  test('has the root of the naive tree at every size up to two bundles and a bit', () => {
    const log = createAppender(emptyFrontier);
    const leaves: Buffer[] = [];
    for (let i = 0; i < 520; i++) {
      log.append(entryOf(i));
      leaves.push(leafHash(Buffer.from(entryOf(i))));
      if (i < 40 || i % 37 === 0 || i % tileWidth < 2 || i % tileWidth > 253)
        expect(log.root()).toEqual(naiveRoot(leaves));
    }
    expect(log.size()).toBe(520);
  });

  test('is the same whenever it is stopped and gone on with from what is stored', async () => {
    const steps = fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), async (counts, restarts) => {
        const store = createStore();
        let log = createAppender(emptyFrontier);
        let size = 0;
        for (const [i, count] of counts.entries()) {
          add(log, size, size + count);
          size += count;
          store.keep(log.take());
          if (restarts[i]) log = createAppender(await store.frontier(size));
        }
        const straight = createAppender(emptyFrontier);
        add(straight, 0, size);
        expect(log.root()).toEqual(straight.root());
        expect([...store.bundles].toSorted(([a], [b]) => a - b).flatMap(([, list]) => list)).toEqual(
          Array.from({ length: size }, (_, i) => entryOf(i)),
        );
        if (size === 0) return;
        // Each tile that a reader may ask for folds to the root of the range that it covers.
        const [root] = await rangeHashes(size, [[0, size]], store.readTile);
        expect(root).toEqual(straight.root());
        for (const level of [0, 1]) {
          const index = Math.floor(size / tileWidth ** (level + 1));
          const width = widthAt(size, level, index);
          if (width === 0) continue;
          expect(hasTile(size, { level, index, width })).toBe(true);
          expect(await store.readTile({ level, index, width })).toHaveLength(32 * width);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('makes hashes of the second level of tiles at 65,536 entries', () => {
    const log = createAppender(emptyFrontier);
    for (let i = 0; i < tileWidth ** 2; i++) log.append('{}');
    const { hashes, bundles } = log.take();
    expect(bundles).toHaveLength(tileWidth);
    expect(hashes.filter((h) => h.level === 1)).toHaveLength(tileWidth);
    expect(hashes.filter((h) => h.level === 2)).toEqual([{ level: 2, index: 0, hash: log.root() }]);
    expect(log.take()).toEqual({ bundles: [], hashes: [] });
  });
});

describe('an entry', () => {
  test('has at most 65,535 bytes and one line', () => {
    const log = createAppender(emptyFrontier);
    log.append('x'.repeat(65_535));
    expect(() => log.append('x'.repeat(65_536))).toThrow(RangeError);
    expect(() => log.append('é'.repeat(32_768))).toThrow(RangeError);
    expect(() => log.append('{}\n{}')).toThrow(RangeError);
    expect(log.size()).toBe(1);
  });
});
