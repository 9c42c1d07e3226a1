import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chainHash, emptyRoot, merklePath, merkleRoot, readingsHash, rootFromPath } from './merkle.ts';

/** Leaves and roots of the first n of them: the known answers of the Certificate Transparency reference implementation (RFC 6962). */
const knownLeaves = [
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

const sha = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const receipt = (i: number): string => createHash('sha256').update(`receipt ${i}`).digest('hex');
const receipts = (n: number): string[] => Array.from({ length: n }, (_, i) => receipt(i));

describe('known answers of RFC 6962', () => {
  test.each(knownRoots.map((root, n) => [n, root] as const))('%s leaves: %s', (n, root) => {
    expect(merkleRoot(knownLeaves.slice(0, n))).toBe(root);
  });

  test('the empty root is SHA-256 of nothing', () => {
    expect(emptyRoot).toBe(knownRoots[0]);
  });

  test('the path of leaf 0 of 8', () => {
    expect(merklePath(knownLeaves, 0)).toEqual([
      { side: 'right', hash: '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7' },
      { side: 'right', hash: '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e' },
      { side: 'right', hash: '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4' },
    ]);
  });

  test('three leaves, hashed by hand: the third stands alone on the right', () => {
    const leaf = (hex: string): Buffer => sha(Buffer.from([0]), Buffer.from(hex, 'hex'));
    const node = (l: Buffer, r: Buffer): Buffer => sha(Buffer.from([1]), l, r);
    const [a, b, c] = receipts(3) as [string, string, string];
    expect(merkleRoot([a, b, c])).toBe(node(node(leaf(a), leaf(b)), leaf(c)).toString('hex'));
    expect(merklePath([a, b, c], 2)).toEqual([{ side: 'left', hash: node(leaf(a), leaf(b)).toString('hex') }]);
  });
});

describe('paths', () => {
  test('of every leaf of every size up to 40 lead to the root, and are no longer than the tree is high', () => {
    for (let n = 1; n <= 40; n++) {
      const all = receipts(n);
      const root = merkleRoot(all);
      for (let i = 0; i < n; i++) {
        const path = merklePath(all, i);
        expect(rootFromPath(receipt(i), path), `${i} of ${n}`).toBe(root);
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(n)));
      }
    }
  });

  test('a changed leaf, a changed sibling, a turned side or another place does not lead to it', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 2, max: 40 })
          .chain((n) => fc.tuple(fc.constant(n), fc.nat(n - 1), fc.nat(n - 1), fc.nat(63))),
        ([n, i, other, nibble]) => {
          const all = receipts(n);
          const root = merkleRoot(all);
          const path = merklePath(all, i);
          const flip = (hex: string): string =>
            hex.slice(0, nibble) + (hex[nibble] === '0' ? '1' : '0') + hex.slice(nibble + 1);
          expect(rootFromPath(flip(receipt(i)), path)).not.toBe(root);
          expect(merkleRoot(all.with(i, flip(receipt(i))))).not.toBe(root);
          if (other !== i) expect(rootFromPath(receipt(i), merklePath(all, other))).not.toBe(root);
          for (const [k, step] of path.entries()) {
            expect(rootFromPath(receipt(i), path.with(k, { ...step, hash: flip(step.hash) }))).not.toBe(root);
            const side = step.side === 'left' ? 'right' : 'left';
            expect(rootFromPath(receipt(i), path.with(k, { ...step, side }))).not.toBe(root);
          }
        },
      ),
    );
  });

  test('a dropped, added, doubled or swapped receipt is another root', () => {
    for (let n = 2; n <= 20; n++) {
      const all = receipts(n);
      const roots = [
        all,
        all.slice(1),
        all.slice(0, -1),
        [...all, receipt(n)],
        [...all, receipt(n - 1)],
        all.toReversed(),
      ].map(merkleRoot);
      expect(new Set(roots).size, `${n}`).toBe(roots.length);
    }
  });

  test('there is none for a leaf that is not there', () => {
    for (const [n, i] of [
      [0, 0],
      [3, 3],
      [3, -1],
    ] as const)
      expect(() => merklePath(receipts(n), i)).toThrow(RangeError);
  });
});

describe('the chain of marks', () => {
  const mark = Date.UTC(2026, 10, 21, 12, 5);
  const root = merkleRoot(receipts(3));

  test('can be recomputed from its published form', () => {
    const readings = readingsHash([]);
    const text = `["papertape-mark/1","2026-11-21T12:05:00.000Z",3,"${root}","${readings}",""]`;
    expect(chainHash(mark, 3, root, readings, '')).toBe(createHash('sha256').update(text).digest('hex'));
  });

  test('every part of it counts', () => {
    const readings = readingsHash([]);
    const base = chainHash(mark, 3, root, readings, '');
    const others = [
      chainHash(mark + 300_000, 3, root, readings, ''),
      chainHash(mark, 4, root, readings, ''),
      chainHash(mark, 3, emptyRoot, readings, ''),
      chainHash(mark, 3, root, readingsHash([{ mark, attempt: 0, readings: '{}' }]), ''),
      chainHash(mark, 3, root, readings, base),
    ];
    expect(new Set([base, ...others]).size).toBe(6);
  });

  test('a change in one mark changes all after it', () => {
    const chain = (counts: number[]): string[] => {
      const out: string[] = [];
      for (const [i, n] of counts.entries())
        out.push(chainHash(mark + i * 300_000, n, merkleRoot(receipts(n)), readingsHash([]), out[i - 1] ?? ''));
      return out;
    };
    const a = chain([0, 5, 0, 2]);
    const b = chain([0, 4, 0, 2]);
    expect(a.map((hash, i) => hash === b[i])).toEqual([true, false, false, false]);
  });
});

describe('the hash of what was read at a mark', () => {
  const mark = Date.UTC(2026, 10, 21, 12, 5);
  const first = { mark, attempt: 0, readings: '{"since":0,"pools":{"a":"1"}}' };
  const late = { mark: mark - 300_000, attempt: 1, readings: '{"since":0,"pools":{"b":"2"}}' };

  test('can be recomputed from its published form, whatever the order of the rows', () => {
    const text = JSON.stringify([
      'papertape-readings/1',
      ['2026-11-21T12:00:00.000Z', 1, late.readings],
      ['2026-11-21T12:05:00.000Z', 0, first.readings],
    ]);
    expect(readingsHash([first, late])).toBe(createHash('sha256').update(text).digest('hex'));
    expect(readingsHash([late, first])).toBe(readingsHash([first, late]));
  });

  test('every part of it counts', () => {
    const hashes = [
      [],
      [first],
      [first, late],
      [{ ...first, mark: mark + 300_000 }],
      [{ ...first, attempt: 1 }],
      [{ ...first, readings: '{"since":0,"pools":{"a":"2"}}' }],
    ].map(readingsHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
