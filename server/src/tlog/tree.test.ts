import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  consistencyRanges,
  emptyRoot,
  fold,
  inclusionRanges,
  leafHash,
  provesConsistency,
  provesInclusion,
  subtreesOf,
} from './tree.ts';

/** The entries of the Certificate Transparency reference implementation, and the roots of the first n of them. */
const knownEntries = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const knownRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** RFC 6962, 2.1, word for word: what everything here is compared with. */
function naiveRoot(entries: readonly Buffer[]): Buffer {
  const sha = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
  if (entries.length === 0) return sha();
  if (entries.length === 1) return sha(Buffer.from([0]), entries[0] as Buffer);
  let k = 1;
  while (k * 2 < entries.length) k *= 2;
  return sha(Buffer.from([1]), naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)));
}

const entries = Array.from({ length: 300 }, (_, i) => Buffer.from(`entry ${i}`));
const roots = Array.from({ length: entries.length + 1 }, (_, n) => naiveRoot(entries.slice(0, n)));
const tree = (size: number) => ({ size, root: roots[size] as Buffer });
const hashes = (ranges: readonly (readonly [number, number])[]): Buffer[] =>
  ranges.map(([from, to]) =>
    fold(
      subtreesOf(from, to).map(({ height, index }) =>
        naiveRoot(entries.slice(index * 2 ** height, (index + 1) * 2 ** height)),
      ),
    ),
  );

const sizes = fc.integer({ min: 1, max: entries.length });

describe('roots', () => {
  test.each(knownRoots.map((root, n) => [n, root] as const))('%s known entries: %s', (n, root) => {
    const leaves = knownEntries.slice(0, n).map((hex) => Buffer.from(hex, 'hex'));
    expect(naiveRoot(leaves).toString('hex')).toBe(root);
    expect(
      fold(
        subtreesOf(0, n).map(({ height, index }) =>
          naiveRoot(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)),
        ),
      ).toString('hex'),
    ).toBe(root);
  });

  test('a fold of complete subtrees is the root by definition, at every size', () => {
    for (let n = 0; n <= entries.length; n++) expect(hashes([[0, n]])[0]).toEqual(roots[n]);
    expect(emptyRoot).toEqual(roots[0]);
    expect(leafHash(entries[0] as Buffer)).toEqual(roots[1]);
  });

  test('sizes beyond 32 bits are folded from the right subtrees', () => {
    expect(subtreesOf(0, 2 ** 40 + 3)).toEqual([
      { height: 40, index: 0 },
      { height: 1, index: 2 ** 39 },
      { height: 0, index: 2 ** 40 + 2 },
    ]);
  });
});

describe('inclusion', () => {
  test('every leaf of every size up to 70 is proved, and by no other index', () => {
    for (let size = 1; size <= 70; size++) {
      for (let index = 0; index < size; index++) {
        const proof = hashes(inclusionRanges(index, size));
        const leaf = leafHash(entries[index] as Buffer);
        expect(provesInclusion(leaf, index, tree(size), proof)).toBe(true);
        expect(provesInclusion(leaf, (index + 1) % (size + 1), tree(size), proof)).toBe(false);
      }
    }
  });

  test('a changed, shortened or lengthened proof, another root or another leaf does not hold', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), fc.nat(), (size, at, bit) => {
        const index = at % size;
        const leaf = leafHash(entries[index] as Buffer);
        const proof = hashes(inclusionRanges(index, size));
        expect(provesInclusion(leaf, index, tree(size), proof)).toBe(true);
        expect(provesInclusion(leaf, index, tree(size), [...proof, leaf])).toBe(false);
        expect(provesInclusion(leafHash(Buffer.from('another')), index, tree(size), proof)).toBe(false);
        expect(provesInclusion(leaf, index, { size, root: flip(roots[size] as Buffer, bit) }, proof)).toBe(false);
        if (proof.length === 0) return;
        expect(provesInclusion(leaf, index, tree(size), proof.slice(1))).toBe(false);
        const changed = proof.map((h, i) => (i === bit % proof.length ? flip(h, bit) : h));
        expect(provesInclusion(leaf, index, tree(size), changed)).toBe(false);
        const cut = proof.map((h, i) => (i === bit % proof.length ? h.subarray(0, 31) : h));
        expect(provesInclusion(leaf, index, tree(size), cut)).toBe(false);
        expect(provesInclusion(leaf.subarray(1), index, tree(size), proof)).toBe(false);
      }),
    );
  });

  test('there is no proof for a leaf that is not there', () => {
    expect(() => inclusionRanges(3, 3)).toThrow(RangeError);
    expect(() => inclusionRanges(-1, 3)).toThrow(RangeError);
  });
});

describe('consistency', () => {
  test('every pair of sizes up to 70 is proved', () => {
    for (let size = 0; size <= 70; size++) {
      for (let old = 0; old <= size; old++) {
        expect(provesConsistency(tree(old), tree(size), hashes(consistencyRanges(old, size)))).toBe(true);
      }
    }
  });

  test('a rewritten past is never proved, whatever the proof leaves out or changes', () => {
    fc.assert(
      fc.property(sizes, sizes, fc.nat(), (a, b, bit) => {
        const [old, size] = a <= b ? [a, b] : [b, a];
        const proof = hashes(consistencyRanges(old, size));
        expect(provesConsistency(tree(old), tree(size), proof)).toBe(true);
        expect(provesConsistency({ size: old, root: flip(roots[old] as Buffer, bit) }, tree(size), proof)).toBe(false);
        expect(provesConsistency(tree(old), { size, root: flip(roots[size] as Buffer, bit) }, proof)).toBe(false);
        expect(provesConsistency(tree(old), tree(size), [...proof, roots[1] as Buffer])).toBe(false);
        if (old < size) expect(provesConsistency(tree(size), tree(old), proof)).toBe(false);
        if (proof.length === 0) return;
        expect(provesConsistency(tree(old), tree(size), proof.slice(1))).toBe(false);
        const changed = proof.map((h, i) => (i === bit % proof.length ? flip(h, bit) : h));
        expect(provesConsistency(tree(old), tree(size), changed)).toBe(false);
      }),
    );
  });
});

/** The same hash with one bit changed. */
function flip(hash: Buffer, bit: number): Buffer {
  const changed = Buffer.from(hash);
  const at = bit % 256;
  changed[at >> 3] = (changed[at >> 3] as number) ^ (1 << (at & 7));
  return changed;
}
